"""Wishes: what seats want of open cards. On each of its turns a seat gets, at once, the first that is still there.

Only the seat itself may know its wishes: saving them changes no version, and nothing tells a wish from a fast pick.
"""

from collections.abc import Sequence

from django.utils import timezone

from common.errors import Conflict, Invalid
from common.text import gettext_noop
from drafts.core.engine.state import State
from drafts.models import Draft, Wishlist
from drafts.table.clocks import decide_due
from drafts.table.loaded import LoadedDraft, Visitor
from drafts.table.permissions import own_seat_or_raise
from drafts.table.picks import require_running_state
from drafts.table.queries import DraftView, draft_view_of
from drafts.table.rows import load_draft
from drafts.table.transactions import advance_draft, lock_draft, picks_from_wishlists, transact, wishlists_by_seat


def own_wishlist(draft_view: DraftView) -> list[str]:
    """Return the reader’s wishes that are still there, the best first; none without a seat. At most one query."""
    if draft_view.me is None or draft_view.table is None or draft_view.setup.sharing.hides_cards:
        return []
    lists = Wishlist.objects.filter(seat__draft__key=draft_view.key, seat__number=draft_view.me.number)
    open_cards = draft_view.table.piles[0]
    return [card for card in lists.values_list("cards", flat=True).first() or () if card in open_cards]


def wishlist_of_visitor(key: str, who: Visitor) -> list[str]:
    """Return the visitor’s own wishes; raises `NotAllowed` without a seat, `Conflict` where cards don’t lie open."""
    loaded = load_draft(key)
    own_seat_or_raise(loaded, who)
    _state_with_open_cards(loaded)
    return own_wishlist(draft_view_of(loaded, who))


def save_wishlist(key: str, *, who: Visitor, cards: Sequence[str]) -> DraftView:
    """Save what the visitor’s seat wants, the best first; if it’s its turn, the first wish is carried out at once.

    Cards that have gone are left out. Raises `Invalid` for a card that isn’t in the draft, `NotAllowed` without a seat,
    and `Conflict` unless cards lie open.
    """

    def save() -> None:
        loaded = load_draft(key)
        seat, state = own_seat_or_raise(loaded, who), _state_with_open_cards(loaded)
        unknown = next((card for card in cards if card not in state.deal), None)
        if unknown is not None:
            template = gettext_noop("“%(card)s” isn’t one of the cards of this draft.")
            raise Invalid(template, {"card": unknown[:40]}, rule="DRAFT-29", place="cards")
        wanted = [card for card in dict.fromkeys(cards) if card in state.public().piles[0]]
        Wishlist.objects.update_or_create(seat=seat, defaults={"cards": wanted})

    decide_due(key)
    transact(save)
    return transact(lambda: _carry_out(key, who))


def _carry_out(key: str, who: Visitor) -> DraftView:
    """Let the visitor’s seat have what it wants, if it’s its turn; a pick that is being saved comes first."""
    lock_draft(key)
    loaded = load_draft(key)
    draft, state = loaded.draft, loaded.state
    running = draft.status == Draft.Status.DRAFTING and draft.paused is None
    if running and state is not None and picks_from_wishlists(state, wishlists_by_seat(draft, state)):
        loaded = advance_draft(loaded, state, [], now=timezone.now())
    return draft_view_of(loaded, who)


def _state_with_open_cards(loaded: LoadedDraft) -> State:
    state = require_running_state(loaded)
    if state.setup.sharing.hides_cards:
        raise Conflict(gettext_noop("You can only wish for cards in drafts in which all cards lie open."))
    if state.is_over:
        raise Conflict(gettext_noop("This draft is already over."))
    return state
