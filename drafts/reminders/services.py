"""Services of reminders: on pages and once by email in drafts over days, and by push. They never name a card."""

import logging
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from smtplib import SMTPException

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.language import use_language_of
from accounts.models import Person, confirmed_email_of
from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from common.errors import Missing
from common.text import gettext_noop
from drafts.core.engine.clock import LONG_CLOCK_SECONDS, REMIND_SHARE, WaitingPacket, waiting_packet
from drafts.core.engine.setup import PassingMode
from drafts.models import Draft, Quiet, Seat
from drafts.table.loaded import LoadedDraft
from drafts.table.rows import load_draft_from_row, load_drafts_from_rows
from drafts.table.transactions import clock_of_draft

logger = logging.getLogger(__name__)

_STOP_KEY_SALT = "drafts.quiet"
# Maximum packets that a page lists; others appear once these are done.
MAX_NOTICES = 20


class ReminderEmailState(StrEnum):
    """Whether a person gets reminders by email, or why not."""

    COMES = "comes"
    QUIET = "quiet"
    UNCONFIRMED = "unconfirmed"
    GUEST = "guest"
    NO_SITE = "no_site"


@dataclass(frozen=True, slots=True)
class ReminderEmailSettings:
    """A person’s reminders by email; `address` is empty unless they get them."""

    post: ReminderEmailState
    address: str = ""


def reminder_email_settings(person: Person | None) -> ReminderEmailSettings:
    """Return whether this person gets reminders by email. At most two queries."""
    if not settings.SITE_URL:
        # An email without a link to the site is useless; pages still show waiting packets.
        return ReminderEmailSettings(ReminderEmailState.NO_SITE)
    if person is None or person.user_id is None:
        return ReminderEmailSettings(ReminderEmailState.GUEST)
    address = confirmed_email_of(person)
    if not address:
        return ReminderEmailSettings(ReminderEmailState.UNCONFIRMED)
    quiet = Quiet.objects.filter(person=person).exists()
    return (
        ReminderEmailSettings(ReminderEmailState.QUIET)
        if quiet
        else ReminderEmailSettings(ReminderEmailState.COMES, address)
    )


def mute_reminders(person: Person, *, quiet: bool) -> None:
    if quiet:
        Quiet.objects.get_or_create(person=person)
    else:
        Quiet.objects.filter(person=person).delete()


def stop_reminders_key(person: Person) -> str:
    return signing.dumps(person.pk, salt=_STOP_KEY_SALT)


def person_by_stop_key(key: str) -> Person:
    """Return the person whose reminders this key stops; raises `Missing` unless the site has signed the key."""
    try:
        pk = signing.loads(key, salt=_STOP_KEY_SALT)
    except signing.BadSignature:
        pk = None
    person = Person.objects.filter(pk=pk).first() if isinstance(pk, int) else None
    if person is None:
        raise Missing(gettext_noop("This link doesn’t stop any emails. Part of it may be missing."))
    return person


def send_email_to(person: Person | None, folder: str, *, path: str, context: Mapping[str, object]) -> bool:
    """Send an email in the person’s language, unless they can’t or don’t want to get email; return whether it was sent.

    `folder` has the templates of subject and body, which get the context, the `link` and the link to `stop` emails.
    """
    mailing = reminder_email_settings(person)
    if person is None or mailing.post is not ReminderEmailState.COMES:
        return False
    site = settings.SITE_URL.rstrip("/")
    stop = site + reverse("drafts:mails", args=[stop_reminders_key(person)])
    words = {**context, "link": site + path, "stop": stop}
    with use_language_of(person):
        subject = " ".join(render_to_string(f"{folder}/mail_subject.txt", words).split())
        body = render_to_string(f"{folder}/mail_body.txt", words).strip()
    # RFC 8058: mail programs show their own unsubscribe button, which posts to this link at once.
    headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    try:
        EmailMessage(subject, body, None, [mailing.address], headers=headers).send()
    except (OSError, SMTPException):
        logger.exception("The reminder of %s could not be sent.", path)
        return False
    return True


@dataclass(frozen=True, slots=True)
class WaitingNotice:
    """A packet that is waiting for a person."""

    draft: Draft
    packet: WaitingPacket


def send_due_reminders(now: datetime) -> int:
    """Send one email for each packet that has waited for half of a long clock; return the number of emails."""
    notified = 0
    for draft in _drafts_over_days().filter(deadline__gt=now):
        # No packet of this draft can have waited long enough.
        if draft.deadline is None or draft.deadline - timedelta(seconds=(draft.pick_seconds or 0) * REMIND_SHARE) > now:
            continue
        try:
            notified += sum(
                _remind_once(draft, seat, packet, now) for seat, packet in _waiting_packets(load_draft_from_row(draft))
            )
        except Exception:
            # One broken draft must not stop the reminders of others.
            logger.exception("Nobody could be reminded of draft %s.", draft.key)
    return notified


def waiting_notices_for(person: Person | None) -> list[WaitingNotice]:
    """Return the packets of drafts over days that are waiting for this person, most urgent first."""
    if person is None:
        return []
    own_drafts = (
        _drafts_over_days().filter(seats__person=person, seats__is_bot=False).order_by("deadline")[:MAX_NOTICES]
    )
    notices = [
        WaitingNotice(draft, packet)
        for draft in own_drafts
        for seat, packet in _waiting_packets(load_draft_from_row(draft))
        if seat.person_id == person.pk
    ]
    return sorted(notices, key=lambda notice: notice.packet.deadline)


def _drafts_over_days() -> QuerySet[Draft]:
    running = Draft.objects.filter(status=Draft.Status.DRAFTING, paused=None, review_until=None, deadline__isnull=False)
    return running.filter(pick_seconds__gte=LONG_CLOCK_SECONDS).select_related("host__user")


def _waiting_packets(loaded: LoadedDraft) -> Iterator[tuple[Seat, WaitingPacket]]:
    """Yield seats of people, not of bots, with the packet in front of them."""
    draft, state = loaded.draft, loaded.state
    if state is None:
        return
    for seat in loaded.seats:
        deadline = seat.deadline if state.setup.flow is PassingMode.QUEUED else draft.deadline
        if seat.is_bot or deadline is None or not state.awaits(seat.number):
            continue
        place, (size, full) = state.next_pick(seat.number), state.clock_fraction(seat.number)
        packet = waiting_packet(clock_of_draft(draft), place=place, size=size, full=full, deadline=deadline)
        if packet is not None:
            yield seat, packet


def _remind_once(draft: Draft, seat: Seat, packet: WaitingPacket, now: datetime) -> bool:
    """Remind a player if due and not done before; save that first, so that only one of several callers reminds."""
    if not packet.is_reminder_due(now, reminded=""):
        return False
    # The loaded seat may not know of the last reminder, so let the row decide.
    if not Seat.objects.filter(pk=seat.pk, is_bot=False).exclude(reminded=packet.key).update(reminded=packet.key):
        return False
    context = {"draft": draft, "seat": seat, "packet": packet}
    send_email_to(seat.person, "drafts/reminders", path=draft.get_absolute_url(), context=context)
    return True


def push_to_waiting_players() -> int:
    """Notify subscribed players of their waiting packets, once per packet; return the number of notifications.

    Called every two seconds, so players who pick at once aren’t notified. One query if no player has subscribed.
    """
    notified = 0
    for seat, step in _seats_to_push():
        # Save it first, so that only one of several callers notifies.
        if Seat.objects.filter(pk=seat.pk, is_bot=False).exclude(pushed=step).update(pushed=step):
            draft = seat.draft
            notify_people(
                [seat.person_id], Kind.PACKET, path=draft.get_absolute_url(), tag=f"draft-{draft.key}", about=draft.name
            )
            notified += 1
    return notified


def _seats_to_push() -> Iterator[tuple[Seat, str]]:
    """Yield seats of subscribed players with a packet they haven’t been notified of, and its “round.number”."""
    running = Seat.objects.filter(draft__status=Draft.Status.DRAFTING, draft__paused=None, draft__review_until=None)
    subscribed = running.filter(is_bot=False, person__push_devices__kinds__contains=Kind.PACKET.value)
    seats = list(subscribed.select_related("draft__host__user").distinct())
    loaded = load_drafts_from_rows(list({seat.draft_id: seat.draft for seat in seats}.values()))
    for seat in seats:
        state = loaded[seat.draft.key].state
        if state is None or not state.awaits(seat.number):
            continue
        step = "{}.{}".format(*state.next_pick(seat.number))
        if seat.pushed != step:
            yield seat, step
