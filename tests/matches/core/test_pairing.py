"""Swiss pairing: best pairs of small fields, byes, rematches and half points."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from common.errors import Invalid
from matches.core.pairing import Entrant, PairedRound, pair_round
from tests.effort import examples

Pairs = tuple[tuple[int, ...], ...]


def every_pairing(players: tuple[int, ...]) -> Iterator[Pairs]:
    """Yield all pairings, with the bye as a tuple of one."""
    if not players:
        yield ()
        return
    first, rest = players[0], players[1:]
    for i, other in enumerate(rest):
        for more in every_pairing(rest[:i] + rest[i + 1 :]):
            yield ((first, other), *more)
    if len(players) % 2:
        for more in every_pairing(rest):
            yield ((first,), *more)


def cost(pairing: Pairs, field: dict[int, Entrant]) -> tuple[float, ...]:
    """Return what counts, in this order: rematches, byes had, points of the bye, squared differences."""
    pairs = [pair for pair in pairing if len(pair) == 2]
    byes = [field[pair[0]] for pair in pairing if len(pair) == 1]
    rematches = sum(b in field[a].opponents or a in field[b].opponents for a, b in pairs)
    return (
        rematches,
        sum(entrant.byes for entrant in byes),
        sum(entrant.points for entrant in byes),
        sum((field[a].points - field[b].points) ** 2 for a, b in pairs),
    )


def as_pairs(paired: PairedRound) -> Pairs:
    alone = () if paired.bye is None else ((paired.bye,),)
    return (*paired.pairings, *alone)


@st.composite
def fields(draw: st.DrawFn) -> dict[int, Entrant]:
    size = draw(st.integers(0, 8))
    met = draw(st.sets(st.sampled_from(list(combinations(range(8), 2))), max_size=20))
    points, byes = st.integers(0, 4), st.integers(0, 2)
    entrants = {}
    for player in range(size):
        opponents = tuple(sum(pair) - player for pair in sorted(met) if player in pair and max(pair) < size)
        entrants[player] = Entrant(player, draw(points), opponents, draw(byes))
    return entrants


@settings(max_examples=examples(40))
@given(fields(), st.integers(0, 99))
def test_no_pairing_of_up_to_eight_players_is_better(field: dict[int, Entrant], seed: int) -> None:
    paired = pair_round(field.values(), seed=seed)
    chosen = as_pairs(paired)
    assert sorted(player for pair in chosen for player in pair) == sorted(field)
    best = min(cost(pairing, field) for pairing in every_pairing(tuple(field)))
    assert cost(chosen, field) == best
    assert len(paired.rematches) == best[0]


@settings(max_examples=examples(25))
@given(fields(), st.integers(0, 99))
def test_the_same_seed_gives_the_same_round_in_whatever_order_players_come(
    field: dict[int, Entrant], seed: int
) -> None:
    shuffled = list(field.values())
    random.Random(seed).shuffle(shuffled)
    assert pair_round(shuffled, seed=seed) == pair_round(field.values(), seed=seed)


def test_another_seed_decides_otherwise_between_equals() -> None:
    field = [Entrant(player) for player in range(8)]
    assert len({pair_round(field, seed=seed).pairings for seed in range(10)}) > 1


def test_the_bye_goes_to_the_lowest_without_one() -> None:
    field = [Entrant("Roland", 3), Entrant("Elinor", 1), Entrant("Otto", 0, byes=1)]
    assert pair_round(field, seed=1).bye == "Elinor"


def test_the_bye_moves_up_when_that_saves_a_rematch() -> None:
    field = [Entrant("Roland", 3, ("Elinor",)), Entrant("Elinor", 3, ("Roland",)), Entrant("Otto", 0)]
    paired = pair_round(field, seed=1)
    assert paired.bye in ("Roland", "Elinor") and paired.rematches == ()


def test_it_says_which_rematches_cannot_be_avoided() -> None:
    field = [Entrant("Roland", 3, ("Elinor",)), Entrant("Elinor", 0, ("Roland",))]
    assert pair_round(field, seed=1).rematches == (("Roland", "Elinor"),)


def test_a_third_meeting_is_avoided_where_a_second_will_do() -> None:
    field = [
        Entrant(1, 0, (2, 2, 3, 4)),
        Entrant(2, 0, (1, 1, 3, 4)),
        Entrant(3, 0, (4, 4, 1, 2)),
        Entrant(4, 0, (3, 3, 1, 2)),
    ]
    for seed in range(5):
        assert {frozenset(pair) for pair in pair_round(field, seed=seed).pairings}.isdisjoint(
            {frozenset((1, 2)), frozenset((3, 4))}
        )


@settings(max_examples=examples(25))
@given(fields(), st.sets(st.sampled_from(list(combinations(range(8), 2))), max_size=6), st.integers(0, 99))
def test_those_who_are_kept_apart_meet_only_where_every_pairing_has_such_a_pair(
    field: dict[int, Entrant], pairs: set[tuple[int, int]], seed: int
) -> None:
    apart = {frozenset(pair) for pair in pairs}
    paired = pair_round(field.values(), seed=seed, apart=apart)

    def wrong(pairing: Pairs) -> tuple[float, ...]:
        return sum(frozenset(pair) in apart for pair in pairing), *cost(pairing, field)

    assert wrong(as_pairs(paired)) == min(wrong(pairing) for pairing in every_pairing(tuple(field)))
    assert set(paired.rematches) == {(a, b) for a, b in paired.pairings if b in field[int(a)].opponents}


def test_dropped_players_are_left_out_and_fixed_pairs_stay() -> None:
    field = [Entrant(player, player) for player in range(5)] + [Entrant(9, 9, dropped=True)]
    paired = pair_round(field, seed=1, fixed=[(4, 1)])
    assert (4, 1) in paired.pairings and paired.bye == 0
    assert 9 not in {player for pair in paired.pairings for player in pair}


def test_nobody_and_one_alone() -> None:
    assert pair_round([], seed=1) == PairedRound((), None, ())
    assert pair_round([Entrant("Roland")], seed=1) == PairedRound((), "Roland", ())


@pytest.mark.parametrize(("roland", "elinor", "starter"), [(1, 0, "Elinor"), (0, 1, "Roland"), (3, 2, "Elinor")])
def test_who_has_started_less_starts_whatever_the_lot(roland: int, elinor: int, starter: str) -> None:
    """Of the two in a Swiss pairing; only between two who have started as often the lot decides."""
    field = [Entrant("Roland", 3, starts=roland), Entrant("Elinor", 0, starts=elinor)]
    for seed in range(10):
        assert pair_round(field, seed=seed).starters == (starter,)
    level = [Entrant("Roland", 3, starts=2), Entrant("Elinor", 0, starts=2)]
    assert {pair_round(level, seed=seed).starters for seed in range(10)} == {("Roland",), ("Elinor",)}


def test_half_points_count_exactly() -> None:
    field = [Entrant(1, 2.5), Entrant(2, 2), Entrant(3, 1.5), Entrant(4, 1)]
    assert pair_round(field, seed=3).pairings == ((1, 2), (3, 4))


@pytest.mark.parametrize(
    ("field", "fixed"),
    [
        pytest.param([Entrant(1), Entrant(1)], [], id="twice-in-the-field"),
        pytest.param([Entrant(1, 0, (1,))], [], id="against-themselves"),
        pytest.param([Entrant(1, byes=-1)], [], id="negative-byes"),
        pytest.param([Entrant(1, float("nan"))], [], id="no-number-of-points"),
        pytest.param([Entrant(1), Entrant(2)], [(1, 3)], id="fixed-stranger"),
        pytest.param([Entrant(1), Entrant(2)], [(1, 1)], id="fixed-to-themselves"),
        pytest.param([Entrant(1), Entrant(2, dropped=True)], [(1, 2)], id="fixed-to-a-dropped-player"),
    ],
)
def test_a_field_that_contradicts_itself_is_refused(field: list[Entrant], fixed: list[tuple[int, int]]) -> None:
    with pytest.raises(Invalid):
        pair_round(field, seed=1, fixed=fixed)
