"""Hub: the open sockets of games in a serving process. Each gets its seat’s view whenever the view has changed.

An action that a seat can’t see sends it nothing, because sockets listen to the topic of their seat, not of the game.
The players of many new sockets are identified in a few statements.
"""

import asyncio
import json
import logging
from collections.abc import Collection, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from channels.db import database_sync_to_async
from django.db import Error
from django.db.models import F
from django.utils import timezone, translation

from accounts.language import language_of_visit
from accounts.models import Person
from accounts.socket_sessions import (
    cookies_of_scope,
    login_of_session,
    person_ids_by_identity,
    session_data_by_key,
    session_end_topic,
    session_key_of,
)
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.errors import DomainError, Missing, NotAllowed
from common.text import gettext_noop
from live.consumers import SendMessage
from live.group_writer import BatchedCalls
from live.onlookers import hands_key, onlooker_count
from live.pubsub import VERSION_LOST, listeners
from live.sockets import CLOSE_NOT_IDENTIFIED, ConnectedSocket
from online.games.actions import action_writer
from online.games.loaded import LoadedGame, cached_game, load_game
from online.games.presence import record_and_check_presence, record_presences
from online.models import Game, GameSeat
from online.table.presenters import frames_since, view_of_seat, view_tag

logger = logging.getLogger(__name__)
# How often to record presence and look for missed notices.
CHECK_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class GameArrival:
    """A new socket: the key of its game, its cookies, and the languages its browser accepts."""

    key: str
    cookies: Mapping[str, str]
    accepted: str = ""

    @classmethod
    def from_scope(cls, scope: Mapping[str, Any]) -> "GameArrival":
        headers = dict(scope.get("headers", ()))
        accepted = headers.get(b"accept-language", b"").decode("latin-1")
        return cls(scope["url_route"]["kwargs"]["key"], cookies_of_scope(scope), accepted)


@dataclass(frozen=True, slots=True)
class AdmittedPlayer:
    """An admitted socket: its player, their seat, and the language of the visit."""

    person: Person
    seat: GameSeat
    language: str


def admit_sockets(arrivals: Sequence[GameArrival]) -> list[AdmittedPlayer | Exception]:
    """Admit sockets, in their order, and record their presence.

    Returns `Missing` for a game that doesn’t exist, and `NotAllowed` for a visitor without a seat in it.
    """
    keys = [session_key_of(arrival.cookies) for arrival in arrivals]
    sessions = session_data_by_key(set(keys))
    people = person_ids_by_identity(sessions.values())
    seats: dict[str, dict[int | None, GameSeat]] = {}
    rows = GameSeat.objects.filter(game__key__in={arrival.key for arrival in arrivals}).annotate(key=F("game__key"))
    for seat in rows.defer("cards"):
        seats.setdefault(seat.key, {})[seat.person_id] = seat
    admitted: list[AdmittedPlayer | Exception] = []
    for arrival, key in zip(arrivals, keys, strict=True):
        session = sessions.get(key, {})
        person_id = people.get(login_of_session(session))
        own_seat = seats.get(arrival.key, {}).get(person_id) if person_id is not None else None
        if arrival.key not in seats:
            admitted.append(Missing(gettext_noop("We couldn’t find that game.")))
        elif own_seat is None:
            admitted.append(NotAllowed(gettext_noop("You don’t have a seat in this game.")))
        else:
            language = language_of_visit(arrival.cookies, session, arrival.accepted)
            admitted.append(AdmittedPlayer(Person(pk=person_id), own_seat, language))
    record_presences([each.seat.pk for each in admitted if isinstance(each, AdmittedPlayer)])
    return admitted


@dataclass(frozen=True, slots=True)
class ViewRequest:
    """Request for a seat’s view unless it has `tag`, without facts of `known` cards; `loaded` saves a read."""

    key: str
    person: Person
    language: str
    version: int
    tag: str
    known: Container[str]
    loaded: LoadedGame | None = None


@dataclass(frozen=True, slots=True)
class SeatViewMessage:
    """The view of a seat as JSON, empty if its tag is unchanged; `new` are the cards whose facts it includes."""

    version: int
    tag: str
    text: str = ""
    new: Collection[str] = ()


def _seat_view_message(request: ViewRequest, cards: Catalogue) -> SeatViewMessage:
    """Return the view, with frames since the last version that was sent."""
    loaded, now = request.loaded or load_game(request.key), timezone.now()
    seat = loaded.own_seat(request.person)
    tag = view_tag(loaded, seat, request.language, now)
    if tag == request.tag:
        return SeatViewMessage(seat.view_version, tag)
    with translation.override(request.language):
        data = view_of_seat(loaded, seat, now, cards)
        if request.version >= 0 and loaded.state is not None:
            data["frames"] = frames_since(loaded, seat, request.version, now, cards)
    new = {code for part in (data, *data.get("frames", ())) for code in part.get("cards", ())}
    for part in (data, *data.get("frames", ())):
        part["cards"] = {code: facts for code, facts in part.get("cards", {}).items() if code not in request.known}
    return SeatViewMessage(seat.view_version, tag, json.dumps(data, ensure_ascii=False, separators=(",", ":")), new)


class ConnectedGameSocket(ConnectedSocket):
    """A player’s connected socket, with version and tag of the view it got last."""

    def __init__(self, hub: "GameHub", player: AdmittedPlayer, key: str, since: int, send: SendMessage) -> None:
        super().__init__(send, session_end_topic(player.person.pk))
        self.hub, self.player, self.key, self.seat = hub, player, key, player.seat
        self.version, self._tag, self._noticed = since, "", VERSION_LOST
        self._known: set[str] = set()
        self.was_alone = True
        self.onlookers = (0, 0)
        # While an action is being answered, send nothing: the answer has the newest view.
        self.answering = asyncio.Lock()

    def on_notice(self, _topic: str = "", version: int = VERSION_LOST) -> None:
        self._noticed = version
        self.changed.set()

    async def send_newest(self) -> None:
        async with self.answering:
            if 0 <= self._noticed <= self.version:
                return
            cached = cached_game(self.key)
            if cached is not None and cached.seats[self.seat.place].view_version != self._noticed:
                cached = None
            try:
                text = await self.newest_view(cached)
            except DomainError:
                await self._send({"type": "websocket.close", "code": CLOSE_NOT_IDENTIFIED})
                return
            except Error:
                logger.exception("The view of game %s could not be read for its socket.", self.key)
                return
            if text:
                await self.send(f'{{"type":"view","view":{text}}}')

    async def newest_view(self, loaded: LoadedGame | None = None, *, again: bool = False) -> str:
        """Return the view as JSON and mark it as sent; empty if it was sent before, unless `again`."""
        tag = "" if again else self._tag
        player = self.player
        request = ViewRequest(self.key, player.person, player.language, self.version, tag, self._known, loaded)
        if self.hub.cards and loaded is not None and self._needs_no_query(loaded):
            message = _seat_view_message(request, self.hub.cards)
        else:
            message = await self.hub.views.result_for(request)
        self.version, self._tag = message.version, message.tag
        self._known.update(message.new)
        return message.text

    def _needs_no_query(self, loaded: LoadedGame) -> bool:
        """Return whether view and frames can be made from a loaded game without any query."""
        first = loaded.recent[0] if loaded.recent else None
        is_known = first is not None and (first.number == 1 or first.views[self.seat.place] <= self.version)
        return is_known and loaded.game.status == Game.Status.PLAYING


class GameHub:
    """All open sockets of games in this process, by game."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._checks: asyncio.Task[None] | None = None
        self._reset()

    def _reset(self) -> None:
        self.rooms: dict[int, set[ConnectedGameSocket]] = {}
        self._admissions: BatchedCalls[GameArrival, AdmittedPlayer] = BatchedCalls(admit_sockets)
        self.views: BatchedCalls[ViewRequest, SeatViewMessage] = BatchedCalls(self._views_or_errors)
        self.cards: Catalogue | None = None  # as of the last view that was read

    def _views_or_errors(self, requests: Sequence[ViewRequest]) -> list[SeatViewMessage | Exception]:
        views: list[SeatViewMessage | Exception] = []
        self.cards = cards = catalogue()
        for request in requests:
            try:
                views.append(_seat_view_message(request, cards))
            except DomainError as error:
                views.append(error)
        return views

    def start(self) -> None:
        """Start the writer and the checks of this event loop, with its first socket."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            self._reset()
            self._checks = loop.create_task(self._check_rooms_forever())
            action_writer.start(listeners())

    async def add_socket(self, arrival: GameArrival, since: int, send: SendMessage) -> ConnectedGameSocket:
        """Add a socket, which gets its view at once; raises `Missing`, and `NotAllowed` without a seat."""
        self.start()
        player = await self._admissions.result_for(arrival)
        socket = ConnectedGameSocket(self, player, arrival.key, since, send)
        await listeners().add_listener(socket.seat.topic, socket.on_notice)
        room = self.rooms.setdefault(socket.seat.game_id, set())
        room.add(socket)
        for each in room:  # the opponent sees that the player is here
            each.on_notice()
        return socket

    async def remove_socket(self, socket: ConnectedGameSocket) -> None:
        room = self.rooms.get(socket.seat.game_id, set())
        room.discard(socket)
        if not room:
            self.rooms.pop(socket.seat.game_id, None)
        await listeners().remove_listener(socket.seat.topic, socket.on_notice)

    async def _check_rooms_forever(self) -> None:
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                if self.rooms:
                    await self._check_rooms()
            except Exception:
                logger.exception("The games could not be checked.")

    async def _check_rooms(self) -> None:
        """Record the presence of connected seats; wake sockets with a newer view, an absent opponent, or a changed
        number of onlookers.
        """
        sockets = [socket for room in self.rooms.values() for socket in room]
        versions = {socket.seat.pk: socket.version for socket in sockets}
        check = database_sync_to_async(record_and_check_presence, thread_sensitive=False)
        newer, left = await check(list(self.rooms), versions)
        for socket in sockets:
            is_alone = socket.seat.game_id in left
            onlookers = (onlooker_count(socket.key), onlooker_count(hands_key(socket.key)))
            if is_alone or socket.was_alone or socket.seat.pk in newer or onlookers != socket.onlookers:
                socket.on_notice()
            socket.was_alone, socket.onlookers = is_alone, onlookers


game_hub = GameHub()
