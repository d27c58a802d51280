"""API of an event's webhooks."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema, extend_schema_view

from matches.events.webhooks.services import event_webhooks
from matches.webhooks.api import WebhookListView, WebhookView


@extend_schema_view(
    get=extend_schema(
        operation_id="webhooks_list",
        tags=["events"],
        description="Addresses and their last answers; for the organiser.",
    ),
    post=extend_schema(
        operation_id="webhooks_create",
        tags=["events"],
        description="Let an address be told of rounds and results. The secret is in this answer and in no other.",
    ),
)
class Webhooks(WebhookListView):
    """Webhooks of an event: list and add."""

    webhooks = event_webhooks


@extend_schema_view(
    get=extend_schema(operation_id="webhooks_notices", tags=["events"]),
    post=extend_schema(operation_id="webhooks_change", tags=["events"]),
    delete=extend_schema(operation_id="webhooks_delete", tags=["events"]),
)
class WebhookDetail(WebhookView):
    """Webhook of an event: read its notices, test it, delete it."""

    webhooks = event_webhooks
