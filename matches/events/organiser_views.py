"""Views for the organiser alone: who helps and may do what, and which addresses are notified."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.identity import get_or_create_person, person_of
from common.errors import Missing, NotAllowed
from common.i18n import translated
from common.text import gettext_noop, whole_number
from matches.core.tournament import RIGHTS, Deed, Who
from matches.core.tournament.roles import NAMES
from matches.events import staff_services
from matches.events.queries import get_event
from matches.events.read_models import can
from matches.events.webhooks import services
from matches.models import Event
from matches.play.view_helpers import my_name
from matches.webhooks.view_helpers import HooksOf, changed_hook, hooks_page


@dataclass(frozen=True, slots=True)
class _Words:
    template: str

    @property
    def params(self) -> Mapping[str, object]:
        return {}


@require_http_methods(["GET", "HEAD", "POST"])
def help_out(request: HttpRequest, key: str, role_key: str) -> HttpResponse:
    """Become a judge or a scorekeeper by the link of the organiser."""
    event = get_event(key)
    if role_key not in (event.judge_key, event.scorekeeper_key):
        raise Missing(gettext_noop("This link is not valid. Ask the organiser for a new one."))
    if request.method != "POST":
        context = {"event": event, "is_judge": role_key == event.judge_key, "my_name": my_name(request)}
        return render(request, "matches/staff/join.html", context)
    staff_services.help_out(by=get_or_create_person(request, request.POST.get("name", "")), key=key, role_key=role_key)
    messages.success(request, _("You help at this event now."))
    return redirect(event)


@require_safe
@never_cache
def helpers(request: HttpRequest, key: str) -> HttpResponse:
    """Links for helpers, who helps, and the table of rights."""
    event = _mine(request, key, Deed.HELPERS)
    shown = (Who.OWNER, Who.JUDGE, Who.SCOREKEEPER, Who.PLAYER, Who.ANYBODY)
    rights = [
        (translated(_Words(NAMES[deed])), [who in may or Who.ANYBODY in may for who in shown])
        for deed, may in RIGHTS.items()
    ]
    roles = list(event.roles.select_related("person__user"))
    return render(request, "matches/staff/index.html", {"event": event, "roles": roles, "rights": rights})


@require_POST
def change_helpers(request: HttpRequest, key: str) -> HttpResponse:
    """Dismiss a helper, or make new links."""
    person, pk = person_of(request), request.POST.get("dismiss", "")
    if pk:
        staff_services.dismiss(by=person, key=key, pk=_number(pk))
        messages.success(request, _("Dismissed, and the links are new."))
    else:
        staff_services.renew_links(by=person, key=key)
        messages.success(request, _("The links are new; the old ones are not valid any more."))
    return redirect("matches:event_helpers", key)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def hooks(request: HttpRequest, key: str) -> HttpResponse:
    """The addresses that are told, with their last notices; a POST adds one and shows its secret once."""
    event, person = _mine(request, key, Deed.WEBHOOKS), person_of(request)
    return hooks_page(
        request,
        HooksOf(event.name, event.get_absolute_url(), "matches:event_hooks", "matches:event_hook", key),
        event.webhooks.all(),
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
    return redirect("matches:event_hooks", key)


def _mine(request: HttpRequest, key: str, deed: Deed) -> Event:
    event = get_event(key)
    if not can(event, {}, person_of(request), deed):
        raise NotAllowed(gettext_noop("Only the organiser of this event sees this page."))
    return event


def _number(text: str) -> int:
    number = whole_number(text, digits=11)
    if number is None:
        raise Missing(gettext_noop("Nobody of that kind helps at this event."))
    return number
