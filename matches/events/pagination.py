"""Pagination of a large event: fifty tables and places a page, or those of a name."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.translation import get_language

from common.text import fold
from matches.events.etag import RELEASE
from matches.events.read_models import EventView, RoundView
from matches.models import Registration

PAGE_SIZE = 50
# Of so many players one asks again in a second.
PLAYERS_PER_SECOND = 100
_PARAMETERS = ("round", "tables", "places", "who")


def slices(
    request: HttpRequest, view: EventView, round_: RoundView | None, player: Registration | None
) -> dict[str, object]:
    """The tables of a round, open ones first, and places: of the pages `?tables=2&places=3`, or of all named `?who=`.

    `?row=17` asks for the page on which player 17 stands when it is drawn, wherever they stood when the link was.
    """
    query = request.GET.dict()
    if page := _page_with(view, query.get("row", "")):
        query["places"] = str(page)
    who = " ".join(query.get("who", "").split())[:40]
    tables, places = sorted(round_.pairings if round_ else (), key=lambda table: not table.is_awaited), view.places
    if who:
        wanted = fold(who)
        matching = {player.pk for player in view.players if wanted in fold(player.name) or who == str(player.number)}
        places = tuple(place for place in places if place.player.pk in matching)
        tables = [each for each in tables if each.a.pk in matching or (each.b is not None and each.b.pk in matching)]
    params: dict[str, str] = {name: query[name][:40] for name in _PARAMETERS if query.get(name)}
    lasting = f"{view.event.key} {round_.row.pk if round_ else ''} {get_language()} {RELEASE}"
    rest: dict[str, str] = {name: params[name] for name in ("round", "who") if name in params}
    return {
        "tables": Paginator(tables, PAGE_SIZE).get_page(query.get("tables")),
        "places": Paginator(places, PAGE_SIZE).get_page(query.get("places")),
        "who": who,
        "own_row": _address_of_row(view, player, round_),
        "is_large": len(view.players) > PAGE_SIZE,
        # What was typed is not kept for others; everything else is the same for all who only look.
        "slice": "" if who else f"{lasting} {view.event.version} {params}",
        # What no result changes.
        "lasting": lasting,
        # A notice that reaches two thousand phones at once is answered within so many seconds, not within one.
        "spread": len(view.players) // PLAYERS_PER_SECOND,
        "renewal_query": f"&{urlencode(params)}" if params else "",
        "other_query": f"&{urlencode(rest)}" if rest else "",
    }


def _page_with(view: EventView, number: str) -> int | None:
    """The page of the standings with that player's row; none where nobody has the number."""
    turns = (turn for turn, place in enumerate(view.places) if str(place.player.number) == number)
    turn = next(turns, None)
    return None if turn is None else turn // PAGE_SIZE + 1


def _address_of_row(view: EventView, player: Registration | None, round_: RoundView | None) -> str:
    """Where a player's own row of a large table is: its page, and the row; empty where the table has one page."""
    if player is None or len(view.places) <= PAGE_SIZE or _page_with(view, str(player.number)) is None:
        return ""
    query = {"round": round_.row.number} if round_ is not None and round_ != view.current else {}
    return f"?{urlencode(query | {'row': player.number})}#player-{player.number}"
