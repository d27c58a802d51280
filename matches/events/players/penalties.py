"""Penalties that change a result: the loss of a match, and the loss of a game."""

from dataclasses import dataclass

from accounts.models import Person
from common.errors import Conflict
from common.text import gettext_noop
from matches.core import scoring
from matches.core.tournament import Deed
from matches.events import result_services
from matches.events.read_models import EventView, PairingView
from matches.events.transactions import event_transaction, lock_for_update, numbered
from matches.models import JudgeNote, Match, Pairing, Registration
from matches.play import services as play_services


@dataclass(frozen=True, slots=True)
class Applied:
    """The table a penalty has changed, and the scores it had before (empty if it had none) and has now."""

    table: PairingView
    round: int
    before: str
    after: str = ""


def table_of(view: EventView, player: Registration) -> PairingView | None:
    """The table of a player in the round that is played now; None for a bye or nobody."""
    tables = view.current.pairings if view.current else ()
    return next((table for table in tables if table.b is not None and player.pk in (table.a.pk, table.b.pk)), None)


@event_transaction
def apply(*, by: Person | None, key: str, number: int, kind: str) -> Applied:
    """Let a penalty count at the player's table: a match is lost to nothing, a game at its maximum (MATCH-09).

    Raises `Conflict` where the player sits at no table, or a game cannot be lost any more.
    """
    view = lock_for_update(by=by, key=key, deed=Deed.PENALTY)
    player = numbered(view, number)
    table = table_of(view, player)
    if table is None or view.current is None:
        raise Conflict(gettext_noop("%(name)s sits at no table in this round."), {"name": player.name})
    loses_a, after = table.a.pk == player.pk, ""
    if kind == JudgeNote.Kind.MATCH_LOSS:
        target = int(view.event.sheet.get("target", scoring.TARGET))
        crystals = (0, target) if loses_a else (target, 0)
        after = result_services.enter(by=by, key=key, pairing=table.row.pk, crystals=crystals).score_text
    elif kind == JudgeNote.Kind.GAME_LOSS:
        _lose_game(table, winner="b" if loses_a else "a", by=by)
    else:
        raise Conflict(gettext_noop("Only the loss of a game or of the match changes a result."))
    return Applied(table, view.current.row.number, table.score_text, after)


def _lose_game(table: PairingView, *, winner: str, by: Person | None) -> None:
    match = Match.objects.filter(pairing__pk=table.row.pk).first()
    settled = Pairing.objects.filter(pk=table.row.pk).exclude(settled="").exists()
    if settled or match is None:
        raise Conflict(gettext_noop("This table has its result already: correct it at the results desk instead."))
    report = play_services.Report(winner, 0, ended=scoring.Ended.PENALTY.value)
    play_services.record_game(by=by, key=match.key, version=match.version, report=report)
