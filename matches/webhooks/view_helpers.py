"""What the pages of an event's and of a draft's webhooks share: the list with its form, and what a button does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.contrib import messages
from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from common.errors import DomainError, Missing
from common.http import status_of
from common.i18n import translated
from common.text import gettext_noop
from matches.models.webhooks import Notice, Webhook
from matches.webhooks import delivery

MAX_NOTICES_SHOWN = 20
_SECRET = "webhook-secret"


@dataclass(frozen=True, slots=True)
class HooksOf:
    """Whose addresses they are: its name and path, the names of the routes of list and address, and its key."""

    name: str
    path: str
    list_route: str
    address_route: str
    key: str
    is_draft: bool = False


def hooks_page(
    request: HttpRequest, told_of: HooksOf, hooks: QuerySet[Webhook], add: Callable[..., Webhook]
) -> HttpResponse:
    """The addresses that are told, with their last notices; a POST adds one and shows its secret once."""
    url, error = request.POST.get("url", "").strip(), None
    if request.method == "POST":
        try:
            made = add(url=url, shape=request.POST.get("shape", ""))
            request.session[_SECRET] = [made.pk, made.secret]
            messages.success(request, _("From now on this address is told. Copy its secret: it is shown only once."))
            return redirect(told_of.list_route, told_of.key)
        except DomainError as caught:
            error = caught
    fresh, secret = request.session.pop(_SECRET, (0, "")) if request.method == "GET" else (0, "")
    rows = list(hooks.prefetch_related(Prefetch("notices", Notice.objects.order_by("-pk"))))
    context = {
        "told_of": told_of,
        "hooks": [(hook, hook.notices.all()[:MAX_NOTICES_SHOWN], secret if hook.pk == fresh else "") for hook in rows],
        "url": url,
        "shapes": Webhook.Shape.choices,
        "error": translated(error) if error else "",
        "most_failures": delivery.MAX_FAILURES,
    }
    return render(request, "matches/staff/webhooks.html", context, status=status_of(error) if error else 200)


def changed_hook(request: HttpRequest, change: Mapping[str, Callable[[], object]]) -> str:
    """Do what the button says, and say that it is done; raises `Missing` for a button there is not."""
    what = request.POST.get("what", "")
    words = {
        "test": _("The test is on its way; its answer stands below in a moment."),
        "on": _("This address is told again."),
        "remove": _("This address is told nothing more."),
    }
    if what not in words:
        raise Missing(gettext_noop("There is no such thing to do in an event."))
    change[what]()
    return words[what]
