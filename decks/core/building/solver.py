"""The one place that knows CP-SAT: choose things that are in or out, under sums with bounds, for the greatest score.

Deterministic: one worker, a fixed seed. OR-Tools is imported inside the functions, so that only who searches pays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

SEED = 10
SLICE = 0.5  # seconds of the first slice of a long search; each further one is longer
LONGEST_SLICE = 3.0


class Outcome(StrEnum):
    """What a search has shown."""

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
    """What is to be chosen from (0 to `size` - 1), what must hold, and what each choice scores."""

    size: int
    sums: tuple[Sum, ...]
    scores: Mapping[int, int]
    hint: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Answer:
    """The choice, its score, and how sure it is."""

    outcome: Outcome
    chosen: frozenset[int] = frozenset()
    score: int = 0
    bound: int = 0


def solve(program: Program, *, seconds: float) -> Answer:
    """The best choice that can be found in the time given."""
    from ortools.sat.python import cp_model

    model, choices, _labels = _model(program, assume=False)
    model.maximize(sum(score * choices[one] for one, score in program.scores.items() if score))
    for one, choice in enumerate(choices):
        model.add_hint(choice, one in program.hint)
    solver = _solver(seconds)
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return Answer(Outcome.IMPOSSIBLE)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer(Outcome.OPEN)
    chosen = frozenset(one for one, choice in enumerate(choices) if solver.value(choice))
    outcome = Outcome.PROVEN if status == cp_model.OPTIMAL else Outcome.FOUND
    return Answer(outcome, chosen, round(solver.objective_value), round(solver.best_objective_bound))


def solve_patiently(
    program: Program, *, seconds: float, go_on: Callable[[Answer, float], bool], slice_: float = SLICE
) -> Answer:
    """As `solve`, in slices of growing length, each beginning with the best so far.

    After each slice `go_on(best so far, seconds spent)` may end the search by answering False.
    """
    best, spent = Answer(Outcome.OPEN), 0.0
    while spent < seconds:
        turn = min(slice_, seconds - spent)
        found = solve(replace(program, hint=best.chosen or program.hint), seconds=turn)
        spent += turn
        if found.outcome in (Outcome.PROVEN, Outcome.IMPOSSIBLE):
            return found
        if found.outcome is Outcome.FOUND and (best.outcome is Outcome.OPEN or found.score > best.score):
            best = found
        if not go_on(best, spent):
            break
        slice_ = min(slice_ * 1.5, LONGEST_SLICE)
    return best


def contradiction(program: Program, *, seconds: float) -> tuple[int, ...]:
    """Labels that cannot all hold together, none of them to spare; empty where none clash."""
    labels = sorted({one.label for one in program.sums if one.label is not None})
    core = _core(program, labels, seconds)
    for label in tuple(core):
        rest = [one for one in core if one != label]
        fewer = _core(program, rest, seconds) if label in core else []
        core = fewer or core
    return tuple(core)


def _core(program: Program, labels: Sequence[int], seconds: float) -> list[int]:
    """Enough of the labels to clash, as the solver sees it; [] when they do not clash."""
    from ortools.sat.python import cp_model

    kept = tuple(one for one in program.sums if one.label is None or one.label in labels)
    model, _choices, assumed = _model(replace(program, sums=kept), assume=True)
    model.add_assumptions(list(assumed.values()))
    solver = _solver(seconds)
    if solver.solve(model) != cp_model.INFEASIBLE:
        return []
    by_index = {literal.index: label for label, literal in assumed.items()}
    return sorted(by_index[index] for index in solver.sufficient_assumptions_for_infeasibility())


def _model(program: Program, *, assume: bool) -> tuple[Any, list[Any], dict[int, Any]]:
    from ortools.sat.python import cp_model

    model: Any = cp_model.CpModel()
    choices = [model.new_bool_var(f"x{one}") for one in range(program.size)]
    labels: dict[int, Any] = {}
    for one in program.sums:
        total = sum(factor * choices[place] for place, factor in one.factors.items())
        for bound in _bounds(one, total):
            literal = None
            if assume and one.label is not None:
                if one.label not in labels:
                    labels[one.label] = model.new_bool_var(f"wish{one.label}")
                literal = labels[one.label]
            _add(model, bound, literal)
    return model, choices, labels


def _bounds(one: Sum, total: Any) -> Iterable[Any]:
    if one.low is not None:
        yield total >= one.low
    if one.high is not None:
        yield total <= one.high


def _add(model: Any, bound: Any, literal: Any) -> None:
    # A sum without terms is a plain truth value by now, and the model takes none under a condition.
    if isinstance(bound, bool):
        if not bound:
            model.add_bool_or([literal.negated()] if literal is not None else [])
        return
    constraint = model.add(bound)
    if literal is not None:
        constraint.only_enforce_if(literal)


def _solver(seconds: float) -> Any:
    from ortools.sat.python import cp_model

    solver: Any = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = SEED
    return solver
