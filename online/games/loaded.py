"""Loaded game: a game as read from the database, with all its secrets, for services and queries only."""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import itemgetter

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.database.prepared import PreparedQuery
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from game.engine.actions import PASS
from game.engine.state import State
from online.core.events import StoredEvent, events_around_decision
from online.core.positions import state_from_text
from online.core.seat_view import SeatView, seat_view
from online.core.take_back import is_within_question, rows_not_taken_back
from online.models import Game, GameAction, GameSeat

MAX_CACHED_GAMES = 1024
# A streak is consecutive actions of one side; a view shows what happened since the reader’s own last streak.
MAX_STREAKS = 3
_SEATS_QUERY = PreparedQuery(
    lambda key: GameSeat.objects.select_related("game").filter(game__key=key).order_by("place"), "key"
)
_LOCKED_SEATS_QUERY = PreparedQuery(
    lambda key: (
        GameSeat.objects.select_related("game")
        .filter(game__key=key)
        .order_by("place")
        .select_for_update(of=("self", "game"))
    ),
    "key",
)


@dataclass(frozen=True, slots=True)
class RecentAction:
    """A recent action: who acted, its events, and both seats’ view versions and the position after it."""

    number: int
    place: int
    action: str
    events: list[StoredEvent]
    views: tuple[int, int]
    position: str
    known_state: State | None = None

    def state_after(self, cards: Catalogue) -> State:
        """Return the state after the action; slow (about 4 ms) unless this process carried it out."""
        return self.known_state or state_from_text(cards, self.position)


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game with all its secrets. `state` is None before the start; `views` caches seats’ views by place."""

    game: Game
    seats: tuple[GameSeat, ...]
    state: State | None = None
    recent: tuple[RecentAction, ...] = ()
    views: dict[int, SeatView] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<LoadedGame {self.game.key} at {self.game.version}>"

    def seat_of(self, person: Person | None) -> GameSeat | None:
        """Return the seat of a person; None for a stranger."""
        return next((seat for seat in self.seats if person is not None and seat.person_id == person.pk), None)

    def own_seat(self, person: Person | None) -> GameSeat:
        """Return the seat of a person; raises `NotAllowed` for a stranger."""
        seat = self.seat_of(person)
        if seat is None:
            raise NotAllowed(gettext_noop("You don’t have a seat in this game."))
        return seat

    def opponent_of(self, seat: GameSeat) -> GameSeat | None:
        return next((other_seat for other_seat in self.seats if other_seat.place != seat.place), None)


_cache_lock = threading.Lock()
# Games as this process last saw them. A cached state is only used if the row has the same position text.
_cached: OrderedDict[str, LoadedGame] = OrderedDict()


def load_game(key: str, *, lock: bool = False) -> LoadedGame:
    """Load a game; raises `Missing`. One query if this process knows its position. `lock` holds until the commit."""
    query = _LOCKED_SEATS_QUERY if lock else _SEATS_QUERY
    seats = tuple(query.rows(key, shared=True))
    if not seats:
        raise Missing(gettext_noop("We couldn’t find that game."))
    game = seats[0].game
    for seat in seats:
        seat.game = game
    if not game.position:
        return LoadedGame(game, seats)
    cached = _cached.get(key)
    if cached is not None and (cached.game.version, cached.game.position) == (game.version, game.position):
        return LoadedGame(game, seats, cached.state, cached.recent, cached.views)
    loaded = LoadedGame(game, seats, state_from_text(catalogue(), game.position), _load_recent_actions(game))
    # Copies, as the caller may change its rows; none of a transaction’s own writes, which may be rolled back.
    if not lock:
        cache_game(replace(loaded, game=copy(game), seats=tuple(map(copy, seats))))
    return loaded


def cached_game(key: str) -> LoadedGame | None:
    """Return a running game as this process last saw it, perhaps out of date; None if not cached."""
    return _cached.get(key)


def cache_game(loaded: LoadedGame) -> None:
    """Cache a running game as committed, unless a newer version is cached."""
    game = loaded.game
    with _cache_lock:
        before = _cached.get(game.key)
        if before is None or before.game.version <= game.version:
            _cached[game.key] = loaded
            _cached.move_to_end(game.key)
        while len(_cached) > MAX_CACHED_GAMES:
            _cached.popitem(last=False)


def drop_cached_game(key: str) -> None:
    with _cache_lock:
        _cached.pop(key, None)


def last_streak_actions(actions: Sequence[RecentAction]) -> tuple[RecentAction, ...]:
    """Return the last streaks; only the last streak keeps its states, and the action before it."""
    by_side = groupby(zip(_streak_sides(actions), actions, strict=True), key=itemgetter(0))
    *earlier, last = ([action for _side, action in streak] for _side, streak in by_side)
    kept = [action for streak in earlier[1 - MAX_STREAKS :] for action in streak]
    without = (replace(action, known_state=None) if action.known_state else action for action in kept[:-1])
    return (*without, *kept[-1:], *last)


def _streak_sides(actions: Sequence[RecentAction]) -> list[int]:
    """Return the side of each action’s streak; passing a question counts with the action that was let pass."""
    sides: list[int] = []
    for index, action in enumerate(actions):
        lets_pass = index and action.action == PASS.kind and is_within_question(actions[index - 1].position)
        sides.append(sides[-1] if lets_pass else action.place)
    return sides


def _load_recent_actions(game: Game) -> tuple[RecentAction, ...]:
    recent: list[RecentAction] = []
    changes, place = 0, -1
    actions = GameAction.objects.filter(game=game, number__lte=game.version).order_by("-number")
    for action in actions.iterator(chunk_size=64):
        if action.action != PASS.kind:
            changes += place not in (-1, action.place)
            place = action.place
        if changes == MAX_STREAKS:
            break
        recent.append(recent_action_from_row(action))
    return last_streak_actions(recent[::-1]) if recent else ()


def recent_action_from_row(action: GameAction) -> RecentAction:
    return RecentAction(
        action.number, action.place, action.action, action.events, (action.view_0, action.view_1), action.position
    )


def actions_since_decision(loaded: LoadedGame, place: int) -> tuple[RecentAction, ...]:
    """Return the actions since a seat’s last decision; while it decides, the actions before its present streak."""
    return _actions_around_decision(loaded, place)[1]


def view_of_side(loaded: LoadedGame, place: int) -> SeatView:
    assert loaded.state is not None
    if place not in loaded.views:
        parts = (
            [event for action in part for event in action.events] for part in _actions_around_decision(loaded, place)
        )
        loaded.views[place] = seat_view(loaded.state, place, events_around_decision(*parts, seat=place))
    return loaded.views[place]


def _actions_around_decision(loaded: LoadedGame, place: int) -> tuple[tuple[RecentAction, ...], ...]:
    """Return a seat’s last actions before others acted, the others’ actions, and its own since, if it decides now."""
    recent, sides = loaded.recent, _streak_sides(loaded.recent)
    ends = len(recent)
    while loaded.game.decides == place and ends and sides[ends - 1] == place:
        ends -= 1
    starts = next((index for index in range(ends, 0, -1) if sides[index - 1] == place), 0)
    first = starts
    # Include all actions of one tap: the seat saw everything before them when it decided.
    while first and sides[first - 1] == place and recent[first - 1].views == recent[starts - 1].views:
        first -= 1
    return recent[first:starts], recent[starts:ends], tuple(rows_not_taken_back(recent[ends:]))
