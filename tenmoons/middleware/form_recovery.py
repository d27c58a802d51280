"""Form recovery: keeps a submitted form across a forced log-in and offers it for resubmission.

A form is rejected when its CSRF token is old (a log-in in another tab), its session has ended, or the page requires a
log-in. Only forms of this site are stored, because resubmitting takes one tap. A form that confirms something, deletes,
transfers or gives access is never stored: people must see the page that asks first.
"""

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

from common.error_responses import status_of_error
from common.errors import Missing, NotAllowed
from common.headers import GetResponse
from common.i18n import translated
from common.rate_limits import caller_kind_and_name, spend_budget

FORM_SESSION_KEY = "held"
MAX_FORM_CHARACTERS = 60_000  # of all fields together
FORM_LIFETIME_SECONDS = 3600
_FORM_MEDIA_TYPES = ("application/x-www-form-urlencoded", "multipart/form-data")
# Last parts of the URLs of actions: `decks/<key>/delete/`, `matches/groups/<key>/owner/`.
_PATHS_NEVER_STORED = re.compile(
    "/(accounts|admin|api|oauth)/|/mine/leave/"
    "|.*/(abort|apply|cancel|change|claim|compare|decide|delete|draw|drop|editors|finish|forget|forgive|hands?|hand-in"
    "|host|invitation|leave|mine|open-log|organises|owner|remove|renew-links|resign|revert|send-away|share|stop|take[-_]back"
    "|undo|unpair|unpaste|webhooks)/?$"
)
_SECRET_NAME = re.compile("password|token|secret", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SubmittedForm:
    """A submitted form: its path, and its fields in order."""

    path: str
    fields: tuple[tuple[str, str], ...]

    @property
    def visible_fields(self) -> list[str]:
        return [value for _name, value in self.fields if value.strip() and len(value) > 1]


def submitted_form_of(request: HttpRequest) -> SubmittedForm | None:
    """Return the form of a request; None if it is not one of this site or may not be shown again."""
    if request.method != "POST" or request.content_type not in _FORM_MEDIA_TYPES or request.headers.get("HX-Request"):
        return None
    is_same_origin = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    if not is_same_origin or _PATHS_NEVER_STORED.match(request.path):
        return None
    fields = tuple(
        (name, value) for name, values in request.POST.lists() for value in values if not _SECRET_NAME.search(name)
    )
    if sum(len(name) + len(value) for name, value in fields) > MAX_FORM_CHARACTERS:
        return None
    return SubmittedForm(request.get_full_path(), fields)


def _store_form(request: HttpRequest, form: SubmittedForm) -> None:
    """Store a form for an hour; for visitors without a session there is a limit per minute."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        if spend_budget("held", caller_kind_and_name(request)[1]):
            return
        request.session.set_expiry(FORM_LIFETIME_SECONDS)
    request.session[FORM_SESSION_KEY] = {"path": form.path, "fields": form.fields, "at": int(time.time())}


def _stored_form(request: HttpRequest) -> SubmittedForm | None:
    stored = request.session.get(FORM_SESSION_KEY)
    if not isinstance(stored, dict) or time.time() - stored["at"] > FORM_LIFETIME_SECONDS:
        return None
    return SubmittedForm(stored["path"], tuple((name, value) for name, value in stored["fields"]))


def resubmission_page(
    request: HttpRequest, form: SubmittedForm, *, heading: str, message: str, status: int
) -> HttpResponse:
    """Show a rejected form with its values and a button to send it again, now or after a log-in."""
    if not request.user.is_authenticated:
        _store_form(request, form)
    context = {"form": form, "heading": heading, "message": message, "status": status}
    return render(request, "resubmit.html", context, status=status)


@require_safe
@never_cache
def resubmit_form_page(request: HttpRequest) -> HttpResponse:
    form = _stored_form(request)
    if form is None:
        return redirect("home")
    context = {
        "form": form,
        "heading": _("Here’s what you typed"),
        "message": _("Nothing is lost. Just send it again."),
    }
    return render(request, "resubmit.html", context)


class FormRecoveryMiddleware:
    """Middleware that stores rejected forms; innermost, so that it sees an exception first."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Store a form that is redirected to the log-in; drop one that has succeeded."""
        response = self.get_response(request)
        if request.method != "POST":
            return response
        login = resolve_url(settings.LOGIN_URL)
        form = submitted_form_of(request) if response.get("Location", "").startswith(f"{login}?") else None
        if form is not None:
            _store_form(request, form)
            return redirect(f"{login}?{urlencode({'next': reverse('again')})}")
        known = settings.SESSION_COOKIE_NAME in request.COOKIES
        if (
            known
            and response.status_code < 400
            and (stored := _stored_form(request))
            and stored.path == request.get_full_path()
        ):
            del request.session[FORM_SESSION_KEY]
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Offer a log-in to an anonymous visitor whose form was not allowed."""
        if not isinstance(exception, NotAllowed | Missing) or request.user.is_authenticated:
            return None
        form = submitted_form_of(request)
        if form is None:
            return None
        heading, message = _("Please log in again"), translated(exception)
        return resubmission_page(request, form, heading=heading, message=message, status=status_of_error(exception))
