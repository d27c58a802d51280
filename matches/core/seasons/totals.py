"""Totals of a season, from its encounters in the order of play; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from matches.core.seasons.encounters import Encounter
from matches.core.seasons.head_to_head import HeadToHeadRecord, all_head_to_heads
from matches.core.seasons.orders import DEFAULT_ORDER, SeasonOrder, season_standings
from matches.core.seasons.strengths import MIN_RATED_MATCHES, Rating, ratings_by_match
from matches.core.standings import StandingRow


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """A player of a season: row of the table, and rating."""

    row: StandingRow[str]
    rating: Rating

    @property
    def name(self) -> str:
        return self.row.player

    @property
    def has_few_matches(self) -> bool:
        """Return whether the rating is based on too few matches."""
        return self.row.played < MIN_RATED_MATCHES


@dataclass(frozen=True, slots=True)
class CrystalsOverTime:
    """Crystals of each player in total at the end of each day of play; None before the player’s first match."""

    days: tuple[date | None, ...]
    totals: dict[str, tuple[int | None, ...]]

    def thin_out_days(self, max_days: int) -> CrystalsOverTime:
        """Return up to `max_days` of the days, evenly spread, including the last day.

        >>> CrystalsOverTime((None,) * 5, {"Roland": (1, 2, 3, 4, 5)}).thin_out_days(3).totals
        {'Roland': (1, 3, 5)}
        """
        if len(self.days) <= max_days:
            return self
        last = len(self.days) - 1
        places = sorted({round(index * last / (max_days - 1)) for index in range(max_days)})
        lines = {name: tuple(line[position] for position in places) for name, line in self.totals.items()}
        return CrystalsOverTime(tuple(self.days[position] for position in places), lines)


@dataclass(frozen=True, slots=True)
class SeasonTotals:
    """Table, head-to-heads, crystals over time, and each player’s ratings after each of their matches."""

    standings: tuple[SeasonStanding, ...]
    head_to_heads: tuple[HeadToHeadRecord, ...]
    crystals_over_time: CrystalsOverTime
    ratings: dict[str, tuple[Rating, ...]]


def season_totals(
    encounters: Iterable[Encounter], order: SeasonOrder = DEFAULT_ORDER, *, guests: Collection[str] = ()
) -> SeasonTotals:
    """Count a season, which may be empty.

    >>> season_totals([Encounter("Roland", "Elinor", 5, 3, "Roland")]).standings[0].row.crystals_for
    5
    """
    played = tuple(encounters)
    rated = ratings_by_match(played)
    rows = season_standings(played, order, guests=guests)
    standings = tuple(SeasonStanding(row, rated[row.player][-1]) for row in rows)
    return SeasonTotals(standings, all_head_to_heads(played), crystals_over_time(played), rated)


def crystals_over_time(played: Sequence[Encounter]) -> CrystalsOverTime:
    """Return the crystals by day; all matches without a day come first."""
    by_day: dict[date | None, list[Encounter]] = {}
    for encounter in played:
        by_day.setdefault(encounter.day, []).append(encounter)
    days = sorted(by_day, key=lambda day: (day is not None, day or date.min))
    totals: dict[str, list[int | None]] = {}
    sums: dict[str, int] = {}
    for index, day in enumerate(days):
        for encounter in by_day[day]:
            for name, crystals in ((encounter.a, encounter.crystals_a), (encounter.b, encounter.crystals_b)):
                sums[name] = sums.get(name, 0) + crystals
                totals.setdefault(name, [None] * index)
        for name, line in totals.items():
            line.append(sums[name])
    return CrystalsOverTime(tuple(days), {name: tuple(line) for name, line in totals.items()})
