"""API serializers of webhooks, of an event as of a draft."""

from typing import Any

from rest_framework import serializers

from common.api.pagination import page_schema
from matches.models.webhooks import Webhook


class NewWebhookSerializer(serializers.Serializer[Any]):
    """A new address to notify."""

    url = serializers.CharField(max_length=300)
    shape = serializers.ChoiceField(
        choices=Webhook.Shape.choices,
        required=False,
        help_text="What it understands: `json`, or a `discord` or `slack` channel. Left out: known by the address.",
    )


class WebhookSerializer(serializers.Serializer[Any]):
    """An address that is notified."""

    id = serializers.IntegerField(source="pk")
    url = serializers.CharField()
    shape = serializers.ChoiceField(choices=Webhook.Shape.choices, help_text="What it understands.")
    last_status = serializers.CharField()
    failures = serializers.IntegerField(help_text="Refused attempts in a row.")
    off = serializers.DateTimeField(allow_null=True, help_text="When it was turned off.")


class WebhookMadeSerializer(WebhookSerializer):
    """A new address with the secret its notices are signed with, which is shown only here."""

    secret = serializers.CharField()


class WebhookChangeSerializer(serializers.Serializer[Any]):
    """Change of an address."""

    what = serializers.ChoiceField(choices=["test", "on"], help_text="Send a test, or turn it on again.")


class NoticeSerializer(serializers.Serializer[Any]):
    """A notice to an address."""

    id = serializers.CharField(source="key")
    kind = serializers.CharField()
    state = serializers.CharField(help_text="waiting, told or given_up")
    tries = serializers.IntegerField()
    status = serializers.CharField()
    made = serializers.DateTimeField()
    due = serializers.DateTimeField()


WEBHOOK_PAGE = page_schema(WebhookSerializer)
NOTICE_PAGE = page_schema(NoticeSerializer)
