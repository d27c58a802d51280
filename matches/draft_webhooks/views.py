"""Views of a draft's webhooks, for its host."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.identity import person_of
from matches.draft_webhooks import services
from matches.webhooks.view_helpers import HooksOf, changed_hook, hooks_page


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def hooks(request: HttpRequest, key: str) -> HttpResponse:
    """The addresses that are told, with their last notices; a POST adds one and shows its secret once."""
    person = person_of(request)
    draft, _mine = services.hooks_of(by=person, key=key)
    return hooks_page(
        request,
        HooksOf(draft.name, draft.get_absolute_url(), "matches:draft_hooks", "matches:draft_hook", key, is_draft=True),
        draft.webhooks.filter(person=person),
        partial(services.add, by=person, key=key),
    )


@require_POST
def change_hook(request: HttpRequest, key: str, pk: int) -> HttpResponse:
    """Send a test, turn an address on again, or tell it nothing more."""
    change = {"test": services.test, "on": services.turn_on, "remove": services.remove}
    told = changed_hook(
        request, {what: partial(do, by=person_of(request), key=key, pk=pk) for what, do in change.items()}
    )
    messages.success(request, told)
    return redirect("matches:draft_hooks", key)
