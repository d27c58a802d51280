"""Solver: chooses items within linear constraints for the highest score, exactly; by HiGHS.

Deterministic: one thread, a fixed seed. HiGHS is loaded by the first search, through its C functions, because its
Python module would install numpy, which is five times as large. No other module depends on HiGHS.
"""

import ctypes
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from itertools import accumulate
from math import inf
from pathlib import Path
from typing import Any

SOLVER_RANDOM_SEED = 10
FIRST_SLICE_SECONDS = 0.5  # seconds of the first slice of a long search; later ones are longer
MAX_SLICE_SECONDS = 3.0
# HiGHS’s numbers for how a search ended, what it found, and its options.
_HIGHS_OPTIMAL, _HIGHS_INFEASIBLE, _HIGHS_HAS_SOLUTION = 7, (8, 9), 2
_HIGHS_ROWWISE, _HIGHS_MAXIMIZE, _HIGHS_INTEGER = 2, -1, 1
_HIGHS_OPTIONS = {"output_flag": False, "threads": 1, "random_seed": SOLVER_RANDOM_SEED}
# Scores are whole numbers, so a gap below one proves that nothing scores better.
_HIGHS_GAPS = {"mip_rel_gap": 0.0, "mip_abs_gap": 0.5}


class Outcome(StrEnum):
    """Outcomes of a search."""

    PROVEN = "proven"  # nothing scores higher
    FOUND = "found"  # a solution, perhaps not the best
    IMPOSSIBLE = "impossible"  # proven to have no solution
    OPEN = "open"  # no solution and no proof in time


@dataclass(frozen=True, slots=True)
class Sum:
    """`low <= sum of factor × choice <= high`; None means no bound. `label` is the number of a requirement."""

    factors: Mapping[int, int]
    low: int | None = None
    high: int | None = None
    label: int | None = None


@dataclass(frozen=True, slots=True)
class IntegerProgram:
    """An integer program: choices (0 to `size` - 1), constraints, and the score of each choice."""

    size: int
    sums: tuple[Sum, ...]
    scores: Mapping[int, int]
    hint: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Solution:
    """The choice, its score, and whether it is proven."""

    outcome: Outcome
    chosen: frozenset[int] = frozenset()
    score: int = 0


def solve(program: IntegerProgram, *, seconds: float) -> Solution:
    if not program.size:
        return Solution(
            Outcome.PROVEN if all(_allows_empty_choice(sum_) for sum_ in program.sums) else Outcome.IMPOSSIBLE
        )
    highs = _load_highs()
    model = ctypes.c_void_p(highs.Highs_create())
    try:
        _load_model(highs, model, program, seconds)
        highs.Highs_run(model)
        return _solution_of(highs, model, program)
    finally:
        highs.Highs_destroy(model)


def solve_in_slices(
    program: IntegerProgram,
    *,
    seconds: float,
    go_on: Callable[[Solution, float], bool],
    slice_: float = FIRST_SLICE_SECONDS,
) -> Solution:
    """Solve as `solve` does, in slices of growing length, each starting with the best solution so far.

    After each slice, `go_on(best so far, seconds spent)` may end the search by returning False.
    """
    best, spent = Solution(Outcome.OPEN), 0.0
    while spent < seconds:
        turn = min(slice_, seconds - spent)
        solution = solve(replace(program, hint=best.chosen or program.hint), seconds=turn)
        spent += turn
        if solution.outcome in (Outcome.PROVEN, Outcome.IMPOSSIBLE):
            return solution
        if solution.outcome is Outcome.FOUND and (best.outcome is Outcome.OPEN or solution.score > best.score):
            best = solution
        if not go_on(best, spent):
            break
        slice_ = min(slice_ * 1.5, MAX_SLICE_SECONDS)
    return best


def contradicting_labels(program: IntegerProgram, *, seconds: float) -> tuple[int, ...]:
    """Return labels that can’t all be met, but could be without any one of them; empty if all labels can."""
    labels = sorted({sum_.label for sum_ in program.sums if sum_.label is not None})
    # Even impossible without labelled constraints, or possible with all of them.
    if not _is_feasible(program, (), seconds) or _is_feasible(program, labels, seconds):
        return ()
    core = labels
    for label in labels:
        rest = [other for other in core if other != label]
        if rest and not _is_feasible(program, rest, seconds):
            core = rest
    return tuple(core)


def _is_feasible(program: IntegerProgram, labels: Sequence[int], seconds: float) -> bool:
    """Return whether a choice satisfies the sums of these labels; True also if time is up."""
    active = tuple(sum_ for sum_ in program.sums if sum_.label is None or sum_.label in labels)
    solution = solve(replace(program, sums=active, scores={}, hint=frozenset()), seconds=seconds)
    return solution.outcome is not Outcome.IMPOSSIBLE


def _allows_empty_choice(sum_: Sum) -> bool:
    return (sum_.low is None or sum_.low <= 0) and (sum_.high is None or sum_.high >= 0)


@cache
def _load_highs() -> Any:
    """Load HiGHS’s functions; on Windows, the library is next to its program."""
    from highsbox import highs_dist_dir

    [file] = (file for file in Path(highs_dist_dir()).glob("*/*highs.*") if file.suffix in (".so", ".dylib", ".dll"))
    library = ctypes.CDLL(str(file))
    library.Highs_create.restype = ctypes.c_void_p
    return library


def _load_model(highs: Any, model: Any, program: IntegerProgram, seconds: float) -> None:
    """Load the program into the model: a column per choice, a row per constraint, and the starting solution."""
    set_option = {bool: highs.Highs_setBoolOptionValue, int: highs.Highs_setIntOptionValue}
    for name, value in _HIGHS_OPTIONS.items():
        set_option[type(value)](model, name.encode(), value)
    for name, limit in {**_HIGHS_GAPS, "time_limit": seconds}.items():
        highs.Highs_setDoubleOptionValue(model, name.encode(), ctypes.c_double(limit))
    size, sums = program.size, program.sums
    places = [place for sum_ in sums for place in sum_.factors]
    highs.Highs_passMip(
        model, size, len(sums), len(places), _HIGHS_ROWWISE, _HIGHS_MAXIMIZE, ctypes.c_double(0),
        _c_array(program.scores.get(index, 0) for index in range(size)), _c_array([0] * size), _c_array([1] * size),
        _c_array(-inf if sum_.low is None else sum_.low for sum_ in sums),
        _c_array(inf if sum_.high is None else sum_.high for sum_ in sums),
        _c_array(accumulate((len(sum_.factors) for sum_ in sums[:-1]), initial=0), ctypes.c_int),
        _c_array(places, ctypes.c_int), _c_array(factor for sum_ in sums for factor in sum_.factors.values()),
        _c_array([_HIGHS_INTEGER] * size, ctypes.c_int),
    )  # fmt: skip
    if program.hint:
        highs.Highs_setSolution(model, _c_array(index in program.hint for index in range(size)), None, None, None)


def _c_array(values: Iterable[float], kind: Any = ctypes.c_double) -> Any:
    listed = list(values)
    return (kind * len(listed))(*listed)


def _solution_of(highs: Any, model: Any, program: IntegerProgram) -> Solution:
    status, solution_status = highs.Highs_getModelStatus(model), ctypes.c_int()
    if status in _HIGHS_INFEASIBLE:
        return Solution(Outcome.IMPOSSIBLE)
    highs.Highs_getIntInfoValue(model, b"primal_solution_status", ctypes.byref(solution_status))
    if solution_status.value != _HIGHS_HAS_SOLUTION:
        return Solution(Outcome.OPEN)
    values = _c_array([0] * program.size)
    highs.Highs_getSolution(model, values, None, None, None)
    chosen = frozenset(index for index, value in enumerate(values) if value > 0.5)
    score = sum(program.scores.get(index, 0) for index in chosen)
    return Solution(Outcome.PROVEN if status == _HIGHS_OPTIMAL else Outcome.FOUND, chosen, score)
