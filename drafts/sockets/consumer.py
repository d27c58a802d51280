"""The socket of a seat, `/ws/drafts/KEY/`: its own view whenever the table changes, and its picks.

The first message says who it is and what it wants: `{"seat_token": "…"}`, or `{}` for the browser whose session sits
there; `"want"` is "views" (the default), "changes" or "versions". The secret is never in the address, because addresses
are written to logs.
"""

from __future__ import annotations

import asyncio
import json
from http.cookies import SimpleCookie
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import Error

from accounts.models import token_digest
from common.errors import DomainError, Unavailable
from common.i18n import translated
from common.json_depth import read_json
from common.text import gettext_noop
from drafts.sockets.hub import Send, Socket, Wanted, hub
from drafts.sockets.seating import Arrival
from drafts.table import group_commit
from drafts.table.loaded import Loaded
from drafts.table.pick_command import PickCommand
from drafts.table.picks import write_pick

HELLO_TIMEOUT_SECONDS, MAX_MESSAGE_CHARACTERS = 10, 4000
CLOSE_TRY_LATER, CLOSE_NO_TABLE, CLOSE_BAD_MESSAGE = 1013, 4404, 4400
DATABASE_AWAY = gettext_noop("The site cannot reach its data just now; nothing was taken. Try again in a moment.")


class DraftSocket:
    """One connection, as an ASGI application."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        """Accept, learn who it is, follow the table until the socket closes."""
        if (await receive())["type"] != "websocket.connect":
            return
        await send({"type": "websocket.accept"})
        key = scope["url_route"]["kwargs"]["key"]
        try:
            hello = await asyncio.wait_for(_receive_object(receive), HELLO_TIMEOUT_SECONDS)
            if hello is None:
                return
            wanted = Wanted(hello.get("want", Wanted.VIEWS))
            socket = await hub.enter(_arrival(scope, key, hello), wanted, send)
        except (DomainError, TimeoutError):
            await send({"type": "websocket.close", "code": CLOSE_NO_TABLE})
            return
        except ValueError:
            await send({"type": "websocket.close", "code": CLOSE_BAD_MESSAGE})
            return
        except Error:
            await send({"type": "websocket.close", "code": CLOSE_TRY_LATER})
            return
        following = asyncio.create_task(socket.follow())
        try:
            while (message := await _receive_object(receive)) is not None:
                await _on_message(socket, message)
        except ValueError:
            await send({"type": "websocket.close", "code": CLOSE_BAD_MESSAGE})
        finally:
            following.cancel()
            await hub.leave(socket)


async def _receive_object(receive: Any) -> dict[str, Any] | None:
    """The next message; None when the other side has gone. Raises ValueError for what is not a JSON object."""
    event = await receive()
    if event["type"] != "websocket.receive":
        return None
    text = event.get("text") or ""
    message = read_json(text) if len(text) <= MAX_MESSAGE_CHARACTERS else None
    if not isinstance(message, dict):
        raise ValueError("not an object")
    return message


async def _on_message(socket: Socket, message: dict[str, Any]) -> None:
    """A pick: `{"round", "number", "card"}` and an `id` for its answer; anything else is ignored."""
    number_of_round, number, card = message.get("round"), message.get("number"), message.get("card")
    if type(number_of_round) is not int or type(number) is not int or not isinstance(card, str):
        return
    instead = message.get("instead")
    before = instead if isinstance(instead, str) else ""
    command = PickCommand(socket.room.key, socket.who, number_of_round, number, card, before)
    answer: dict[str, object] = {"type": "pick", "id": message.get("id"), "round": number_of_round, "number": number}
    try:
        loaded = await _write(command)
        await socket.send(json.dumps(answer | {"ok": True, "card": card, "version": loaded.draft.version}))
        socket.room.show(loaded)
    except (DomainError, Error) as caught:
        # While the database is away the seat keeps its socket; the player tries again.
        error = caught if isinstance(caught, DomainError) else Unavailable(DATABASE_AWAY)
        refusal = {"code": error.code, "message": translated(error), "rule": error.rule}
        await socket.send(json.dumps(answer | {"ok": False, "error": refusal}))


async def _write(command: PickCommand) -> Loaded:
    if group_commit.running():
        return await group_commit.submit(command)
    return await database_sync_to_async(write_pick, thread_sensitive=False)(command)


def _arrival(scope: dict[str, Any], key: str, hello: dict[str, Any]) -> Arrival:
    """What the socket shows of itself: the cookie of its session, and a seat token if it has one."""
    token = hello.get("seat_token")
    digest = token_digest(token) if isinstance(token, str) and token else ""
    cookies: SimpleCookie = SimpleCookie()
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            cookies.load(value.decode("latin-1"))
    session = cookies.get(settings.SESSION_COOKIE_NAME)
    return Arrival(key, session.value if session is not None else "", digest)
