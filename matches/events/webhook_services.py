"""Telling addresses of the outside what happened in an event: kept as rows, signed, tried again, then given up."""

from __future__ import annotations

import base64
import ipaddress
import json
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Person
from common.errors import Invalid, Missing, NotAllowed
from common.text import gettext_noop
from matches.core.tournament import Deed
from matches.events.queries import can, get_event
from matches.events.transactions import claim, tell
from matches.models import OFF, PRIVATE, Event, Notice, Webhook
from matches.webhooks import http as wire

MOST = 5
TRIES = 7
# An address that refused so many attempts in a row is turned off.
MOST_FAILURES = 20
KEPT_DAYS = 14
_LEASE = timedelta(seconds=60)


@transaction.atomic
def add(*, by: Person | None, key: str, url: str) -> Webhook:
    """Let an address be told of an event; the secret is made here and shown to the organiser once."""
    view = claim(by=by, key=key, deed=Deed.WEBHOOKS)
    _check(url)
    if view.event.webhooks.count() >= MOST:
        raise Invalid(gettext_noop("An event tells at most %(most)s addresses."), {"most": MOST})
    return Webhook.objects.create(event=view.event, url=url, secret=_new_secret())


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
    return wire.is_private(host)


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
    return tell([hook], {"event": hook.event.key, "kind": "test"})[0]


def hooks_of(*, by: Person | None, key: str) -> tuple[Event, list[Webhook]]:
    """The addresses of an event, for its organiser."""
    event = get_event(key)
    if not can(event, {}, by, Deed.WEBHOOKS):
        raise NotAllowed(gettext_noop("Only the organiser sees whom his event tells."))
    return event, list(event.webhooks.all())


def hook_of(*, by: Person | None, key: str, pk: int) -> Webhook:
    """One of them; raises `Missing`."""
    event, hooks = hooks_of(by=by, key=key)
    found = next((one for one in hooks if one.pk == pk), None)
    if found is None:
        raise Missing(gettext_noop("This event tells no such address."))
    found.event = event
    return found


def send_due(now: datetime, *, limit: int = 50) -> int:
    """Send what is due and forget what is long over; returns how many attempts were made."""
    Notice.objects.filter(made__lt=now - timedelta(days=KEPT_DAYS)).exclude(state=Notice.State.WAITING).delete()
    due = Notice.objects.filter(state=Notice.State.WAITING, due__lte=now).order_by("due")
    return sum(send(pk) for pk in due.values_list("pk", flat=True)[:limit])


def send(pk: int) -> bool:
    """Make one attempt at a notice that is due; of two senders one does it. Returns whether this one did."""
    now = timezone.now()
    waiting = Notice.objects.filter(pk=pk, state=Notice.State.WAITING, due__lte=now)
    if not waiting.update(due=now + _LEASE, tries=F("tries") + 1):
        return False
    notice = Notice.objects.select_related("hook").get(pk=pk)
    hook = notice.hook
    if hook.off is not None and notice.kind != "test":
        notice.state, notice.status = Notice.State.GIVEN_UP, OFF
        notice.save(update_fields=["state", "status"])
        return True
    status, told, again = _attempt(hook, notice)
    _keep(hook, notice, status=status, told=told, again=again and notice.kind != "test")
    return True


def _attempt(hook: Webhook, notice: Notice) -> tuple[str, bool, bool]:
    """What was answered, whether that is a yes, and whether it is worth another attempt."""
    try:
        status = wire.post(hook.url, payload(notice.key, notice.body), secret=hook.secret, notice=notice.key)
    except wire.PrivateAddress:
        return PRIVATE, False, False
    except (OSError, ValueError) as error:
        return type(error).__name__, False, True
    return str(status), 200 <= status < 300, True


def payload(key: str, body: Mapping[str, object]) -> bytes:
    """What travels: the id of the notice, by which a receiver knows one he has had, and what happened."""
    return json.dumps({"id": key, **body}, ensure_ascii=False, sort_keys=True).encode()


@transaction.atomic
def _keep(hook: Webhook, notice: Notice, *, status: str, told: bool, again: bool) -> None:
    now = timezone.now()
    notice.status = status[:80]
    if told:
        notice.state = Notice.State.TOLD
    elif not again or notice.tries >= TRIES:
        notice.state = Notice.State.GIVEN_UP
    else:
        notice.due = now + timedelta(seconds=10 * 2 ** (notice.tries - 1))
    notice.save(update_fields=["state", "status", "due"])
    row = Webhook.objects.filter(pk=hook.pk)
    row.update(last_status=notice.status, failures=0 if told else F("failures") + 1)
    if not told and row.filter(failures__gte=MOST_FAILURES, off=None).update(off=now):
        hook.notices.filter(state=Notice.State.WAITING).update(state=Notice.State.GIVEN_UP, status=OFF)
