"""Views of tiles: public files that browsers cache for good, because their URL names their content."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from cards.catalogue.queries import catalogue
from cards.tiles.files import PICTURES_KIND, tiles_file
from common.headers import CACHE_FOREVER


@require_safe
def tiles_json(request: HttpRequest, kind: str, digest: str, people: str) -> HttpResponse:
    """Return all cards of a people, drawn in a language, or their pictures; outdated URLs get the current data."""
    file = tiles_file(kind, people) if kind in {PICTURES_KIND, *dict(settings.LANGUAGES)} else None
    if file is None:
        raise Http404
    cache_control = CACHE_FOREVER if file[0] == digest else "no-cache"
    return HttpResponse(file[1], content_type="application/json", headers={"Cache-Control": cache_control})


@require_safe
def german_names_json(request: HttpRequest) -> HttpResponse:
    """Return the German names of cards that also have another, by slug, for owners of German cards."""
    names = {card.slug: card.name_de for card in catalogue() if card.name_de not in ("", card.label)}
    headers = {"Cache-Control": "public, max-age=86400"}
    return JsonResponse(names, headers=headers, json_dumps_params={"ensure_ascii": False})
