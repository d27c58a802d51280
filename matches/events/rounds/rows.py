"""The rows of a round: its tables with their numbers, matches, and the decks on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from common.database.prepared import PreparedRows
from decks.models import Deck
from matches.core.tournament.tables import table_numbers
from matches.models import Event, GameDeck, Match, Pairing, Registration, Round, Side

# The two, whether the first of them starts, whether they were paired by hand.
Seats = tuple[Registration, Registration | None, bool, bool]


# So many rows are named in one statement.
ROWS_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of a round that is not written yet: `rows` in their order, `matches` of those that are no byes."""

    rows: list[Pairing]
    matches: list[Match]

    @property
    def players(self) -> Iterator[Registration]:
        """Everybody of the round, those with a bye too."""
        return (player for row in self.rows for player in (row.a, row.b) if player is not None)

    @property
    def pairs(self) -> Iterator[tuple[Match, Registration, Registration]]:
        """Each match with its two players."""
        return ((row.match, row.a, row.b) for row in self.rows if row.match is not None and row.b is not None)


def tables_of(row: Round, seats: Sequence[Seats], *, slots: Sequence[int] = ()) -> Tables:
    """The tables in their order, each with a match of its own that the two may play on their phones.

    A player with a table of their own sits there; the others are seated from the event's first table on. `slots`
    names the matches of the tree that they are, if any. Byes have the last numbers, so that no table stays empty.
    """
    order = sorted(range(len(seats)), key=lambda n: seats[n][1] is None)
    wanted = [_wanted(seats[n][0], seats[n][1]) for n in order]
    numbers = dict(zip(order, table_numbers(wanted, first=row.event.first_table), strict=True))
    rows = [
        Pairing(
            round=row,
            table=numbers[n],
            a=a,
            b=b,
            a_starts=starts,
            by_hand=hand,
            match=match_between(row, a, b, starts=starts) if b else None,
            slot=slots[n] if slots else None,
        )
        for n, (a, b, starts, hand) in enumerate(seats)
    ]
    return Tables(rows, [table.match for table in rows if table.match is not None])


def match_of(event: Event, **more: object) -> Match:
    """A match as the event's sheet wants it, not saved."""
    sheet = {**event.sheet, "crystal_cards": bool(event.sheet.get("crystal_cards"))}
    return Match(created_by=event.owner, **sheet, **more)


def match_between(row: Round, a: Registration, b: Registration, *, starts: bool) -> Match:
    """The match of two players of a round, not saved."""
    return match_of(
        row.event,
        name_a=a.name,
        name_b=b.name,
        player_a_id=a.person_id,
        player_b_id=b.person_id,
        first_starter=Side.A if starts else Side.B,
    )


def _wanted(a: Registration, b: Registration | None) -> int | None:
    """The table of a pairing: that of the first of the two who has one; a bye needs none."""
    return None if b is None else a.fixed_table or b.fixed_table


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
