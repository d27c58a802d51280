"""Consumer of a game’s WebSocket, `/ws/games/KEY/`: sends the view of a seat, and takes its actions.

The first message is `{}`, as the session identifies the player; or `{"since": 12}`, to get everything visible since
that version of the view as frames.
"""

import json
from functools import partial
from typing import Any

from django.db import Error
from django.utils import translation

from common.errors import DomainError, Unavailable
from common.i18n import translated
from common.text import gettext_noop
from live.consumers import SendMessage
from live.sockets import serve_socket
from online.games.actions import ActionCommand, action_writer
from online.games.loaded import LoadedGame
from online.sockets.hub import ConnectedGameSocket, GameArrival, game_hub

HELLO_FIELDS = frozenset({"since"})
NO_DATABASE_TEXT = gettext_noop("The site can’t reach its data right now. Nothing was done; try again in a moment.")


class GameSocket:
    """ASGI application of one WebSocket connection."""

    async def __call__(self, scope: dict[str, Any], receive: Any, send: SendMessage) -> None:
        await serve_socket(receive, send, partial(_open_socket, scope, send), handle_action, game_hub.remove_socket)


async def _open_socket(scope: dict[str, Any], send: SendMessage, hello: dict[str, Any]) -> ConnectedGameSocket:
    since = hello.get("since", -1)
    if not hello.keys() <= HELLO_FIELDS or type(since) is not int:
        raise ValueError("not a first message")
    return await game_hub.add_socket(GameArrival.from_scope(scope), since, send)


async def handle_action(socket: ConnectedGameSocket, message: dict[str, Any]) -> bool:
    """Take an action, `{"do", "version"}`, and answer with its `id` and the view after it; ignore any other object."""
    do, version = message.get("do"), message.get("version")
    if not isinstance(do, str) or type(version) is not int:
        return False
    answer: dict[str, Any] = {"type": "act", "id": message.get("id"), "ok": True}
    loaded: LoadedGame | None = None
    async with socket.answering:
        try:
            loaded = await action_writer.write_async(ActionCommand(socket.player.person, socket.key, version, do))
        except (DomainError, Error) as caught:
            answer |= {"ok": False, "error": _refusal_message(caught, socket.player.language)}
        try:
            view = await socket.newest_view(loaded, again=True)
        except (DomainError, Error):
            view = "null"
        await socket.send(f'{json.dumps(answer, ensure_ascii=False)[:-1]}, "view": {view}}}')
    return loaded is not None


def _refusal_message(caught: DomainError | Error, language: str) -> dict[str, object]:
    # If the database can’t be reached, the socket stays open so that the player can try again.
    error = caught if isinstance(caught, DomainError) else Unavailable(NO_DATABASE_TEXT)
    with translation.override(language):
        return {"code": error.code, "message": translated(error), "rule": error.rule or ""}
