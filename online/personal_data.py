"""Personal data in games at the site, for the hooks of `accounts.personal_data`.

The export only has what the person’s own seat held and did: no card and no action of the opponent. It omits action
numbers and the time of the last change, which would reveal number and time of the opponent’s unseen actions.
"""

from collections.abc import Iterator

from django.db.models import QuerySet

from accounts.models import Person
from accounts.personal_data import DeletionEffect, DeletionOptions, ExportedData, deletion_effect, former_player_label
from common.text import gettext_noop
from online.games import endings
from online.models import TERM_FIELDS, Game, GameAction, GameSeat, StepNote

_GAME_COLUMNS = (
    "key", *TERM_FIELDS, "status", "ending", "winner", "crystals_won", "started_by", "hands_from", "created"
)  # fmt: skip
_SEAT_COLUMNS = (
    "place", "name", "level", "deck_name", "leader", "inquisitor", "cards", "seen", "shows_hand", "opens_hand",
    "stand_in", "number", "rematch_number",
)  # fmt: skip


def export_data(person: Person) -> ExportedData:
    """Export the person’s games with their own seat and actions, and the games they created."""
    seats = GameSeat.objects.filter(person=person).select_related("game").order_by("game__created")
    created = Game.objects.filter(created_by=person).order_by("created")
    notes = StepNote.objects.filter(person=person).values("key", "game__key", "number", "text", "is_shared", "created")
    return {
        "games": [_exported_seat(seat) for seat in seats],
        "created": list(created.values(*_GAME_COLUMNS)),
        "notes": list(notes),
    }


def _exported_seat(seat: GameSeat) -> ExportedData:
    actions = GameAction.objects.filter(game=seat.game_id, place=seat.place).order_by("number")
    return {
        **{name: getattr(seat.game, name) for name in _GAME_COLUMNS},
        "my_seat": {name: getattr(seat, name) for name in _SEAT_COLUMNS},
        "my_actions": list(actions.values("action", "at")),
    }


def deletion_effects(person: Person) -> Iterator[DeletionEffect]:
    running = Game.objects.filter(seats__person=person, status=Game.Status.PLAYING)
    template = gettext_noop("Games in progress that you’ll resign: %(count)d.")
    yield from deletion_effect(template, running.exclude(seats__level__gt="").count())
    template = gettext_noop("Games against the computer that will be deleted: %(count)d.")
    yield from deletion_effect(template, _games_against_computer(person).count())


def delete_data(person: Person, options: DeletionOptions) -> None:
    """Delete games against the computer; resign or cancel all others. Finished games stay, with a hidden hand and no
    notes.
    """
    _games_against_computer(person).delete()
    own_games = Game.objects.filter(seats__person=person)
    for key in list(own_games.filter(status=Game.Status.OPEN).values_list("key", flat=True)):
        endings.cancel_game(person, key)
    for key in list(own_games.filter(status=Game.Status.PLAYING).values_list("key", flat=True)):
        endings.resign(person, key)
    GameSeat.objects.filter(person=person).update(shows_hand=False)
    StepNote.objects.filter(person=person).delete()
    if not options.keep_name:
        GameSeat.objects.filter(person=person).update(name=former_player_label())


def _games_against_computer(person: Person) -> QuerySet[Game]:
    own = GameSeat.objects.filter(person=person).values("game")
    return Game.objects.filter(pk__in=own, seats__level__gt="")
