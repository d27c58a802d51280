"""The tables of a round: a number and a match for each, and its place in the tree of a knock-out.

Nothing is written here: the rows of a large round are made before the event is locked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from matches.core.tournament.tables import table_numbers
from matches.models import Event, Match, Pairing, Registration, Round, Side

# The two, whether the first of them starts, whether they were paired by hand.
Seats = tuple[Registration, Registration | None, bool, bool]


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
