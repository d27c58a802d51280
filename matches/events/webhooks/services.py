"""Services of an event’s webhooks, for its organiser: check, add, test, turn on and remove URLs."""

import base64
import ipaddress
import secrets
import socket
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing, NotAllowed, TooMany
from common.outbound_http import is_private_address
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events.queries import event_by_key
from matches.events.read_models import has_permission
from matches.events.transactions import lock_event
from matches.models import Event, Webhook, WebhookNotice
from matches.webhooks import SECRET_PREFIX, create_webhook_notices, shape_for_url

TEST_SECONDS = 60


@transaction.atomic
def add_webhook(*, by: Person | None, key: str, url: str, shape: str = "") -> Webhook:
    """Add a webhook with a new secret; an empty `shape` is guessed from the URL."""
    event = lock_event(key, by=by, permission=Permission.WEBHOOKS)
    _check_webhook_url(url)
    if shape not in ("", *Webhook.Shape.values):
        raise Invalid(gettext_noop("Choose a format: JSON, Discord or Slack."), field="shape")
    if event.webhooks.filter(url=url).exists():
        raise Conflict(gettext_noop("This event already has a webhook for that URL."))
    if event.webhooks.count() >= MAX_WEBHOOKS:
        raise Invalid(gettext_noop("An event can have at most %(most)s webhooks."), {"most": MAX_WEBHOOKS})
    # Standard Webhooks require the prefix and random bytes in Base64.
    secret = SECRET_PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()
    return Webhook.objects.create(event=event, url=url, secret=secret, shape=shape or shape_for_url(url))


def remove_webhook(*, by: Person | None, key: str, pk: int) -> None:
    webhook_by_pk(by=by, key=key, pk=pk).delete()


def turn_on_webhook(*, by: Person | None, key: str, pk: int) -> Webhook:
    """Turn a webhook on again if it was off; missed notices aren’t sent."""
    hook = webhook_by_pk(by=by, key=key, pk=pk)
    if hook.off is not None:
        hook.failures, hook.off = 0, None
        hook.save(update_fields=["failures", "off"])
    return hook


@transaction.atomic
def send_test_notice(*, by: Person | None, key: str, pk: int) -> WebhookNotice:
    """Send a test notice; raises `TooMany` within `TEST_SECONDS` of the last test."""
    webhook = webhook_by_pk(by=by, key=key, pk=pk)
    since = timezone.now() - timedelta(seconds=TEST_SECONDS)
    if webhook.notices.filter(kind="test", made__gt=since).exists():
        raise TooMany(gettext_noop("Too many attempts. Try again in %(seconds)d seconds."), {"seconds": TEST_SECONDS})
    return create_webhook_notices([webhook], {"event": key, "kind": "test"})[0]


def event_and_webhooks(by: Person | None, key: str) -> tuple[Event, QuerySet[Webhook]]:
    """Return the event and its webhooks; raises `NotAllowed` except for the organiser."""
    event = event_by_key(key)
    if not has_permission(event, {}, by, Permission.WEBHOOKS):
        raise NotAllowed(gettext_noop("Only the organiser can see an event’s webhooks."))
    return event, event.webhooks.all()


def webhook_by_pk(*, by: Person | None, key: str, pk: int) -> Webhook:
    webhook = event_and_webhooks(by, key)[1].filter(pk=pk).first()
    if webhook is None:
        raise Missing(gettext_noop("We couldn’t find that webhook."))
    return webhook


MAX_WEBHOOKS = 5


def _check_webhook_url(url: str) -> None:
    fault = gettext_noop("A webhook URL must begin with https:// or http:// and include a host.")
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        raise Invalid(fault, field="url") from None
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= 300
    if parts.scheme not in ("http", "https") or not host or not plain or parts.username is not None:
        raise Invalid(fault, field="url")
    if not settings.WEBHOOK_PRIVATE and (host == "localhost" or _is_private_ip_address(host)):
        raise Invalid(gettext_noop("A webhook can’t go to a private address. Use a public URL."), field="url")


def _is_private_ip_address(host: str) -> bool:
    """Return whether a host is a private IP address, including unusual forms of IPv4 such as 2130706433 and 0x7f.1."""
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        try:
            host = socket.inet_ntoa(socket.inet_aton(host))
        except OSError:
            return False
    return is_private_address(host)
