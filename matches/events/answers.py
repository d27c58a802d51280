"""Answers of the API with an event: all of it, or what has changed since a version."""

from functools import lru_cache

from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from common.text import whole_number
from matches.events.changes.snapshots import changes_since, unchanged_since
from matches.events.queries import event_view, get_event
from matches.events.serializers import EventSerializer

EVENT = EventSerializer
SINCE = OpenApiParameter(
    "since",
    OpenApiTypes.INT,
    description="A `version` you have: the lists then hold only what has changed since. Begin with 0.",
)


def event_answer(request: Request, key: str, code: int = status.HTTP_200_OK) -> Response:
    """The event, or with `since` what has changed in it; raises `ValidationError` for a version that is no number."""
    said = request.query_params.get("since")
    if said is None:
        return Response(_shape().to_representation(event_view(key)), status=code)
    since = _version(said)
    told = unchanged_since(get_event(key), since) or changes_since(event_view(key), since)
    return Response(_shape().to_representation(told), status=code)


@lru_cache(maxsize=1)
def _shape() -> EventSerializer:
    """What answers with an event; its fields are copied once, which took as long as to fill them in."""
    return EVENT()


def _version(said: str) -> int:
    number = whole_number(said)
    if number is None:
        raise ValidationError({"since": [gettext("“since” is a version: a whole number from 0.")]})
    return number
