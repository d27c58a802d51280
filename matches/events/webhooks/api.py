"""API of an event's webhooks."""

from matches.events.webhooks.services import event_webhooks
from matches.webhooks.api import WebhookListView, WebhookView, described


@described(
    "events",
    "webhooks",
    list="Addresses and their last answers; for the organiser.",
    create="Let an address be told of rounds and results. The secret is in this answer and in no other.",
)
class Webhooks(WebhookListView):
    """Webhooks of an event: list and add."""

    webhooks = event_webhooks


@described("events", "webhooks")
class WebhookDetail(WebhookView):
    """Webhook of an event: read its notices, test it, delete it."""

    webhooks = event_webhooks
