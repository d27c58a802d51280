"""Meaning of a set-up: how long games last with the chosen peoples, how many characters, whose cards are worth most."""

from dataclasses import dataclass
from enum import StrEnum

from cards.core.facts import PEOPLES, CardType, Catalogue, People
from common.errors import DomainError
from drafts.core.engine.setup import Setup, pool_codes_of
from game.evidence.tables import Evidence
from game.evidence.worth import Worth, mean_of_values

# Peoples whose cards differ by less than this on average, in crystals a game, are called even.
_EVEN_PEOPLES_SPREAD = 0.1


class GameLength(StrEnum):
    """Length of games compared with those of all peoples."""

    SHORT = "short"
    USUAL = "usual"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class SetupMeaning:
    """Figures of a pool, and the mean measured worth of the cards of each people in it, most first.

    `turns` is how many turns of both players a game of such decks lasts; None where that was not measured.
    """

    pool: int
    characters: int
    worths: tuple[tuple[People, float], ...]
    turns: Worth | None = None
    usual_turns: float = 0.0

    @property
    def pace(self) -> GameLength:
        """Whether games are longer or shorter than with the other peoples, as far as the interval tells."""
        if self.turns is None or self.turns.low <= self.usual_turns <= self.turns.high:
            return GameLength.USUAL
        return GameLength.LONG if self.turns.value > self.usual_turns else GameLength.SHORT

    @property
    def best(self) -> tuple[People, float]:
        return self.worths[0]

    @property
    def least(self) -> tuple[People, float]:
        return self.worths[-1]

    @property
    def even(self) -> bool:
        """Whether no people's cards are worth much more than another's."""
        return self.best[1] - self.least[1] < _EVEN_PEOPLES_SPREAD


def setup_meaning(setup: Setup | None, catalogue: Catalogue, evidence: Evidence) -> SetupMeaning | None:
    """The meaning of a set-up; None where there is none, and for a pool of cards that were not measured."""
    if setup is None:
        return None
    try:
        pool = [catalogue[code] for code in pool_codes_of(setup, catalogue)]
    except DomainError:
        return None
    means = ((people, evidence.mean_worth(people, pool)) for people in setup.peoples)
    worths = sorted(((people, mean) for people, mean in means if mean is not None), key=lambda pair: -pair[1])
    characters = sum(card.type is CardType.CHARACTER for card in pool)
    if not worths:
        return None
    everybody = [evidence.pace[people.value].value for people in PEOPLES if people.value in evidence.pace]
    usual = sum(everybody) / len(everybody) if everybody else 0.0
    return SetupMeaning(len(pool), characters, tuple(worths), _mean_turns(setup, evidence), usual)


def _mean_turns(setup: Setup, evidence: Evidence) -> Worth | None:
    """The mean of the peoples: each gives the pool about as many cards."""
    known = [evidence.pace[people.value] for people in setup.peoples if people.value in evidence.pace]
    return mean_of_values(known) if known and len(known) == len(setup.peoples) else None
