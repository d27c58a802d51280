"""Fields of serializers: a sentence of a core, how many there are of something, the address of a page."""

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.i18n import translated


class SentenceField(serializers.CharField):
    """A sentence of a core, in the language of the request."""

    def to_representation(self, value: Any) -> str:
        """Translate it."""
        return translated(value)


class CountField(serializers.IntegerField):
    """How many entries there are."""

    def to_representation(self, value: Any) -> int:
        """Count them."""
        return len(value)


@extend_schema_field(OpenApiTypes.URI_REF)
class PageField(serializers.CharField):
    """The page of a thing, by the name of the page and the attribute that stands in its address."""

    def __init__(self, page: str, key: str = "key") -> None:
        super().__init__(read_only=True, source=key)
        self.page = page

    def to_representation(self, value: Any) -> str:
        """The address."""
        return reverse(self.page, args=[value])
