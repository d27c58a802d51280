"""The socket of a seat, `/ws/drafts/KEY/`: its own view whenever the table changes, and its picks.

The first message says who it is: `{"seat_token": "…"}`, or `{}` for the browser whose session sits there. The secret is
never in the address, because addresses are written to logs.
"""

from __future__ import annotations

import asyncio
import json
from http.cookies import SimpleCookie
from importlib import import_module
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import SESSION_KEY as USER_KEY
from django.db import Error

from accounts.identity import SESSION_KEY as GUEST_KEY
from accounts.models import Person, token_digest
from common.errors import DomainError, Unavailable
from common.i18n import translated
from common.text import gettext_noop
from drafts.sockets.hub import Send, Socket, hall
from drafts.table import group_commit
from drafts.table.identity import SESSION_KEY as SEATS_KEY
from drafts.table.picks import Ask, take
from drafts.table.queries import Loaded, Who

# A page says who it is within this time, and says little.
PATIENCE, LONGEST = 10, 4000
TRY_LATER = 1013
AWAY = gettext_noop("The site cannot reach its data just now; nothing was taken. Try again in a moment.")


class DraftSocket:
    """One connection, as ASGI calls it."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        """Accept, learn who it is, follow the table until it goes."""
        if (await receive())["type"] != "websocket.connect":
            return
        await send({"type": "websocket.accept"})
        key = scope["url_route"]["kwargs"]["key"]
        try:
            hello = await asyncio.wait_for(_message(receive), PATIENCE)
            if hello is None:
                return
            who = await database_sync_to_async(_who, thread_sensitive=False)(scope, key, hello)
            socket = await hall.enter(key, who, send)
        except (DomainError, TimeoutError, ValueError):
            await send({"type": "websocket.close", "code": 4404})
            return
        except Error:
            await send({"type": "websocket.close", "code": TRY_LATER})
            return
        following = asyncio.create_task(socket.follow())
        try:
            while (said := await _message(receive)) is not None:
                await _hear(socket, said)
        except ValueError:
            await send({"type": "websocket.close", "code": 4400})
        finally:
            following.cancel()
            await hall.go(socket)


async def _message(receive: Any) -> dict[str, Any] | None:
    """What the other side says next; None when it has gone. Raises ValueError for what is no object of JSON."""
    event = await receive()
    if event["type"] != "websocket.receive":
        return None
    text = event.get("text") or ""
    said = json.loads(text) if len(text) <= LONGEST else None
    if not isinstance(said, dict):
        raise ValueError("not an object")
    return said


async def _hear(socket: Socket, said: dict[str, Any]) -> None:
    """A pick: `{"round", "number", "card"}`, and whatever `id` its answer shall carry. Anything else is not heard."""
    number_of_round, number, card = said.get("round"), said.get("number"), said.get("card")
    if type(number_of_round) is not int or type(number) is not int or not isinstance(card, str):
        return
    ask = Ask(socket.room.key, socket.who, number_of_round, number, card)
    answer: dict[str, object] = {"type": "pick", "id": said.get("id"), "round": number_of_round, "number": number}
    try:
        loaded = await _take(ask)
        await socket.say(json.dumps(answer | {"ok": True, "card": card, "version": loaded.draft.version}))
        socket.room.show(loaded)
    except (DomainError, Error) as found:
        # While the database is away the seat keeps its socket; whoever asked asks again.
        error = found if isinstance(found, DomainError) else Unavailable(AWAY)
        refusal = {"code": error.code, "message": translated(error), "rule": error.rule}
        await socket.say(json.dumps(answer | {"ok": False, "error": refusal}))


async def _take(ask: Ask) -> Loaded:
    if group_commit.running():
        return await group_commit.submit(ask)
    return await database_sync_to_async(take, thread_sensitive=False)(ask)


def _who(scope: dict[str, Any], key: str, hello: dict[str, Any]) -> Who:
    token = hello.get("seat_token")
    shown = (token_digest(token),) if isinstance(token, str) and token else ()
    cookies: SimpleCookie = SimpleCookie()
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            cookies.load(value.decode("latin-1"))
    held = cookies.get(settings.SESSION_COOKIE_NAME)
    if held is None:
        return Who(None, shown)
    session = import_module(settings.SESSION_ENGINE).SessionStore(held.value)
    sat = session.get(SEATS_KEY, {}).get(key)
    return Who(_person(session), (*shown, sat) if sat else shown)


def _person(session: Any) -> int | None:
    """The person of a session, as `accounts.identity` would find him."""
    user, guest = session.get(USER_KEY), session.get(GUEST_KEY)
    if user is not None:
        found = Person.objects.filter(user_id=user, user__is_active=True)
    else:
        found = Person.objects.filter(pk=guest, user=None)
    return found.values_list("pk", flat=True).first()
