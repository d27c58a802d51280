"""Webhook outbox: notices are stored in the transaction of their change and sent after its commit."""

from collections.abc import Iterable, Mapping
from functools import partial

from django.db import transaction
from django.utils import timezone

from matches.models.events import Event
from matches.models.webhooks import Notice, Webhook
from matches.webhooks.delivery import send_notice

# What webhooks are told about an event: what happened, and the content of the notice besides the event and its version.
NOTICE_KINDS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "pods": ("The draft tables were seated, each a draft of its own; registration is closed.", ("count",)),
    "draft_begun": ("The cards of a draft table are dealt.", ("table",)),
    "draft_ended": ("A draft table has taken its last card; pools and the proof can be asked for.", ("table",)),
    "draft_called_off": ("The draft of a table was called off, or everybody left it.", ("table",)),
    "paired": ("A round was paired; tables and players can be asked for.", ("round",)),
    "unpaired": ("The pairings of a round were taken back before any result.", ("round",)),
    "result": ("A table has its result.", ("round", "table", "after")),
    "corrected": ("A result was changed; ask for the standings again.", ("round", "table", "before", "after")),
    "reopened": ("A game was taken back, so the table no longer has a result.", ("round", "table")),
    "round_closed": ("Every table of a round has its result, and the round is closed.", ("round",)),
    "cut": ("The cut was drawn; its players by their seeds.", ("names",)),
    "finished": ("The event is over; its standings stay.", ()),
    "deleted": ("The event was deleted before anybody was paired; this is the last notice of it.", ("name",)),
}


def notify_webhooks_of_deletion(event: Event) -> None:
    """Notify the webhooks of an event of its deletion, in the same transaction.

    The webhooks outlive it until they are notified (`matches.webhooks.delivery`); other waiting notices are deleted.
    """
    hooks = list(event.webhooks.filter(off=None))
    Notice.objects.filter(hook__in=hooks).delete()
    Webhook.objects.filter(pk__in=[hook.pk for hook in hooks]).update(event=None, language=event.owner.language)
    create_notices(hooks, {"event": event.key, "version": event.version, "kind": "deleted", "name": event.name})


def create_notices(hooks: Iterable[Webhook], *bodies: Mapping[str, object]) -> list[Notice]:
    """Create one notice per webhook and body, sent after commit; the periodic task resends lost ones."""
    now, every = timezone.now(), list(hooks)
    made = [Notice(hook=hook, kind=str(body["kind"]), body=dict(body), due=now) for body in bodies for hook in every]
    rows = Notice.objects.bulk_create(made)
    for pk in [row.pk for row in rows]:
        transaction.on_commit(partial(send_notice.delay, pk), robust=True)
    return rows
