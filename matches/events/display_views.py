"""Views of an event to look at: a player, the venue screen, PDF, CSV, JSON, Markdown, calendar."""

from collections.abc import Callable, Sequence
from hashlib import blake2b

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from common.errors import Missing
from common.links import absolute_url
from common.text import gettext_noop
from matches.events.decks.queries import visible_peoples, winner_of
from matches.events.etag import RELEASE, dated, newest_only, unchanged
from matches.events.files.registry import file_of
from matches.events.final_queries import final_places
from matches.events.pagination import PLAYERS_PER_SECOND
from matches.events.paper.pairings import pairings
from matches.events.paper.poster import poster
from matches.events.paper.slips import slips
from matches.events.placings import placings
from matches.events.players.queries import player_view
from matches.events.queries import event_view, recent_view
from matches.events.read_models import EventView, RoundView
from matches.events.wall.pages import TURN_SECONDS, WallName, by_family_name, pages_of, tree_for_wall


@require_safe
@unchanged
@newest_only
def wall(request: HttpRequest, key: str) -> HttpResponse:
    """Pairings by name, standings, bracket and clock as pages to be read from ten metres; renews and turns itself."""
    view = recent_view(key)
    names = by_family_name(view)
    context = {
        "view": view,
        "event": view.event,
        "round": view.current,
        "name_pages": pages_of(names),
        "place_pages": pages_of(view.places if view.rounds and not view.tree else ())[:1],
        "winner": winner_of(view),
        "final_pages": pages_of(final_places(view)),
        "branches": tree_for_wall(view, visible_peoples(view)),
        "share": _share(request, view),
        "turn_seconds": TURN_SECONDS,
        "slice": f"{_digest(names)} {get_language()} {RELEASE}",
        "spread": len(view.players) // PLAYERS_PER_SECOND,
    }
    return dated(request, render(request, "matches/wall/index.html", context), view)


def _share(request: HttpRequest, view: EventView) -> str:
    return absolute_url(request, reverse("matches:event_short", args=[view.event.code]))


def _digest(names: Sequence[WallName]) -> str:
    """The digest of the seating: results do not change it, so the names are drawn once a round."""
    text = "\n".join(f"{name.family} {name.rest} {name.table} {name.opponent}" for name in names)
    return blake2b(text.encode(), digest_size=12).hexdigest()


@require_safe
@unchanged
def player(request: HttpRequest, key: str, number: int) -> HttpResponse:
    view = event_view(key)
    final = next((each for each in final_places(view) if each.player.number == number), None)
    placing = next((each for each in placings(view) if each.player.number == number), None) if view.tree else None
    context = {
        "view": view,
        "event": view.event,
        "player_view": player_view(view, number),
        "final": final,
        "placing": placing,
    }
    return render(request, "matches/events/player.html", context)


_ROUND_PAPERS: dict[str, Callable[[EventView, RoundView], bytes]] = {"slips": slips, "pairings": pairings}


@require_safe
@unchanged
def round_paper(request: HttpRequest, key: str, number: int, paper: str) -> HttpResponse:
    """The result slips of a round, or its pairings by name."""
    view = event_view(key)
    round_to_print = next((round_ for round_ in view.rounds if round_.row.number == number), None)
    if round_to_print is None:
        raise Missing(gettext_noop("We couldn’t find that round."))
    return _file(
        _ROUND_PAPERS[paper](view, round_to_print), "application/pdf", f"{view.event.key}-{paper}-{number}.pdf"
    )


@require_safe
@unchanged
def export(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """One of the files."""
    if name == "poster.pdf":
        view = event_view(key)
        return _file(poster(view, _share(request, view)), "application/pdf", f"{key}-poster.pdf")
    return _file(*file_of(event_view(key), name), f"{key}-{name}")


def _file(content: bytes | str, kind: str, name: str) -> HttpResponse:
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})
