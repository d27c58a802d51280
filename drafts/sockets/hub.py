"""The sockets of a serving process, table by table: when a table changes, each gets the view of its own seat at once.

Between processes only the ring travels; a view is built here, from the board this process holds, and goes to the one
socket whose seat it is. A socket that is slow gets the newest view when it can take one, never a queue of old ones.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from channels.db import database_sync_to_async
from django.utils import timezone

from drafts.core.engine.setup import Flow
from drafts.core.engine.view import Table, table_of, view_for
from drafts.models import Draft, Seat
from drafts.table import group_commit, state_cache
from drafts.table.clocks import heard_of
from drafts.table.queries import Loaded, Who, load
from live.pubsub import ears

logger = logging.getLogger(__name__)

# How often the process looks whether a ring was lost, and says who is still there.
LOOK_AROUND = 4.0
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Socket:
    """One open socket: whose it is, and what it was last sent."""

    def __init__(self, room: Room, who: Who, send: Send) -> None:
        self.room, self.who, self.send = room, who, send
        self.changed = asyncio.Event()
        self.version = -1
        self.mine: object = None
        self._seats: tuple[Seat, ...] | None = None
        self._seat: Seat | None = None

    async def say(self, message: str) -> None:
        """One message."""
        await self.send({"type": "websocket.send", "text": message})

    async def follow(self) -> None:
        """Send the newest view whenever the table has changed, until the socket goes."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            loaded = self.room.loaded
            if loaded is None or loaded.draft.version <= self.version:
                continue
            self.version = loaded.draft.version
            try:
                await self.say(self.message(loaded))
            except OSError:  # the page has gone
                return

    def message(self, loaded: Loaded) -> str:
        """The public facts, and what is this seat's own if it is another than it was."""
        public, seat, table = self.room.public(loaded), self.seat(loaded), self.room.table
        if seat is None or loaded.state is None or table is None:
            return f'{public},"mine":null}}'
        number, deadline = seat.number, _iso(seat.deadline)
        place = (table.round, table.number) if table.flow is Flow.TOGETHER else table.places[number]
        reviewing = loaded.draft.review_until is not None
        # A packet stays what it is until its seat has picked of it: it need not be looked at.
        now = (number, place, table.kept[number], table.picked[number], table.over, reviewing, seat.is_bot, deadline)
        if now == self.mine:
            return public + "}"
        self.mine = now
        own = view_for(loaded.state, number, table)
        packet = () if reviewing else own.packet
        body = {"seat": number, "round": own.round, "number": own.number, "packet": packet}
        body |= {"chosen": own.chosen, "pool": own.pool, "is_bot": seat.is_bot, "deadline": deadline}
        return f'{public},"mine":{json.dumps(body, ensure_ascii=False)}}}'

    def seat(self, loaded: Loaded) -> Seat | None:
        """Where it sits; looked up when the seats are others than they were."""
        if self._seats is not loaded.seats:
            self._seats, self._seat = loaded.seats, self.who.sits_at(loaded.seats)
        return self._seat


class Room:
    """A table as the sockets of this process see it."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.sockets: set[Socket] = set()
        self.loaded: Loaded | None = None
        self.table: Table | None = None
        self._said: tuple[int, str] = (-1, "")

    @property
    def version(self) -> int:
        """The version it shows; -1 before the first."""
        return self.loaded.draft.version if self.loaded is not None else -1

    def show(self, loaded: Loaded) -> None:
        """Take a newer version and wake the sockets."""
        if self.version >= loaded.draft.version:
            return
        self.loaded = loaded
        self.table = table_of(loaded.state) if loaded.state is not None else None
        for socket in self.sockets:
            socket.changed.set()

    def public(self, loaded: Loaded) -> str:
        """What everyone sees, without the closing brace; made once a version."""
        version = loaded.draft.version
        if self._said[0] != version:
            self._said = (version, json.dumps(_public(loaded, self.table), ensure_ascii=False)[:-1])
        return self._said[1]


def _iso(moment: Any) -> str | None:
    return moment.isoformat() if moment is not None else None


def _public(loaded: Loaded, table: Table | None) -> dict[str, object]:
    draft = loaded.draft
    body: dict[str, object] = {
        "type": "view",
        "version": draft.version,
        "status": draft.status,
        "deadline": _iso(draft.deadline),
        "review_until": _iso(draft.review_until),
        "paused": draft.paused is not None,
        "now": _iso(timezone.now()),
        "seats": [{"number": s.number, "name": s.nickname, "is_bot": s.is_bot} for s in loaded.seats],
    }
    if table is not None:
        names = ("round", "rounds", "number", "of", "last_deal", "picks", "over", "places", "waiting", "kept")
        body["table"] = {name: getattr(table, name) for name in names}
        body["table"] |= {"direction": table.direction.value, "awaited": table.awaited}  # type: ignore[operator]
    return body


class Hall:
    """All rooms of this process."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self.loop: asyncio.AbstractEventLoop | None = None
        self._loading: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Begin to listen, with the first socket of the process."""
        loop = asyncio.get_running_loop()
        if self.loop is loop:
            return
        self.loop, self.rooms = loop, {}
        self._begin(self._look_around())
        group_commit.start(ears())

    async def enter(self, key: str, who: Who, send: Send) -> Socket:
        """Take a socket in; its first view follows at once. Raises `Missing`."""
        await self.open()
        room = self.rooms.get(key)
        if room is None:
            loaded = await database_sync_to_async(load, thread_sensitive=False)(key)
            room = self.rooms.setdefault(key, Room(key))
            room.show(loaded)
            await ears().listen(f"draft.{key}", self._heard)
        socket = Socket(room, who, send)
        room.sockets.add(socket)
        socket.changed.set()
        if room.loaded is not None:
            await database_sync_to_async(heard_of, thread_sensitive=False)(room.loaded, who)
        self.heard(key, -1)
        return socket

    async def go(self, socket: Socket) -> None:
        """Let a socket out; the last one of a table closes the room."""
        room = socket.room
        room.sockets.discard(socket)
        if not room.sockets and self.rooms.get(room.key) is room:
            del self.rooms[room.key]
            await ears().leave(f"draft.{room.key}", self._heard)

    def heard(self, key: str, version: int) -> None:
        """A table has a new version (-1: it may have): show it, or read it first if another process has written it."""
        room = self.rooms.get(key)
        if room is None:
            return
        held = state_cache.held(key)
        if held is not None and held.draft.version > room.version:
            room.show(held)
        if (version < 0 or version > room.version) and key not in self._loading:
            self._loading.add(key)
            self._begin(self._read(room))

    async def _read(self, room: Room) -> None:
        try:
            room.show(await database_sync_to_async(load, thread_sensitive=False)(room.key))
        except Exception:
            logger.exception("The table %s could not be read for its sockets.", room.key)
        finally:
            self._loading.discard(room.key)

    def _begin(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _heard(self, topic: str, version: int) -> None:
        self.heard(topic.removeprefix("draft."), version)

    async def _look_around(self) -> None:
        """Find what a lost ring kept from us, and keep the seats that are here from counting as away."""
        while True:
            await asyncio.sleep(LOOK_AROUND)
            try:
                if self.rooms:
                    for key, version in await database_sync_to_async(self._survey, thread_sensitive=False)():
                        self.heard(key, version)
            except Exception:
                logger.exception("The tables could not be looked after.")

    def _survey(self) -> list[tuple[str, int]]:
        rooms = list(self.rooms.values())
        for room in rooms:
            loaded = room.loaded
            if loaded is not None:
                for socket in list(room.sockets):
                    heard_of(loaded, socket.who)
        keys = [room.key for room in rooms]
        return list(Draft.objects.filter(key__in=keys).values_list("key", "version"))


hall = Hall()
