"""How much of a draft its onlookers see now; joining is closed where they see cards."""

from collections.abc import Sequence

from drafts.core.archive.log import finished_rounds
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft, Seat
from drafts.table.loaded import LoadedDraft


def joining_is_closed(watching: Draft.Watching, sharing: str) -> bool:
    """Return whether no one may take a bot’s seat after the start, because they may have seen cards as onlookers."""
    return watching.shows_running and Sharing(sharing).hides_cards


def people_at_table(seats: Sequence[Seat]) -> int:
    return sum(not seat.is_free for seat in seats)


def may_show_picks(draft: Draft, seats: Sequence[Seat]) -> bool:
    """Return whether anyone may see all picks: they are or always were open, or at most one person drafted."""
    is_alone = draft.status == Draft.Status.DONE and people_at_table(seats) <= 1
    return draft.log_is_open or is_alone or not Sharing(draft.sharing).hides_cards


def visible_rounds(loaded: LoadedDraft) -> int:
    """Return how many rounds onlookers may see now, unfinished ones included if they see picks at once."""
    draft, state = loaded.draft, loaded.state
    if state is None:
        return 0
    if draft.status == Draft.Status.DONE:
        return finished_rounds(state)
    if not Draft.Watching(draft.watching).shows_running:
        return 0
    alone = people_at_table(loaded.seats) <= 1 or not Sharing(draft.sharing).hides_cards
    if draft.watching != Draft.Watching.ONCE or not alone:
        return finished_rounds(state)
    return max(state.next_place(seat)[0] for seat in range(state.setup.players))


def watch_version(loaded: LoadedDraft) -> int:
    """Return a number that grows when onlookers see more, and never between two rounds that they see."""
    if loaded.state is None:
        return int(loaded.draft.status not in Draft.OPEN)
    rounds = visible_rounds(loaded)
    at_once = rounds > finished_rounds(loaded.state)
    shows_all = at_once or loaded.draft.status == Draft.Status.DONE
    return 1 + (loaded.state.count if shows_all else rounds) + (loaded.draft.status not in Draft.OPEN)
