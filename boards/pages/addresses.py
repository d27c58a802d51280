"""URLs of boards: a link holds the position, the lines played from it, and how far the first was played."""

from collections.abc import Sequence
from contextvars import ContextVar
from urllib.parse import urlencode

from django.urls import reverse

from boards.core.write import position_link

# Longer URLs are cut by chats and rejected by some servers.
MAX_LINK_CHARACTERS = 7_500
# The names of both players of the game that a position comes from, if the URL has them; empty for the usual names.
player_names: ContextVar[tuple[str, ...]] = ContextVar("player_names", default=())


def board_url(
    position: str, lines: Sequence[str] = (), until: int | None = None, *, names: Sequence[str] = (), **options: str
) -> str:
    """Return the URL of a position with its lines; `until` is None if the first line is played to its end."""
    query: list[tuple[str, str]] = [("p", position_link(position)), *(("l", line) for line in lines if line)]
    query += [("at", str(until))] if until is not None else []
    query += [("name", name) for name in names or player_names.get()]
    query += [(name, value) for name, value in options.items() if value]
    return f"{reverse('boards:table')}?{urlencode(query, safe='=.!~;()@:,-')}"


def deck_url(codes: Sequence[str]) -> str:
    return f"{reverse('boards:table')}?{urlencode({'cards0': '.'.join(code.replace(' ', '-') for code in codes)})}"
