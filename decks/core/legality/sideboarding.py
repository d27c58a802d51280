"""Sideboarding: whether a deck may change between two games of a match (DECK-19, MATCH-11)."""

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum

from common.errors import Invalid
from common.text import gettext_noop
from decks.core.legality.deck import DeckList, Format


class DeckChanges(StrEnum):
    """Agreements of two players on changing decks between games (MATCH-11)."""

    LOCKED = "locked"
    UNUSED_PICKS = "unused_picks"
    FREE = "free"


def check_change(agreed: DeckChanges, played: Sequence[str], played_pool: Sequence[str] | None, deck: DeckList) -> None:
    """Raise `Invalid` if a deck differs from the one played before and the players haven’t agreed to that.

    `played` are the codes of the previous game’s deck, in any order, and `played_pool` the picks it was built from.
    """
    if agreed is DeckChanges.FREE or Counter(deck.codes) == Counter(played):
        return
    if agreed is DeckChanges.LOCKED:
        raise Invalid(gettext_noop("In this match, decks can’t change between games."), rule="MATCH-11")
    if deck.format is not Format.DRAFT or deck.pool is None or sorted(deck.pool) != sorted(played_pool or ()):
        template = gettext_noop("Between games, you can only swap in unused picks from the same draft.")
        raise Invalid(template, rule="DECK-19")
