"""Consumer of a draft’s WebSocket, `/ws/drafts/KEY/`: sends what a seat may see, and takes its picks.

The first message must be `{"seat_token": "…"}`, or `{}` for a browser whose session has the seat; it may also have
`"want"`: "views" (the default), "changes" or "versions". The token is never in the URL, because URLs are logged.
"""

import json
from functools import partial
from typing import Any

from django.db import Error

from accounts.models import token_digest
from accounts.socket_sessions import cookies_of_scope, session_key_of
from common.errors import DomainError, Unavailable
from common.i18n import translated
from common.text import gettext_noop
from drafts.sockets.hub import ConnectedDraftSocket, WantedMessages, socket_hub
from drafts.sockets.seating import SocketArrival
from drafts.table.picks import PickCommand, pick_writer
from live.consumers import SendMessage
from live.sockets import serve_socket

HELLO_FIELDS = frozenset({"seat_token", "want"})
NO_DATABASE_TEXT = gettext_noop("The site can’t reach its data right now. Nothing was picked; try again in a moment.")


class DraftSocket:
    """ASGI application of one WebSocket connection."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: SendMessage) -> None:
        await serve_socket(receive, send, partial(_open_socket, scope, send), handle_pick, socket_hub.remove_socket)


async def _open_socket(scope: dict[str, Any], send: SendMessage, hello: dict[str, Any]) -> ConnectedDraftSocket:
    wanted, token = _wanted_messages(hello), hello.get("seat_token")
    key, session = scope["url_route"]["kwargs"]["key"], session_key_of(cookies_of_scope(scope))
    return await socket_hub.add_socket(SocketArrival(key, session, token_digest(token) if token else ""), wanted, send)


def _wanted_messages(hello: dict[str, Any]) -> WantedMessages:
    """Return the kind of messages that the first message asks for; raises ValueError if that message is invalid."""
    if not hello.keys() <= HELLO_FIELDS or not isinstance(hello.get("seat_token", ""), str | None):
        raise ValueError("not a first message")
    return WantedMessages(hello.get("want", WantedMessages.VIEWS))


async def handle_pick(socket: ConnectedDraftSocket, message: dict[str, Any]) -> bool:
    """Take a pick, `{"round", "number", "card"}`, and answer with its `id`; ignore any other object."""
    command = _pick_command_from(message, socket)
    if command is None:
        return False
    index = {"round": command.round, "number": command.number}
    answer: dict[str, object] = {"type": "pick", "id": message.get("id"), **index}
    try:
        loaded = await pick_writer.write_async(command)
        socket.room.update_draft(loaded)
        await socket.answer_pick(answer | {"ok": True, "card": command.card, "version": loaded.draft.version})
    except (DomainError, Error) as caught:
        # If the database can’t be reached, the socket stays open so that the player can try again.
        error = caught if isinstance(caught, DomainError) else Unavailable(NO_DATABASE_TEXT)
        refusal = {"code": error.code, "message": translated(error), "rule": error.rule}
        await socket.send(json.dumps(answer | {"ok": False, "error": refusal}))
        return False
    return True


def _pick_command_from(message: dict[str, Any], socket: ConnectedDraftSocket) -> PickCommand | None:
    """Return the pick in a message; None if there is none."""
    round_number, number, card = message.get("round"), message.get("number"), message.get("card")
    if type(round_number) is not int or type(number) is not int or not isinstance(card, str):
        return None
    instead = message.get("instead")
    before = instead if isinstance(instead, str) else ""
    return PickCommand(socket.room.key, socket.who, round_number, number, card, before)
