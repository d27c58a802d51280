"""Card index: the facts of a catalogue that decide legality, sorted once so that judging only looks up."""

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from cards.core.facts import PEOPLES, CardFacts, CardType, Catalogue
from decks.core.legality.report import MoonRow

CRYSTAL = CardType.ACHIEVEMENT
MAX_CACHED_CATALOGUES = 32  # catalogues at once: one a game on a site, many in tests


class Limits(NamedTuple):
    """Size and moons a deck must keep; None where there is no limit or nobody can know it."""

    size: int | None
    moons: int | None


class LeaderView:
    """A catalogue as the people of a leader sees it: moons and row of each card that is foreign to it (DECK-03), which
    of those lie in its own box and carry moons (DECK-04), and the limits the leader prints, None if they print none."""

    __slots__ = ("leader", "limits", "moons", "name", "own_box", "people", "rows")

    def __init__(self, catalogue: Catalogue, leader: CardFacts) -> None:
        self.leader, self.people = leader, leader.people
        self.name = leader.people.value
        printed = leader.extra_cards is not None and leader.extra_moons is not None
        self.limits = Limits(leader.extra_cards, leader.extra_moons) if printed else None
        foreign = [card for card in catalogue if card.people is not leader.people and card.playable]
        mark = leader.people.value[0]
        self.moons = {card.code: card.moons for card in foreign}
        self.rows: Mapping[str, MoonRow] = {card.code: MoonRow(card.code, card.moons) for card in foreign}
        self.own_box = frozenset(card.code for card in foreign if card.deck == mark and card.moons != 0)


class CardIndex:
    """A catalogue by what rules ask of it.

    `plain` are the cards that neither DECK-09 nor DECK-11 is about; a deck of nothing else needs neither rule.
    """

    __slots__ = ("cards", "known", "names", "plain", "sides")

    def __init__(self, catalogue: Catalogue) -> None:
        self.cards: Mapping[str, CardFacts] = catalogue.by_code
        self.known = frozenset(self.cards)
        self.names: Mapping[str, str] = {card.code: full_name(card) for card in catalogue}
        self.sides: Mapping[str, LeaderView] = {
            card.code: LeaderView(catalogue, card) for card in catalogue if is_leader(card)
        }
        self.plain = frozenset(card.code for card in catalogue if card.playable and card.type is not CRYSTAL)


table_of = lru_cache(maxsize=MAX_CACHED_CATALOGUES)(CardIndex)


def is_leader(card: CardFacts) -> bool:
    """Whether a card is the leader of one of the nine peoples."""
    return card.type is CardType.LEADER and card.people in PEOPLES


def full_name(card: CardFacts) -> str:
    """Code and name, as a sentence names a card.

    >>> from cards.core.facts import People
    >>> full_name(CardFacts("Vulca 10", People.VULCA, CardType.CHARACTER, name="Sear"))
    'Vulca 10 Sear'
    """
    return card.code if card.label == card.code else f"{card.code} {card.label}"
