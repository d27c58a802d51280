"""API responses with an event: all of it, or the changes since a version."""

from functools import lru_cache
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from common.text import parse_whole_number
from matches.events.queries import event_by_key, load_event
from matches.events.row_changes import changes_since, empty_changes_if_current, store_present_digests
from matches.events.serializers import EventSerializer

EVENT = EventSerializer
SINCE_PARAMETER = OpenApiParameter(
    "since",
    OpenApiTypes.INT,
    description="A `version` you have. The lists then only contain changes since. Start with 0.",
)
PREFER_PARAMETER = OpenApiParameter(
    "Prefer",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="`return=minimal`: return only what this changed, as with `since` and the version before.",
)
ACTION = (SINCE_PARAMETER, PREFER_PARAMETER)
_RETURN_MINIMAL, _CHANGING_METHODS = "return=minimal", ("POST", "PUT", "PATCH")


class EventActionView(APIView):
    """API view whose actions return an event, or only its changes if the client prefers them."""

    before: int | None = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Store the state before an action, if its response should contain the changes."""
        super().initial(request, *args, **kwargs)
        if (
            request.method in _CHANGING_METHODS
            and "since" not in request.query_params
            and _prefers_minimal_response(request)
        ):
            self.before = store_present_digests(kwargs["key"])

    def event_response(self, request: Request, key: str, code: int = status.HTTP_200_OK) -> Response:
        if self.before is None:
            return event_response(request, key, code)
        answer = _changes_response(key, self.before, code)
        answer["Preference-Applied"] = _RETURN_MINIMAL
        return answer


def _prefers_minimal_response(request: Request) -> bool:
    """Return whether the header `Prefer` (RFC 7240), a list of preferences, asks for a minimal response."""
    header = request.headers.get("Prefer", "").replace(" ", "").replace('"', "").lower()
    return _RETURN_MINIMAL in (preference.partition(";")[0] for preference in header.split(","))


def event_response(request: Request, key: str, code: int = status.HTTP_200_OK) -> Response:
    """Return the event, or its changes `since` a version; raises `ValidationError` if `since` isn’t a number."""
    since = request.query_params.get("since")
    if since is None:
        return Response(_event_serializer().to_representation(load_event(key)), status=code)
    return _changes_response(key, _parse_version(since), code)


def _changes_response(key: str, since: int, code: int) -> Response:
    changes = empty_changes_if_current(event_by_key(key), since) or changes_since(load_event(key), since)
    return Response(_event_serializer().to_representation(changes), status=code)


@lru_cache(maxsize=1)
def _event_serializer() -> EventSerializer:
    """Return a cached serializer: copying its fields takes as long as filling them."""
    return EVENT()


def _parse_version(text: str) -> int:
    number = parse_whole_number(text)
    if number is None:
        raise ValidationError({"since": [gettext("“since” must be a version: a whole number from 0.")]})
    return number
