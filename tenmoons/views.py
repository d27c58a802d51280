"""Pages of the site itself: home, help, errors, and the description of the API."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.views import SpectacularSwaggerSplitView

from accounts.forms import NicknameForm
from accounts.people import person_of
from cards.queries import catalogue
from common.api import error_body
from drafts.reminders import notices_for
from tenmoons.held import held_of, refused
from tenmoons.mine import sections_of
from tenmoons.rulebook import chapters, intro


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The four doors."""
    known = sum(card.known for card in catalogue())
    return render(request, "home.html", {"known": known, "total": len(catalogue())})


@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    """What this person has kept, with or without an account."""
    person = person_of(request)
    context = {
        "sections": sections_of(person),
        "notices": notices_for(person),
        "nickname_form": NicknameForm(instance=person),
    }
    return render(request, "mine.html", context)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every rule the site applies, by number, so that a finding can link to it."""
    return render(request, "help/rules.html", {"chapters": chapters(), "intro": intro()})


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a hole (RFC 9116), where the operator has said it."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    until = (timezone.now() + timedelta(days=180)).strftime("%Y-%m-%dT00:00:00Z")
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {until}", "Preferred-Languages: en, de"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look for it unasked."""
    return redirect(static("img/moon.svg"), permanent=not settings.DEBUG)


class ApiDocs(SpectacularSwaggerSplitView):
    """The API's documentation."""

    template_name = "api_docs.html"


@csrf_exempt
def api_not_found(request: HttpRequest, rest: str = "") -> JsonResponse:
    """An address of the API that does not exist, in the API's own error shape."""
    return JsonResponse(error_body("not_found", _("The API has no such address. See /api/docs/.")), status=404)


def _error_page(request: HttpRequest, status: int, heading: str, message: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        code = {400: "invalid", 403: "not_allowed", 404: "not_found"}.get(status, "error")
        return JsonResponse(error_body(code, message), status=status)
    context = {"heading": heading, "message": message, "status": status}
    return render(request, "error.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400, or 413 for more than the site takes."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        message = _("Send less at once: a file of two megabytes at most, a text of one.")
        return _error_page(request, 413, _("That is more than the site takes"), message)
    return _error_page(request, 400, _("That request makes no sense"), _("Go back and try once more."))


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return _error_page(request, 403, _("This is not yours to open"), _("Log in as its owner, or ask for the link."))


def no_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token is missing or old."""
    heading = _("This form is too old")
    if held := held_of(request):
        return refused(request, held, heading=heading, message=_("Nothing is lost: send it once more."), status=403)
    message = _("Go back, load the page anew and send it once more; cookies have to be allowed.")
    return _error_page(request, 403, heading, message)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    message = str(exception.args[0]) if exception.args and isinstance(exception.args[0], str) else ""
    return _error_page(request, 404, _("There is nothing here"), message or _("The address may be mistyped or old."))


def too_often(request: HttpRequest) -> HttpResponse:
    """429 of the account pages."""
    message = _("Wait a few minutes, then try again.")
    answer = _error_page(request, 429, _("That was tried too often"), message)
    answer["Retry-After"] = "300"
    return answer


def broken(request: HttpRequest) -> HttpResponse:
    """500: needs neither database nor session."""
    heading, message = _("Something broke on our side"), _("What you saved before is safe. Try again.")
    if request.path.startswith("/api/"):
        return JsonResponse(error_body("error", message), status=500)
    # Made without the request: to ask who is there may be what broke.
    return HttpResponse(render_to_string("error.html", {"heading": heading, "message": message}), status=500)
