"""Delivery of webhook notices: one attempt at a time, retried with growing pauses, given up in the end."""

import time
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from common.outbound.http import PrivateAddress
from common.outbound.send_slots import free_slot
from matches.models.webhooks import OFF, PRIVATE, Notice, Webhook
from matches.webhooks import http as wire
from matches.webhooks.shapes import About, payload

MAX_TRIES = 7
# An address that refused so many attempts in a row is turned off.
MAX_FAILURES = 20
RETENTION_DAYS = 14
# How long a row of attempts may take at most, so that receivers that never answer keep no thread from other work.
SWEEP_SECONDS = 15.0
# The pause before the second attempt; it doubles with each further one.
RETRY_SECONDS = 10
_LEASE = timedelta(seconds=60)


def send_due(now: datetime, *, limit: int = 50) -> int:
    """Send what is due and forget what is long over; returns how many attempts were made.

    Addresses that answer come first. What there is no time for waits for the next sweep.
    """
    Notice.objects.filter(made__lt=now - timedelta(days=RETENTION_DAYS)).exclude(state=Notice.State.WAITING).delete()
    # Of an address of no event only the notice of its deletion is sent: the version before had addresses of drafts.
    Notice.objects.filter(hook__event=None).exclude(kind="deleted").delete()
    due = Notice.objects.filter(state=Notice.State.WAITING, due__lte=now).order_by("hook__failures", "due")
    until, made = time.monotonic() + SWEEP_SECONDS, 0
    for pk in list(due.values_list("pk", flat=True)[:limit]):
        if time.monotonic() >= until:
            break
        made += send(pk)
    # Addresses of deleted events that were told of it, or given up.
    Webhook.objects.filter(event=None).exclude(notices__state=Notice.State.WAITING).delete()
    return made


def send(pk: int) -> bool:
    """Make one attempt at a notice that is due; of two senders one does it. Returns whether this one did.

    Where all slots are taken the notice waits for the sweep.
    """
    with free_slot("webhooks") as free:
        return free and _send(pk)


def _send(pk: int) -> bool:
    now = timezone.now()
    waiting = Notice.objects.filter(pk=pk, state=Notice.State.WAITING, due__lte=now)
    if not waiting.update(due=now + _LEASE, tries=F("tries") + 1):
        return False
    notice = Notice.objects.select_related("hook__event__owner").get(pk=pk)
    hook = notice.hook
    if hook.off is not None and notice.kind != "test":
        notice.state, notice.status = Notice.State.GIVEN_UP, OFF
        notice.save(update_fields=["state", "status"])
        return True
    status, told, again = _attempt(hook, notice)
    _store_answer(hook, notice, status=status, told=told, again=again and notice.kind != "test")
    return True


def _attempt(hook: Webhook, notice: Notice) -> tuple[str, bool, bool]:
    """The answer, whether it is a success, and whether another attempt is worth it."""
    try:
        status = wire.post(hook.url, _payload(hook, notice), secret=hook.secret, notice=notice.key)
    except PrivateAddress:
        return PRIVATE, False, False
    except (OSError, ValueError) as error:
        return type(error).__name__, False, True
    return str(status), 200 <= status < 300, True


def _payload(hook: Webhook, notice: Notice) -> bytes:
    if hook.event is None:
        about = About(str(notice.body["name"]), "", hook.language)
    else:
        about = About(hook.event.name, hook.event.get_absolute_url(), hook.event.owner.language)
    return payload(hook.shape, notice.key, notice.body, about)


@transaction.atomic
def _store_answer(hook: Webhook, notice: Notice, *, status: str, told: bool, again: bool) -> None:
    now = timezone.now()
    notice.status = status[:80]
    if told:
        notice.state = Notice.State.TOLD
    elif not again or notice.tries >= MAX_TRIES:
        notice.state = Notice.State.GIVEN_UP
    else:
        notice.due = now + timedelta(seconds=RETRY_SECONDS * 2 ** (notice.tries - 1))
    notice.save(update_fields=["state", "status", "due"])
    row = Webhook.objects.filter(pk=hook.pk)
    row.update(last_status=notice.status, failures=0 if told else F("failures") + 1)
    if not told and row.filter(failures__gte=MAX_FAILURES, off=None).update(off=now):
        hook.notices.filter(state=Notice.State.WAITING).update(state=Notice.State.GIVEN_UP, status=OFF)
