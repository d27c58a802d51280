"""Webhooks and notices to test with."""

from __future__ import annotations

from http.server import HTTPServer

from accounts.models import User
from matches.events.webhooks import services as event_webhooks
from matches.models import Event, Webhook, WebhookNotice
from matches.webhooks import create_webhook_notices
from tests.matches.builders import person
from tests.matches.events.builders import made_event


class Receiver(HTTPServer):
    heard: list[tuple[dict[str, str], bytes]]
    answer = 200
    address = ""


def hook(roland: User, url: str) -> Webhook:
    event = made_event(person(roland), 4)
    return event_webhooks.add_webhook(by=event.owner, key=event.key, url=url)


def event_of(made: Webhook) -> Event:
    assert made.event is not None
    return made.event


def notice(made: Webhook, kind: str = "paired") -> WebhookNotice:
    return create_webhook_notices([made], {"kind": kind, "round": 1})[0]
