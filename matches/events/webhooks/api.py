"""API of an event's webhooks."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.identity import person_of
from common.api.bodies import valid_body
from common.api.operations import operation
from common.api.pagination import page_of
from common.api.shapes import fields
from matches.events.webhooks import services
from matches.models import Webhook


class NewWebhookSerializer(serializers.Serializer[Any]):
    """A new address to notify."""

    url = serializers.CharField(max_length=300)
    shape = serializers.ChoiceField(choices=Webhook.Shape.choices, required=False)


class WebhookSerializer(serializers.Serializer[Any]):
    """An address that is notified."""

    id = serializers.IntegerField(source="pk")
    url = serializers.CharField()
    shape = serializers.ChoiceField(choices=Webhook.Shape.choices, help_text="The format of its notices.")
    last_status = serializers.CharField()
    failures = serializers.IntegerField(help_text="Consecutive failures.")
    off = serializers.DateTimeField(allow_null=True, help_text="When it was turned off.")


class MadeWebhookSerializer(WebhookSerializer):
    """A new address with the secret its notices are signed with, which is shown only here."""

    secret = serializers.CharField()


WebhookChangeSerializer = fields(
    "WebhookChangeSerializer", "Change of an address.", what=serializers.ChoiceField(choices=["test", "on"])
)


class NoticeSerializer(serializers.Serializer[Any]):
    """A notice to an address."""

    id = serializers.CharField(source="key")
    kind = serializers.CharField()
    status = serializers.CharField(source="state", help_text="`waiting`, `told` or `given_up`.")
    tries = serializers.IntegerField()
    last_status = serializers.CharField(source="status")
    created = serializers.DateTimeField(source="made")
    due = serializers.DateTimeField()


class Webhooks(APIView):
    """Webhooks of an event: list and add."""

    @operation("events", "webhooks_list", page=WebhookSerializer)
    def get(self, request: Request, key: str) -> Response:
        """Return the webhooks with their latest responses. Organiser only."""
        return page_of(request, services.event_and_webhooks(person_of(request), key)[1], WebhookSerializer)

    @operation("events", "webhooks_create", request=NewWebhookSerializer, created=MadeWebhookSerializer)
    def post(self, request: Request, key: str) -> Response:
        """Create a webhook for rounds and results, and return it. This is the only response with its secret."""
        data: dict[str, Any] = valid_body(NewWebhookSerializer, request)
        webhook = services.add_webhook(by=person_of(request), key=key, url=data["url"], shape=data.get("shape", ""))
        return Response(MadeWebhookSerializer(webhook).data, status=status.HTTP_201_CREATED)


class WebhookDetail(APIView):
    """Webhook of an event: read its notices, test it, delete it."""

    @operation("events", "webhook_notices_list", page=NoticeSerializer)
    def get(self, request: Request, key: str, pk: int) -> Response:
        """Return the notices sent to a webhook, newest first."""
        hook = services.webhook_by_pk(by=person_of(request), key=key, pk=pk)
        return page_of(request, hook.notices.all(), NoticeSerializer)

    @operation("events", "webhooks_try", request=WebhookChangeSerializer, response=WebhookSerializer)
    def post(self, request: Request, key: str, pk: int) -> Response:
        """Send a test notice, or turn on a webhook that was turned off after too many failures. The webhook is
        returned.
        """
        by, what = person_of(request), valid_body(WebhookChangeSerializer, request)["what"]
        change = services.send_test_notice if what == "test" else services.turn_on_webhook
        change(by=by, key=key, pk=pk)
        return Response(WebhookSerializer(services.webhook_by_pk(by=by, key=key, pk=pk)).data)

    @operation("events", "webhooks_delete")
    def delete(self, request: Request, key: str, pk: int) -> None:
        """Delete a webhook. No more notices are sent to it."""
        services.remove_webhook(by=person_of(request), key=key, pk=pk)
