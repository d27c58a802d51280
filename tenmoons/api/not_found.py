"""View: 404 for addresses that the API does not have."""

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from common.api.problems import MEDIA_TYPE, error_body


@csrf_exempt
def api_not_found(request: HttpRequest, rest: str = "") -> JsonResponse:
    """404 in the error shape of the API."""
    body = error_body("not_found", _("The API has no such address. See /api/docs/."))
    return JsonResponse(body, status=404, content_type=MEDIA_TYPE)
