"""Numbers of a round’s tables: from the first one on, except tables fixed for a player; pure."""

from collections.abc import Sequence

MAX_TABLE_NR = 9000


def table_numbers(wanted: Sequence[int | None], *, first: int = 1) -> list[int]:
    """A number for each pairing, in order, from `first` on; a pairing gets the number it wants, unless one before it
    wants the same.

    >>> table_numbers([None, 1, None, 30, 30], first=1)
    [2, 1, 3, 30, 4]
    """
    taken: dict[int, int] = {}
    for n, number in enumerate(wanted):
        if number is not None:
            taken.setdefault(number, n)
    numbers: list[int] = []
    free = first
    for n, number in enumerate(wanted):
        if number is not None and taken[number] == n:
            numbers.append(number)
            continue
        while free in taken:
            free += 1
        numbers.append(free)
        free += 1
    return numbers
