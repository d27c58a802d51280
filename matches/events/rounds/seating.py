"""The tables of a round: a number for each, and its place in the tree of a knock-out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matches.core.tournament.tables import table_numbers
from matches.models import Match, Pairing, Registration, Round

Seats = tuple[Registration, Registration | None, bool, bool]


def tables_of(
    row: Round, seats: Sequence[Seats], matches: Iterable[Match], *, slots: Sequence[int] = ()
) -> list[Pairing]:
    """The rows of the tables in their order; `slots` names the matches of the tree that they are, if any.

    A player with a table of their own sits there; the others are seated from the event's first table on.
    """
    made = iter(matches)
    numbers = table_numbers([_wanted(a, b) for a, b, _starts, _ in seats], first=row.event.first_table)
    return [
        Pairing(
            round=row,
            table=numbers[n],
            a=a,
            b=b,
            a_starts=starts,
            by_hand=hand,
            match=next(made) if b else None,
            slot=slots[n] if slots else None,
        )
        for n, (a, b, starts, hand) in enumerate(seats)
    ]


def _wanted(a: Registration, b: Registration | None) -> int | None:
    """The table of a pairing: that of the first of the two who has one; a bye needs none."""
    return None if b is None else a.fixed_table or b.fixed_table
