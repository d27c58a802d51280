"""Files that the API lists by name."""

from collections.abc import Callable, Iterable
from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from common.api.pagination import page_of


class FileSerializer(serializers.Serializer[Any]):
    """A file that can be read."""

    name = serializers.CharField(help_text="The file name, which is the last part of its URL.")
    media_type = serializers.CharField(help_text="The media type.")
    url = serializers.CharField(help_text="The file’s URL.")


# Client generators that use one type for all responses take the first: bytes.
_BINARY_TYPES = ("application/octet-stream", "application/pdf", "text/csv", "text/markdown", "text/calendar")
FILE_MEDIA_TYPES = {
    **{(200, kind): OpenApiTypes.BINARY for kind in _BINARY_TYPES},
    (200, "application/json"): OpenApiTypes.OBJECT,
}


def files_response(
    request: Request, names: Iterable[str], page: str, key: str, media_type_of: Callable[[str], str]
) -> Response:
    """Return the files of a thing by name, each with its media type and address."""
    urls = {name: reverse(page, args=[key, name]) for name in names}
    rows = [{"name": name, "media_type": media_type_of(name), "url": url} for name, url in urls.items()]
    return page_of(request, rows, FileSerializer)
