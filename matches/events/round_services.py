"""Services of rounds: pair and close rounds, begin the playoff, finish the event, and undo each of these."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.core.names import clean_line
from matches.core.tournament import Permission, check_league_size, round_robin
from matches.core.tournament.elimination import BracketMatch, first_matches
from matches.core.tournament.results import DECISIONS, outcome_by_crystals
from matches.events.decks.queries import DO_NOT_PROCEED, REASON_TOO_LONG, ProceedAnyway
from matches.events.queries import games_won_by_each, has_results, load_event_from_row
from matches.events.read_models import LoadedEvent, LoadedPairing
from matches.events.result_services import settle_walkovers
from matches.events.rounds.planning import (
    check_enough_players,
    check_pods_finished,
    close_previous_round,
    entrants_for_pairing,
    finish_complete_round,
    missing_decks_among,
    pair_swiss_round,
    pairs_to_keep_apart,
    playable_bracket_matches,
    players_not_eliminated,
    players_of_next_round,
    playoff_plan,
    playoff_seeds_by_rank,
    reopen_rounds,
    require_all_results,
    unsaved_round,
)
from matches.events.rounds.rows import delete_rounds, save_round
from matches.events.transactions import close_registration, lock_event, log_action, log_event_actions, undo_closing
from matches.models import REASON_LENGTH, Event, Game, Match, Pairing, Registration, Round
from matches.play.core_values import score_of_match


@transaction.atomic
def pair_next_round(
    *,
    by: Person | None,
    key: str,
    number: int,
    fixed: Sequence[tuple[int, int]] = (),
    byes: Sequence[int] = (),
    anyway: ProceedAnyway = DO_NOT_PROCEED,
) -> Round:
    """Pair round `number`, or a league’s whole calendar; the second of two simultaneous requests gets a `Conflict`.

    Closes the previous round; raises `Conflict` with its tables without a result. `fixed` are pairs of player numbers,
    `byes` the numbers of players who sit out. With `anyway`, players without a legal deck or a pool are paired too, and
    logged.
    """
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.PAIR))
    if loaded.event.is_league:
        return _save_league_calendar(loaded, number, by=by, anyway=anyway)
    close_previous_round(loaded, number)
    players = players_of_next_round(loaded, number)
    if not loaded.bracket:
        check_enough_players(loaded, players)
        check_pods_finished(loaded)
    _check_decks_and_pools(loaded, players_not_eliminated(loaded), by=by, number=number, anyway=anyway)
    if loaded.bracket or loaded.event.elimination:
        if loaded.event.elimination and (fixed or byes):
            raise Conflict(
                gettext_noop(
                    "In an elimination event, the bracket decides who plays whom. You can’t set pairings or byes."
                )
            )
        return _pair_bracket_round(loaded, players, by=by)
    round_ = unsaved_round(loaded, number)
    save_round(round_, pair_swiss_round(loaded, round_, players, fixed=fixed, byes=byes))
    return _log_pairing(loaded, round_, by=by)


def _log_pairing(loaded: LoadedEvent, round_: Round, *, by: Person | None) -> Round:
    _begin_event(loaded.event)
    log_action(loaded.event, by=by, kind="paired", round=round_.number)
    return round_


def _pair_bracket_round(loaded: LoadedEvent, players: Sequence[Registration], *, by: Person | None) -> Round:
    """Save the next round of a bracket, in which players who have left lose without playing."""
    matches = playable_bracket_matches(loaded, players, apart=pairs_to_keep_apart(players))
    if any(pairing.winner is None for round_ in loaded.cut_rounds[-1:] for pairing in round_.bracket_tables):
        raise Conflict(gettext_noop("Every table in a playoff round needs a winner."))
    if not matches:
        raise Conflict(gettext_noop("The final has been played. Finish the event."))
    row = _log_pairing(loaded, _save_bracket_round(loaded, matches), by=by)
    settle_walkovers(loaded.event, row, by=by)
    return row


def _save_bracket_round(loaded: LoadedEvent, matches: Sequence[BracketMatch]) -> Round:
    by_pk = {player.pk: player for player in loaded.players}
    started = {entrant.id: entrant.starts for entrant in entrants_for_pairing(loaded, loaded.players)}
    pairs = [(by_pk[match.a or 0], by_pk.get(match.b or 0)) for match in matches]
    seats = [(a, b, b is None or started[a.pk] <= started[b.pk], False) for a, b in pairs]
    round_ = unsaved_round(loaded, len(loaded.rounds) + 1, Round.Stage.CUT)
    return save_round(round_, seats, slots=[match.slot.number for match in matches])


def _check_decks_and_pools(
    loaded: LoadedEvent, players: Sequence[Registration], *, by: Person | None, number: int, anyway: ProceedAnyway
) -> None:
    """Raise `Conflict` with the players without a deck or a pool, or log them with `anyway`."""
    missing = missing_decks_among(loaded, players)
    if not missing:
        return
    names = {kind: ", ".join(player.name for player in getattr(missing, kind)) for kind in ("decks", "pools")}
    if not anyway.wanted:
        if missing.decks:
            template = gettext_noop("Players without a legal deck (%(count)s): %(names)s.")
            raise Conflict(template, {"count": len(missing.decks), "names": names["decks"]}, rule="MATCH-12")
        template = gettext_noop("%(count)s players have no pool: %(names)s. Assign them to a pod, or pair anyway.")
        raise Conflict(template, {"count": len(missing.pools), "names": names["pools"]}, rule="DECK-18")
    reason = clean_line(anyway.reason, length=REASON_LENGTH, template=REASON_TOO_LONG, field="reason")
    for kind, log in (("decks", "paired_without"), ("pools", "paired_no_pool")):
        if names[kind]:
            log_action(loaded.event, by=by, kind=log, round=number, names=names[kind], reason=reason or "–")


def _begin_event(event: Event) -> None:
    if event.status == Event.Status.REGISTRATION:
        event.status = Event.Status.RUNNING
        close_registration(event, by="round")
        event.save(update_fields=["status", "registration_open", "closed_by"])


def _save_league_calendar(loaded: LoadedEvent, number: int, *, by: Person | None, anyway: ProceedAnyway) -> Round:
    """Save all rounds of a league, with days if the event has a first day; return the first round."""
    event, players = loaded.event, loaded.present
    if event.status == Event.Status.FINISHED:
        raise Conflict(gettext_noop("This event is finished."))
    if loaded.rounds:
        raise Conflict(gettext_noop("The schedule of this league is already set."))
    check_enough_players(loaded, players)
    check_league_size(len(players))
    if number != 1:
        raise Conflict(gettext_noop("The next round is round %(round)s."), {"round": 1})
    _check_decks_and_pools(loaded, players, by=by, number=1, anyway=anyway)
    _begin_event(event)
    log_action(event, by=by, kind="paired", round=1)
    by_pk = {player.pk: player for player in players}
    rounds = []
    for n, pairs in enumerate(round_robin(list(by_pk), seed=event.seed, legs=event.legs), start=1):
        day = event.first_day + timedelta(days=event.days_between * (n - 1)) if event.first_day else None
        rounds.append(Round(event=event, number=n, minutes=event.round_minutes, day=day))
        save_round(rounds[-1], [(by_pk[a], by_pk[b] if b else None, True, False) for a, b in pairs])
    return rounds[0]


@transaction.atomic
def unpair_round(*, by: Person | None, key: str, number: int) -> None:
    """Undo the pairing of the newest round, or a league’s whole calendar; raises `Conflict` if there are results."""
    event = lock_event(key, by=by, permission=Permission.PAIR)
    rounds = list(event.rounds.all())
    last_round = rounds[-1] if rounds else None
    calendar = event.is_league and last_round is not None and last_round.stage == Round.Stage.MAIN
    if last_round is None or (last_round.number != number and not calendar):
        raise Conflict(gettext_noop("Only the latest round can be paired again."))
    leaving_rounds = rounds if calendar else [last_round]
    if has_results(leaving_rounds):
        template = gettext_noop(
            "Round %(round)s has results, so its pairing can’t be changed. Edit the results instead."
        )
        if last_round.stage == Round.Stage.CUT:
            template = gettext_noop("Round %(round)s has results. Clear them first, table by table.")
        raise Conflict(template, {"round": number})
    delete_rounds(leaving_rounds)
    if len(rounds) == len(leaving_rounds):
        event.status = Event.Status.REGISTRATION
        undo_closing(event, by="round")
    elif last_round.stage == Round.Stage.CUT and rounds[-2].stage == Round.Stage.MAIN:
        event.status = Event.Status.RUNNING
    event.save(update_fields=["status", "registration_open", "closed_by"])
    reopen_rounds(event)
    log_action(event, by=by, kind="unpaired", round=number)


@transaction.atomic
def begin_playoff(*, by: Person | None, key: str, anyway: ProceedAnyway = DO_NOT_PROCEED) -> Round:
    """Begin the playoff with the best of the standings, first against last; lots decide a tie for the last place.

    With `anyway`, it begins even if decks are missing, and the audit log names the players.
    """
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.PAIR))
    event = loaded.event
    if event.status in (Event.Status.CUT, Event.Status.FINISHED):
        raise Conflict(gettext_noop("The playoff has already started."))
    if not loaded.rounds:
        raise Conflict(gettext_noop("A playoff comes after the rounds, and none has been played."))
    for round_ in loaded.rounds:
        finish_complete_round(round_)
    seeds, plan = playoff_seeds_by_rank(loaded), playoff_plan(loaded)
    _check_decks_and_pools(loaded, seeds, by=by, number=len(loaded.rounds) + 1, anyway=anyway)
    row = _save_bracket_round(loaded, first_matches([player.pk for player in seeds]))
    event.status = Event.Status.CUT
    event.save(update_fields=["status"])
    log_action(event, by=by, kind="cut", names=", ".join(player.name for player in seeds))
    if plan is not None and plan.lot:
        log_action(event, by=by, kind="cut_lot", names=", ".join(player.name for player in plan.lot))
    return row


def settle_open_tables(
    event: Event, round_: Round, tables: Sequence[LoadedPairing], *, decided: Mapping[int, str], by: Person | None
) -> None:
    """Store the results of these open tables, in a fixed number of statements.

    `decided` has one of `DECISIONS` for the primary key of each disputed table. Raises `Conflict` for a dispute without
    a decision, and while a game is being recorded.
    """
    _require_disputes_decided(tables, decided)
    _lock_matches(tables)
    games: dict[int, list[Game]] = defaultdict(list)
    for game in Game.objects.filter(match__pairing__round=round_, match__pairing__settled=""):
        games[game.match_id].append(game)
    with_games = [pairing.row.match for pairing in tables if pairing.row.match and pairing.row.match_id in games]
    prefetch_related_objects(with_games, "penalties")
    by_result: dict[tuple[object, ...], list[int]] = defaultdict(list)
    abouts: list[dict[str, object]] = []
    target = event.target
    for pairing in tables:
        played = games.get(pairing.row.match_id or 0, [])
        claimed = _result_without_games(pairing, decided.get(pairing.row.pk, ""), target=target, played=bool(played))
        crystals, options = (
            claimed if claimed is not None else (_crystals_of_played_games(pairing.row.match, played), {})
        )
        won = games_won_by_each(played) if played and claimed is None else (None, None)
        by_result[(outcome_by_crystals(crystals, target=target, finished=False).value, *crystals, *won)].append(
            pairing.row.pk
        )
        abouts.append(
            {"round": round_.number, "table": pairing.row.table, "after": pairing.score_with_names(crystals), **options}
        )
    for result, rows in by_result.items():
        values = {**dict(zip(Pairing.RESULT_COLUMNS, (Pairing.Settled.TIME, *result), strict=True)), "hand": ""}
        Pairing.objects.filter(pk__in=rows).update(**values)
    log_event_actions(event, by=by, kind="result", abouts=abouts)


def _lock_matches(tables: Sequence[LoadedPairing]) -> None:
    """Lock the matches of these tables; raises `Conflict` if another transaction has a lock on a match."""
    matches = Match.objects.filter(pk__in=[pairing.row.match_id for pairing in tables if pairing.row.match_id])
    if len(matches.select_for_update(skip_locked=True).values_list("pk")) < len(matches.values_list("pk")):
        raise Conflict(gettext_noop("A game is being recorded at this moment. Please try again."))


def _require_disputes_decided(tables: Sequence[LoadedPairing], decided: Mapping[int, str]) -> None:
    open_ = [
        pairing for pairing in tables if pairing.state == "disputed" and decided.get(pairing.row.pk) not in DECISIONS
    ]
    if open_:
        numbers = ", ".join(str(pairing.row.table) for pairing in open_[:12])
        template = gettext_noop("The reports differ at these tables: %(tables)s. Decide which ones count.")
        raise Conflict(template, {"tables": numbers})


def _result_without_games(
    pairing: LoadedPairing, decided: str, *, target: int, played: bool
) -> tuple[tuple[int, int], dict[str, object]] | None:
    """Return crystals by a report or because a player left, with details for the audit log; None if games decide."""
    claims = {claim.side: claim for claim in pairing.claims}
    side = decided if pairing.state == "disputed" else next(iter(claims), "")
    if side in claims:
        claimed = claims[side].crystals_a, claims[side].crystals_b
        return claimed, {"reported_by": pairing.player_at_side(side).name}
    stays = pairing.remaining_player
    if stays is not None and not played:
        return ((target, 0) if stays == pairing.a else (0, target)), {"left": pairing.players_who_left[0].name}
    return None


def _crystals_of_played_games(match: Match | None, games: Sequence[Game]) -> tuple[int, int]:
    if match is None or not (games or match.penalties.all()):
        return 0, 0
    counted = score_of_match(match, games).crystals
    return counted[match.name_a], counted[match.name_b]


@transaction.atomic
def close_round(
    *, by: Person | None, key: str, number: int, unfinished: bool = False, decided: Mapping[int, str] | None = None
) -> None:
    """Close a round; with `unfinished`, settle its open tables with `settle_open_tables`, disputes as `decided`.

    If two people close a round at the same moment, the second gets a `Conflict`.
    """
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.PAIR))
    round_ = next((each for each in loaded.rounds if each.row.number == number), None)
    if round_ is None:
        raise Conflict(gettext_noop("There’s no round %(round)s."), {"round": number})
    if round_.row.status == Round.Status.CLOSED:
        raise Conflict(gettext_noop("Round %(round)s was already closed, maybe just now."), {"round": number})
    later = max((pairing.day for pairing in round_.unreported if pairing.day is not None), default=None)
    if not unfinished:
        require_all_results(round_)
    elif later is not None and later > timezone.localdate():
        template = gettext_noop("Round %(round)s is on %(day)s. Its open matches can’t be closed before then.")
        raise Conflict(template, {"round": number, "day": later})
    elif round_.row.stage == Round.Stage.CUT and any(not pairing.for_third for pairing in round_.unreported):
        raise Conflict(gettext_noop("Every table in a playoff round needs a winner."))
    settle_open_tables(loaded.event, round_.row, round_.unreported, decided=decided or {}, by=by)
    Round.objects.filter(pk=round_.row.pk).update(status=Round.Status.CLOSED)
    log_action(loaded.event, by=by, kind="round_closed", round=number)


@transaction.atomic
def reopen_round(*, by: Person | None, key: str, number: int) -> None:
    """Reopen a closed round of a league; its results stay. Raises `Conflict` for an event that isn’t a league."""
    event = lock_event(key, by=by, permission=Permission.PAIR)
    round_ = event.rounds.filter(number=number, status=Round.Status.CLOSED, stage=Round.Stage.MAIN).first()
    if round_ is None:
        return
    if not event.is_league or event.status != Event.Status.RUNNING:
        raise Conflict(gettext_noop("Round %(round)s is over and can’t be reopened."), {"round": number})
    Round.objects.filter(pk=round_.pk).update(status=Round.Status.PLAYING)
    log_action(event, by=by, kind="round_opened", round=number)


@transaction.atomic
def finish_event(*, by: Person | None, key: str) -> Event:
    """Finish an event and remove its announcement, to show only the winner; results can still be corrected."""
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.FINISH))
    if loaded.event.status == Event.Status.FINISHED:
        raise Conflict(gettext_noop("This event is already finished, maybe by someone else just now."))
    for round_ in loaded.rounds:
        finish_complete_round(round_)
    loaded.event.status, loaded.event.announcement, loaded.event.announced = Event.Status.FINISHED, "", None
    close_registration(loaded.event, by="finish")
    loaded.event.save(update_fields=["status", "announcement", "announced", "registration_open", "closed_by"])
    log_action(loaded.event, by=by, kind="finished")
    return loaded.event


@transaction.atomic
def reopen_event(*, by: Person | None, key: str) -> Event:
    """Undo `finish_event`: go back to registration, the rounds or the playoff."""
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.FINISH))
    event = loaded.event
    if event.status != Event.Status.FINISHED:
        raise Conflict(gettext_noop("This event isn’t finished."))
    in_cut = bool(loaded.rounds) and loaded.rounds[-1].row.stage == Round.Stage.CUT and not loaded.bracket_tree
    played = Event.Status.CUT if in_cut else Event.Status.RUNNING
    event.status = played if loaded.rounds else Event.Status.REGISTRATION
    undo_closing(event, by="finish")
    event.save(update_fields=["status", "registration_open", "closed_by"])
    reopen_rounds(event)
    log_action(event, by=by, kind="reopened_event")
    return event
