"""A round in progress: its clock, extra time, a late opponent for the bye, and swaps of two players."""

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Invalid
from common.text import gettext_noop
from matches.core.standings import Outcome
from matches.core.tournament import Permission
from matches.core.tournament.rules import MAX_ROUND_MINUTES
from matches.events.queries import load_event_from_row, pairing_of_event
from matches.events.read_models import LoadedEvent, LoadedRound
from matches.events.rounds.rows import reseat_table
from matches.events.transactions import lock_event, log_action, player_in_event
from matches.models import Event, Pairing, Round

MAX_EXTRA_MINUTES = 60


@transaction.atomic
def set_round_clock(*, by: Person | None, key: str, number: int, running: bool) -> Round:
    """Start or pause the clock of a round; it is stored as spans of time, so a restart of the server loses nothing."""
    event = lock_event(key, by=by, permission=Permission.CLOCK)
    round_ = _round_by_number(event, number)
    clock, now = LoadedRound(round_, ()), timezone.now().timestamp()
    if running and not clock.running:
        round_.spans = [*round_.spans, [now, None]]
    elif not running and clock.running:
        round_.spans = [*round_.spans[:-1], [round_.spans[-1][0], now]]
    round_.save(update_fields=["spans"])
    return round_


@transaction.atomic
def extend_round(*, by: Person | None, key: str, number: int, minutes: int) -> Round:
    event = lock_event(key, by=by, permission=Permission.CLOCK)
    round_ = _round_by_number(event, number)
    if minutes < 1 or round_.minutes + minutes > MAX_ROUND_MINUTES:
        raise Invalid(
            gettext_noop("A round can last at most %(most)s minutes."), {"most": MAX_ROUND_MINUTES}, field="longer"
        )
    round_.minutes += minutes
    round_.save(update_fields=["minutes"])
    log_action(event, by=by, kind="lengthened", round=number, minutes=minutes)
    return round_


@transaction.atomic
def give_extra_time(*, by: Person | None, key: str, pairing: int, minutes: int) -> Pairing:
    """Give one table extra minutes, for example after a judge call."""
    event = lock_event(key, by=by, permission=Permission.CLOCK)
    round_, table = pairing_of_event(event, pairing)
    row = table.row
    if minutes < 1 or row.extra_minutes + minutes > MAX_EXTRA_MINUTES:
        raise Invalid(
            gettext_noop("A table can have at most %(most)s extra minutes."), {"most": MAX_EXTRA_MINUTES}, field="extra"
        )
    row.extra_minutes += minutes
    row.save(update_fields=["extra_minutes"])
    log_action(event, by=by, kind="extra_time", round=round_.number, table=row.table, minutes=minutes)
    return row


def _round_by_number(event: Event, number: int) -> Round:
    round_ = event.rounds.filter(number=number).first()
    if round_ is None:
        raise Conflict(gettext_noop("There’s no round %(round)s."), {"round": number})
    return round_


@transaction.atomic
def pair_with_bye(*, by: Person | None, key: str, number: int, to: int) -> None:
    """Pair player `to` with the player who has the bye of round `number`."""
    loaded, round_ = _open_round_for_repair(by, key, number)
    late = player_in_event(loaded, to)
    bye = next((pairing for pairing in round_.pairings if pairing.outcome is Outcome.BYE), None)
    if bye is None:
        raise Conflict(gettext_noop("Nobody has a bye in this round."))
    if late.dropped is not None or round_.table_of(late) is not None:
        raise Conflict(gettext_noop("%(name)s is already playing this round, or has dropped."), {"name": late.name})
    if late.entered > number:
        late.entered = number
        late.save(update_fields=["entered"])
    reseat_table(bye.row, bye.a, late)
    log_action(
        loaded.event, by=by, kind="bye_given", round=number, table=bye.row.table, name=bye.a.name, other=late.name
    )


@transaction.atomic
def swap_players(*, by: Person | None, key: str, number: int, first: int, second: int) -> None:
    """Swap two players of round `number`; raises `Conflict` if a table has a result, report or game."""
    loaded, round_ = _open_round_for_repair(by, key, number)
    registration, other_player = player_in_event(loaded, first), player_in_event(loaded, second)
    tables = [round_.table_of(player) for player in (registration, other_player)]
    here, there = tables
    if here is None or there is None or here is there:
        raise Conflict(gettext_noop("Choose two players at different tables in this round."))
    for pairing in (here, there):
        if pairing.state not in ("open", "bye") or (pairing.row.match is not None and pairing.row.match.games.exists()):
            template = gettext_noop("Table %(table)s has already started: it has a result, a report or a game.")
            raise Conflict(template, {"table": pairing.row.table})
    for pairing, goes, comes in ((here, registration, other_player), (there, other_player, registration)):
        a, b = (comes if player == goes else player for player in (pairing.a, pairing.b))
        reseat_table(pairing.row, a or comes, b)
    log_action(loaded.event, by=by, kind="swapped", round=number, name=registration.name, other=other_player.name)


def _open_round_for_repair(by: Person | None, key: str, number: int) -> tuple[LoadedEvent, LoadedRound]:
    loaded = load_event_from_row(lock_event(key, by=by, permission=Permission.PAIR))
    round_ = loaded.rounds[-1] if loaded.rounds else None
    if (
        not loaded.event.has_swiss_rounds
        or round_ is None
        or round_.row.number != number
        or (round_.row.stage, round_.row.status) != (Round.Stage.MAIN, Round.Status.PLAYING)
        or loaded.event.status != Event.Status.RUNNING
    ):
        template = gettext_noop(
            "You can only swap players in a round of a Swiss or draft event, while it’s being played."
        )
        raise Conflict(template)
    return loaded, round_
