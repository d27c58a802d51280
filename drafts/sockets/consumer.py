"""Consumer of a draft’s WebSocket, `/ws/drafts/KEY/`: sends what a seat may see, and takes its picks.

The first message must be `{"seat_token": "…"}`, or `{}` for a browser whose session has the seat; it may also have
`"want"`: "views" (the default), "changes" or "versions". The token is never in the URL, because URLs are logged. A
socket is closed with a code that says why (docs/api.md).
"""

import asyncio
import json
from contextlib import suppress
from typing import Any

from channels.db import database_sync_to_async
from django.conf import settings
from django.db import Error
from django.http import parse_cookie

from accounts.models import token_digest
from accounts.sessions import EARLIER_SESSION
from common.errors import DomainError, NotAllowed, Unavailable
from common.i18n import translated
from common.json_depth import parse_json
from common.text import gettext_noop
from drafts.sockets.hub import OpenDraftSocket, SendMessage, WantedMessages, socket_hub
from drafts.sockets.seating import SocketArrival
from drafts.sockets.sessions import session_end_topic
from drafts.table import picks
from drafts.table.picks import PickCommand, write_pick
from live.pubsub import listeners

HELLO_TIMEOUT_SECONDS, MAX_MESSAGE_CHARACTERS = 10, 4000
# Read no message for this long after one that wasn’t a valid pick: strangers may send hundreds a second.
REFUSAL_PAUSE_SECONDS = 0.1
CLOSE_TRY_LATER, CLOSE_BAD_MESSAGE, CLOSE_NOT_IDENTIFIED, CLOSE_NO_TABLE, CLOSE_NO_HELLO = 1013, 4400, 4401, 4404, 4408
HELLO_FIELDS = frozenset({"seat_token", "want"})
NO_DATABASE_TEXT = gettext_noop("The site can’t reach its data right now. Nothing was picked; try again in a moment.")


class DraftSocket:
    """ASGI application of one WebSocket connection."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: SendMessage) -> None:
        """Accept the socket, identify it, and serve it until it closes."""
        if (await receive())["type"] != "websocket.connect":
            return
        await send({"type": "websocket.accept"})
        key = scope["url_route"]["kwargs"]["key"]
        try:
            hello = await asyncio.wait_for(_receive_json_object(receive), HELLO_TIMEOUT_SECONDS)
            if hello is None:
                return
            wanted = _wanted_messages(hello)
            socket = await socket_hub.add_socket(_socket_arrival(scope, key, hello), wanted, send)
        except (DomainError, TimeoutError, ValueError, Error) as error:
            await send({"type": "websocket.close", "code": _close_code(error)})
            return
        try:
            await _serve_socket(socket, receive, send)
        finally:
            await socket_hub.remove_socket(socket)


async def _serve_socket(socket: OpenDraftSocket, receive: Any, send: SendMessage) -> None:
    """Send changes and take picks until the client leaves, sends an invalid message, or is logged out."""
    ended = asyncio.Event()
    topic = session_end_topic(socket.who.person_id) if socket.who.person_id is not None else ""

    def callback(_topic: str, _version: int) -> None:
        ended.set()

    if topic:
        await listeners().add_listener(topic, callback)
    work = [asyncio.create_task(job) for job in (socket.follow_table(), _receive_picks(socket, receive), ended.wait())]
    try:
        await asyncio.wait(work[1:], return_when=asyncio.FIRST_COMPLETED)
        if ended.is_set():
            await send({"type": "websocket.close", "code": CLOSE_NOT_IDENTIFIED})
        elif isinstance(work[1].exception(), ValueError):
            await send({"type": "websocket.close", "code": CLOSE_BAD_MESSAGE})
        else:
            await work[1]
    finally:
        for task in work:
            task.cancel()
        if topic:
            with suppress(KeyError):
                await listeners().remove_listener(topic, callback)


def _wanted_messages(hello: dict[str, Any]) -> WantedMessages:
    """Return the kind of messages the first one asks for; raises ValueError if it isn’t a valid first message."""
    if not hello.keys() <= HELLO_FIELDS or not isinstance(hello.get("seat_token", ""), str | None):
        raise ValueError("not a first message")
    return WantedMessages(hello.get("want", WantedMessages.VIEWS))


def _close_code(error: Exception) -> int:
    if isinstance(error, NotAllowed):
        return CLOSE_NOT_IDENTIFIED
    if isinstance(error, DomainError):
        return CLOSE_NO_TABLE
    if isinstance(error, Error):
        return CLOSE_TRY_LATER
    return CLOSE_NO_HELLO if isinstance(error, TimeoutError) else CLOSE_BAD_MESSAGE


async def _receive_json_object(receive: Any) -> dict[str, Any] | None:
    """Return the next message; None if the client has left. Raises ValueError unless it’s a JSON object."""
    event = await receive()
    if event["type"] != "websocket.receive":
        return None
    text = event.get("text") or ""
    message = parse_json(text) if len(text) <= MAX_MESSAGE_CHARACTERS else None
    if not isinstance(message, dict):
        raise ValueError("not an object")
    return message


async def _receive_picks(socket: OpenDraftSocket, receive: Any) -> None:
    """Take picks, `{"round", "number", "card"}`, and answer with their `id`; ignore any other object."""
    alone = database_sync_to_async(write_pick, thread_sensitive=False)
    while (message := await _receive_json_object(receive)) is not None:
        command = _pick_command_from(message, socket)
        if command is None:
            await asyncio.sleep(REFUSAL_PAUSE_SECONDS)
            continue
        at = {"round": command.round, "number": command.number}
        answer: dict[str, object] = {"type": "pick", "id": message.get("id"), **at}
        try:
            loaded = await (picks.submit_pick(command) if picks.is_pick_writer_running() else alone(command))
            socket.room.show_draft(loaded)
            await socket.answer_pick(answer | {"ok": True, "card": command.card, "version": loaded.draft.version})
        except (DomainError, Error) as caught:
            # If the database can’t be reached, the socket stays open so that the player can try again.
            error = caught if isinstance(caught, DomainError) else Unavailable(NO_DATABASE_TEXT)
            refusal = {"code": error.code, "message": translated(error), "rule": error.rule}
            await socket.send(json.dumps(answer | {"ok": False, "error": refusal}))
            await asyncio.sleep(REFUSAL_PAUSE_SECONDS)


def _pick_command_from(message: dict[str, Any], socket: OpenDraftSocket) -> PickCommand | None:
    """Return the pick in a message; None if there is none."""
    number_of_round, number, card = message.get("round"), message.get("number"), message.get("card")
    if type(number_of_round) is not int or type(number) is not int or not isinstance(card, str):
        return None
    instead = message.get("instead")
    before = instead if isinstance(instead, str) else ""
    return PickCommand(socket.room.key, socket.who, number_of_round, number, card, before)


def _socket_arrival(scope: dict[str, Any], key: str, hello: dict[str, Any]) -> SocketArrival:
    """Return what identifies a socket: its session cookie, and a seat token if it has one."""
    token = hello.get("seat_token")
    digest = token_digest(token) if token else ""
    cookies: dict[str, str] = {}
    for name, value in scope.get("headers", ()):
        if name == b"cookie":
            cookies |= parse_cookie(value.decode("latin-1"))
    return SocketArrival(key, cookies.get(settings.SESSION_COOKIE_NAME, cookies.get(EARLIER_SESSION, "")), digest)
