"""Solver: choose items under sums with bounds for the greatest score, exactly; by HiGHS.

Deterministic: one thread, a fixed seed. HiGHS is imported inside the functions, so that only searches pay for it. The
other modules know nothing of it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import floor
from typing import Any

SEED = 10
SLICE = 0.5  # seconds of the first slice of a long search; each further one is longer
MAX_SLICE_SECONDS = 3.0
_TOLERANCE = 1e-6
# Scores are whole numbers, so a gap below one proves that nothing scores better.
_OPTIONS: Mapping[str, Any] = {
    "output_flag": False,
    "threads": 1,
    "random_seed": SEED,
    "mip_rel_gap": 0.0,
    "mip_abs_gap": 0.5,
}


class Outcome(StrEnum):
    """Outcomes of a search."""

    PROVEN = "proven"  # nothing scores better
    FOUND = "found"  # an answer, perhaps not the best
    IMPOSSIBLE = "impossible"  # proven to have no answer
    OPEN = "open"  # neither an answer nor a proof in the time given


@dataclass(frozen=True, slots=True)
class Sum:
    """`low <= sum of factor times choice <= high`; None leaves a side open. `label` names the wish it stands for."""

    factors: Mapping[int, int]
    low: int | None = None
    high: int | None = None
    label: int | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """An integer program: choices (0 to `size` - 1), constraints, and the score of each choice."""

    size: int
    sums: tuple[Sum, ...]
    scores: Mapping[int, int]
    hint: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Solution:
    """The choice, its score, and how sure it is."""

    outcome: Outcome
    chosen: frozenset[int] = frozenset()
    score: int = 0
    bound: int = 0


def solve(program: Program, *, seconds: float) -> Solution:
    """The best choice that can be found in the time given."""
    if not program.size:
        return Solution(Outcome.PROVEN if all(_holds_empty(sum_) for sum_ in program.sums) else Outcome.IMPOSSIBLE)
    from highspy import HighsModelStatus as Status
    from highspy import SolutionStatus

    model = _model(program, seconds)
    model.run()
    status, info = model.getModelStatus(), model.getInfo()
    if status in (Status.kInfeasible, Status.kUnboundedOrInfeasible):
        return Solution(Outcome.IMPOSSIBLE)
    if info.primal_solution_status != SolutionStatus.kSolutionStatusFeasible:
        return Solution(Outcome.OPEN)
    values = model.getSolution().col_value
    chosen = frozenset(index for index, value in enumerate(values) if value > 0.5)
    score = sum(program.scores.get(index, 0) for index in chosen)
    if status == Status.kOptimal:
        return Solution(Outcome.PROVEN, chosen, score, score)
    # Stopped before it had a bound, the solver says infinity; no choice is better than all that are worth something.
    most = sum(worth for worth in program.scores.values() if worth > 0)
    return Solution(Outcome.FOUND, chosen, score, floor(min(info.mip_dual_bound, most) + _TOLERANCE))


def solve_patiently(
    program: Program, *, seconds: float, go_on: Callable[[Solution, float], bool], slice_: float = SLICE
) -> Solution:
    """As `solve`, in slices of growing length, each beginning with the best so far.

    After each slice `go_on(best so far, seconds spent)` may end the search by answering False.
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


def contradiction(program: Program, *, seconds: float) -> tuple[int, ...]:
    """Labels that cannot all hold together, none of them to spare; empty where none clash."""
    labels = sorted({sum_.label for sum_ in program.sums if sum_.label is not None})
    if not _feasible(program, (), seconds):
        return ()  # whatever is wished
    core = _core(program, labels, seconds)
    for label in tuple(core):
        rest = [kept for kept in core if kept != label]
        fewer = _core(program, rest, seconds) if label in core else []
        core = fewer or core
    return tuple(core)


def _core(program: Program, labels: Sequence[int], seconds: float) -> list[int]:
    """The labels, if they clash; [] when they do not, or when that cannot be shown in time."""
    return [] if _feasible(program, labels, seconds) else list(labels)


def _feasible(program: Program, labels: Sequence[int], seconds: float) -> bool:
    """Whether a choice exists that keeps the sums of these labels; True also when time is up."""
    kept = tuple(sum_ for sum_ in program.sums if sum_.label is None or sum_.label in labels)
    solution = solve(replace(program, sums=kept, scores={}, hint=frozenset()), seconds=seconds)
    return solution.outcome is not Outcome.IMPOSSIBLE


def _holds_empty(sum_: Sum) -> bool:
    """Whether a sum holds where nothing is chosen."""
    return (sum_.low is None or sum_.low <= 0) and (sum_.high is None or sum_.high >= 0)


def _model(program: Program, seconds: float) -> Any:
    """The program as a model of HiGHS: a column a thing, a row a sum."""
    import highspy
    import numpy as np

    model = highspy.Highs()  # type: ignore[no-untyped-call]
    for name, value in {**_OPTIONS, "time_limit": seconds}.items():
        model.setOptionValue(name, value)
    columns = np.arange(program.size, dtype=np.int32)
    model.addVars(program.size, np.zeros(program.size), np.ones(program.size))
    model.changeColsIntegrality(program.size, columns, np.full(program.size, highspy.HighsVarType.kInteger))
    for index, score in program.scores.items():
        model.changeColCost(index, float(score))
    model.changeObjectiveSense(highspy.ObjSense.kMaximize)
    for row in program.sums:
        low = -highspy.kHighsInf if row.low is None else float(row.low)
        high = highspy.kHighsInf if row.high is None else float(row.high)
        places = np.array(list(row.factors), dtype=np.int32)
        model.addRow(low, high, len(places), places, np.array(list(row.factors.values()), dtype=np.float64))
    if program.hint:
        hinted = np.array([float(index in program.hint) for index in range(program.size)])
        model.setSolution(program.size, columns, hinted)
    return model
