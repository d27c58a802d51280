"""Who may do what with a deck and a pool: the one place that knows.

Whoever has the key of a deck may look at it, unless its owner keeps it to himself; then it is not there at all for
anybody else. Only the owner changes it. A pool is seen by its owner alone (DRAFT-18), a search by whoever asked for it.
"""

from __future__ import annotations

from accounts.models import Person, User
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from decks.models import Deck

NO_DECK = gettext_noop("There is no such deck, or its owner keeps it to himself.")
OWNER_ONLY = gettext_noop("Only the owner changes a deck. Copy it, and the copy is yours to change.")


def is_owner(row: Deck, who: Person | User | None) -> bool:
    """Whether a deck is somebody's own. A member is known by his account as well, which spares a query."""
    if isinstance(who, User):
        return row.owner.user_id == who.pk
    return who is not None and row.owner_id == who.pk


def may_see(row: Deck, who: Person | User | None) -> bool:
    """Whether somebody who has the key may look at a deck."""
    return row.visibility != Deck.Visibility.PRIVATE or is_owner(row, who)


def require_seen(row: Deck | None, who: Person | User | None) -> Deck:
    """The deck, for whoever may look at it; raises `Missing` for everybody else, as if there were none."""
    if row is None or not may_see(row, who):
        raise Missing(NO_DECK)
    return row


def require_owner(row: Deck | None, who: Person | User | None) -> Deck:
    """The deck, for its owner; raises `Missing` where others may not even look, else `NotAllowed`."""
    seen = require_seen(row, who)
    if not is_owner(seen, who):
        raise NotAllowed(OWNER_ONLY)
    return seen
