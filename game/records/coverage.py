"""Coverage of the catalogue: powers carried out, texts left out, cards that cannot be played."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from game.engine.catalogue import CardType, Catalogue
from game.powers import POWERS


@dataclass(frozen=True, slots=True)
class Coverage:
    """Codes of powers carried out, of those left out with the reason, and of cards too little known to be played."""

    known: int
    done: tuple[str, ...]
    undone: dict[str, str]
    unplayable: tuple[str, ...]
    peoples: dict[str, tuple[int, int]]
    verbs: dict[str, tuple[str, ...]]

    def as_dict(self) -> dict[str, object]:
        """As JSON has it."""
        return asdict(self)


def coverage(catalogue: Catalogue) -> Coverage:
    """Compare the catalogue with the declared powers."""
    texts = [card for card in catalogue if card.summary]
    done = tuple(card.code for card in texts if card.code in POWERS and POWERS[card.code].done)
    undone = {card.code: _why(card.code) for card in texts if card.code not in done}
    peoples: dict[str, tuple[int, int]] = {}
    verbs: dict[str, tuple[str, ...]] = {}
    for card in texts:
        carried, of = peoples.get(card.people.value, (0, 0))
        peoples[card.people.value] = (carried + (card.code in done), of + 1)
        for effect in POWERS[card.code].effects if card.code in POWERS else ():
            verb = type(effect).__name__
            verbs[verb] = (*verbs.get(verb, ()), card.code)
    unplayable = tuple(
        card.code
        for card in catalogue
        if not card.known or card.type is CardType.UNKNOWN or card.type.value == "emissary"
    )
    return Coverage(len(texts), done, undone, unplayable, peoples, dict(sorted(verbs.items())))


def _why(code: str) -> str:
    return POWERS[code].why if code in POWERS else "Its power is known and not declared yet."
