"""Views of the API as a whole: its index with the bulk files, its description, and its interactive documentation."""

from functools import cache
from types import SimpleNamespace
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework import serializers
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from cards.catalogue.queries import data_versions_with_date
from common.api.operations import operation
from tenmoons.api.middleware import DESCRIPTION_LOCK

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


class BulkFileSerializer(serializers.Serializer[Any]):
    """A file with all objects of a kind."""

    holds = serializers.CharField(help_text="The contents: the cards of a game, or all rulings.")
    game = serializers.CharField()
    url = serializers.CharField(help_text="The link. Send its `ETag` back to load it only when it has changed.")
    media_type = serializers.CharField()
    version = serializers.IntegerField(help_text="Rises with every change.")
    updated = serializers.DateTimeField()


class IndexSerializer(serializers.Serializer[Any]):
    """Starting points of the API."""

    version = serializers.CharField(help_text="The version of the API.")
    description = serializers.CharField(help_text="The link to the description (OpenAPI 3).")
    docs = serializers.CharField(help_text="The link to the interactive page.")
    changes = serializers.CharField(help_text="The link to the dated list of changes.")
    sign_up = serializers.CharField(help_text="Whether people can create accounts: open, invitation or closed.")
    bulk = BulkFileSerializer(many=True)


class ApiIndex(APIView):
    """Index of the API."""

    @operation("site", "site_read", response=IndexSerializer)
    def get(self, request: Request) -> Response:
        """Return the starting points of the API: its description, changes, and the bulk files with their dates."""
        cards = reverse("cards_api:all")
        bulk = [
            {
                "holds": "cards",
                "game": game,
                "url": f"{cards}?game={game}",
                "media_type": "application/json",
                "version": number,
                "updated": changed,
            }
            for game, number, changed in data_versions_with_date()
        ]
        page = reverse("help:page", args=["api"])
        index = {"version": "1", "description": reverse("schema"), "docs": reverse("api-docs"), "bulk": bulk}
        return Response(IndexSerializer(index | {"changes": f"{page}#what-changed", "sign_up": settings.SIGN_UP}).data)
