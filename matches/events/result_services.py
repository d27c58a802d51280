"""Services of results: what the two say, what the organiser enters or corrects, and the clock of a round."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Invalid, NotAllowed
from common.text import gettext_noop, whole_number
from matches.core import scoring
from matches.core.standings import Outcome
from matches.core.tournament import Deed
from matches.core.tournament.results import check_games, outcome_of
from matches.events.players.notifications import notify_of_claim
from matches.events.queries import get_event, table_by
from matches.events.read_models import PairingView, RoundView
from matches.events.rounds.queries import games_won, pairing_view
from matches.events.transactions import Outdated, lock_event_as, lock_table, log_action, log_actions
from matches.models import Claim, Event, Game, Match, Pairing, Round
from matches.play.core_values import record_of

# So many rows are named in one statement.
ROWS_AT_ONCE = 500
_RESULT = ["settled", "outcome", "crystals_a", "crystals_b", "games_a", "games_b"]


@transaction.atomic
def report(*, by: Person | None, key: str, pairing: int, crystals: tuple[int, int]) -> PairingView:
    """A player says what came out at their table; when both say the same, it is settled."""
    event, round_, table = lock_table(key, pairing)
    side = table.has(by)
    if not side:
        raise NotAllowed(gettext_noop("Only the two players at this table can report its result."))
    if table.row.settled or round_.status == Round.Status.CLOSED:
        raise Conflict(gettext_noop("The result of this table is settled; the organiser can correct it."))
    _outcome(event, crystals)
    # The row of the event is held, so that nobody else writes this claim meanwhile.
    claim = next((each for each in table.claims if each.side == side), None) or Claim(pairing=table.row, side=side)
    claim.crystals_a, claim.crystals_b = crystals
    claim.save(force_insert=claim.pk is None, force_update=claim.pk is not None)
    name = table.a.name if side == "a" else table.b.name if table.b else ""
    about = {"round": round_.number, "table": table.row.table, "name": name, "after": _said(table, crystals)}
    log_action(event, by=by, kind="claim", **about)
    other = next((each for each in table.claims if each.side != side), None)
    if other is None or (other.crystals_a, other.crystals_b) != crystals:
        notify_of_claim(event, table, by, disputed=other is not None)
        claims = (claim,) if other is None else (claim, other)
        return replace(table, claims=tuple(sorted(claims, key=lambda each: each.side)))
    store_result(event, round_, table, crystals, how=Pairing.Settled.AGREED, by=by)
    return pairing_view(
        table.row, {player.pk: player for player in (table.a, table.b) if player}, (), match_key=table.match_key
    )


@transaction.atomic
def enter(
    *,
    by: Person | None,
    key: str,
    pairing: int,
    crystals: tuple[int, int],
    time_up: bool = False,
    outcome: str = "",
    games: tuple[int, int] | None = None,
) -> PairingView:
    """The organiser says what came out, now or as a correction any time later; everything is counted again.

    `time_up` allows a result nobody has reached the target in; `outcome` "nobody" lets both lose. `games`
    are those each has won, where they are known.
    """
    event = lock_event_as(by=by, key=key, deed=Deed.RESULT)
    round_, table = table_by(event.key, pairing)
    if table.b is None:
        raise Conflict(gettext_noop("A bye has no result to enter."))
    _check_own_table(event, table, by)
    if outcome not in ("", Outcome.NOBODY):
        raise Invalid(gettext_noop("Who has won follows from the crystals; only “nobody” can be said besides."))
    how = Pairing.Settled.TIME if time_up else Pairing.Settled.STAFF
    nobody = outcome == Outcome.NOBODY
    _guard_cut(event, round_, table, crystals, nobody=nobody)
    if games is not None:
        mistakes_cost = event.sheet.get("penalty") == scoring.Penalty.CRYSTALS
        check_games(games, crystals, mistakes_cost=mistakes_cost)
    store_result(event, round_, table, crystals, how=how, by=by, nobody=nobody, games=games)
    return table_by(event.key, pairing)[1]


@transaction.atomic
def take_back(*, by: Person | None, key: str, pairing: int, before: str = "") -> PairingView:
    """Undo what the desk has entered: the score of `before`, as `PairingView.score_text` writes it, or none, so that
    the table is open.

    Raises `Conflict` for a table without an entered result, and for emptying one of a round that is over. The newest
    round of a bracket is not over before the event is: only so can a result that it was paired from be corrected.
    """
    crystals, nobody, games = _score_of(before)
    if crystals is not None:
        target, outcome = int(get_event(key).sheet.get("target", scoring.TARGET)), Outcome.NOBODY if nobody else ""
        time_up = max(crystals) < target and not nobody
        return enter(by=by, key=key, pairing=pairing, crystals=crystals, time_up=time_up, outcome=outcome, games=games)
    event = lock_event_as(by=by, key=key, deed=Deed.RESULT)
    round_, table = table_by(event.key, pairing)
    _check_own_table(event, table, by)
    if not table.row.settled:
        raise Conflict(gettext_noop("This table has no result to take back."))
    _reopen(event, round_)
    row = table.row
    row.settled, row.outcome, row.crystals_a, row.crystals_b = "", "", 0, 0
    row.games_a = row.games_b = None
    row.save(update_fields=_RESULT)
    row.claims.all().delete()
    log_action(event, by=by, kind="reopened", round=round_.number, table=row.table)
    return table_by(event.key, pairing)[1]


def _reopen(event: Event, round_: Round) -> None:
    """Let a round wait for results again; raises `Conflict` where it is over."""
    closed = round_.status == Round.Status.CLOSED
    in_bracket = round_.stage == Round.Stage.CUT and event.status != Event.Status.FINISHED
    if (closed and not in_bracket) or event.rounds.filter(number__gt=round_.number).exists():
        template = gettext_noop("Round %(round)s is over: correct the result instead of taking it back.")
        raise Conflict(template, {"round": round_.number})
    if closed:
        Round.objects.filter(pk=round_.pk).update(status=Round.Status.PLAYING)


def _score_of(text: str) -> tuple[tuple[int, int] | None, bool, tuple[int, int] | None]:
    """What `PairingView.score_text` has written: crystals (None for no score), whether nobody won, and games."""
    score, _blank, more = text.partition(" ")
    return _pair_of(score), more.startswith(Outcome.NOBODY), _pair_of(more.partition("games ")[2])


def _pair_of(text: str) -> tuple[int, int] | None:
    """Two numbers such as `5:2`; None for anything else."""
    parts = [whole_number(part, digits=3) for part in text.split(":")]
    a, b = parts if len(parts) == 2 else (None, None)
    return None if a is None or b is None else (a, b)


def _check_own_table(event: Event, pairing: PairingView, by: Person | None) -> None:
    if pairing.has(by) and by is not None and by.pk != event.owner_id:
        raise NotAllowed(gettext_noop("You sit at this table yourself: report as a player, or ask the organiser."))


def _outcome(event: Event, crystals: tuple[int, int], *, time_up: bool = False) -> Outcome:
    return outcome_of(crystals, target=int(event.sheet.get("target", scoring.TARGET)), finished=not time_up)


def _guard_cut(event: Event, round_: Round, pairing: PairingView, crystals: tuple[int, int], *, nobody: bool) -> None:
    """In a cut somebody wins, and a table from which the next round came keeps its winner."""
    if round_.stage != Round.Stage.CUT:
        return
    if nobody or crystals[0] == crystals[1]:
        raise Invalid(gettext_noop("A match of the cut has a winner; play on, or decide it."))
    won = pairing.a if crystals[0] > crystals[1] else pairing.b
    if pairing.outcome is not None and pairing.winner != won and event.rounds.filter(number__gt=round_.number).exists():
        template = gettext_noop("A later round was paired from this result. Take its pairing back first.")
        raise Conflict(template)


def store_result(
    event: Event,
    round_: Round,
    pairing: PairingView,
    crystals: tuple[int, int],
    *,
    how: str,
    by: Person | None,
    nobody: bool = False,
    games: tuple[int, int] | None = None,
) -> None:
    """Keep a result, and in the trail what it was before; games that are not said are those of the recorded match."""
    outcome = _outcome(event, crystals, time_up=how == Pairing.Settled.TIME or nobody)
    if nobody:
        outcome = Outcome.NOBODY
    row = pairing.row
    row.settled, row.outcome, row.crystals_a, row.crystals_b = how, outcome.value, *crystals
    row.games_a, row.games_b = games or _recorded_games(pairing, crystals) or (None, None)
    row.save(update_fields=_RESULT)
    about: dict[str, object] = {"round": round_.number, "table": row.table, "after": _said(pairing, crystals)}
    if pairing.outcome is None:
        log_action(event, by=by, kind="result", **about)
    elif (pairing.outcome, pairing.crystals) != (outcome, crystals):
        log_action(event, by=by, kind="corrected", before=_said(pairing, pairing.crystals), **about)


@dataclass(frozen=True, slots=True)
class TimeUp:
    """The results of open tables as their time is up: the rows of each result, what the log says, and the matches with
    the versions that were read."""

    event: Event
    rows: Mapping[tuple[object, ...], Sequence[int]]
    abouts: Sequence[Mapping[str, object]]
    versions: Mapping[int, int]


def count_open_tables(event: Event, round_: Round, tables: Sequence[PairingView]) -> TimeUp:
    """Count what has been played at these tables of a round; nothing is written."""
    versions = _versions_of(table.row.match_id for table in tables)
    games: dict[int, list[Game]] = defaultdict(list)
    for game in Game.objects.filter(match__pairing__round=round_, match__pairing__settled="").order_by("number"):
        games[game.match_id].append(game)
    by_result: dict[tuple[object, ...], list[int]] = defaultdict(list)
    abouts: list[dict[str, object]] = []
    for table in tables:
        played = games.get(table.row.match_id or 0, [])
        crystals = _played_crystals(table.row.match, played)
        result = (
            _outcome(event, crystals, time_up=True).value,
            *crystals,
            *(games_won(played) if played else (None,) * 2),
        )
        by_result[result].append(table.row.pk)
        abouts.append({"round": round_.number, "table": table.row.table, "after": _said(table, crystals)})
    return TimeUp(event, by_result, abouts, versions)


def settle_open_tables(time_up: TimeUp, *, by: Person | None) -> None:
    """Keep these results, in few statements, however many there are; raises `Outdated` where somebody has played on."""
    if _versions_of(time_up.versions) != time_up.versions:
        raise Outdated
    for result, rows in time_up.rows.items():
        values = dict(zip(_RESULT, (Pairing.Settled.TIME, *result), strict=True))
        for first in range(0, len(rows), ROWS_AT_ONCE):
            Pairing.objects.filter(pk__in=rows[first : first + ROWS_AT_ONCE]).update(**values)
    log_actions(time_up.event, by=by, kind="result", abouts=time_up.abouts)


def _versions_of(matches: Iterable[int | None]) -> dict[int, int]:
    """The versions of matches by their primary keys."""
    keys, versions = [pk for pk in matches if pk is not None], dict[int, int]()
    for first in range(0, len(keys), ROWS_AT_ONCE):
        versions |= Match.objects.filter(pk__in=keys[first : first + ROWS_AT_ONCE]).values_list("pk", "version")
    return versions


def _played_crystals(match: Match | None, games: Sequence[Game]) -> tuple[int, int]:
    """The crystals of both by the games and penalties of a match."""
    if match is None or not (games or match.penalties.all()):
        return 0, 0
    counted = scoring.score(record_of(match, games)).crystals
    return counted[match.name_a], counted[match.name_b]


def _recorded_games(pairing: PairingView, crystals: tuple[int, int]) -> tuple[int, int] | None:
    """The games each has won by the match of the table, if they give just these crystals."""
    match = pairing.row.match
    games = list(match.games.order_by("number")) if match is not None else []
    if match is None or not games:
        return None
    match.refresh_from_db()
    counted = scoring.score(record_of(match, games)).crystals
    return games_won(games) if (counted[match.name_a], counted[match.name_b]) == crystals else None


def _said(pairing: PairingView, crystals: tuple[int, int]) -> str:
    return f"{pairing.a.name} {crystals[0]} : {crystals[1]} {pairing.b.name if pairing.b else ''}".strip()


def settle_walkovers(event: Event, row: Round, *, by: Person | None) -> None:
    """Write the result of every table of a round of the cut where one of the two has dropped, so that nobody waits.

    Where both have, the table stays open: the organisers decide who has won.
    """
    left, right = Q(a__dropped__isnull=True), Q(b__dropped__isnull=True)
    rows = Pairing.objects.filter(round=row).filter((left & ~right) | (right & ~left))
    target = int(event.sheet.get("target", scoring.TARGET))
    for pk, has_left in rows.values_list("pk", F("a__dropped")):
        crystals = (0, target) if has_left is not None else (target, 0)
        store_result(event, row, table_by(event.key, pk)[1], crystals, how=Pairing.Settled.STAFF, by=by)


@transaction.atomic
def set_clock(*, by: Person | None, key: str, number: int, running: bool) -> Round:
    """Start the clock of a round, or let it pause. Kept as spans, so that a server that stops loses nothing."""
    event = lock_event_as(by=by, key=key, deed=Deed.CLOCK)
    row = event.rounds.filter(number=number).first()
    if row is None:
        raise Conflict(gettext_noop("There is no round %(round)s."), {"round": number})
    clock, now = RoundView(row, ()), timezone.now().timestamp()
    if running and not clock.running:
        row.spans = [*row.spans, [now, None]]
    elif not running and clock.running:
        row.spans = [*row.spans[:-1], [row.spans[-1][0], now]]
    row.save(update_fields=["spans"])
    return row
