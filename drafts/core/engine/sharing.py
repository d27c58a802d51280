"""Ways of sharing the cards: packets as in the booklet (DRAFT-01), and ways by convention (DRAFT-27)."""

from enum import StrEnum

from common.sentence_tables import sentences

# How many cards each player gets by convention, if the pool has enough.
DEALT_CARDS, TAKEN_CARDS, OPEN_PILES, HIDDEN_PILES = 45, 39, 4, 3


class Sharing(StrEnum):
    """Way of sharing the cards. The rules of all but packets are in `drafts.core.ways`."""

    PACKETS = "packets"
    SAME_POOL = "same_pool"
    SEALED = "sealed"
    ROTISSERIE = "rotisserie"
    WINCHESTER = "winchester"
    WINSTON = "winston"

    @property
    def label(self) -> str:
        """Return the name of the way, untranslated."""
        return _NAMES[self]

    @property
    def description(self) -> str:
        """Return the description of the way, untranslated."""
        return _DESCRIPTIONS[self]

    @property
    def passes_packets(self) -> bool:
        return self is Sharing.PACKETS

    @property
    def takes_turns(self) -> bool:
        return self is Sharing.ROTISSERIE or self.has_piles

    @property
    def has_piles(self) -> bool:
        """Return whether a turn can bring several cards, so that players end up with different numbers of cards."""
        return self in (Sharing.WINCHESTER, Sharing.WINSTON)

    @property
    def for_api(self) -> "Sharing":
        """Return the way by its name in the API, which has always called hidden piles “piles, face down”."""
        return Sharing.WINCHESTER if self is Sharing.WINSTON else self

    @property
    def hides_picks(self) -> bool:
        """Return whether players can’t see what others take; only then the log rule means something."""
        return self in (Sharing.PACKETS, Sharing.WINSTON)

    @property
    def is_dealt_at_once(self) -> bool:
        """Return whether the draft is over after the deal, so that players only build decks."""
        return self in (Sharing.SEALED, Sharing.SAME_POOL)

    @property
    def allows_teams(self) -> bool:
        return self in (Sharing.PACKETS, Sharing.ROTISSERIE)

    @property
    def shows_same_cards(self) -> bool:
        """Return whether everyone sees the same cards of the deal, so that the proof is the same for all seats."""
        return self not in (Sharing.PACKETS, Sharing.SEALED, Sharing.WINSTON)

    @property
    def hides_cards(self) -> bool:
        """Return whether cards are hidden at the start: then there is a proof afterwards, and no wishing ahead."""
        return self is not Sharing.ROTISSERIE

    @property
    def can_be_watched(self) -> bool:
        """Return whether onlookers can follow it round by round."""
        return self in (Sharing.PACKETS, Sharing.ROTISSERIE)

    @property
    def rule(self) -> str:
        return _RULES[self]

    @property
    def max_players(self) -> int:
        return 3 if self.has_piles else 6


_RULES = {
    Sharing.PACKETS: "DRAFT-02",
    Sharing.SAME_POOL: "DRAFT-28",
    Sharing.SEALED: "DRAFT-28",
    Sharing.ROTISSERIE: "DRAFT-29",
    Sharing.WINCHESTER: "DRAFT-30",
    Sharing.WINSTON: "DRAFT-31",
}
_NAMES, _DESCRIPTIONS = sentences("drafts", "sharings"), sentences("drafts", "sharings_in_words")
