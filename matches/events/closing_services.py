"""Services that close a round and finish an event, and their undo."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.core import scoring
from matches.core.tournament import Permission
from matches.core.tournament.results import DECISIONS, outcome_of
from matches.events.queries import games_won_by_each, view_of
from matches.events.read_models import PairingView
from matches.events.rounds.planning import finish_complete_round, reopen_rounds, require_all_results
from matches.events.transactions import close_registration, lock_event, log_action, log_event_actions, undo_closing
from matches.models import Event, Game, Match, Pairing, Round
from matches.play.core_values import match_record_of


def settle_open_tables(
    event: Event, round_: Round, tables: Sequence[PairingView], *, decided: Mapping[int, str], by: Person | None
) -> None:
    """Store the results of these open tables, in a fixed number of statements.

    `decided` is one of `DECISIONS` by the pk of each disputed table. Raises `Conflict` for one without a decision, and
    while a game is being recorded.
    """
    _require_decisions(tables, decided)
    _lock_matches(tables)
    games: dict[int, list[Game]] = defaultdict(list)
    for game in Game.objects.filter(match__pairing__round=round_, match__pairing__settled="").order_by("number"):
        games[game.match_id].append(game)
    with_games = [table.row.match for table in tables if table.row.match and table.row.match_id in games]
    prefetch_related_objects(with_games, "penalties")
    by_result: dict[tuple[object, ...], list[int]] = defaultdict(list)
    abouts: list[dict[str, object]] = []
    target = event.target
    for table in tables:
        played = games.get(table.row.match_id or 0, [])
        claimed = _result_without_games(table, decided.get(table.row.pk, ""), target=target, played=bool(played))
        crystals, more = claimed if claimed is not None else (_crystals_of_played_games(table.row.match, played), {})
        won = games_won_by_each(played) if played and claimed is None else (None, None)
        by_result[(outcome_of(crystals, target=target, finished=False).value, *crystals, *won)].append(table.row.pk)
        abouts.append({"round": round_.number, "table": table.row.table, "after": table.score_words(crystals), **more})
    for result, rows in by_result.items():
        values = {**dict(zip(Pairing.RESULT_COLUMNS, (Pairing.Settled.TIME, *result), strict=True)), "hand": ""}
        Pairing.objects.filter(pk__in=rows).update(**values)
    log_event_actions(event, by=by, kind="result", abouts=abouts)


def _lock_matches(tables: Sequence[PairingView]) -> None:
    """Lock the matches of these tables; raises `Conflict` if another transaction holds one."""
    matches = Match.objects.filter(pk__in=[table.row.match_id for table in tables if table.row.match_id])
    if len(matches.select_for_update(skip_locked=True).values_list("pk")) < len(matches.values_list("pk")):
        raise Conflict(gettext_noop("A game is being recorded at this moment. Please try again."))


def _require_decisions(tables: Sequence[PairingView], decided: Mapping[int, str]) -> None:
    open_ = [table for table in tables if table.state == "disputed" and decided.get(table.row.pk) not in DECISIONS]
    if open_:
        numbers = ", ".join(str(table.row.table) for table in open_[:12])
        template = gettext_noop("The reports differ at these tables: %(tables)s. Decide which ones count.")
        raise Conflict(template, {"tables": numbers})


def _result_without_games(
    table: PairingView, decided: str, *, target: int, played: bool
) -> tuple[tuple[int, int], dict[str, object]] | None:
    """Return the crystals by a report or because a player has left, with details for the audit log; None if games
    count."""
    claims = {claim.side: claim for claim in table.claims}
    side = decided if table.state == "disputed" else next(iter(claims), "")
    if side in claims:
        claimed = claims[side].crystals_a, claims[side].crystals_b
        return claimed, {"reported_by": table.at(side).name}
    stays = table.stays
    if stays is not None and not played:
        return ((target, 0) if stays == table.a else (0, target)), {"left": table.left[0].name}
    return None


def _crystals_of_played_games(match: Match | None, games: Sequence[Game]) -> tuple[int, int]:
    if match is None or not (games or match.penalties.all()):
        return 0, 0
    counted = scoring.score_match(match_record_of(match, games)).crystals
    return counted[match.name_a], counted[match.name_b]


@transaction.atomic
def close_round(
    *, by: Person | None, key: str, number: int, unfinished: bool = False, decided: Mapping[int, str] | None = None
) -> None:
    """Close a round; with `unfinished`, its open tables are settled by `results.time_up`, disputed ones as `decided`.

    Of two people who close it at the same moment, the second gets a `Conflict`.
    """
    view = view_of(lock_event(key, by=by, permission=Permission.PAIR))
    round_ = next((each for each in view.rounds if each.row.number == number), None)
    if round_ is None:
        raise Conflict(gettext_noop("There’s no round %(round)s."), {"round": number})
    if round_.row.status == Round.Status.CLOSED:
        raise Conflict(gettext_noop("Round %(round)s was already closed, maybe just now."), {"round": number})
    later = max((table.day for table in round_.missing if table.day is not None), default=None)
    if not unfinished:
        require_all_results(round_)
    elif later is not None and later > timezone.localdate():
        template = gettext_noop("Round %(round)s is on %(day)s. Its open matches can’t be closed before then.")
        raise Conflict(template, {"round": number, "day": later})
    elif round_.row.stage == Round.Stage.CUT and any(not table.for_third for table in round_.missing):
        raise Conflict(gettext_noop("Every table in a playoff round needs a winner."))
    settle_open_tables(view.event, round_.row, round_.missing, decided=decided or {}, by=by)
    Round.objects.filter(pk=round_.row.pk).update(status=Round.Status.CLOSED)
    log_action(view.event, by=by, kind="round_closed", round=number)


@transaction.atomic
def reopen_round(*, by: Person | None, key: str, number: int) -> None:
    """Reopen a closed round of a league; its results stay. Raises `Conflict` for an event that is no league."""
    event = lock_event(key, by=by, permission=Permission.PAIR)
    row = event.rounds.filter(number=number, status=Round.Status.CLOSED, stage=Round.Stage.MAIN).first()
    if row is None:
        return
    if not event.is_league or event.status != Event.Status.RUNNING:
        raise Conflict(gettext_noop("Round %(round)s is over and can’t be reopened."), {"round": number})
    Round.objects.filter(pk=row.pk).update(status=Round.Status.PLAYING)
    log_action(event, by=by, kind="round_opened", round=number)


@transaction.atomic
def finish_event(*, by: Person | None, key: str) -> Event:
    """Finish an event; results can still be corrected, and the last announcement no longer stands beside the winner."""
    view = view_of(lock_event(key, by=by, permission=Permission.FINISH))
    if view.event.status == Event.Status.FINISHED:
        raise Conflict(gettext_noop("This event is already finished, maybe by someone else just now."))
    for round_ in view.rounds:
        finish_complete_round(round_)
    view.event.status, view.event.announcement, view.event.announced = Event.Status.FINISHED, "", None
    close_registration(view.event, by="finish")
    view.event.save(update_fields=["status", "announcement", "announced", "registration_open", "closed_by"])
    log_action(view.event, by=by, kind="finished")
    return view.event


@transaction.atomic
def reopen_event(*, by: Person | None, key: str) -> Event:
    """Undo `finish`: the event is in its rounds or its cut again."""
    view = view_of(lock_event(key, by=by, permission=Permission.FINISH))
    event = view.event
    if event.status != Event.Status.FINISHED:
        raise Conflict(gettext_noop("This event isn’t finished."))
    in_cut = bool(view.rounds) and view.rounds[-1].row.stage == Round.Stage.CUT and not view.tree
    played = Event.Status.CUT if in_cut else Event.Status.RUNNING
    event.status = played if view.rounds else Event.Status.REGISTRATION
    undo_closing(event, by="finish")
    event.save(update_fields=["status", "registration_open", "closed_by"])
    reopen_rounds(event)
    log_action(event, by=by, kind="reopened_event")
    return event
