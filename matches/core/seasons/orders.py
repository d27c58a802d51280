"""Orders of a season’s table, in which playing often is not enough to be first; pure."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from itertools import groupby

from common.text import gettext_noop
from matches.core.seasons.encounters import Encounter
from matches.core.seasons.strengths import ratings_by_match
from matches.core.standings import GROUP_STANDINGS_RULES, Points, Reason, StandingRow, compute_standings, tied_reason
from matches.core.standings.criteria import TIE_BREAKS

_POINTS = Points()
_TOO_FEW_MATCHES_REASON = gettext_noop(
    "has played %(played)s of the %(minimum)s matches required, so ranks after players who have enough"
)
_LEADS = gettext_noop("%(what)s: %(mine)s, %(other)s has %(theirs)s")
_TRAILS = gettext_noop("%(what)s: %(mine)s, less than %(other)s with %(theirs)s")


@dataclass(frozen=True, slots=True)
class SeasonOrder:
    """Order of a table: a name of `SEASON_ORDERS`, how many best evenings count, and how many matches are enough."""

    by: str = "match"
    best: int = 6
    minimum: int = 5


DEFAULT_ORDER = SeasonOrder()
# Value of a player by points for each day, matches, low end of the rating, and order; larger is better.
PlayerValue = Callable[[Sequence[int], int, float, SeasonOrder], float]


@dataclass(frozen=True, slots=True)
class _OrderDefinition:
    label: str
    value: PlayerValue


SEASON_ORDERS: Mapping[str, _OrderDefinition] = {
    "match": _OrderDefinition(gettext_noop("points per match"), lambda days, played, _low, _order: sum(days) / played),
    "evening": _OrderDefinition(
        gettext_noop("points per evening"), lambda days, _played, _low, _order: sum(days) / len(days)
    ),
    "best": _OrderDefinition(
        gettext_noop("points from the best evenings"),
        lambda days, _played, _low, order: sum(sorted(days, reverse=True)[: order.best]),
    ),
    "rating": _OrderDefinition(gettext_noop("low end of the rating"), lambda _days, _played, low, _order: low),
}


def season_standings(
    played: Sequence[Encounter], order: SeasonOrder, *, present: Iterable[str] = (), guests: Collection[str] = ()
) -> tuple[StandingRow[str], ...]:
    """Rank everybody who is present or has played: players with enough matches first, guests behind all members.

    A win gives 3 points and a draw 1; the difference of crystals breaks ties. An order not in `SEASON_ORDERS` ranks by
    crystals.

    >>> often = [Encounter("Piet", "Lea", 5, 3, "Piet"), *[Encounter("Piet", "Jan", 1, 5, "Jan")] * 3]
    >>> [row.player for row in season_standings(often, SeasonOrder(minimum=1))]
    ['Jan', 'Piet', 'Lea']
    """
    results = [encounter.result for encounter in played]
    rows = compute_standings(present, results, GROUP_STANDINGS_RULES, behind=[*guests])
    ranking = _SeasonRanking(played, order, rows) if order.by in SEASON_ORDERS else None

    def level(row: StandingRow[str]) -> tuple[object, ...]:
        return row.player in guests, *(ranking.sort_key(row) if ranking else (row.place,))

    ranked = sorted(rows, key=lambda row: (*level(row), row.player.casefold()))
    groups = [list(group) for _level, group in groupby(ranked, level)]
    placed: list[StandingRow[str]] = []
    for index, group in enumerate(groups):
        place, same = len(placed) + 1, [row.player for row in group]
        near = groups[index - 1][0] if index else groups[1][0] if len(groups) > 1 else None
        for row in group:
            why, values = row.why, row.values
            if row.played and len(group) > 1:
                why = tied_reason(row.player, same)
            elif index and near and row.player in guests and near.player not in guests:
                why = Reason(gettext_noop("guest, ranked after the members"))
            elif near and row.played and (not near.played or (near.player in guests and row.player not in guests)):
                why = _own_value_reason(row, order, ranking)
            elif near and ranking and row.played:
                why = ranking.rank_reason(row, near, first=index == 0)
            if ranking:
                values = {order.by: round(ranking.values.get(row.player, 0.0), 2)}
            placed.append(row._replace(place=place, shared=len(group) > 1, why=why, values=values))
    return tuple(placed)


class _SeasonRanking:
    """The values, sort keys and reasons for the places of all players in an order."""

    def __init__(self, played: Sequence[Encounter], order: SeasonOrder, rows: Sequence[StandingRow[str]]) -> None:
        self.order = order
        self.values = _values_by_player(played, order)
        self.enough = {row.player for row in rows if row.played >= order.minimum}

    def sort_key(self, row: StandingRow[str]) -> tuple[bool, bool, float, int]:
        few = row.player not in self.enough
        return not row.played, few, -self.values.get(row.player, 0.0), -row.difference

    def rank_reason(self, row: StandingRow[str], near: StandingRow[str], *, first: bool) -> Reason[str]:
        """Return why a player is ahead of `near` (for the first place) or behind, among those with enough matches."""
        if row.player not in self.enough and near.player in self.enough:
            return Reason(_TOO_FEW_MATCHES_REASON, {"played": row.played, "minimum": self.order.minimum})
        if (row.player in self.enough) != (near.player in self.enough):
            return _own_value_reason(row, self.order, self)
        what: Reason[str] = Reason(SEASON_ORDERS[self.order.by].label)
        mine, theirs = self.values[row.player], self.values[near.player]
        if mine != theirs:
            figures = dict(zip(("mine", "theirs"), _rounded_numbers(mine, theirs), strict=True))
            return Reason(_LEADS if first else _TRAILS, {"what": what, "other": near.player, **figures}, (near.player,))
        tie = TIE_BREAKS["difference"]
        params = {"other": near.player, "mine": row.difference, "theirs": near.difference}
        return Reason(tie.ahead if first else tie.behind, params, (near.player,))


def _values_by_player(played: Sequence[Encounter], order: SeasonOrder) -> dict[str, float]:
    days: dict[str, dict[date | None, int]] = defaultdict(lambda: defaultdict(int))
    matches: dict[str, int] = defaultdict(int)
    for encounter in played:
        for name in (encounter.a, encounter.b):
            points = _POINTS.win if encounter.winner == name else _POINTS.loss if encounter.winner else _POINTS.draw
            days[name][encounter.day] += points
            matches[name] += 1
    lows = {name: course[-1].low for name, course in ratings_by_match(played).items()} if order.by == "rating" else {}
    value = SEASON_ORDERS[order.by].value
    return {name: value(list(by.values()), matches[name], lows.get(name, 0.0), order) for name, by in days.items()}


def _own_value_reason(row: StandingRow[str], order: SeasonOrder, ranking: _SeasonRanking | None) -> Reason[str]:
    """Return a reason that names only the player’s own value."""
    label = SEASON_ORDERS[order.by].label if ranking else TIE_BREAKS["crystals"].label
    value = ranking.values[row.player] if ranking else row.crystals_for
    return Reason(gettext_noop("%(what)s: %(mine)s"), {"what": Reason[str](label), "mine": _rounded_numbers(value)[0]})


def _rounded_numbers(*values: float) -> list[Decimal]:
    for digits in range(2, 12):
        rounded = [Decimal(f"{value:.0f}" if value == int(value) else f"{value:.{digits}f}") for value in values]
        if len(set(rounded)) == len(set(values)):
            break
    return rounded
