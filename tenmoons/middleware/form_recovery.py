"""Nothing typed is lost by a log-in in the middle: a form that was refused comes back to be sent again.

It is refused because its token is old (somebody logged in meanwhile, in another tab), because the session has ended, or
because a page wants a log-in. Only forms of this site are held: one that another site has sent here would otherwise be
one tap away from being done.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from common.errors import Missing, NotAllowed
from common.headers import Handler
from common.http import status_of
from common.i18n import translated

SESSION_KEY = "held"
# Characters of all fields together, and seconds.
MOST, LONG = 60_000, 3600
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_NEVER = ("/accounts/", "/admin/", "/api/", "/mine/leave/")
_SECRET = re.compile("password|token|secret", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Held:
    """A form as it was sent: where to, and its fields in their order."""

    path: str
    fields: tuple[tuple[str, str], ...]

    @property
    def shown(self) -> list[str]:
        """What somebody typed or chose, as far as it can be read."""
        return [value for _name, value in self.fields if value.strip() and len(value) > 1]


def held_of(request: HttpRequest) -> Held | None:
    """The form this request brings, if it is one of this site and may be shown again."""
    if request.method != "POST" or request.content_type not in _FORMS or request.headers.get("HX-Request"):
        return None
    here = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    if not here or request.path.startswith(_NEVER):
        return None
    fields = tuple((name, value) for name, found in request.POST.lists() for value in found if not _SECRET.search(name))
    if sum(len(name) + len(value) for name, value in fields) > MOST:
        return None
    return Held(request.get_full_path(), fields)


def _keep(request: HttpRequest, held: Held) -> None:
    request.session[SESSION_KEY] = {"path": held.path, "fields": held.fields, "at": int(time.time())}


def _kept(request: HttpRequest) -> Held | None:
    found = request.session.get(SESSION_KEY)
    if not isinstance(found, dict) or time.time() - found["at"] > LONG:
        return None
    return Held(found["path"], tuple((name, value) for name, value in found["fields"]))


def refused(request: HttpRequest, held: Held, *, heading: str, message: str, status: int) -> HttpResponse:
    """The page of a form that was refused: what was typed, sent again by one tap, now or after a log-in."""
    if not request.user.is_authenticated:
        _keep(request, held)
    context = {"held": held, "heading": heading, "message": message, "status": status}
    return render(request, "held.html", context, status=status)


@require_safe
@never_cache
def again(request: HttpRequest) -> HttpResponse:
    """After the log-in: what was typed before it."""
    held = _kept(request)
    if held is None:
        return redirect("home")
    context = {
        "held": held,
        "heading": _("Here is what you typed"),
        "message": _("Nothing is lost: send it once more."),
    }
    return render(request, "held.html", context)


class HeldMiddleware:
    """Holds what a log-in would lose; the last of all, so that it hears of a refusal first."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Hold a form that is sent away to log in; let go of one that has arrived."""
        response = self.get_response(request)
        if request.method != "POST":
            return response
        login = resolve_url(settings.LOGIN_URL)
        held = held_of(request) if response.get("Location", "").startswith(f"{login}?") else None
        if held is not None:
            _keep(request, held)
            return redirect(f"{login}?{urlencode({'next': reverse('again')})}")
        known = settings.SESSION_COOKIE_NAME in request.COOKIES
        if known and response.status_code < 400 and (kept := _kept(request)) and kept.path == request.get_full_path():
            del request.session[SESSION_KEY]
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Somebody we do not know may not do this: perhaps he is known once he has logged in."""
        if not isinstance(exception, NotAllowed | Missing) or request.user.is_authenticated:
            return None
        held = held_of(request)
        if held is None:
            return None
        heading, message = _("Please log in once more"), translated(exception)
        return refused(request, held, heading=heading, message=message, status=status_of(exception))
