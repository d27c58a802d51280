"""API of a draft's webhooks."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema, extend_schema_view

from matches.draft_webhooks.services import draft_webhooks
from matches.webhooks.api import WebhookListView, WebhookView


@extend_schema_view(
    get=extend_schema(
        operation_id="draft_webhooks_list",
        tags=["drafts"],
        description="The addresses you added, and their last answers; for the host.",
    ),
    post=extend_schema(
        operation_id="draft_webhooks_create",
        tags=["drafts"],
        description="Let an address be told of the draft: full, begun, over. "
        "The secret is in this answer and in no other.",
    ),
)
class DraftWebhooks(WebhookListView):
    """Webhooks of a draft: list and add."""

    webhooks = draft_webhooks


@extend_schema_view(
    get=extend_schema(operation_id="draft_webhooks_notices", tags=["drafts"]),
    post=extend_schema(operation_id="draft_webhooks_change", tags=["drafts"]),
    delete=extend_schema(operation_id="draft_webhooks_delete", tags=["drafts"]),
)
class DraftWebhookDetail(WebhookView):
    """Webhook of a draft: read its notices, test it, delete it."""

    webhooks = draft_webhooks
