"""Views of tiles: public files that browsers keep for good, because their address names their content."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cards.tiles.presenters import tiles_file

_FOR_GOOD = "public, max-age=31536000, immutable"


@require_safe
def tiles(request: HttpRequest, language: str, digest: str, people: str) -> HttpResponse:
    """All cards of a people, drawn; an outdated address is answered with what is true now, and not kept."""
    file = tiles_file(language, people) if language in dict(settings.LANGUAGES) else None
    if file is None:
        raise Http404
    response = HttpResponse(file[1], content_type="application/json")
    response["Cache-Control"] = _FOR_GOOD if file[0] == digest else "no-cache"
    return response
