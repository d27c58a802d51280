"""Permissions of a draft: host only, own seat only; and seats by number."""

from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from drafts.models import Draft, Seat
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.rows import load_draft


def is_draft_host(draft: Draft, who: Visitor, seat: Seat | None) -> bool:
    """Return whether the visitor is the host, as a person or by the token of the host’s seat."""
    mine = who.person_id is not None and who.person_id == draft.host_id
    return mine or (seat is not None and seat.person_id == draft.host_id)


def require_draft_host(loaded: LoadedDraft, who: Visitor) -> None:
    """Raise `NotAllowed` for anyone but the host."""
    if not is_draft_host(loaded.draft, who, who.seat_among(loaded.seats)):
        raise NotAllowed(gettext_noop("Only the host of this draft can do that."))


def load_draft_for_host(key: str, who: Visitor) -> LoadedDraft:
    """Load a draft; raises `Missing`, and `NotAllowed` for anyone but its host."""
    loaded = load_draft(key)
    require_draft_host(loaded, who)
    return loaded


def own_seat_or_raise(loaded: LoadedDraft, who: Visitor) -> Seat:
    """Return the visitor’s seat; raises `NotAllowed` without one."""
    seat = who.seat_among(loaded.seats)
    if seat is None:
        raise NotAllowed(gettext_noop("You don’t have a seat in this draft."))
    return seat


def seat_by_number(loaded: LoadedDraft, number: int) -> Seat:
    """Return the seat of that number; raises `Missing`."""
    seat = next((seat for seat in loaded.seats if seat.number == number), None)
    if seat is None:
        raise Missing(gettext_noop("This draft has no seat %(seat)d."), {"seat": number})
    return seat


def is_draft_over(draft: Draft) -> bool:
    return draft.status in (Draft.Status.DONE, Draft.Status.ABORTED)
