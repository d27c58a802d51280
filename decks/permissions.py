"""Permissions: who may do what with a deck and a pool.

Anyone with the key of a deck may see it, unless it is private; then it does not exist for others. The owner and their
editors change its contents; only the owner decides who may see or edit it, and deletes it. A pool is only visible to
its owner (DRAFT-18), so a deck built from a pool has no editors. A search is visible to the person who started it.
"""

from django.db.models import Q

from accounts.models import Person, User
from accounts.reader import is_staff
from common.errors import Missing, NotAllowed
from common.text import gettext_noop
from decks.models import Deck, DeckEditor

DECK_NOT_FOUND = gettext_noop("This deck doesn’t exist or is private.")
OWNER_ONLY = gettext_noop("Only the owner can edit this deck. Copy it to make your own version.")


def is_owner(deck: Deck, who: Person | User | None) -> bool:
    """Return whether a deck is the person’s own. Members are also recognised by their account, which saves a query."""
    if isinstance(who, User):
        return deck.owner.user_id == who.pk
    return who is not None and deck.owner_id == who.pk


def editing_person(deck: Deck, who: Person | User | None) -> Person | None:
    """Return the person who may change a deck: its owner or an editor, else None. One query unless it’s the owner."""
    if is_owner(deck, who):
        return deck.owner
    if who is None or deck.pool_id is not None:
        return None
    same = Q(person__user=who) if isinstance(who, User) else Q(person=who)
    editor = DeckEditor.objects.filter(same, deck=deck).select_related("person__user").first()
    return editor.person if editor else None


def may_see_deck(deck: Deck, who: Person | User | None) -> bool:
    """Return whether a person with the key may see a deck; staff also see hidden decks."""
    if deck.visibility != Deck.Visibility.PRIVATE or editing_person(deck, who) is not None:
        return True
    return deck.is_hidden and is_staff(who)


def require_visible_deck(deck: Deck | None, who: Person | User | None) -> Deck:
    """Return the deck if the person may see it; raises `Missing` otherwise, as if it didn’t exist."""
    if deck is None or not may_see_deck(deck, who):
        raise Missing(DECK_NOT_FOUND)
    return deck


def require_deck_owner(row: Deck | None, who: Person | User | None) -> Deck:
    """Return the deck for its owner; raises `Missing` for people who may not see it, otherwise `NotAllowed`."""
    deck = require_visible_deck(row, who)
    if not is_owner(deck, who):
        raise NotAllowed(OWNER_ONLY)
    return deck


def require_editable_deck(deck: Deck | None, who: Person | User | None) -> tuple[Deck, Person]:
    """Return the deck and the person who changes it, for owner and editors; raises like `require_deck_owner`."""
    person = None if deck is None else editing_person(deck, who)
    if deck is not None and person is not None:
        return deck, person
    if deck is None or deck.visibility == Deck.Visibility.PRIVATE:
        raise Missing(DECK_NOT_FOUND)
    raise NotAllowed(OWNER_ONLY)
