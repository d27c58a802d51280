"""Pagination of API lists: the same for all lists, in pages or as lines of JSON."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import PageNumberPagination
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import IntegerField, Serializer, URLField

from common.text import parse_whole_number

# One row per line, for programs that read line by line (`curl`, `jq`). Maximum per response; `Link` leads to the rest.
NDJSON_MEDIA_TYPE, MAX_NDJSON_LINES = "application/x-ndjson", 5000


class NdjsonRenderer(BaseRenderer):
    """Renders the rows of a list as lines of JSON, and anything else as one line."""

    media_type = NDJSON_MEDIA_TYPE
    format = "ndjson"
    charset = None

    def render(self, data: Any, accepted_media_type: str | None = None, renderer_context: Any = None) -> bytes:
        rows = data["results"] if isinstance(data, dict) and "results" in data else [] if data is None else [data]
        write = JSONRenderer().render
        return b"".join(write(row) + b"\n" for row in rows)


class NumberedPagination(PageNumberPagination):
    """Numbered pages: `?page=2&page_size=50`, at most 500 rows each, 5000 as lines."""

    page_size_query_param = "page_size"
    max_page_size = 500

    def get_page_size(self, request: Request) -> int | None:
        """Return the requested size; raises `ValidationError` if it isn’t allowed."""
        lines = getattr(request.accepted_renderer, "media_type", "") == NDJSON_MEDIA_TYPE
        max_size = MAX_NDJSON_LINES if lines else self.max_page_size
        return _positive_parameter(request, "page_size", max_size) or (max_size if lines else self.page_size)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        """Return the rows of the page; raises `ValidationError` if `page` is not a number."""
        number = _positive_parameter(request, "page", None)
        try:
            return super().paginate_queryset(queryset, request, view)
        except NotFound as error:
            raise NotFound(_("There’s no page %(number)s.") % {"number": number}) from error

    def get_paginated_response(self, data: Any) -> Response:
        """Return the page, with a `Link` to the next page, as lines have no other place for it."""
        response = super().get_paginated_response(data)
        if following := self.get_next_link():
            response["Link"] = f'<{following}>; rel="next"'
        return response

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": "string", "nullable": True, "format": "uri"}
        return {
            "type": "object",
            "required": ["count", "next", "previous", "results"],
            "properties": {
                "count": {"type": "integer", "description": "The number of results on all pages.", "example": 1},
                "next": {**link, "description": "The link to the next page; null on the last one.", "example": None},
                "previous": {**link, "description": "The link to the previous page; null on the first one."},
                "results": {**schema, "description": "The results on this page."},
            },
        }


def _positive_parameter(request: Request, name: str, maximum: int | None) -> int | None:
    value = request.query_params.get(name)
    if value is None:
        return None
    number = parse_whole_number(value, maximum=maximum, digits=9)
    if not number:
        if maximum:
            sentence = _("“%(said)s” isn’t a whole number from 1 to %(most)d.") % {"said": value[:40], "most": maximum}
        else:
            sentence = _("“%(said)s” isn’t a page number.") % {"said": value[:40]}
        raise ValidationError({name: [sentence]})
    return number


PAGE_PARAMETERS = [
    OpenApiParameter("page", int, description="The page number, from 1."),
    OpenApiParameter("page_size", int, description="The number of results per page, up to 500."),
]


def page_of(
    request: Request,
    rows: QuerySet[Any] | Sequence[Any],
    kind: type[Serializer[Any]],
    serialize: Callable[[Any], Any] | None = None,
) -> Response:
    """Return the requested page of a list; `serialize` turns a row into the serializer’s input."""
    pages = NumberedPagination()
    page = pages.paginate_queryset(rows, request) or []
    values = [serialize(row) for row in page] if serialize else page
    return pages.get_paginated_response(kind(values, many=True).data)


@cache
def page_schema(kind: type[Serializer[Any]]) -> Serializer[Any]:
    name = f"Paginated{kind.__name__.removesuffix('Serializer')}List"
    return inline_serializer(
        name,
        {
            "count": IntegerField(help_text="The number of results on all pages."),
            "next": URLField(help_text="The link to the next page; null on the last one.", allow_null=True),
            "previous": URLField(help_text="The link to the previous page; null on the first one.", allow_null=True),
            "results": kind(many=True, help_text="The results on this page."),
        },
    )
