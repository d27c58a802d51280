"""Push outbox: services call it to notify people; after the commit, a task finds the devices and sends messages."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from functools import partial

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from accounts.models import PushDevice, PushMessage
from accounts.push.kinds import PUSH_KINDS, Kind


def create_push_messages(people: Iterable[int], kind: Kind, *, path: str, tag: str, about: str, now: datetime) -> int:
    """Write messages, due now, for the devices of these people; return their number."""
    devices = PushDevice.objects.filter(person__in=list(people), kinds__contains=kind.value)
    expires = now + timedelta(seconds=PUSH_KINDS[kind].seconds)
    values = {"kind": kind.value, "path": path[:200], "about": about[:120], "tries": 0, "due": now, "expires": expires}
    push_messages = [PushMessage(device=device, tag=tag[:40], **values) for device in devices]
    changed = ["kind", "path", "about", "tries", "due", "expires"]
    PushMessage.objects.bulk_create(
        push_messages, update_conflicts=True, unique_fields=["device", "tag"], update_fields=changed
    )
    return len(push_messages)


@shared_task(name="accounts.tasks.queue_push")
def queue_push(people: list[int], kind: str, *, path: str, tag: str, about: str) -> None:
    """Write the messages for those devices of these people that have a kind turned on, and send due messages."""
    from accounts.push import delivery  # imports encryption libraries, which would slow every start

    now = timezone.now()
    if create_push_messages(people, Kind(kind), path=path, tag=tag, about=about, now=now):
        delivery.send_due_push_messages()


@shared_task(name="accounts.tasks.send_due_pushes")
def send_due_pushes() -> int:
    """Send messages that are due: after a failed attempt, or because their task was lost."""
    from accounts.push import delivery

    return delivery.send_due_push_messages()


def notify_people(people: Iterable[int | None], kind: Kind, *, path: str, tag: str, about: str = "") -> None:
    """Notify people (primary keys; None is skipped) on devices with this kind turned on, after the commit.

    Runs no query now. A tap opens `path`; `about` is the name of the draft or event. A device only shows the newest
    message of each `tag`.
    """
    keys = sorted({key for key in people if key is not None})
    if keys:
        send = partial(queue_push.delay, keys, kind.value, path=path, tag=tag, about=about)
        transaction.on_commit(send, robust=True)
