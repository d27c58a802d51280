"""Hub: the open sockets of a serving process, by draft; each gets its seat’s view when the draft changes.

Processes only tell each other the new version. Each builds views from its cached state and sends a seat’s view only to
sockets of that seat. A slow socket gets the newest view once it can take one, never a queue of old views.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Container, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

from accounts.socket_sessions import session_end_topic
from common.errors import Missing
from common.text import gettext_noop
from drafts.core.engine.setup import PassingMode
from drafts.core.engine.state import PublicDraftState
from drafts.models import Draft, Seat
from drafts.sockets.seating import AdmittedSocket, SocketArrival, admit_sockets
from drafts.table import state_cache
from drafts.table.clocks import record_room_presences
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.picks import pick_writer
from drafts.table.rows import load_drafts
from drafts.table.seat_view import PublicMessage, SeatFacts, iso_time, own_facts, public_message, seat_facts, seat_state
from live.consumers import SendMessage
from live.group_writer import BatchedCalls
from live.pubsub import VERSION_LOST, listeners
from live.sockets import ConnectedSocket
from live.words import phrase_message, phrase_topic

logger = logging.getLogger(__name__)

# How often to look for missed notices and to record which seats are present.
ROOM_CHECK_SECONDS = 4.0
# A socket that is further behind gets a whole view instead of changes.
MAX_PAST_REVISIONS = 16
# Seconds until other players see that someone has picked, so that several picks share a message. The player who picked
# gets a message at once, as does everyone when packets pass.
PICKED_DELAY_SECONDS = 1.0
_PUBLIC_ROW_FIELDS = ("status", "deadline", "review_until", "paused")


class WantedMessages(StrEnum):
    """Kind of messages a socket wants: whole views, changes since its last message, or version numbers."""

    VIEWS = "views"
    CHANGES = "changes"
    VERSIONS = "versions"


class ConnectedDraftSocket(ConnectedSocket):
    """A connected socket: its visitor, the messages it wants, and what it got last."""

    def __init__(self, room: DraftRoom, who: Visitor, wanted: WantedMessages, send: SendMessage) -> None:
        super().__init__(send, session_end_topic(who.person_id) if who.person_id is not None else "")
        self.room, self.who, self.wanted, self.revision = room, who, wanted, -1
        self._mine: object = None
        self._seats: tuple[Seat, ...] | None = None
        self._seat: Seat | None = None

    @property
    def seat_number(self) -> int | None:
        """Return the number of the visitor’s seat at the last message; None for a spectator."""
        return self._seat.number if self._seat is not None else None

    async def answer_pick(self, taken: dict[str, object]) -> None:
        """Answer that a pick is saved; if the socket wants changes, the same message includes them."""
        text, loaded = json.dumps(taken), self.room.loaded
        if self.wanted is WantedMessages.CHANGES and loaded is not None and self.revision < self.room.revision:
            text = f'{text[:-1]}, "view": {self.newest_message(loaded)}}}'
        await self.send(text)
        self.room.forget_ended_draft()

    async def send_newest(self) -> None:
        loaded = self.room.loaded
        if loaded is not None and self.room.revision > self.revision:
            await self.send(self.newest_message(loaded))
            self.room.forget_ended_draft()

    def newest_message(self, loaded: LoadedDraft) -> str:
        """Return the message of the kind that this socket wants, and mark it as sent."""
        before, self.revision = self.revision, self.room.revision
        if self.wanted is WantedMessages.VERSIONS:
            return f'{{"type":"version","version":{loaded.draft.version}}}'
        public = self.room.changes_since(before) if self.wanted is WantedMessages.CHANGES else self.room.whole_message()
        return f"{public[:-1]}{self._private_part_json(loaded)}}}"

    def _private_part_json(self, loaded: LoadedDraft) -> str:
        """Return the seat’s private part, to append to a JSON object; empty if it was sent before."""
        seat, public_state = self._current_seat(loaded), self.room.table
        if seat is None or loaded.state is None or public_state is None:
            return ',"mine":null'
        number, deadline = seat.number, seat.deadline
        place: tuple[object, ...] = (public_state.round, public_state.number)
        if public_state.flow is PassingMode.QUEUED:
            # A waiting seat may have got a packet, although its place is the same.
            place = (*public_state.places[number], public_state.waiting[number] > 0)
        reviewing = loaded.draft.review_until is not None
        # Only the seat’s own pick changes its packet; comparing `hands` also catches an exchanged pick.
        now = (number, place, loaded.state.hands[number], public_state.over, reviewing, seat.is_bot, deadline)
        if now == self._mine:
            return ""
        self._mine = now
        facts = own_facts(seat_state(loaded.state, seat, loaded.draft, public_state), seat)
        return f',"mine":{json.dumps(facts, ensure_ascii=False)}'

    def forget_cached_parts(self) -> None:
        self._seats = self._seat = self._mine = None

    def _current_seat(self, loaded: LoadedDraft) -> Seat | None:
        if self._seats is not loaded.seats:
            self._seats, self._seat = loaded.seats, self.who.seat_among(loaded.seats)
        return self._seat


class DraftRoom:
    """A draft as the sockets of this process see it; `revision` counts visible changes, presence included.

    A finished draft is dropped once every socket has got it, however long the sockets stay open. `later` calls a
    function after some seconds; without it, all sockets are woken at once.
    """

    def __init__(self, key: str, later: Callable[[float, Callable[[], None]], object] | None = None) -> None:
        self.key, self._later, self._telling = key, later, False
        self.sockets: set[ConnectedDraftSocket] = set()
        self.loaded: LoadedDraft | None = None
        self.table: PublicDraftState | None = None
        self.revision = -1
        self._released = -1
        self.away: dict[int, datetime] = {}
        self._views: dict[int, PublicMessage] = {}
        self._texts: dict[int | None, str] = {}

    @property
    def version(self) -> int:
        """Return the version last shown; -1 before the first."""
        return self.loaded.draft.version if self.loaded is not None else self._released

    def update_draft(self, loaded: LoadedDraft) -> None:
        """Take a newer version, or again a version that was dropped, and wake the sockets."""
        again = self.loaded is None and self.version == loaded.draft.version
        if self.version >= loaded.draft.version and not again:
            return
        picked = _seats_newly_picked(self.loaded, loaded) if self._later is not None else None
        self.loaded = loaded
        self.table = loaded.state.public() if loaded.state is not None else None
        if not again:
            self._wake_after_picks(picked)

    def forget_ended_draft(self) -> None:
        """Drop a finished draft once all sockets have got it."""
        if self.loaded is None or self.loaded.draft.status in Draft.OPEN:
            return
        if any(socket.revision < self.revision for socket in self.sockets):
            return
        self._released, self.loaded, self.table = self.version, None, None
        self._views.clear()
        self._texts.clear()
        for socket in self.sockets:
            socket.forget_cached_parts()

    def update_silent_seats(self, away: dict[int, datetime]) -> None:
        """Take the silent seats, each with the moment a bot takes over; wake the sockets if these have changed."""
        if away.keys() == self.away.keys() or self.loaded is None:
            return
        self.away = away
        self._wake_after_picks()

    def _wake_after_picks(self, picked: Container[int] | None = None) -> None:
        """Wake all sockets; if only the seats in `picked` have changed, wake theirs now and all others a bit later."""
        self.revision += 1
        self._texts.clear()
        if picked is None or self._later is None:
            self._wake_sockets()
            return
        for socket in self.sockets:
            if socket.wanted is not WantedMessages.CHANGES or socket.seat_number in picked:
                socket.changed.set()
        if not self._telling:
            self._telling = True
            self._later(PICKED_DELAY_SECONDS, self._wake_sockets)

    def _wake_sockets(self) -> None:
        self._telling = False
        for socket in self.sockets:
            socket.changed.set()

    def public_view(self) -> PublicMessage:
        """Return the public view; earlier views stay cached for sockets that are a little behind."""
        view = self._views.get(self.revision)
        if view is None:
            assert self.loaded is not None
            view = public_message(self.loaded.draft, self.loaded.seats, self.table, self.away)
            self._views[self.revision] = view
            while (oldest := next(iter(self._views))) <= self.revision - MAX_PAST_REVISIONS:
                del self._views[oldest]
        return view

    def whole_message(self) -> str:
        """Return the whole public view as a message, with the present time."""
        if None not in self._texts:
            self._texts[None] = json.dumps(self.public_view(), ensure_ascii=False)
        return f'{{"type": "view", "now": "{iso_time(timezone.now())}", {self._texts[None][1:]}'

    def changes_since(self, revision: int) -> str:
        before = self._views.get(revision)
        if before is None:
            return self.whole_message()
        if revision not in self._texts:
            message = view_changes(before, self.public_view())
            self._texts[revision] = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
        return self._texts[revision]


def _seats_newly_picked(before: LoadedDraft | None, after: LoadedDraft) -> Container[int] | None:
    """Return the seats that have picked, if others can see no other change; else None."""
    if before is None or before.state is None or after.state is None:
        return None
    if before.seats is not after.seats and _visible_seats(before) != _visible_seats(after):
        return None
    old_state, new_state = before.state, after.state
    if (
        new_state.setup.flow is not PassingMode.TOGETHER
        or new_state.is_over
        or (old_state.round, old_state.pick_number) != (new_state.round, new_state.pick_number)
    ):
        return None
    if any(getattr(before.draft, name) != getattr(after.draft, name) for name in _PUBLIC_ROW_FIELDS):
        return None
    return {seat for seat, hand in enumerate(new_state.hands) if hand != old_state.hands[seat]}


def _visible_seats(loaded: LoadedDraft) -> list[SeatFacts]:
    return [seat_facts(seat, loaded.draft) for seat in loaded.seats]


def view_changes(before: PublicMessage, after: PublicMessage) -> dict[str, object]:
    """Return a message with the parts that differ; of `table`, only the entries that differ."""
    body: dict[str, object] = {"type": "change", "version": after["version"]}
    for name in ("status", "deadline", "review_until", "paused", "away"):
        if before[name] != after[name]:
            body[name] = after[name]
    if "deadline" in body or "away" in body:
        body["now"] = iso_time(timezone.now())
    if before["seats"] != after["seats"]:
        body["seats"] = after["seats"]
    old, new = before["table"], after["table"]
    if old is None or new is None:
        return body | ({"table": new} if old != new else {})
    if table := {name: value for name, value in new.items() if value != old[name]}:  # type: ignore[literal-required]
        body["table"] = table
    return body


class SocketHub:
    """All rooms of this process, by key."""

    def __init__(self) -> None:
        self.loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._reset()

    def _reset(self) -> None:
        self.rooms: dict[str, DraftRoom] = {}
        self._loading: set[str] = set()
        self._wanted_version: dict[str, int] = {}
        self._admissions: BatchedCalls[SocketArrival, AdmittedSocket] = BatchedCalls(admit_sockets)
        self._reads: BatchedCalls[str, LoadedDraft] = BatchedCalls(_load_drafts_or_errors)

    async def start_listening(self) -> None:
        """Start the tasks of this event loop, with its first socket."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        self.loop = loop
        self._reset()
        self._start_task(self._check_rooms_forever())
        pick_writer.start(listeners())

    async def add_socket(
        self, arrival: SocketArrival, wanted: WantedMessages, send: SendMessage
    ) -> ConnectedDraftSocket:
        """Add a socket and send its first message; raises `Missing`, and `NotAllowed` for an invalid seat token."""
        await self.start_listening()
        admitted = await self._admissions.result_for(arrival)
        key = arrival.key
        room = self.rooms.setdefault(key, DraftRoom(key, asyncio.get_running_loop().call_later))
        socket = ConnectedDraftSocket(room, admitted.who, wanted, send)
        first = not room.sockets
        room.sockets.add(socket)
        room.update_draft(admitted.loaded)
        socket.changed.set()
        if first:
            try:
                await listeners().add_listener(f"draft.{key}", self._on_notification)
                await listeners().add_listener(phrase_topic(key), self._on_phrase)
            except BaseException:
                await self.remove_socket(socket)
                raise
            # Check again, because a change between loading and listening may have been missed.
            self.on_version(key, -1)
        return socket

    async def remove_socket(self, socket: ConnectedDraftSocket) -> None:
        """Remove a socket, and a draft’s room with its last socket."""
        room = socket.room
        room.sockets.discard(socket)
        if not room.sockets and self.rooms.get(room.key) is room:
            del self.rooms[room.key]
            await listeners().remove_listener(f"draft.{room.key}", self._on_notification)
            await listeners().remove_listener(phrase_topic(room.key), self._on_phrase)

    def on_version(self, key: str, version: int) -> None:
        """Show a draft’s new version (-1: unknown); load the draft first if another process has written it."""
        room = self.rooms.get(key)
        if room is None:
            return
        cached = state_cache.cached_draft(key)
        if cached is not None and cached.draft.version > room.version:
            room.update_draft(cached)
        if version < 0 or version > room.version:
            self._wanted_version[key] = max(version, self._wanted_version.get(key, version))
            if key not in self._loading:
                self._loading.add(key)
                self._start_task(self._load_room(room))

    async def _load_room(self, room: DraftRoom) -> None:
        """Load a draft until it is as new as the last notice; waiting drafts are loaded together."""
        try:
            while room.key in self._wanted_version:
                version = self._wanted_version.pop(room.key)
                if version < 0 or version > room.version:
                    room.update_draft(await self._reads.result_for(room.key))
        except Exception:
            self._wanted_version.pop(room.key, None)
            logger.exception("The table %s could not be read for its sockets.", room.key)
        finally:
            self._loading.discard(room.key)

    def _start_task(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _on_notification(self, topic: str, version: int) -> None:
        self.on_version(topic.removeprefix("draft."), version)

    def _on_phrase(self, topic: str, notice: int) -> None:
        room = self.rooms.get(topic.removeprefix(phrase_topic("")))
        if room is not None and notice != VERSION_LOST:
            self._start_task(_send_phrase(list(room.sockets), phrase_message(notice)))

    async def _check_rooms_forever(self) -> None:
        """At each interval, find versions whose notices were missed and record the presence of connected seats."""
        while True:
            await asyncio.sleep(ROOM_CHECK_SECONDS)
            try:
                if self.rooms:
                    await self._check_rooms()
            except Exception:
                logger.exception("The tables could not be surveyed.")

    async def _check_rooms(self) -> None:
        rooms = {
            key: (room.loaded, [socket.who for socket in room.sockets])
            for key, room in self.rooms.items()
            if room.version >= 0
        }
        checked = await database_sync_to_async(record_room_presences, thread_sensitive=False)(rooms)
        for key, (version, away) in checked.items():
            self.on_version(key, version)
            if (room := self.rooms.get(key)) is not None:
                room.update_silent_seats(away)


async def _send_phrase(sockets: Sequence[ConnectedDraftSocket], message: str) -> None:
    """Send the phrases of a table to its pages, but not to programs that want whole views."""
    pages = [socket.send(message) for socket in sockets if socket.wanted is not WantedMessages.VIEWS]
    await asyncio.gather(*pages, return_exceptions=True)


def _load_drafts_or_errors(keys: Sequence[str]) -> list[LoadedDraft | Exception]:
    """Return the drafts in the order of their keys, `Missing` for a draft that no longer exists."""
    tables = load_drafts(keys)
    return [tables.get(key) or Missing(gettext_noop("We couldn’t find that draft.")) for key in keys]


socket_hub = SocketHub()
