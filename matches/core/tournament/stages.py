"""Stages whose pairings are known in advance: round robin, playoff, pods, team rounds; and table numbers; pure."""

from collections.abc import Collection, Sequence
from itertools import accumulate, chain, pairwise, product
from random import Random
from typing import TypeVar

from common.errors import Invalid
from common.text import gettext_noop

PLAYOFF_SIZES = (2, 4, 8, 16, 32, 64)
INVALID_PLAYOFF_SIZE = gettext_noop("A playoff must have 2, 4, 8, 16, 32 or 64 players, not %(size)s.")
MIN_PLAYERS_IN_POD, MAX_IN_POD = 2, 6
PlayerNumber = int
PlayerPair = tuple[PlayerNumber, PlayerNumber | None]


def round_robin(players: Sequence[PlayerNumber], *, seed: int, legs: int = 1) -> list[list[PlayerPair]]:
    """Return rounds in which everybody meets everybody; if the number is odd, one player sits out each round.

    With two legs, all rounds are repeated with the other player starting.

    The circle method: the first player stays in place and the other players move on. In each pair, the player with
    fewer starts comes first and starts.
    """
    order = sorted(players)
    Random(seed).shuffle(order)
    ring: list[PlayerNumber | None] = [*order]
    if len(ring) % 2:
        ring.append(None)
    starts = dict.fromkeys(order, 0)
    rounds: list[list[PlayerPair]] = []
    for _ in range(len(ring) - 1):
        pairs = zip(ring, ring[: len(ring) // 2 - 1 : -1], strict=False)
        rounds.append([_starter_first(a, b, starts) for a, b in pairs])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return rounds if legs == 1 else rounds + [[(a, b) if b is None else (b, a) for a, b in pairs] for pairs in rounds]


def _starter_first(a: PlayerNumber | None, b: PlayerNumber | None, starts: dict[PlayerNumber, int]) -> PlayerPair:
    upper, lower = (b, a) if a is None else (a, b)
    assert upper is not None
    if lower is None:
        return upper, None
    if starts[lower] < starts[upper]:
        upper, lower = lower, upper
    starts[upper] += 1
    return upper, lower


def check_playoff_size(size: int, field: int) -> None:
    """Raise `Invalid` for a playoff that is not a power of two or is larger than the field."""
    if size not in PLAYOFF_SIZES:
        raise Invalid(INVALID_PLAYOFF_SIZE, {"size": size}, field="cut_size")
    if field < size:
        template = gettext_noop("A playoff of %(size)s needs %(size)s players; only %(field)s are still in the event.")
        raise Invalid(template, {"size": size, "field": field}, field="cut_size")


def playoff_seeds(places: Sequence[tuple[int, PlayerNumber]], *, size: int, seed: int) -> tuple[PlayerNumber, ...]:
    """Return the best `size` players, best first; `seed` draws lots for tied places."""
    check_playoff_size(size, len(places))
    rng = Random(seed)
    drawn = {player: rng.random() for _, player in sorted(places)}
    order = sorted(places, key=lambda place: (place[0], drawn[place[1]]))
    return tuple(player for _, player in order[:size])


def first_bracket_round(seeds: Sequence[PlayerNumber]) -> list[tuple[PlayerNumber, PlayerNumber]]:
    """Return the first round of a playoff: first against last, so that the best two can only meet in the final.

    >>> first_bracket_round([1, 2, 3, 4])
    [(1, 4), (2, 3)]
    """
    order = [0]
    while len(order) < len(seeds):
        top = len(order) * 2 - 1
        order = [place for player in order for place in (player, top - player)]
    return [(seeds[a], seeds[b]) for a, b in zip(order[::2], order[1::2], strict=True)]


def split_into_pods(
    players: Sequence[PlayerNumber], *, most: int = MAX_IN_POD, apart: Collection[frozenset[PlayerNumber]] = ()
) -> list[tuple[PlayerNumber, ...]]:
    """Split players, in their order, into as few pods of up to `most` as possible, with sizes as equal as possible.

    Players swap places as long as that reduces the number of pairs of `apart` at the same table.

    >>> split_into_pods([1, 2, 3, 4], most=2, apart={frozenset((1, 2)), frozenset((3, 4))})
    [(3, 2), (1, 4)]
    """
    if not MIN_PLAYERS_IN_POD <= most <= MAX_IN_POD:
        raise Invalid(gettext_noop("A pod must have two to six players."), field="most")
    count = len(players)
    if count < MIN_PLAYERS_IN_POD:
        raise Invalid(gettext_noop("A pod needs at least two players. Add them first."))
    if most == MIN_PLAYERS_IN_POD and count % 2:
        raise Invalid(
            gettext_noop("%(count)s players can’t be split into pods of that size."), {"count": count}, field="most"
        )
    tables = -(-count // most)
    size, more = divmod(count, tables)
    ends = [0, *accumulate(size + (number < more) for number in range(tables))]
    order, table_at = [*players], [number for number, pair in enumerate(pairwise(ends)) for _seat in range(*pair)]
    while together := _blocked_positions(order, table_at, apart):
        swaps = product(sorted(set(chain(*together))), range(count))
        better = (
            new
            for a, b in swaps
            if len(_blocked_positions(new := _swapped(order, a, b), table_at, apart)) < len(together)
        )
        if (split := next(better, None)) is None:
            break
        order = split
    return [tuple(order[index:end]) for index, end in pairwise(ends)]


def _swapped(order: Sequence[PlayerNumber], a: int, b: int) -> list[PlayerNumber]:
    new = [*order]
    new[a], new[b] = new[b], new[a]
    return new


def _blocked_positions(
    order: Sequence[PlayerNumber], table_at: Sequence[int], apart: Collection[frozenset[PlayerNumber]]
) -> list[tuple[int, int]]:
    """Return the positions of each pair of `apart` that sits at the same table."""
    position = {player: n for n, player in enumerate(order)}
    pairs = [(position[a], position[b]) for a, b in map(tuple, apart) if a in position and b in position]
    return [(a, b) for a, b in pairs if table_at[a] == table_at[b]]


MAX_TABLE_NR = 9000


def assign_table_numbers(wanted: Sequence[int | None], *, first: int = 1) -> list[int]:
    """Number the pairings from `first` on; a pairing gets the number it wants unless an earlier pairing wants it.

    >>> assign_table_numbers([None, 1, None, 30, 30], first=1)
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


Player = TypeVar("Player")


def pair_team_rounds(teams: Sequence[Sequence[Player | None]]) -> list[list[tuple[Player, Player]]]:
    """Return the rounds of two teams of any size, or of three teams of two.

    None is a player who has left; the opponents of that player sit out. Rounds without a pair are left out.

    >>> pair_team_rounds([["Roland", "Mira"], ["Elinor", "Otto"]])
    [[('Roland', 'Elinor'), ('Mira', 'Otto')], [('Roland', 'Otto'), ('Mira', 'Elinor')]]
    """
    size = max(map(len, teams)) if len(teams) == 2 else 2
    filled = [[*team, *[None] * (size - len(team))] for team in teams]
    if len(filled) == 2:
        a, b = filled
        rounds = [[(a[index], b[(index + turn) % size]) for index in range(size)] for turn in range(size)]
    else:
        # A round robin in which team mates would meet in the first round; that round is left out.
        first, *others = [*(team[0] for team in filled), *(team[1] for team in reversed(filled))]
        rings = [[first, *others[turn:], *others[:turn]] for turn in range(1, len(others))]
        rounds = [list(zip(ring[:3], reversed(ring[3:]), strict=True)) for ring in rings]
    pairs = ([(x, y) for x, y in round_ if x is not None and y is not None] for round_ in rounds)
    return [some for some in pairs if some]
