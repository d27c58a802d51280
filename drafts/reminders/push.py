"""Push messages about waiting packets. They never name a card."""

from collections.abc import Iterator

from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from drafts.models import Draft, Seat
from drafts.table.rows import load_drafts_from_rows


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
