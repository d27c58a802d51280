"""Queries of replays: the steps and positions of a finished game, whose cards a reader may see, and the game file."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q

from accounts.models import Person
from cards.catalogue.queries import catalogue
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from game.engine.state import State, game_result
from game.engine.table import RuleSettings
from game.records.games import record_game
from online.core.events import StoredEvent
from online.core.positions import state_from_text
from online.core.proof import FORMAT, commitment_to, seal_of
from online.core.public_view import PublicStep
from online.core.take_back import BACK, rows_not_taken_back
from online.games.decks import initial_state_of_game, terms_of_game
from online.games.loaded import LoadedGame, load_game
from online.games.queries import steps_of_game
from online.models import Game, GameAction, StepNote
from online.report_kinds import may_see_game

# By how many public steps, and by how much time, the hands are delayed for onlookers.
HANDS_DELAY_STEPS = 12
HANDS_DELAY = timedelta(minutes=3)


def sides_visible_to(loaded: LoadedGame, person: Person | None) -> frozenset[int]:
    """Return the places whose cards a reader of the replay may see: their own place, and places that show them.

    The computer’s opponent decides whether the computer’s cards are shown.
    """
    own_seat = loaded.seat_of(person)
    known = {seat.place for seat in loaded.seats if seat.shows_hand or seat is own_seat}
    people = {seat.place for seat in loaded.seats if not seat.level}
    return frozenset({0, 1} if people <= known else known)


def visible_game(key: str, person: Person | None) -> LoadedGame:
    """Return a game; raises `Missing` if moderators hid it from this person."""
    loaded = load_game(key)
    if not may_see_game(loaded, person):
        raise Missing(gettext_noop("We couldn’t find that game."))
    return loaded


def finished_game(key: str, person: Person | None) -> LoadedGame:
    """Return a game that is over; raises `Missing` for any other game."""
    loaded = visible_game(key, person)
    if loaded.game.status != Game.Status.OVER:
        raise Missing(gettext_noop("This game isn’t over. Its replay is here once it is."))
    return loaded


def next_game(game: Game) -> Game | None:
    """Return the game that followed a finished game: its rematch, or the next game of its match."""
    after = Q(rematch_of=game) | Q(match__isnull=False, match=game.match_id, pk__gt=game.pk)
    started = Game.objects.filter(after, status__in=(Game.Status.PLAYING, Game.Status.OVER), hidden=None)
    return started.order_by("pk").first()


def steps_not_taken_back(game: Game) -> list[PublicStep]:
    """Return the steps that led to the last position, without steps that were taken back."""
    return [step for step in steps_of_game(game) if not step.is_undone and step.action != BACK]


def events_of_last_turns(loaded: LoadedGame) -> list[StoredEvent]:
    """Return the events of the present turn of a running game and of the turn before.

    The last streaks of actions won’t do: the first of them ends with an action that no one else has seen.
    """
    assert loaded.state is not None
    first = loaded.state.board.number - 1
    streaks = [action.events for action in loaded.recent]
    if loaded.recent and not any(event[0] < first for events in streaks for event in events):
        earlier = GameAction.objects.filter(game=loaded.game, number__lt=loaded.recent[0].number).order_by("-number")
        for events in earlier.values_list("events", flat=True).iterator(chunk_size=32):
            streaks.insert(0, events)
            if any(event[0] < first for event in events):
                break
    return [event for events in streaks for event in events if event[0] >= first]


def steps_with_open_hands(game: Game, now: datetime) -> tuple[list[PublicStep], int]:
    """Return the steps that onlookers with a view of the hands have seen, and the number of the last action among them.

    The delay counts only steps that everyone could see: otherwise the view would reveal unseen actions. Steps that were
    taken back are left out, as the same cards come again.
    """
    steps = steps_not_taken_back(game)[:-HANDS_DELAY_STEPS]
    actions = GameAction.objects.filter(game=game, at__lte=now - HANDS_DELAY).order_by("-number")
    latest = actions.values_list("number", flat=True).first() or 0
    steps = [step for step in steps if step.number <= latest]
    return steps, steps[-1].number if steps else 0


def notes_at(game: Game, number: int, person: Person | None) -> list[StepNote]:
    """Return the notes at an action that a reader may see: their own notes, and shared notes."""
    readable = Q(is_shared=True, hidden=None)
    if person is not None:
        readable |= Q(person=person)
    return list(StepNote.objects.filter(readable, game=game, number=number))


def states_after_actions(loaded: LoadedGame, *numbers: int) -> list[State]:
    """Return the states after these actions, by number; 0 is the start. Reading one takes about 4 ms."""
    found = GameAction.objects.filter(game=loaded.game, number__in=numbers).values_list("number", "position")
    positions, cards = dict(found), catalogue()
    return [
        state_from_text(cards, positions[number]) if number else initial_state_of_game(loaded) for number in numbers
    ]


def game_file_data(key: str, person: Person | None) -> dict[str, Any]:
    """Return a finished game as a file; raises `NotAllowed` unless the reader may know the cards of both players."""
    loaded = finished_game(key, person)
    if len(sides_visible_to(loaded, person)) < len(loaded.seats):
        raise NotAllowed(gettext_noop("The file has all cards of both players. They haven’t both shown their cards."))
    return build_game_file(loaded)


def build_game_file(loaded: LoadedGame) -> dict[str, Any]:
    """Return the file of a finished game (`game.records.games`): both decks as shuffled, its steps and the proof."""
    game = loaded.game
    settings, usual = asdict(terms_of_game(game).rule_settings()), asdict(RuleSettings())
    data = record_game(initial_state_of_game(loaded), ())
    data["settings"] = {name: value for name, value in settings.items() if value != usual[name]}
    actions = GameAction.objects.filter(game=game).defer("position").order_by("number")
    data["steps"] = [action.action for action in rows_not_taken_back(actions)]
    outcome = game_result(loaded.state) if loaded.state is not None else None
    if outcome is not None:
        data["result"] = {"winner": outcome.winner, "why": outcome.why, "crystals": outcome.crystals}
    if game.secret:
        data["proof"] = {
            "format": FORMAT,
            "game": game.key,
            "secret": game.secret,
            "commitment": commitment_to(game.secret),
            "numbers": [seat.number for seat in loaded.seats],
            "drawn": game.match_id is None and game.rematch_of_id is None,
            "ending": game.ending,
            "winner": game.winner,
        }
        data["proof"]["seal"] = seal_of(data)
    return data


def is_own_file(data: Mapping[str, Any]) -> bool:
    """Return whether a checked file is exactly the file of a game that was played here."""
    game = Game.objects.filter(key=data["proof"]["game"], status=Game.Status.OVER).first()
    return game is not None and build_game_file(load_game(game.key)) == data
