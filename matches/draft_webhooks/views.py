"""Views of a draft's webhooks, for its host."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from matches.draft_webhooks.services import draft_webhooks
from matches.webhooks.pages import change_webhook, webhooks_page


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def hooks(request: HttpRequest, key: str) -> HttpResponse:
    """The addresses with their last notices; a POST adds one and shows its secret once."""
    return webhooks_page(request, draft_webhooks, key)


@require_POST
def change_hook(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Send a test, turn an address on again, or remove it."""
    return change_webhook(request, draft_webhooks, key, pk)
