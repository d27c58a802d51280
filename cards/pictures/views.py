"""The view of a card's picture."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from cards.catalogue.queries import card_at
from cards.games import GAMES
from cards.pictures.addresses import drawn

_FOR_GOOD = "public, max-age=31536000, immutable"


@require_safe
def picture(request: HttpRequest, slug: str, version: str) -> HttpResponse:
    """The picture of a card; under an outdated address the present one, which is then not kept."""
    card = card_at(slug)
    if card is None:
        raise Http404
    subject = GAMES[card.game].picture(card)
    answer = HttpResponse(drawn(subject), content_type="image/svg+xml")
    answer["Cache-Control"] = _FOR_GOOD if subject.version == version else "no-cache"
    return answer
