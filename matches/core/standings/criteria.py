"""The registry of tie-breaks: criteria for comparing players, with their values and sentences; pure.

A new tie-break needs a value here and sentences in `matches/sentences.toml`. API, page and CSV read the registry; the
event form doesn’t ask for tie-breaks.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Generic, TypeVar

from common.sentence_tables import sentences

P = TypeVar("P", int, str)


@dataclass(frozen=True, slots=True)
class Points:
    """Match points for each outcome."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3


@dataclass(slots=True)
class PlayerTally(Generic[P]):
    """The sums of one player: matches by outcome, crystals, games won, points, and opponents by outcome.

    `unbeaten` are opponents in matches that nobody won. `compute_totals` sets derived values. `bye_for` and
    `bye_against` are the crystals that full byes (not requested byes) count as in tie-breaks, if any.
    """

    player: P
    points: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    byes: int = 0
    full_byes: int = 0
    bye_points: int = 0
    crystals_for: int = 0
    crystals_against: int = 0
    games: int = 0
    bye_for: float = 0
    bye_against: float = 0
    beat: list[P] = field(default_factory=list)
    lost_to: list[P] = field(default_factory=list)
    unbeaten: list[P] = field(default_factory=list)

    def compute_totals(self, points: Points) -> None:
        """Add everything up after the last match; a match without known games counts as one game won."""
        self.won = len(self.beat)
        self.lost += len(self.lost_to)
        self.games += self.won
        self.points = self.won * points.win + self.drawn * points.draw + self.lost * points.loss + self.bye_points

    @property
    def played(self) -> int:
        """Return the number of matches without byes."""
        return self.won + self.drawn + self.lost


TalliesByPlayer = Mapping[Any, PlayerTally[Any]]
# Return a player’s value (larger is better), given all tallies and the players who are still tied.
CriterionValue = Callable[[PlayerTally[Any], TalliesByPlayer, Collection[Any]], float]


def rounded(value: float) -> object:
    """Return a value for a sentence: a whole number, or with two decimals."""
    return value if isinstance(value, int) else Decimal(f"{value:.2f}")


def number_with_half(value: float) -> object:
    """Return a whole or half number for a sentence: 3.5 is 3½."""
    whole, half = divmod(value, 1)
    return f"{int(whole) or ''}½" if half else int(whole)


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion by which players are compared.

    `label` is its name in forms, `head` the heading of its column; `explained` adds what the label doesn’t say. The
    other texts compare a player with a neighbour: `leads` and `trails` if the criterion comes first, `ahead` and
    `behind` if they are tied in all earlier criteria. `show` formats a value; None if the texts have no numbers.
    """

    label: str
    value: CriterionValue
    ahead: str
    behind: str
    leads: str = ""
    trails: str = ""
    show: Callable[[float], object] | None = rounded
    head: str = ""
    explained: str = ""


def _mean_of_opponents_points(tally: PlayerTally[Any], tallies: TalliesByPlayer, _level: Collection[Any]) -> float:
    met = tally.beat + tally.lost_to + tally.unbeaten
    return sum([tallies[other].points for other in met]) / len(met) if met else 0.0


def _wins_less_losses_among(tally: PlayerTally[Any], _tallies: TalliesByPlayer, level: Collection[Any]) -> float:
    """Return wins minus losses against tied players, so that playing one of them twice is fair."""
    return sum(other in level for other in tally.beat) - sum(other in level for other in tally.lost_to)


def int_if_whole(value: float) -> float:
    """Return a whole value as an int, so that it is displayed without decimals, as crystals are."""
    rounded = round(value, 6)
    return int(rounded) if rounded == int(rounded) else rounded


POINTS = "points"
# The value of each criterion, and the function that formats it; None if it has no column.
_VALUES: Mapping[str, tuple[CriterionValue, Callable[[float], object] | None]] = {
    POINTS: (lambda tally, _tallies, _level: tally.points, rounded),
    "crystals": (lambda tally, _tallies, _level: tally.crystals_for + tally.bye_for, rounded),
    "difference": (
        lambda tally, _tallies, _level: int_if_whole(
            tally.crystals_for + tally.bye_for - tally.crystals_against - tally.bye_against
        ),
        rounded,
    ),
    "opponents": (_mean_of_opponents_points, rounded),
    "direct": (_wins_less_losses_among, None),
    "wins": (lambda tally, _tallies, _level: tally.won + tally.drawn / 2, number_with_half),
    "games": (lambda tally, _tallies, _level: tally.games, rounded),
    "crystals_a_match": (
        lambda tally, _tallies, _level: tally.crystals_for / tally.played if tally.played else 0.0,
        rounded,
    ),
}
_CRITERION_TEXTS = {
    "label": sentences("matches", "tie_breaks"),
    "head": sentences("matches", "tie_breaks_heads"),
    "explained": sentences("matches", "tie_breaks_explained"),
    "ahead": sentences("matches", "tie_breaks_ahead"),
    "behind": sentences("matches", "tie_breaks_behind"),
    "leads": sentences("matches", "tie_breaks_leads"),
    "trails": sentences("matches", "tie_breaks_trails"),
}


def _make_criterion(name: str) -> Criterion:
    wordings = {part: table[name] for part, table in _CRITERION_TEXTS.items() if name in table}
    value, show = _VALUES[name]
    return Criterion(value=value, show=show, **wordings)


CRITERIA: Mapping[str, Criterion] = {name: _make_criterion(name) for name in _VALUES}
TIE_BREAKS = {name: criterion for name, criterion in CRITERIA.items() if name != POINTS}
DEFAULT_ORDER = ("crystals", "difference", "opponents", "direct")
OPPONENTS_ORDER = ("opponents", "crystals", "difference", "direct")


def criteria_with_column(order: Iterable[str]) -> list[str]:
    """Return the criteria that add a column: numbers, except crystals, which always have a column."""
    return [name for name in order if name != "crystals" and TIE_BREAKS[name].show is not None]
