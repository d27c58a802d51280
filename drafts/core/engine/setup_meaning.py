"""Meaning of a set-up: how many characters the chosen peoples bring, and whose cards are worth most."""

from __future__ import annotations

from dataclasses import dataclass

from cards.core.facts import CardType, Catalogue, People
from common.errors import DomainError
from drafts.core.engine.setup import Setup, pool_of
from game.evidence.tables import Evidence

# Peoples whose cards differ by less than this on average, in crystals a game, are called even.
_EVEN = 0.1


@dataclass(frozen=True, slots=True)
class Meaning:
    """Figures of a pool, and the mean measured worth of the cards of each people in it, most first."""

    pool: int
    characters: int
    worths: tuple[tuple[People, float], ...]

    @property
    def best(self) -> tuple[People, float]:
        """The people whose cards are worth most."""
        return self.worths[0]

    @property
    def least(self) -> tuple[People, float]:
        """The people whose cards are worth least."""
        return self.worths[-1]

    @property
    def even(self) -> bool:
        """Whether no people's cards are worth much more than another's."""
        return self.best[1] - self.least[1] < _EVEN


def meaning_of(setup: Setup | None, catalogue: Catalogue, evidence: Evidence) -> Meaning | None:
    """What a set-up means; None where there is none, and for a pool of cards that were not measured."""
    if setup is None:
        return None
    try:
        pool = [catalogue[code] for code in pool_of(setup, catalogue)]
    except DomainError:
        return None
    worths = []
    for people in setup.peoples:
        own = [evidence.worth(card.code) for card in pool if card.people is people and evidence.of(card.code)]
        if own:
            worths.append((people, sum(own) / len(own)))
    worths.sort(key=lambda pair: -pair[1])
    characters = sum(card.type is CardType.CHARACTER for card in pool)
    return Meaning(len(pool), characters, tuple(worths)) if worths else None
