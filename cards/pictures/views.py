"""Views of pictures: as SVG for pages, as PNG with words for links."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cards.catalogue.queries import card_by_slug, current_catalogues
from cards.core.art.link_picture import card_preview_svg
from cards.core.facts import CardFacts
from cards.games import GAMES
from cards.games.labels import printed_text_lines
from cards.pictures.addresses import MAX_PICTURES_ON_SHEET, cached_picture_svg, picture_sheet_svg, picture_sheet_version
from cards.pictures.painting import as_png, card_back_png, paint_card_faces, svg_as_png
from cards.pictures.print_data import card_print_data
from common.headers import CACHE_FOREVER, allow_other_sites

_CACHE_FOR_A_DAY = "public, max-age=86400"


def _card_or_404(slug: str) -> CardFacts:
    card = card_by_slug(slug)
    if card is None:
        raise Http404
    return card


@require_safe
@allow_other_sites
def card_picture(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """Serve a card’s picture; an outdated URL gets the current picture, uncached."""
    card = _card_or_404(slug)
    subject = GAMES[card.game].picture(card)
    answer = HttpResponse(cached_picture_svg(subject), content_type="image/svg+xml")
    answer["Cache-Control"] = CACHE_FOREVER if subject.version == version else "no-cache"
    return answer


@require_safe
@allow_other_sites
def picture_sheet(request: HttpRequest, version: str) -> HttpResponse:
    """Serve the pictures of several cards, each shown by its fragment; cards that no longer exist are left out."""
    games = current_catalogues().values()
    slugs = list(dict.fromkeys(request.GET.get("of", "").split(".")))[:MAX_PICTURES_ON_SHEET]
    cards = [cards.by_slug[slug] for slug in slugs for cards in games if slug in cards.by_slug]
    answer = HttpResponse(picture_sheet_svg(cards), content_type="image/svg+xml")
    answer["Cache-Control"] = CACHE_FOREVER if picture_sheet_version(cards) == version else "no-cache"
    return answer


@require_safe
@allow_other_sites
def card_face_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the card with its words as PNG, 409 by 572 pixels."""
    card = _card_or_404(slug)
    (face,) = paint_card_faces([card_print_data(card)])
    return HttpResponse(as_png(face), content_type="image/png", headers={"Cache-Control": _CACHE_FOR_A_DAY})


@require_safe
@allow_other_sites
def link_picture(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the link preview of the card, 1200 by 630 pixels."""
    card = _card_or_404(slug)
    game = GAMES[card.game]
    text = " ".join(printed_text_lines(card)) if card.game == "bluemoon" else ""
    values = [(name, value) for name, value in (("fire", card.fire), ("earth", card.earth)) if value is not None]
    svg = card_preview_svg(game.picture(card), game.name_of(card), game.kind_of(card), text, values)
    return HttpResponse(svg_as_png(svg), content_type="image/png", headers={"Cache-Control": _CACHE_FOR_A_DAY})


@require_safe
@allow_other_sites
def card_back_picture(request: HttpRequest) -> HttpResponse:
    """Serve the back of a card, for tables of other programs."""
    return HttpResponse(card_back_png(), content_type="image/png", headers={"Cache-Control": _CACHE_FOR_A_DAY})
