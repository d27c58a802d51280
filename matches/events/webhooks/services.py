"""Services of an event's webhooks: add, test, turn off and remove addresses."""

from __future__ import annotations

import base64
import ipaddress
import secrets
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.outbound_http import is_private
from common.text import gettext_noop
from matches.core.tournament import Deed
from matches.events.queries import get_event
from matches.events.read_models import can
from matches.events.transactions import lock_for_update
from matches.models import Event, Notice, Webhook
from matches.webhooks import http as wire
from matches.webhooks.outbox import create_notices
from matches.webhooks.shapes import shape_of

MAX_WEBHOOKS = 5


@transaction.atomic
def add(*, by: Person | None, key: str, url: str, shape: str = "") -> Webhook:
    """Let an address be told of an event; the secret is made here and shown to the organiser once.

    `shape` is what the address understands; without one it is known by the address.
    """
    view = lock_for_update(by=by, key=key, deed=Deed.WEBHOOKS)
    _check(url)
    if view.event.webhooks.filter(url=url).exists():
        raise Conflict(gettext_noop("This event tells that address already."))
    if view.event.webhooks.count() >= MAX_WEBHOOKS:
        raise Invalid(gettext_noop("An event tells at most %(most)s addresses."), {"most": MAX_WEBHOOKS})
    if shape not in ("", *Webhook.Shape.values):
        raise Invalid(gettext_noop("An address takes JSON, or what a Discord or a Slack channel takes."))
    return Webhook.objects.create(event=view.event, url=url, secret=_new_secret(), shape=shape or shape_of(url))


def _new_secret() -> str:
    """A secret in the form of Standard Webhooks: the prefix and 24 random bytes in Base64."""
    return wire.SECRET_PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def _check(url: str) -> None:
    fault = gettext_noop("An address begins with https:// or http:// and names a host.")
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname or "", parts.port
    except ValueError:
        raise Invalid(fault) from None
    plain = url.isascii() and url.isprintable() and " " not in url and len(url) <= 300
    if parts.scheme not in ("http", "https") or not host or not plain or parts.username is not None:
        raise Invalid(fault)
    if not settings.WEBHOOK_PRIVATE and (host == "localhost" or _is_private_literal(host)):
        raise Invalid(gettext_noop("A private address is told nothing. Name an address of the outside."))


def _is_private_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return is_private(host)


@transaction.atomic
def remove(*, by: Person | None, key: str, pk: int) -> None:
    """Tell an address nothing more."""
    hook_of(by=by, key=key, pk=pk).delete()


@transaction.atomic
def turn_on(*, by: Person | None, key: str, pk: int) -> Webhook:
    """Tell an address again that was turned off; what it missed is not sent afterwards."""
    hook = hook_of(by=by, key=key, pk=pk)
    hook.failures, hook.off = 0, None
    hook.save(update_fields=["failures", "off"])
    return hook


@transaction.atomic
def test(*, by: Person | None, key: str, pk: int) -> Notice:
    """Send a notice that says nothing but that it is a test."""
    hook = hook_of(by=by, key=key, pk=pk)
    return create_notices([hook], {"event": get_event(key).key, "kind": "test"})[0]


def hooks_of(*, by: Person | None, key: str) -> tuple[Event, list[Webhook]]:
    """The addresses of an event, for its organiser."""
    event = get_event(key)
    if not can(event, {}, by, Deed.WEBHOOKS):
        raise NotAllowed(gettext_noop("Only the organiser sees whom an event tells."))
    return event, list(event.webhooks.all())


def hook_of(*, by: Person | None, key: str, pk: int) -> Webhook:
    """One of them; raises `Missing`."""
    event, hooks = hooks_of(by=by, key=key)
    webhook = next((hook for hook in hooks if hook.pk == pk), None)
    if webhook is None:
        raise Missing(gettext_noop("This event tells no such address."))
    webhook.event = event
    return webhook
