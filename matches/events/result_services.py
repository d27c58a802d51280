"""Services of results: players report results; staff enter, correct or clear results."""

from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from accounts.models import Person
from common.errors import Conflict, Invalid, NotAllowed
from common.text import gettext_noop
from live.pubsub import notify
from matches.core import scoring
from matches.core.standings import Outcome
from matches.core.tournament import Permission
from matches.core.tournament.elimination import THIRD_PLACE
from matches.core.tournament.results import check_games_won, crystals_from_score, outcome_by_crystals
from matches.events.notifications import notify_of_claim
from matches.events.queries import build_pairing, event_by_key, forfeit_score, games_won_by_each, pairing_of_event
from matches.events.read_models import LoadedPairing
from matches.events.transactions import lock_event, log_action
from matches.models import Claim, Event, Pairing, Round
from matches.play.core_values import score_of_match


@dataclass(frozen=True, slots=True)
class DeviceStamp:
    """The device that entered something, and the time by its clock; empty if unknown.

    Of two entries from the same device, the later counts, whatever the order in which they arrive.
    """

    hand: str = ""
    at: int = 0


NO_TAP = DeviceStamp()


@transaction.atomic
def report_result(
    *, by: Person | None, key: str, pairing: int, crystals: tuple[int, int], tap: DeviceStamp = NO_TAP
) -> LoadedPairing:
    """Report a result as a player at the table; if both players report the same, the result is settled.

    Reporting a settled result again changes nothing, so that a report can be sent twice.
    """
    event = lock_event(key)
    round_, table = pairing_of_event(event, pairing)
    side = table.side_of_person(by)
    if not side:
        raise NotAllowed(gettext_noop("Only the two players at this table can report its result."))
    if table.outcome is not None and table.crystals == crystals:
        return table
    if table.row.settled or round_.status == Round.Status.CLOSED:
        raise Conflict(gettext_noop("This table’s result is settled. The organiser can edit it."))
    _entered_outcome(event, crystals)
    # The event is locked, so nobody else can write this claim now.
    claim = next((each for each in table.claims if each.side == side), None) or Claim(pairing=table.row, side=side)
    if tap.at and tap.at < claim.tap:
        return table
    claim.crystals_a, claim.crystals_b, claim.tap = *crystals, tap.at
    claim.save(force_insert=claim.pk is None, force_update=claim.pk is not None)
    about = {"round": round_.number, "table": table.row.table, "after": table.score_with_names(crystals)}
    about["name"] = table.player_at_side(side).name
    log_action(event, by=by, kind="claim", **about)
    other_claim = next((each for each in table.claims if each.side != side), None)
    if other_claim is None or (other_claim.crystals_a, other_claim.crystals_b) != crystals:
        notify_of_claim(event, table, by, disputed=other_claim is not None)
        claims = (claim,) if other_claim is None else (claim, other_claim)
        return replace(table, claims=tuple(sorted(claims, key=lambda each: each.side)))
    store_result(event, round_, table, crystals, settled=Pairing.Settled.AGREED, by=by)
    return build_pairing(table.row, {player.pk: player for player in table.players}, (), match_key=table.match_key)


@transaction.atomic
def enter_result(
    *,
    by: Person | None,
    key: str,
    pairing: int,
    crystals: tuple[int, int],
    time_up: bool = False,
    outcome: str = "",
    forfeit: bool = False,
    games: tuple[int, int] | None = None,
    before: str | None = None,
    tap: DeviceStamp = NO_TAP,
) -> LoadedPairing:
    """Enter or correct a result as staff.

    `time_up` allows a result below the target; `outcome` "nobody" is a double loss. `forfeit` means that a player did
    not play: the match isn’t rated, and in a league the opponent gets the target and the player 0. `games` are the
    games won by each player. `before` is the `LoadedPairing.result_code` on the caller’s page; raises `Conflict` if
    another device has changed the result since.
    """
    event = lock_event(key, by=by, permission=Permission.RESULT)
    round_, table = pairing_of_event(event, pairing)
    if table.b is None:
        raise Conflict(gettext_noop("A bye has no result to enter."))
    _require_own_table(event, table, by)
    in_league = event.is_league and round_.stage != Round.Stage.CUT
    if forfeit and not outcome and crystals[0] != crystals[1] and in_league:
        crystals = forfeit_score(event, a_won=crystals[0] > crystals[1])
    same_hand = bool(tap.hand) and tap.hand == table.row.hand
    if same_hand and tap.at and tap.at <= table.row.tap:
        return table
    if before is not None and not same_hand and _result_before(table) != (crystals, outcome == Outcome.NOBODY):
        _check_result_unchanged(event, round_, table, before)
    if outcome not in ("", Outcome.NOBODY):
        raise Invalid(
            gettext_noop("The crystals decide who won. The only other outcome you can set is “nobody”."),
            field="outcome",
        )
    settled = Pairing.Settled.FORFEIT if forfeit else Pairing.Settled.TIME if time_up else Pairing.Settled.STAFF
    nobody = outcome == Outcome.NOBODY
    _check_playoff_result(event, round_, table, crystals, nobody=nobody)
    if games is not None:
        mistakes_cost = event.sheet.get("penalty") == scoring.Penalty.CRYSTALS
        check_games_won(games, crystals, mistakes_cost=mistakes_cost)
    store_result(event, round_, table, crystals, settled=settled, by=by, nobody=nobody, games=games, tap=tap)
    return pairing_of_event(event, pairing)[1]


def _result_before(pairing: LoadedPairing) -> tuple[tuple[int, int] | None, bool]:
    return (pairing.crystals if pairing.outcome is not None else None), pairing.outcome is Outcome.NOBODY


def _check_result_unchanged(event: Event, round_: Round, pairing: LoadedPairing, result_seen: str) -> None:
    """Raise `Conflict` if the result of a table is no longer `result_seen`, naming the person who changed it."""
    if pairing.result_code == result_seen:
        return
    about = {"about__round": round_.number, "about__table": pairing.row.table}
    entry = (
        event.audit_log.filter(kind__in=("result", "corrected", "reopened"), **about).select_related("by__user").first()
    )
    who = entry.by.display_name if entry is not None and entry.by is not None else ""
    if pairing.outcome is None:
        raise Conflict(
            gettext_noop("The result of table %(table)s was cleared just now."), {"table": pairing.row.table}
        )
    params = {"table": pairing.row.table, "who": who, "result": pairing.score_with_names(pairing.crystals)}
    if who:
        raise Conflict(gettext_noop("Table %(table)s: %(who)s changed it to %(result)s just now."), params)
    raise Conflict(gettext_noop("Table %(table)s: the result was changed to %(result)s just now."), params)


@transaction.atomic
def undo_result(
    *, by: Person | None, key: str, pairing: int, before: str = "", undoes: str | None = None, tap: DeviceStamp = NO_TAP
) -> LoadedPairing:
    """Undo a result: restore `before`, a `LoadedPairing.result_code`, or, if that is empty, reopen the table with
    its players’ reports.

    `undoes` is the result to undo; raises `Conflict` if the table now has another result. Also raises `Conflict` if the
    table to reopen has no entered result or its round is over. The newest round of a bracket is open until the event is
    finished, so that the bracket can be corrected.
    """
    if undoes is not None:
        event = lock_event(key, by=by, permission=Permission.RESULT)
        round_, table = pairing_of_event(event, pairing)
        if table.result_code == before:
            return table
        _check_result_unchanged(event, round_, table, undoes)
    crystals, nobody, games = _parse_result_code(before)
    forfeit = before.endswith(" forfeit")
    if crystals is not None:
        target, outcome = event_by_key(key).target, Outcome.NOBODY if nobody else ""
        time_up = max(crystals) < target and not nobody
        options: dict[str, Any] = {"time_up": time_up, "games": games, "tap": tap, "forfeit": forfeit}
        return enter_result(by=by, key=key, pairing=pairing, crystals=crystals, outcome=outcome, **options)
    event = lock_event(key, by=by, permission=Permission.RESULT)
    round_, table = pairing_of_event(event, pairing)
    _require_own_table(event, table, by)
    if not table.row.settled:
        raise Conflict(gettext_noop("This table has no result to clear."))
    _reopen_round_for_results(event, round_)
    row = table.row
    row.settled, row.outcome, row.crystals_a, row.crystals_b = "", "", 0, 0
    row.games_a = row.games_b = None
    row.hand, row.tap = tap.hand, tap.at
    row.save(update_fields=[*Pairing.RESULT_COLUMNS, "hand", "tap"])
    claims = list(row.claims.all())
    if len({(claim.crystals_a, claim.crystals_b) for claim in claims}) < len(claims):
        # Two equal claims on an open table would count as a dispute.
        row.claims.all().delete()
    log_action(event, by=by, kind="reopened", round=round_.number, table=row.table)
    return pairing_of_event(event, pairing)[1]


def _reopen_round_for_results(event: Event, round_: Round) -> None:
    """Reopen a round for results; raises `Conflict` if the round is over."""
    closed = round_.status == Round.Status.CLOSED
    in_bracket = round_.stage == Round.Stage.CUT and event.status != Event.Status.FINISHED
    # All rounds of a league exist from the start, so none is over before the playoff or the end.
    later = Round.Stage.CUT if event.is_league else None
    after = event.rounds.filter(number__gt=round_.number, **({"stage": later} if later else {}))
    in_league = later is not None and event.status == Event.Status.RUNNING
    if (closed and not in_bracket and not in_league) or after.exists():
        template = gettext_noop("Round %(round)s is over. Edit the result instead of clearing it.")
        raise Conflict(template, {"round": round_.number})
    if closed:
        Round.objects.filter(pk=round_.pk).update(status=Round.Status.PLAYING)


def _parse_result_code(text: str) -> tuple[tuple[int, int] | None, bool, tuple[int, int] | None]:
    """Parse a `LoadedPairing.result_code`: crystals (None without a score), whether both lost, games won."""
    score, _blank, more = text.partition(" ")
    return crystals_from_score(score), more.startswith(Outcome.NOBODY), crystals_from_score(more.partition("games ")[2])


def _require_own_table(event: Event, pairing: LoadedPairing, by: Person | None) -> None:
    if pairing.side_of_person(by) and by is not None and by.pk != event.owner_id:
        raise NotAllowed(
            gettext_noop("You’re playing at this table yourself. Report as a player, or ask the organiser.")
        )


def _entered_outcome(event: Event, crystals: tuple[int, int], *, time_up: bool = False) -> Outcome:
    return outcome_by_crystals(crystals, target=event.target, finished=not time_up)


def _check_playoff_result(
    event: Event, round_: Round, pairing: LoadedPairing, crystals: tuple[int, int], *, nobody: bool
) -> None:
    """Reject a playoff result without a winner, or with a new winner after a later round was paired."""
    if round_.stage != Round.Stage.CUT or pairing.for_third:
        return
    if nobody or crystals[0] == crystals[1]:
        raise Invalid(gettext_noop("A playoff match needs a winner. Play on, or decide it."), field="crystals")
    won = pairing.a if crystals[0] > crystals[1] else pairing.b
    if pairing.outcome is not None and pairing.winner != won and event.rounds.filter(number__gt=round_.number).exists():
        raise Conflict(gettext_noop("A later round was paired from this result. Undo its pairing first."))


def store_result(
    event: Event,
    round_: Round,
    pairing: LoadedPairing,
    crystals: tuple[int, int],
    *,
    settled: str,
    by: Person | None,
    nobody: bool = False,
    games: tuple[int, int] | None = None,
    tap: DeviceStamp = NO_TAP,
) -> None:
    """Store a result and log the previous result; without `games`, take the games of the recorded match."""
    outcome = _entered_outcome(event, crystals, time_up=settled == Pairing.Settled.TIME or nobody)
    if nobody:
        outcome = Outcome.NOBODY
    row = pairing.row
    row.settled, row.outcome, row.crystals_a, row.crystals_b = settled, outcome.value, *crystals
    row.games_a, row.games_b = games or _recorded_games(pairing, crystals) or (None, None)
    row.hand, row.tap = tap.hand, tap.at
    row.save(update_fields=[*Pairing.RESULT_COLUMNS, "hand", "tap"])
    if row.match is not None:  # open pages show the result; another transaction may lock the row
        notify(f"match.{row.match.key}", row.match.version + 1)
    about: dict[str, object] = {"round": round_.number, "table": row.table, "after": pairing.score_with_names(crystals)}
    forfeit = settled == Pairing.Settled.FORFEIT
    if forfeit and pairing.b is not None:
        about["forfeits"] = (pairing.b if outcome is Outcome.A else pairing.a).name
    if pairing.outcome is None:
        log_action(event, by=by, kind="result", **about)
    elif (pairing.outcome, pairing.crystals, pairing.forfeit) != (outcome, crystals, forfeit):
        log_action(event, by=by, kind="corrected", before=pairing.score_with_names(pairing.crystals), **about)


def _recorded_games(pairing: LoadedPairing, crystals: tuple[int, int]) -> tuple[int, int] | None:
    match = pairing.row.match
    games = list(match.games.all()) if match is not None else []
    if match is None or not games:
        return None
    match.refresh_from_db()
    counted = score_of_match(match, games).crystals
    return games_won_by_each(games) if (counted[match.name_a], counted[match.name_b]) == crystals else None


def settle_walkovers(event: Event, round_: Round, *, by: Person | None) -> None:
    """Store a result for each table of a playoff round where one player has dropped.

    If both players have dropped, nobody gets third place, but other tables stay open for the organisers to decide.
    """
    left, right = Q(a__dropped__isnull=True), Q(b__dropped__isnull=True)
    pairings = Pairing.objects.filter(round=round_).filter((left & ~right) | (right & ~left))
    for pk in Pairing.objects.filter(~left, ~right, round=round_, slot=THIRD_PLACE).values_list("pk", flat=True):
        store_result(
            event, round_, pairing_of_event(event, pk)[1], (0, 0), settled=Pairing.Settled.STAFF, by=by, nobody=True
        )
    for pk, has_left in pairings.values_list("pk", F("a__dropped")):
        crystals = forfeit_score(event, a_won=has_left is None)
        store_result(event, round_, pairing_of_event(event, pk)[1], crystals, settled=Pairing.Settled.STAFF, by=by)
