"""Services of reminders: in drafts over days on pages and once by email, and push messages. They never name a card."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.models import Person
from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from drafts.core.engine.clock import LONG_CLOCK_SECONDS, REMIND_SHARE, WaitingPacket, waiting_packet
from drafts.core.engine.setup import PassingMode
from drafts.models import Draft, Seat
from drafts.reminders.mail import send_reminder_mail
from drafts.table.loaded import LoadedDraft
from drafts.table.rows import load_drafts_from_rows, load_from_row
from drafts.table.transactions import clock_of_draft

logger = logging.getLogger(__name__)

# A page lists at most this many; the others appear when these are done.
MAX_NOTICES = 20


@dataclass(frozen=True, slots=True)
class WaitingNotice:
    """A packet that waits for a person."""

    draft: Draft
    packet: WaitingPacket


def send_due_reminders(now: datetime) -> int:
    """Send one email for each packet that has used half of a long clock; return how many were sent."""
    notified = 0
    for draft in _drafts_over_days().filter(deadline__gt=now):
        # No packet of this draft can have waited long enough.
        if draft.deadline is None or draft.deadline - timedelta(seconds=(draft.pick_seconds or 0) * REMIND_SHARE) > now:
            continue
        try:
            notified += sum(
                _remind_once(draft, seat, packet, now) for seat, packet in _waiting_packets(load_from_row(draft))
            )
        except Exception:
            # One broken draft must not stop the reminders of others.
            logger.exception("Nobody could be reminded of draft %s.", draft.key)
    return notified


def waiting_notices_for(person: Person | None) -> list[WaitingNotice]:
    """Return the packets of drafts over days that wait for this person, the most urgent first."""
    if person is None:
        return []
    mine = _drafts_over_days().filter(seats__person=person, seats__is_bot=False).order_by("deadline")[:MAX_NOTICES]
    notices = [
        WaitingNotice(draft, packet)
        for draft in mine
        for seat, packet in _waiting_packets(load_from_row(draft))
        if seat.person_id == person.pk
    ]
    return sorted(notices, key=lambda notice: notice.packet.deadline)


def _drafts_over_days() -> QuerySet[Draft]:
    running = Draft.objects.filter(status=Draft.Status.DRAFTING, paused=None, review_until=None, deadline__isnull=False)
    return running.filter(pick_seconds__gte=LONG_CLOCK_SECONDS).select_related("host__user")


def _waiting_packets(loaded: LoadedDraft) -> Iterator[tuple[Seat, WaitingPacket]]:
    """Yield seats of people, not bots, with the packet in front of them."""
    draft, state = loaded.draft, loaded.state
    if state is None:
        return
    for seat in loaded.seats:
        deadline = seat.deadline if state.setup.flow is PassingMode.QUEUED else draft.deadline
        if seat.is_bot or deadline is None or not state.awaits(seat.number):
            continue
        place, (size, full) = state.next_place(seat.number), state.time_share(seat.number)
        packet = waiting_packet(clock_of_draft(draft), place=place, size=size, full=full, deadline=deadline)
        if packet is not None:
            yield seat, packet


def _remind_once(draft: Draft, seat: Seat, packet: WaitingPacket, now: datetime) -> bool:
    """Remind a player unless it isn’t due or was done before; saved first, so that only one of several callers does."""
    if not packet.is_reminder_due(now, reminded=""):
        return False
    # The loaded seat may be older than the last reminder, so the row decides.
    if not Seat.objects.filter(pk=seat.pk, is_bot=False).exclude(reminded=packet.key).update(reminded=packet.key):
        return False
    send_reminder_mail(draft, seat, packet)
    return True


def push_to_waiting_players() -> int:
    """Notify subscribed players of their waiting packets, once for each packet; return how many.

    Called every two seconds, so that nobody who picks at once is notified. One query if no player has subscribed.
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
        step = "{}.{}".format(*state.next_place(seat.number))
        if seat.pushed != step:
            yield seat, step
