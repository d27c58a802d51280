"""Permissions of a draft: host only, own seat only, seats by number; and how much onlookers see now."""

from collections.abc import Sequence

from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from drafts.core.archive.log import finished_rounds
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft, Seat
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.rows import load_draft


def is_draft_host(draft: Draft, visitor: Visitor, seat: Seat | None) -> bool:
    """Return whether the visitor is the host, as a person or by the token of the host’s seat."""
    mine = visitor.person_id is not None and visitor.person_id == draft.host_id
    return mine or (seat is not None and seat.person_id == draft.host_id)


def require_draft_host(loaded: LoadedDraft, visitor: Visitor) -> None:
    """Raise `NotAllowed` for anyone but the host."""
    if not is_draft_host(loaded.draft, visitor, visitor.seat_among(loaded.seats)):
        raise NotAllowed(gettext_noop("Only the host of this draft can do that."))


def load_draft_for_host(key: str, visitor: Visitor) -> LoadedDraft:
    """Load a draft; raises `Missing`, and `NotAllowed` for anyone but its host."""
    loaded = load_draft(key)
    require_draft_host(loaded, visitor)
    return loaded


def own_seat_or_raise(loaded: LoadedDraft, visitor: Visitor) -> Seat:
    """Return the visitor’s seat; raises `NotAllowed` without one."""
    seat = visitor.seat_among(loaded.seats)
    if seat is None:
        raise NotAllowed(gettext_noop("You don’t have a seat in this draft."))
    return seat


def seat_by_number(loaded: LoadedDraft, number: int) -> Seat:
    """Return the seat with this number; raises `Missing`."""
    seat = next((seat for seat in loaded.seats if seat.number == number), None)
    if seat is None:
        raise Missing(gettext_noop("This draft has no seat %(seat)d."), {"seat": number})
    return seat


def is_joining_closed(watching: Draft.Watching, sharing: str) -> bool:
    """Return whether no one may take a bot’s seat after the start, because they may have seen cards as onlookers."""
    return watching.shows_running and Sharing(sharing).hides_cards


def taken_seat_count(seats: Sequence[Seat]) -> int:
    return sum(not seat.is_free for seat in seats)


def may_show_picks(draft: Draft, seats: Sequence[Seat]) -> bool:
    """Return whether anyone may see all picks: the log or the cards are open, or at most one person drafted."""
    is_alone = draft.status == Draft.Status.DONE and taken_seat_count(seats) <= 1
    return draft.is_log_open or is_alone or not Sharing(draft.sharing).hides_cards


def visible_rounds(loaded: LoadedDraft) -> int:
    """Return how many rounds onlookers may see now, including unfinished rounds if they see picks at once."""
    draft, state = loaded.draft, loaded.state
    if state is None:
        return 0
    if draft.status == Draft.Status.DONE:
        return finished_rounds(state)
    if not Draft.Watching(draft.watching).shows_running:
        return 0
    alone = taken_seat_count(loaded.seats) <= 1 or not Sharing(draft.sharing).hides_cards
    if draft.watching != Draft.Watching.ONCE or not alone:
        return finished_rounds(state)
    return max(state.next_pick(seat)[0] for seat in range(state.setup.players))


def watch_version(loaded: LoadedDraft) -> int:
    """Return a number that grows when onlookers see more; if they see whole rounds, it only grows with a round."""
    if loaded.state is None:
        return int(loaded.draft.status not in Draft.OPEN)
    rounds = visible_rounds(loaded)
    at_once = rounds > finished_rounds(loaded.state)
    shows_all = at_once or loaded.draft.status == Draft.Status.DONE
    return 1 + (loaded.state.count if shows_all else rounds) + (loaded.draft.status not in Draft.OPEN)
