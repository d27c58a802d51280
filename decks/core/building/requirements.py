"""Requirements for a deck that the site completes: what to maximise, and what must be met."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cards.core.facts import CardFacts, CardType, IconKind
from common.text import gettext_noop


class SearchGoal(StrEnum):
    """Goals of a search."""

    STRONG = "strong"
    FIRE = "fire"
    EARTH = "earth"
    FEWER_MOONS = "fewer moons"
    SHIELD = "shield"
    STOP = "stop"
    RETRIEVE = "retrieve"
    FREE = "free"
    PAIR = "pair"
    GANG = "gang"
    PROTECTED = "protected"
    BLUFF = "bluff"
    REPLACE = "replace"

    @property
    def icon(self) -> IconKind | None:
        return IconKind(self.value.upper()) if self.value.upper() in IconKind.__members__ else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Requirements:
    """Requirements of a search, in addition to the rules; they may contradict each other.

    `keep_held` keeps all cards of the deck. `only` are the owned copies by code, None if every card may be used;
    `at_least` is the minimum by icon, `types` the minimum by type.
    """

    goal: SearchGoal = SearchGoal.STRONG
    keep_held: bool = True
    keep: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    only: Mapping[str, int] | None = None
    most_moons: int | None = None
    least_fire: int | None = None
    least_earth: int | None = None
    at_least: Mapping[IconKind, int] = field(default_factory=dict)
    types: Mapping[CardType, int] = field(default_factory=dict)


KEEP_WHOLE_DECK_LABEL = gettext_noop("Keep everything in the deck")
KEEP_CARD_LABEL = gettext_noop("Keep %(card)s")
NEVER_CARD_LABEL = gettext_noop("Never use %(card)s")
ONLY_OWNED_LABEL = gettext_noop("Only cards from the collection")
MAX_MOONS = gettext_noop("At most %(count)d moons used")
MIN_FIRE = gettext_noop("At least %(count)d fire in total")
MIN_EARTH = gettext_noop("At least %(count)d earth in total")
MIN_ICONS = gettext_noop("At least %(count)d cards with %(icon)s")
MIN_OF_TYPE = gettext_noop("At least %(count)d cards of type %(type)s")
SIZE_RULE_LABEL = gettext_noop("Exactly %(count)d cards")
MOONS_RULE_LABEL = gettext_noop("Cards of other peoples cost at most %(count)d moons in total")

_ICON_VALUES = {
    IconKind.SHIELD: 10,
    IconKind.STOP: 10,
    IconKind.RETRIEVE: 15,
    IconKind.FREE: 10,
    IconKind.PROTECTED: 5,
    IconKind.BLUFF: 5,
    IconKind.REPLACE: 5,
    IconKind.PAIR: 8,
    IconKind.GANG: 8,
}
MOON_COST = 15  # moons show how strong the game’s designers thought a card
_GOAL_WEIGHT = 40  # weight of a point towards the goal


def estimated_card_value(card: CardFacts) -> int:
    """Return an estimate of a card’s value in any deck, in tenths of a point; never negative."""
    fire, earth = card.fire or 0, card.earth or 0
    icons = sum(_ICON_VALUES.get(icon.kind, 0) for icon in card.icons)
    body = 25 if card.type is CardType.CHARACTER else 15
    return body + 10 * max(fire, earth) + 4 * min(fire, earth) + icons + MOON_COST * (card.moons or 0)


def card_score(card: CardFacts, goal: SearchGoal, *, foreign: bool) -> int:
    """Return the score of a card in a deck with this goal, which outweighs everything else."""
    base = estimated_card_value(card)
    if goal is SearchGoal.FIRE:
        return base + _GOAL_WEIGHT * (card.fire or 0)
    if goal is SearchGoal.EARTH:
        return base + _GOAL_WEIGHT * (card.earth or 0)
    if goal is SearchGoal.FEWER_MOONS:
        return base - 10 * _GOAL_WEIGHT * (card.moons or 0) * foreign
    if goal.icon is not None:
        return base + 10 * _GOAL_WEIGHT * card.has_icon(goal.icon)
    return base
