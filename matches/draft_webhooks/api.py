"""API of a draft's webhooks."""

from matches.draft_webhooks.services import draft_webhooks
from matches.webhooks.api import WebhookListView, WebhookView, described


@described(
    "drafts",
    "draft_webhooks",
    list="The addresses you added, and their last answers; for the host.",
    create="Let an address be told of the draft: full, begun, over. The secret is in this answer and in no other.",
)
class DraftWebhooks(WebhookListView):
    """Webhooks of a draft: list and add."""

    webhooks = draft_webhooks


@described("drafts", "draft_webhooks")
class DraftWebhookDetail(WebhookView):
    """Webhook of a draft: read its notices, test it, delete it."""

    webhooks = draft_webhooks
