"""Webhooks: a notice is stored in the transaction of the change it reports, and sent after the commit.

A notice is JSON for scripts, or for Discord or Slack a sentence in the organiser’s language. It is signed, and failed
attempts are repeated with growing pauses.
"""

import base64
import json
import logging
import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from functools import partial
from html import escape
from urllib.parse import urlsplit

import standardwebhooks
from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone, translation
from django.utils.translation import gettext

from common import outbound_http
from common.outbound_http import PrivateAddress, acquire_slot
from common.sentence_tables import sentences
from matches.models.events import Event
from matches.models.notices import OFF, PRIVATE_ADDRESS_STATUS, Webhook, WebhookNotice

JSON_SHAPE, DISCORD_SHAPE, SLACK_SHAPE = "json", "discord", "slack"
# Discord rejects longer messages; Slack cuts messages only at a greater length.
MAX_MESSAGE_CHARACTERS = 2000
NOTICE_SENTENCES = sentences("matches", "webhooks")
_DISCORD_MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()@-])")


def shape_for_url(url: str) -> str:
    """Return the shape of a webhook by the host and path of its URL.

    >>> shape_for_url("https://hooks.slack.com/services/T0/B0/x"), shape_for_url("https://example.org/slack")
    ('slack', 'json')
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if host in ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com"):
        return DISCORD_SHAPE if parts.path.startswith("/api/webhooks/") else JSON_SHAPE
    return SLACK_SHAPE if host == "hooks.slack.com" else JSON_SHAPE


def _notice_payload(notice: WebhookNotice) -> bytes:
    """Return the body to send: a sentence, or JSON with the notice’s id, by which receivers recognise duplicates."""
    if notice.hook.shape == DISCORD_SHAPE:
        content = _notice_sentence(notice, _escape_for_discord)
        # Names in a result must not become mentions.
        return _json_bytes({"username": "Ten Moons", "content": content, "allowed_mentions": {"parse": []}})
    if notice.hook.shape == SLACK_SHAPE:
        # Escape the three characters that could make links, commands and mentions.
        return _json_bytes({"text": _notice_sentence(notice, partial(escape, quote=False))})
    return _json_bytes({"id": notice.key, **notice.body})


def _notice_sentence(notice: WebhookNotice, plain: Callable[[str], str]) -> str:
    """Return the notice as a sentence, with the event’s name before and its URL after."""
    event = notice.hook.event
    values = {name: plain(str(value)) for name, value in notice.body.items()}
    language = notice.hook.language if event is None else event.owner.language
    with translation.override(language or settings.LANGUAGE_CODE):
        text = gettext(NOTICE_SENTENCES[str(notice.body["kind"])]) % values
    name = notice.body["name"] if event is None else event.name
    sentence, site = f"{plain(str(name))} · {text}", settings.SITE_URL.rstrip("/")
    link = f"\n{site}{event.get_absolute_url()}" if site and event is not None else ""
    return sentence[: MAX_MESSAGE_CHARACTERS - len(link)] + link


def _escape_for_discord(text: str) -> str:
    return _DISCORD_MARKDOWN.sub(r"\\\1", text)


def _json_bytes(body: Mapping[str, object]) -> bytes:
    return json.dumps(body, ensure_ascii=False, sort_keys=True).encode()


ID_HEADER = "webhook-id"
TIMESTAMP_HEADER = "webhook-timestamp"
SIGNATURE_HEADER = "webhook-signature"
SECRET_PREFIX = "whsec_"


logger = logging.getLogger(__name__)
MAX_DELIVERY_TRIES = 7
# After this many failures in a row, a webhook is turned off.
MAX_FAILURES_IN_A_ROW = 20
RETENTION_DAYS = 14
# Time limit of a call of `send_due_webhook_notices`, so that silent receivers don’t block a thread for long.
MAX_SWEEP_SECONDS = 15.0
# Maximum number of simultaneous attempts.
NOTICES_SENT_TOGETHER = 8
# The pause before the second attempt, which doubles with each further attempt.
RETRY_SECONDS = 10
_CLAIM_DURATION = timedelta(seconds=60)
# Whether the last attempt at the webhook timed out.
_IS_SILENT_ADDRESS = Case(When(hook__last_status="TimeoutError", then=Value(1)), default=Value(0))
# Guests are easily created, so all of them count as one organiser.
_ORGANISER_KEY = Case(When(hook__event__owner__user=None, then=None), default=F("hook__event__owner"))
# Webhooks that answered the last attempt have a separate slot, so that silent webhooks delay only each other.
_SLOT_BY_SILENCE = {True: "webhooks", False: "webhooks-silent"}


def signed_webhook_headers(secret: str, body: bytes, *, notice: str, timestamp: datetime) -> dict[str, str]:
    """Return the headers of Standard Webhooks. If an old secret has no prefix, its bytes are the key."""
    if not secret.startswith(SECRET_PREFIX):
        secret = base64.b64encode(secret.encode()).decode()
    signature = standardwebhooks.Webhook(secret).sign(notice, timestamp, body.decode())
    return {ID_HEADER: notice, TIMESTAMP_HEADER: str(int(timestamp.timestamp())), SIGNATURE_HEADER: signature}


def post_notice(url: str, body: bytes, *, secret: str, notice: str) -> int:
    """Send a notice and return the HTTP status. Raises `PrivateAddress`, or `OSError` without an answer."""
    headers = signed_webhook_headers(secret, body, notice=notice, timestamp=datetime.now(UTC))
    return outbound_http.post(url, body, {"Content-Type": "application/json", **headers})


def send_due_webhook_notices(now: datetime, *, limit: int = 50) -> int:
    """Send due notices and delete old notices; return the number of attempts.

    Organisers take turns, and webhooks that timed out come last. Remaining notices wait for the next call.
    """
    WebhookNotice.objects.filter(made__lt=now - timedelta(days=RETENTION_DAYS)).exclude(
        state=WebhookNotice.State.WAITING
    ).delete()
    # Without an event, only send the notice of its deletion; an earlier version had webhooks of drafts.
    WebhookNotice.objects.filter(hook__event=None).exclude(kind="deleted").delete()
    turn = Window(RowNumber(), partition_by=[_ORGANISER_KEY, _IS_SILENT_ADDRESS], order_by=["hook__failures", "due"])
    due = WebhookNotice.objects.filter(state=WebhookNotice.State.WAITING, due__lte=now).order_by(
        _IS_SILENT_ADDRESS, turn, "due"
    )
    until, made = time.monotonic() + MAX_SWEEP_SECONDS, 0
    for answers in (True, False):
        keys = list(_notices_of_slot(due, answers=answers).values_list("pk", flat=True)[:limit])
        while keys and time.monotonic() < until:
            made += _send_together(keys[:NOTICES_SENT_TOGETHER], answers=answers)
            del keys[:NOTICES_SENT_TOGETHER]
    # Delete webhooks of deleted events once their notice is sent or given up.
    Webhook.objects.filter(event=None).exclude(notices__state=WebhookNotice.State.WAITING).delete()
    return made


def attempt_notice(pk: int) -> bool:
    """Attempt to send a due notice; return False if it was claimed, or left to `send_due_webhook_notices`."""
    return (
        _send_together([pk], answers=_notices_of_slot(WebhookNotice.objects.filter(pk=pk), answers=True).exists()) == 1
    )


def _notices_of_slot(notices: QuerySet[WebhookNotice], *, answers: bool) -> QuerySet[WebhookNotice]:
    answered = Q(hook__last_status__regex=r"^\d")
    return notices.filter(answered if answers else ~answered)


def _send_together(keys: Sequence[int], *, answers: bool) -> int:
    """Attempt to send these notices simultaneously; return the number of attempts."""
    with acquire_slot(_SLOT_BY_SILENCE[answers]) as free:
        notices = [notice for pk in keys if free and (notice := _claim_notice(pk)) is not None]
        with ThreadPoolExecutor(NOTICES_SENT_TOGETHER) as threads:
            outcomes = list(threads.map(_deliver_notice, notices))
        for notice, (status, delivered, again) in zip(notices, outcomes, strict=True):
            _store_answer(notice, status=status, delivered=delivered, again=again and notice.kind != "test")
    return len(notices)


def _claim_notice(pk: int) -> WebhookNotice | None:
    """Claim a notice for this sender; return None if the notice is not due, or its webhook is off or deleted."""
    now = timezone.now()
    waiting = WebhookNotice.objects.filter(pk=pk, state=WebhookNotice.State.WAITING, due__lte=now)
    waiting.filter(hook__off__isnull=False).exclude(kind="test").update(state=WebhookNotice.State.GIVEN_UP, status=OFF)
    if not waiting.update(due=now + _CLAIM_DURATION, tries=F("tries") + 1):
        return None
    return WebhookNotice.objects.select_related("hook__event__owner").filter(pk=pk).first()


def _deliver_notice(notice: WebhookNotice) -> tuple[str, bool, bool]:
    """Send a notice; return the answer, whether it is a success, and whether to try again after a failure."""
    hook = notice.hook
    try:
        status = post_notice(hook.url, _notice_payload(notice), secret=hook.secret, notice=notice.key)
    except PrivateAddress:
        return PRIVATE_ADDRESS_STATUS, False, False
    except (OSError, ValueError) as error:
        return type(error).__name__, False, True
    except Exception:
        logger.exception("A notice could not be sent; the others are.")
        return "error", False, True
    return str(status), 200 <= status < 300, True


@transaction.atomic
def _store_answer(notice: WebhookNotice, *, status: str, delivered: bool, again: bool) -> None:
    """Store the outcome of an attempt; the webhook may have been deleted in the meantime."""
    now, status = timezone.now(), status[:80]
    state = WebhookNotice.State.TOLD if delivered else WebhookNotice.State.WAITING
    if not delivered and (not again or notice.tries >= MAX_DELIVERY_TRIES):
        state = WebhookNotice.State.GIVEN_UP
    due = now + timedelta(seconds=RETRY_SECONDS * 2 ** (notice.tries - 1))
    WebhookNotice.objects.filter(pk=notice.pk).update(state=state, status=status, due=due)
    webhooks = Webhook.objects.filter(pk=notice.hook_id)
    webhooks.update(last_status=status, failures=0 if delivered else F("failures") + 1)
    if not delivered and webhooks.filter(failures__gte=MAX_FAILURES_IN_A_ROW, off=None).update(off=now):
        WebhookNotice.objects.filter(hook=notice.hook_id, state=WebhookNotice.State.WAITING).update(
            state=WebhookNotice.State.GIVEN_UP, status=OFF
        )


@shared_task(name="matches.tasks.send_notice")
def send_notice(pk: int) -> None:
    """Make the first attempt to send a notice, at once."""
    attempt_notice(pk)


@shared_task(name="matches.tasks.send_due_notices")
def send_due_notices() -> int:
    """Send notices that are due after a failed attempt, or because their task was lost."""
    return send_due_webhook_notices(timezone.now())


# For each kind of notice, its description, and the fields it has in addition to the event and its version.
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
    """Notify an event’s webhooks of its deletion, in the same transaction.

    The webhooks stay after the event until this notice is sent; other waiting notices are deleted.
    """
    hooks = list(event.webhooks.filter(off=None))
    WebhookNotice.objects.filter(hook__in=hooks).delete()
    Webhook.objects.filter(pk__in=[hook.pk for hook in hooks]).update(event=None, language=event.owner.language)
    create_webhook_notices(hooks, {"event": event.key, "version": event.version, "kind": "deleted", "name": event.name})


def create_webhook_notices(hooks: Iterable[Webhook], *bodies: Mapping[str, object]) -> list[WebhookNotice]:
    """Create a notice per webhook and body, sent after the commit; the periodic task sends lost notices."""
    now, every = timezone.now(), list(hooks)
    made = [
        WebhookNotice(hook=hook, kind=str(body["kind"]), body=dict(body), due=now) for body in bodies for hook in every
    ]
    notices = WebhookNotice.objects.bulk_create(made)
    for pk in [notice.pk for notice in notices]:
        transaction.on_commit(partial(send_notice.delay, pk), robust=True)
    return notices
