"""Services of an event's webhooks: add, test, turn off and remove addresses."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.text import gettext_noop
from matches.core.tournament import Deed
from matches.events.queries import get_event
from matches.events.read_models import can
from matches.events.transactions import lock_for_update
from matches.models import Event, Notice, Webhook
from matches.webhooks.addresses import MAX_WEBHOOKS, new_webhook, switch_on
from matches.webhooks.outbox import create_notices

__all__ = ["MAX_WEBHOOKS", "add", "hook_of", "hooks_of", "remove", "test", "turn_on"]


@transaction.atomic
def add(*, by: Person | None, key: str, url: str, shape: str = "") -> Webhook:
    """Let an address be told of an event; the secret is made here and shown to the organiser once.

    `shape` is what the address understands; without one it is known by the address.
    """
    view = lock_for_update(by=by, key=key, deed=Deed.WEBHOOKS)
    made = new_webhook(url, shape)
    if view.event.webhooks.filter(url=url).exists():
        raise Conflict(gettext_noop("This event tells that address already."))
    if view.event.webhooks.count() >= MAX_WEBHOOKS:
        raise Invalid(gettext_noop("An event tells at most %(most)s addresses."), {"most": MAX_WEBHOOKS})
    made.event = view.event
    made.save()
    return made


@transaction.atomic
def remove(*, by: Person | None, key: str, pk: int) -> None:
    """Tell an address nothing more."""
    hook_of(by=by, key=key, pk=pk).delete()


@transaction.atomic
def turn_on(*, by: Person | None, key: str, pk: int) -> Webhook:
    """Tell an address again that was turned off; what it missed is not sent afterwards."""
    return switch_on(hook_of(by=by, key=key, pk=pk))


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
