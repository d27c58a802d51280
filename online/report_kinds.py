"""Reports about games, and opponents that players can block. Only its players and staff see a hidden game."""

from bisect import bisect_right
from functools import partial

from django.urls import reverse

from accounts.blocks import OPPONENT_FINDERS
from accounts.models import Person
from accounts.reader import is_staff
from accounts.reports.kinds import Reportable, ReportKind, add_report_kind, hide_row
from common.text import gettext_noop
from online.games.loaded import LoadedGame, load_game
from online.games.queries import steps_of_game
from online.models import Game, GameSeat, StepNote


def register_report_kinds() -> None:
    hide_game, hide_note = partial(hide_row, Game), partial(hide_row, StepNote)
    add_report_kind(ReportKind("game", gettext_noop("Game"), _game_as_thing, _may_see_game, hide_game))
    add_report_kind(ReportKind("step_note", gettext_noop("Note on a game"), _note_as_thing, _may_see_note, hide_note))
    OPPONENT_FINDERS["game"] = _opponent_in_game


def may_see_game(loaded: LoadedGame, person: Person | None) -> bool:
    """Return whether a person may watch a game or see its replay: everyone, unless the moderators have hidden it."""
    return loaded.game.hidden is None or loaded.seat_of(person) is not None or is_staff(person)


def _game_as_thing(target: str) -> Reportable | None:
    game = Game.objects.filter(key=target).prefetch_related("seats").first()
    if game is None:
        return None
    title = " – ".join(seat.name for seat in game.seats.all() if seat.name)
    return Reportable("game", target, title, game.get_absolute_url(), None, game.hidden is not None, title)


def _may_see_game(target: str, person: Person | None) -> bool:
    return Game.objects.filter(key=target).exists() and may_see_game(load_game(target), person)


def _reported_note(target: str) -> StepNote | None:
    return StepNote.objects.select_related("game").filter(key=target).first()


def _note_as_thing(target: str) -> Reportable | None:
    step_note = _reported_note(target)
    if step_note is None:
        return None
    steps = [step.number for step in steps_of_game(step_note.game)]
    url = f"{reverse('online:replay', args=[step_note.game.key])}?step={bisect_right(steps, step_note.number)}"
    return Reportable(
        "step_note", target, step_note.text[:40], url, step_note.person_id, step_note.hidden is not None, step_note.text
    )


def _may_see_note(target: str, person: Person | None) -> bool:
    step_note = _reported_note(target)
    if step_note is None or not _may_see_game(step_note.game.key, person):
        return False
    is_mine = person is not None and step_note.person_id == person.pk
    return is_mine or (step_note.is_shared and (step_note.hidden is None or is_staff(person)))


def _opponent_in_game(key: str, person: Person) -> Person | None:
    seats = list(GameSeat.objects.filter(game__key=key).select_related("person__user"))
    if person.pk not in {seat.person_id for seat in seats}:
        return None
    return next((seat.person for seat in seats if seat.person is not None and seat.person_id != person.pk), None)
