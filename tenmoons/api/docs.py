"""Views: the description of the API, and its interactive documentation."""

from functools import cache
from types import SimpleNamespace
from typing import Any

from django.http import HttpResponse
from django.utils.module_loading import import_string
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from tenmoons.api.parameters import DESCRIPTION_LOCK

DESCRIPTION_CACHE_SECONDS = 3600


class _FormatNegotiation(DefaultContentNegotiation):
    """Negotiation that also supports `?format=json`, which programs that read descriptions send."""

    settings: Any = SimpleNamespace(URL_FORMAT_OVERRIDE="format")


class ApiDescription(SpectacularAPIView):
    """The description of the API (OpenAPI); generated once per process and format."""

    content_negotiation_class = _FormatNegotiation

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponse:
        kind = type(request.accepted_renderer)
        # The first request after a start generates it; simultaneous requests wait for that.
        with DESCRIPTION_LOCK:
            rendered = _render_description(f"{kind.__module__}.{kind.__qualname__}")
        answer = HttpResponse(rendered)
        answer["Content-Type"] = f"{kind.media_type}; charset=utf-8"
        answer["Cache-Control"] = f"public, max-age={DESCRIPTION_CACHE_SECONDS}"
        return answer


@cache
def _render_description(renderer: str) -> bytes:
    """Render the description with the renderer of this dotted path."""
    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
    with override("en"):
        schema = generator.get_schema(request=None, public=True)
    kind = import_string(renderer)
    # Without the white space that drf-spectacular puts into JSON: half the size.
    kind = JSONRenderer if issubclass(kind, JSONRenderer) else kind
    rendered: bytes | str = kind().render(schema, renderer_context={})
    return rendered if isinstance(rendered, bytes) else rendered.encode()


class ApiDocs(SpectacularSwaggerSplitView):
    """The interactive documentation of the API."""

    template_name = "api_docs.html"
