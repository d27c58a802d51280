"""Serializer fields: a translated sentence, a count, the address of a page."""

from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from common.i18n import translated


class SentenceField(serializers.CharField):
    """A sentence of the domain core, translated into the language of the request."""

    def to_representation(self, value: Any) -> str:
        return translated(value)


class CountField(serializers.IntegerField):
    """The number of entries in a collection."""

    def to_representation(self, value: Any) -> int:
        return len(value)


@extend_schema_field(OpenApiTypes.URI_REF)
class PageField(serializers.CharField):
    """The address of a page, from the name of its URL and the attribute in that URL."""

    def __init__(self, page: str, key: str = "key") -> None:
        super().__init__(read_only=True, source=key)
        self.page = page

    def to_representation(self, value: Any) -> str:
        return reverse(self.page, args=[value])
