"""Views: the interactive documentation of the API, and 404 for API addresses that do not exist."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from drf_spectacular.views import SpectacularSwaggerSplitView

from common.api.errors import error_body


class ApiDocs(SpectacularSwaggerSplitView):
    """The interactive documentation of the API."""

    template_name = "api_docs.html"


@csrf_exempt
def api_not_found(request: HttpRequest, rest: str = "") -> JsonResponse:
    """404 in the error shape of the API."""
    return JsonResponse(error_body("not_found", _("The API has no such address. See /api/docs/.")), status=404)
