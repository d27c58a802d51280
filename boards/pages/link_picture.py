"""A position as a picture: SVG for papers, PNG for links."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from boards.core.drawing import drawing
from boards.core.lines import played, steps_of
from boards.core.picture import Picture, picture_of
from boards.core.read import read_position
from boards.pages.words import PLAYERS, name_of, said
from cards.catalogue.queries import catalogue
from cards.games import GAMES
from cards.pictures.painting import painted

# A position in an address never changes; the words on it follow the reader's language.
_HEADERS = {"Cache-Control": "private, max-age=3600"}


@require_safe
def picture(request: HttpRequest, kind: str) -> HttpResponse:
    """The position of the address as `svg` or `png`; a seat's hidden cards stay hidden."""
    position = read_position(catalogue(), request.GET.get("p", ""))
    line = played(position, steps_of(request.GET.get("l", "")))
    svg = drawing_of(picture_of(line.state, position.seat))
    if kind == "svg":
        return HttpResponse(svg, content_type="image/svg+xml", headers=_HEADERS)
    return HttpResponse(painted(svg), content_type="image/png", headers=_HEADERS)


def drawing_of(seen: Picture) -> str:
    """A picture as SVG in the reader's language."""
    title = f"{PLAYERS[seen.turn]}: {said(f'phase {seen.phase}')}"
    return drawing(
        seen, title, [str(name) for name in PLAYERS], lambda card: (name_of(card), GAMES[card.game].picture(card))
    )
