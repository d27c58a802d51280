"""Subject: the few facts of a card, of any game, that its picture shows."""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cards.core.art.words import motif_for_name
from cards.core.facts import CardFacts, CardType

PICTURE_VERSION_LENGTH = 8
MAX_PRINTED_VALUE = 8  # the greatest printed value


@dataclass(frozen=True, slots=True)
class PictureSubject:
    """Subject of a picture. `seed` is the card’s code; it chooses the variant, so the picture is always the same.

    `land` names the landscape ("vulca", "miskatonic"), `figure` what stands in it ("character", "booster" …), `motif`
    the detail from the name, empty for none. `fire` and `earth` tint the light; `moons` are in the sky.
    """

    seed: str
    land: str
    figure: str
    motif: str = ""
    fire: int = 0
    earth: int = 0
    moons: int = 0

    @property
    def fire_earth_balance(self) -> float:
        """Return how far fire outweighs earth, from -1 (all earth) to 1 (all fire)."""
        return max(-1.0, min(1.0, (self.fire - self.earth) / MAX_PRINTED_VALUE))

    @property
    def relative_strength(self) -> float:
        """Return how powerful the card is, from 0 to 1."""
        return min(1.0, (self.fire + self.earth) / (1.5 * MAX_PRINTED_VALUE))

    @property
    def version(self) -> str:
        """Return a short digest of everything the picture depends on: these facts and the drawing code."""
        facts = (self.seed, self.land, self.figure, self.motif, self.fire, self.earth, self.moons)
        return hashlib.sha256(f"{_drawing_code_digest()}{facts}".encode()).hexdigest()[:PICTURE_VERSION_LENGTH]


def picture_subject_of(card: CardFacts) -> PictureSubject:
    """Return the subject of a Blue Moon card; a card only known to exist has its land and no figure."""
    figure = card.type.value or CardType.CHARACTER.value
    if card.is_chosen_one:
        figure = "chosen"
    return PictureSubject(
        seed=card.code,
        land=card.people.value.lower(),
        figure=figure if card.known else "",
        motif=motif_for_name(f"{card.name} {card.name_de}"),
        fire=card.fire or 0,
        earth=card.earth or 0,
        moons=card.moons or 0,
    )


@cache
def _drawing_code_digest() -> str:
    """Return a digest of the modules and tables of this folder, so that changed drawings get other URLs."""
    whole = hashlib.sha256()
    folder = Path(__file__).parent
    for file in sorted(file for kind in ("py", "csv", "toml") for file in folder.glob(f"*.{kind}")):
        whole.update(file.read_bytes())
    return whole.hexdigest()
