"""Which table of a round has which number: an offset for the room, and tables that stay with a player; pure."""

from collections.abc import Sequence

MAX_TABLE = 9000


def table_numbers(wanted: Sequence[int | None], *, first: int = 1) -> list[int]:
    """A number for each pairing, in their order, from `first` on; a pairing that wants a number has it.

    Where two want the same number the earlier one has it, and the other one is seated as if it wanted none.

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
