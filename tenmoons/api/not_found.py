"""View: 404 for addresses that the API does not have."""

from django.http import HttpRequest, JsonResponse
from django.urls import resolve
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from common.api.problems import MEDIA_TYPE, error_body


@csrf_exempt
def api_not_found(request: HttpRequest, rest: str = "") -> JsonResponse:
    """404 in the error shape of the API."""
    message = _("The API has nothing at this address. See /api/docs/.")
    if not request.path.endswith("/") and resolve(f"{request.path}/").func is not api_not_found:
        message = _("API addresses must end with a slash: %(address)s") % {"address": f"{request.path}/"}
    body = error_body("not_found", message)
    return JsonResponse(body, status=404, content_type=MEDIA_TYPE)
