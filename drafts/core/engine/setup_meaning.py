"""Meaning of a set-up: length of games, characters and values of the peoples in its pool; spread of a list of cards."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from cards.core.facts import PEOPLES, CardFacts, CardType, Catalogue, People
from common.errors import DomainError
from drafts.core.engine.setup import Setup, pool_codes_of
from game.evidence import CardValue, Measurements, mean_of_estimates

# In crystals per game. Peoples whose average values differ by less count as even.
_EVEN_PEOPLES_SPREAD = 0.1


class GameLength(StrEnum):
    """Length of games compared with the average of all peoples."""

    SHORT = "short"
    USUAL = "usual"
    LONG = "long"


@dataclass(frozen=True, slots=True)
class PoolSummary:
    """Size and characters of a pool, and the average card value of each people in it, highest first.

    `turns` is how many turns (both players’ together) a game lasts; None unless measured for all peoples.
    """

    pool: int
    characters: int
    worths: tuple[tuple[People, float], ...]
    turns: CardValue | None = None
    usual_turns: float = 0.0

    @property
    def game_length(self) -> GameLength:
        """Return whether games last longer or shorter than usual; usual if within the measuring error."""
        if self.turns is None or self.turns.low <= self.usual_turns <= self.turns.high:
            return GameLength.USUAL
        return GameLength.LONG if self.turns.value > self.usual_turns else GameLength.SHORT

    @property
    def best_people(self) -> tuple[People, float]:
        return self.worths[0]

    @property
    def worst_people(self) -> tuple[People, float]:
        return self.worths[-1]

    @property
    def is_even(self) -> bool:
        return self.best_people[1] - self.worst_people[1] < _EVEN_PEOPLES_SPREAD


def pool_summary(setup: Setup | None, catalogue: Catalogue, evidence: Measurements) -> PoolSummary | None:
    """Return the summary of a set-up’s pool; None without a set-up, or if no card of the pool was measured."""
    if setup is None:
        return None
    try:
        pool = [catalogue[code] for code in pool_codes_of(setup, catalogue)]
    except DomainError:
        return None
    means = ((people, evidence.mean_value(people, pool)) for people in setup.peoples)
    worths = sorted(((people, mean) for people, mean in means if mean is not None), key=lambda pair: -pair[1])
    characters = sum(card.type is CardType.CHARACTER for card in pool)
    if not worths:
        return None
    everybody = [evidence.pace[people.value].value for people in PEOPLES if people.value in evidence.pace]
    usual = sum(everybody) / len(everybody) if everybody else 0.0
    return PoolSummary(len(pool), characters, tuple(worths), _mean_turns(setup, evidence), usual)


def _mean_turns(setup: Setup, evidence: Measurements) -> CardValue | None:
    """Return the average over the peoples, which add about equally many cards; None unless all were measured."""
    known = [evidence.pace[people.value] for people in setup.peoples if people.value in evidence.pace]
    return mean_of_estimates(known) if known and len(known) == len(setup.peoples) else None


@dataclass(frozen=True, slots=True)
class CardDistribution:
    """Counts of cards: by people in the order of their symbols, by type, the most frequent first, and by value.

    A card’s value is the higher of its fire and earth values; `values` omits cards without them.
    """

    size: int
    peoples: tuple[tuple[People, int], ...]
    types: tuple[tuple[CardType, int], ...]
    values: tuple[tuple[int, int], ...]


def card_distribution(cards: Iterable[CardFacts]) -> CardDistribution:
    listed = list(cards)
    peoples = Counter(card.people for card in listed)
    values = Counter(max(card.fire or 0, card.earth or 0) for card in listed if (card.fire, card.earth) != (None, None))
    return CardDistribution(
        len(listed),
        tuple((people, peoples[people]) for people in dict.fromkeys((*PEOPLES, *People)) if people in peoples),
        tuple(Counter(card.type for card in listed).most_common()),
        tuple(sorted(values.items())),
    )
