"""Services of an event's webhooks, for its organiser: add, test, turn on and remove addresses."""

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing, NotAllowed, TooMany
from common.text import gettext_noop
from matches.core.tournament import Permission
from matches.events.queries import event_by_key
from matches.events.read_models import has_permission
from matches.events.transactions import lock_event
from matches.models import Event, Notice, Webhook
from matches.webhooks.addresses import MAX_WEBHOOKS, new_webhook, switch_on_webhook
from matches.webhooks.outbox import create_notices

TEST_SECONDS = 60


@transaction.atomic
def add_webhook(*, by: Person | None, key: str, url: str, shape: str = "") -> Webhook:
    """Add a webhook with a new secret; an empty `shape` is guessed from the address."""
    event = lock_event(key, by=by, permission=Permission.WEBHOOKS)
    made = new_webhook(url, shape)
    if event.webhooks.filter(url=url).exists():
        raise Conflict(gettext_noop("This event already has a webhook for that URL."))
    if event.webhooks.count() >= MAX_WEBHOOKS:
        raise Invalid(gettext_noop("An event can have at most %(most)s webhooks."), {"most": MAX_WEBHOOKS})
    made.event = event
    made.save()
    return made


@transaction.atomic
def remove_webhook(*, by: Person | None, key: str, pk: int) -> None:
    webhook_by_pk(by=by, key=key, pk=pk).delete()


@transaction.atomic
def turn_on_webhook(*, by: Person | None, key: str, pk: int) -> Webhook:
    """Turn a webhook on again; missed notices aren’t sent."""
    return switch_on_webhook(webhook_by_pk(by=by, key=key, pk=pk))


@transaction.atomic
def send_test_notice(*, by: Person | None, key: str, pk: int) -> Notice:
    """Send a test notice; raises `TooMany` within `TEST_SECONDS` of the last."""
    webhook = webhook_by_pk(by=by, key=key, pk=pk)
    since = timezone.now() - timedelta(seconds=TEST_SECONDS)
    if webhook.notices.filter(kind="test", made__gt=since).exists():
        raise TooMany(gettext_noop("Too many attempts. Try again in %(seconds)d seconds."), {"seconds": TEST_SECONDS})
    return create_notices([webhook], {"event": key, "kind": "test"})[0]


def event_and_webhooks(by: Person | None, key: str) -> tuple[Event, QuerySet[Webhook]]:
    """The event and its webhooks; raises `NotAllowed` for all but the organiser."""
    event = event_by_key(key)
    if not has_permission(event, {}, by, Permission.WEBHOOKS):
        raise NotAllowed(gettext_noop("Only the organiser can see an event’s webhooks."))
    return event, event.webhooks.all()


def webhook_by_pk(*, by: Person | None, key: str, pk: int) -> Webhook:
    webhook = event_and_webhooks(by, key)[1].filter(pk=pk).first()
    if webhook is None:
        raise Missing(gettext_noop("We couldn’t find that webhook."))
    return webhook
