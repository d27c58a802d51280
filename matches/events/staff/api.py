"""API of the staff of an event."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import get_or_create_person, person_of
from common.api.bodies import body_of
from common.api.operations import operation
from common.api.shapes import fields
from common.errors import NotAllowed
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events.queries import event_by_key
from matches.events.read_models import has_permission
from matches.events.staff import services


class HelperSerializer(serializers.Serializer[Any]):
    """Somebody who helps."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField(source="person.display_name")
    kind = serializers.CharField(help_text="`judge` or `scorekeeper`.")


class HelpersSerializer(serializers.Serializer[Any]):
    """Who helps, and the secret keys of the links that make helpers."""

    judge_key = serializers.CharField()
    scorekeeper_key = serializers.CharField()
    helpers = HelperSerializer(many=True, source="roles.all")


HelpSerializer = fields(
    "HelpSerializer", "The secret key of a link for helpers.", key=serializers.CharField(max_length=16)
)


class Helpers(APIView):
    """Staff of an event: list, join by a link, renew the links."""

    @operation("events", "event_helpers_read", response=HelpersSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the helpers and the keys of the helper links. Organiser only."""
        event = event_by_key(key)
        if not has_permission(event, {}, person_of(request), Permission.HELPERS):
            raise NotAllowed(gettext_noop("Only the organiser of this event can see this page."))
        return Response(HelpersSerializer(event).data)

    @operation("events", "event_helpers_join", request=HelpSerializer, created=HelperSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Become a helper with the key from a link, and return your role."""
        data: dict[str, Any] = body_of(HelpSerializer, request)
        role = services.become_helper(by=get_or_create_person(request), key=key, role_key=data["key"])
        return Response(HelperSerializer(role).data, status=status.HTTP_201_CREATED)

    @operation("events", "event_helpers_renew_links", response=HelpersSerializer)
    def put(self, request: Request, key: str) -> Response:
        """Create new helper links and return them. The old ones stop working."""
        return Response(HelpersSerializer(services.renew_helper_links(by=person_of(request), key=key)).data)


class HelperDetail(APIView):
    """Staff member of an event: dismiss them."""

    @operation("events", "event_helpers_delete")
    def delete(self, request: Request, key: str, pk: int) -> Response:
        """Remove a helper. The helper links change, too."""
        services.dismiss_helper(by=person_of(request), key=key, pk=pk)
        return Response(status=status.HTTP_204_NO_CONTENT)
