"""The rows of a round: its tables, their matches, and the decks that were handed in for them, ready to be inserted."""

from collections.abc import Iterable, Sequence
from typing import Any

from common.database.prepared_rows import PreparedRows
from decks.models import Deck
from matches.events.rounds.seating import Tables
from matches.models import Event, GameDeck, Match, Pairing, Registration, Round, Side

# So many rows are named in one statement.
ROWS_AT_ONCE = 500


class RoundRows:
    """All rows of a round but its own. Made before the event is held, they are inserted within milliseconds."""

    def __init__(self, event: Event, tables: Tables) -> None:
        self.tables = tables
        self._decks = handed_in(event, tables.pairs)
        self._rows = (
            PreparedRows(Match, tables.matches),
            PreparedRows(Pairing, tables.rows, late=("round_id", "match_id")),
            PreparedRows(GameDeck, self._decks, late=("match_id", "deck_id")),
        )

    def insert(self, row: Round) -> None:
        """Insert them; a copy of a deck that was deleted since it was handed in belongs to none."""
        matches, pairings, decks = self._rows
        matches.insert()
        _number(self.tables.matches)
        for table in self.tables.rows:
            table.round_id, table.match_id = row.pk, table.match.pk if table.match else None
        pairings.insert()
        there = _existing({deck.deck_id for deck in self._decks if deck.deck_id is not None})
        for deck in self._decks:
            deck.match_id, deck.deck_id = deck.match.pk, deck.deck_id if deck.deck_id in there else None
        decks.insert()


def delete_rounds(rounds: Sequence[Round]) -> None:
    """Delete these rounds with their tables and the matches of these."""
    matches = list(Match.objects.filter(pairing__round__in=rounds).values_list("pk", flat=True))
    Pairing.objects.filter(round__in=rounds).delete()
    Match.objects.filter(pk__in=matches).delete()
    Round.objects.filter(pk__in=[row.pk for row in rounds]).delete()


def handed_in(event: Event, seats: Iterable[tuple[Match, Registration, Registration]]) -> list[GameDeck]:
    """The decks that were handed in, to lie on the tables of a round from its first game on; not written yet."""
    handed = event.registrations.exclude(deck_frozen=None).values_list("pk", "deck_frozen")
    frozen: dict[int, dict[str, Any]] = {pk: dict(kept or {}) for pk, kept in handed}
    return [
        GameDeck(match=match, side=side, number=1, chosen_by_id=who.person_id, **frozen[who.pk])
        for match, a, b in seats
        for side, who in ((Side.A, a), (Side.B, b))
        if who.pk in frozen
    ]


def _number(matches: Sequence[Match]) -> None:
    """Give matches that were just inserted the numbers of their rows."""
    by_key = {match.key: match for match in matches}
    keys = list(by_key)
    for first in range(0, len(keys), ROWS_AT_ONCE):
        for key, pk in Match.objects.filter(key__in=keys[first : first + ROWS_AT_ONCE]).values_list("key", "pk"):
            by_key[key].pk = pk


def _existing(decks: set[int]) -> set[int]:
    keys, existing = sorted(decks), set[int]()
    for first in range(0, len(keys), ROWS_AT_ONCE):
        existing.update(Deck.objects.filter(pk__in=keys[first : first + ROWS_AT_ONCE]).values_list("pk", flat=True))
    return existing
