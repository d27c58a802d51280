"""Error handlers: the pages (or, below /api/, the JSON) of Django's 400, 403, 404, 429 and 500."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from common.api.problems import MEDIA_TYPE, error_body
from tenmoons.middleware.form_recovery import resubmission_page, submitted_form_of


def _error_page(request: HttpRequest, status: int, heading: str, message: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        code = {400: "invalid", 403: "not_allowed", 404: "not_found", 413: "too_large"}.get(status, "error")
        return JsonResponse(error_body(code, message), status=status, content_type=MEDIA_TYPE)
    context = {"heading": heading, "message": message, "status": status}
    return render(request, "error.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400; 413 for a request above the size limits."""
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        message = _("Send less at once: a file of two megabytes at most, a text of one.")
        return _error_page(request, 413, _("That is more than the site takes"), message)
    return _error_page(request, 400, _("That request makes no sense"), _("Go back and try once more."))


def not_allowed(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403."""
    return _error_page(request, 403, _("This is not yours to open"), _("Log in as its owner, or ask for the link."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose CSRF token is missing or old; the form is offered for resubmission."""
    heading = _("This form is too old")
    if form := submitted_form_of(request):
        return resubmission_page(
            request, form, heading=heading, message=_("Nothing is lost: send it once more."), status=403
        )
    message = _("Go back, load the page again and send it once more; cookies have to be allowed.")
    return _error_page(request, 403, heading, message)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404."""
    message = str(exception.args[0]) if exception.args and isinstance(exception.args[0], str) else ""
    return _error_page(request, 404, _("There is nothing here"), message or _("The address may be mistyped or old."))


def too_often(request: HttpRequest) -> HttpResponse:
    """429 of allauth's account pages."""
    message = _("Wait a few minutes, then try again.")
    answer = _error_page(request, 429, _("That was tried too often"), message)
    answer["Retry-After"] = "300"
    return answer


def broken(request: HttpRequest) -> HttpResponse:
    """500; needs neither database nor session."""
    heading, message = _("Something broke on our side"), _("What you saved before is safe. Try again.")
    if request.path.startswith("/api/"):
        return JsonResponse(error_body("error", message), status=500, content_type=MEDIA_TYPE)
    # Rendered without the request: identifying the person may be what failed.
    return HttpResponse(render_to_string("error.html", {"heading": heading, "message": message}), status=500)
