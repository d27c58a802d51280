"""Error handlers: the pages (or, below /api/, the JSON) of Django’s 400, 403, 404, 429 and 500."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import resolve
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from common.api.error_codes import problem_response
from tenmoons.middleware.form_recovery import resubmission_page, submitted_form_of


def _error_response(request: HttpRequest, status: int, heading: str, message: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        code = {400: "invalid", 403: "not_allowed", 404: "not_found", 413: "too_large", 429: "throttled"}.get(
            status, "error"
        )
        return problem_response(code, message)
    context = {"heading": heading, "message": message, "status": status}
    return render(request, "error.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 400, or 413 above the size limits."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        message = _("Send less at once: files up to 2 MB, text up to 1 MB.")
        return _error_response(request, 413, _("That’s too large"), message)
    return _error_response(request, 400, _("We couldn’t understand that request"), _("Go back and try once more."))


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _error_response(
        request,
        403,
        _("You can’t open this page"),
        _("Log in with the account that owns it, or ask the owner for a link."),
    )


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return 403 for a missing or old CSRF token, and offer the form for resubmission."""
    heading = _("This form has expired")
    if form := submitted_form_of(request):
        return resubmission_page(
            request, form, heading=heading, message=_("Nothing is lost. Just send it again."), status=403
        )
    message = _("Go back, reload the page and send it again. Cookies must be allowed.")
    return _error_response(request, 403, heading, message)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    message = str(exception.args[0]) if exception.args and isinstance(exception.args[0], str) else ""
    return _error_response(request, 404, _("Page not found"), message or _("The link may be wrong or out of date."))


@csrf_exempt
def api_not_found(request: HttpRequest, rest: str = "") -> HttpResponse:
    message = _("The API has nothing at this address. See /api/docs/.")
    if not request.path.endswith("/") and resolve(f"{request.path}/").func is not api_not_found:
        message = _("API addresses must end with a slash: %(address)s") % {"address": f"{request.path}/"}
    return _error_response(request, 404, "", message)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Return 429 for allauth’s account pages."""
    message = _("Wait a few minutes, then try again.")
    answer = _error_response(request, 429, _("Too many attempts"), message)
    answer["Retry-After"] = "300"
    return answer


def server_error(request: HttpRequest) -> HttpResponse:
    """Return 500; needs neither database nor session."""
    heading, message = _("Something broke on our side"), _("Everything you saved before is safe. Try again.")
    if request.path.startswith("/api/"):
        return problem_response("error", message)
    # Rendered without the request: identifying the person may have failed.
    return HttpResponse(render_to_string("error.html", {"heading": heading, "message": message}), status=500)
