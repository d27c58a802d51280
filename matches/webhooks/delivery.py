"""Delivery of webhook notices: signed, retried with growing pauses; and its tasks."""

import base64
import logging
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import standardwebhooks
from celery import shared_task
from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from common import outbound_http
from common.outbound_http import PrivateAddress, acquire_slot
from matches.models.webhooks import OFF, PRIVATE_ADDRESS_STATUS, Notice, Webhook
from matches.webhooks.shapes import NoticeSubject, webhook_payload

ID_HEADER = "webhook-id"
TIMESTAMP_HEADER = "webhook-timestamp"
SIGNATURE_HEADER = "webhook-signature"
SECRET_PREFIX = "whsec_"


logger = logging.getLogger(__name__)
MAX_DELIVERY_TRIES = 7
# Failures in a row after which a webhook is turned off.
MAX_FAILURES_IN_A_ROW = 20
RETENTION_DAYS = 14
# Limit of one call of `send_due_webhook_notices`, so that receivers that never answer block no thread for long.
MAX_SWEEP_SECONDS = 15.0
# Simultaneous attempts.
NOTICES_SENT_TOGETHER = 8
# The pause before the second attempt; it doubles with each further one.
RETRY_SECONDS = 10
_CLAIM_DURATION = timedelta(seconds=60)
# Whether the last attempt at the address timed out.
_IS_SILENT_ADDRESS = Case(When(hook__last_status="TimeoutError", then=Value(1)), default=Value(0))
# Guests are easily created, so all of them count as one organiser.
_ORGANISER_KEY = Case(When(hook__event__owner__user=None, then=None), default=F("hook__event__owner"))
# Addresses whose last attempt was answered have their own slot, so that silent ones delay only each other.
_SLOT_BY_SILENCE = {True: "webhooks", False: "webhooks-silent"}


def signed_webhook_headers(secret: str, body: bytes, *, notice: str, timestamp: datetime) -> dict[str, str]:
    """Return the headers of Standard Webhooks. The bytes of an old secret without prefix are the key."""
    if not secret.startswith(SECRET_PREFIX):
        secret = base64.b64encode(secret.encode()).decode()
    signature = standardwebhooks.Webhook(secret).sign(notice, timestamp, body.decode())
    return {ID_HEADER: notice, TIMESTAMP_HEADER: str(int(timestamp.timestamp())), SIGNATURE_HEADER: signature}


def post_notice(url: str, body: bytes, *, secret: str, notice: str) -> int:
    """Send it and return the HTTP status. Raises `PrivateAddress`, or `OSError` without an answer."""
    headers = signed_webhook_headers(secret, body, notice=notice, timestamp=datetime.now(UTC))
    return outbound_http.post(url, body, {"Content-Type": "application/json", **headers})


def send_due_webhook_notices(now: datetime, *, limit: int = 50) -> int:
    """Send what is due and delete old notices; return the number of attempts.

    Organisers take turns, and addresses that timed out come last. The rest waits for the next call.
    """
    Notice.objects.filter(made__lt=now - timedelta(days=RETENTION_DAYS)).exclude(state=Notice.State.WAITING).delete()
    # Without an event, only the notice of its deletion is sent; an earlier version had webhooks of drafts.
    Notice.objects.filter(hook__event=None).exclude(kind="deleted").delete()
    turn = Window(RowNumber(), partition_by=[_ORGANISER_KEY, _IS_SILENT_ADDRESS], order_by=["hook__failures", "due"])
    due = Notice.objects.filter(state=Notice.State.WAITING, due__lte=now).order_by(_IS_SILENT_ADDRESS, turn, "due")
    until, made = time.monotonic() + MAX_SWEEP_SECONDS, 0
    for answers in (True, False):
        keys = list(_notices_of_slot(due, answers=answers).values_list("pk", flat=True)[:limit])
        while keys and time.monotonic() < until:
            made += _send_together(keys[:NOTICES_SENT_TOGETHER], answers=answers)
            del keys[:NOTICES_SENT_TOGETHER]
    # Webhooks of deleted events, once notified or given up.
    Webhook.objects.filter(event=None).exclude(notices__state=Notice.State.WAITING).delete()
    return made


def attempt_notice(pk: int) -> bool:
    """Make one attempt at a due notice; return whether this call did, as another may have claimed it.

    If the slot is taken, the notice waits for `send_due_webhook_notices`.
    """
    return _send_together([pk], answers=_notices_of_slot(Notice.objects.filter(pk=pk), answers=True).exists()) == 1


def _notices_of_slot(notices: QuerySet[Notice], *, answers: bool) -> QuerySet[Notice]:
    answered = Q(hook__last_status__regex=r"^\d")
    return notices.filter(answered if answers else ~answered)


def _send_together(keys: Sequence[int], *, answers: bool) -> int:
    """Make one attempt at each notice, simultaneously; return the number of attempts."""
    with acquire_slot(_SLOT_BY_SILENCE[answers]) as free:
        notices = [notice for pk in keys if free and (notice := _claim_notice(pk)) is not None]
        with ThreadPoolExecutor(NOTICES_SENT_TOGETHER) as threads:
            outcomes = list(threads.map(_deliver_notice, notices))
        for notice, (status, delivered, again) in zip(notices, outcomes, strict=True):
            _store_answer(notice, status=status, delivered=delivered, again=again and notice.kind != "test")
    return len(notices)


def _claim_notice(pk: int) -> Notice | None:
    """Claim a notice for this sender; return None if it is not due, or its webhook is off or deleted."""
    now = timezone.now()
    waiting = Notice.objects.filter(pk=pk, state=Notice.State.WAITING, due__lte=now)
    waiting.filter(hook__off__isnull=False).exclude(kind="test").update(state=Notice.State.GIVEN_UP, status=OFF)
    if not waiting.update(due=now + _CLAIM_DURATION, tries=F("tries") + 1):
        return None
    return Notice.objects.select_related("hook__event__owner").filter(pk=pk).first()


def _deliver_notice(notice: Notice) -> tuple[str, bool, bool]:
    """Return the answer, whether it is a success, and whether to try again."""
    hook = notice.hook
    try:
        status = post_notice(hook.url, _notice_payload(hook, notice), secret=hook.secret, notice=notice.key)
    except PrivateAddress:
        return PRIVATE_ADDRESS_STATUS, False, False
    except (OSError, ValueError) as error:
        return type(error).__name__, False, True
    except Exception:
        logger.exception("A notice could not be sent; the others are.")
        return "error", False, True
    return str(status), 200 <= status < 300, True


def _notice_payload(hook: Webhook, notice: Notice) -> bytes:
    if hook.event is None:
        about = NoticeSubject(str(notice.body["name"]), "", hook.language)
    else:
        about = NoticeSubject(hook.event.name, hook.event.get_absolute_url(), hook.event.owner.language)
    return webhook_payload(hook.shape, notice.key, notice.body, about)


@transaction.atomic
def _store_answer(notice: Notice, *, status: str, delivered: bool, again: bool) -> None:
    """Store the outcome of an attempt; the webhook may have been deleted meanwhile."""
    now, status = timezone.now(), status[:80]
    state = Notice.State.TOLD if delivered else Notice.State.WAITING
    if not delivered and (not again or notice.tries >= MAX_DELIVERY_TRIES):
        state = Notice.State.GIVEN_UP
    due = now + timedelta(seconds=RETRY_SECONDS * 2 ** (notice.tries - 1))
    Notice.objects.filter(pk=notice.pk).update(state=state, status=status, due=due)
    row = Webhook.objects.filter(pk=notice.hook_id)
    row.update(last_status=status, failures=0 if delivered else F("failures") + 1)
    if not delivered and row.filter(failures__gte=MAX_FAILURES_IN_A_ROW, off=None).update(off=now):
        Notice.objects.filter(hook=notice.hook_id, state=Notice.State.WAITING).update(
            state=Notice.State.GIVEN_UP, status=OFF
        )


@shared_task(name="matches.tasks.send_notice")
def send_notice(pk: int) -> None:
    """Make the first attempt at a notice, at once."""
    attempt_notice(pk)


@shared_task(name="matches.tasks.send_due_notices")
def send_due_notices() -> int:
    """Send notices that are due: after a failed attempt, or because their task was lost."""
    return send_due_webhook_notices(timezone.now())
