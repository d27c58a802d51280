"""Services of editors: the secret link, adding members by name, and removing them. For the owner only."""

from django.db import transaction

from accounts.models import Person, User
from common.errors import Conflict, Invalid, Missing
from common.random_keys import new_secret
from common.text import gettext_noop
from decks.deck import services
from decks.models import Deck, DeckEditor, EditingLink

MAX_EDITORS = 20  # editors per deck
_EDIT_LINK_INVALID = gettext_noop("This edit link no longer works. Ask the person who sent it for a new one.")
_NOT_FOR_DRAFTS = gettext_noop("This deck is built from picks that only you can see, so no one else can edit it.")


@transaction.atomic
def create_editing_link(*, key: str, person: Person | None) -> EditingLink:
    """Create an editing link; an older link stops working. Raises `Invalid` for a deck built from a pool."""
    deck = services.locked_own_deck(key, person)
    if deck.pool_id is not None:
        raise Invalid(_NOT_FOR_DRAFTS, rule="DRAFT-18")
    return EditingLink.objects.update_or_create(deck=deck, defaults={"secret": new_secret()})[0]


@transaction.atomic
def delete_editing_link(*, key: str, person: Person | None) -> None:
    """Delete the link; people who followed it stay editors."""
    EditingLink.objects.filter(deck=services.locked_own_deck(key, person)).delete()


def deck_of_editing_link(secret: str) -> Deck:
    """Return the deck of an editing link; raises `Missing` if the link doesn’t exist."""
    link = EditingLink.objects.select_related("deck__owner__user").filter(deck__pool=None, secret=secret).first()
    if link is None:
        raise Missing(_EDIT_LINK_INVALID)
    deck: Deck = link.deck
    return deck


@transaction.atomic
def join_by_editing_link(*, secret: str, person: Person) -> Deck:
    """Become an editor by the link; idempotent, and does nothing for the owner."""
    deck = Deck.objects.select_for_update(of=("self",)).filter(pk=deck_of_editing_link(secret).pk).first()
    if deck is None or not EditingLink.objects.filter(deck=deck, secret=secret).exists():
        raise Missing(_EDIT_LINK_INVALID)  # link or deck was deleted while we waited for the lock
    _add_deck_editor(deck, person)
    return deck


@transaction.atomic
def add_editor(*, key: str, person: Person | None, name: str) -> DeckEditor:
    """Make a member an editor, by account name. Raises `Missing` if the account doesn’t exist."""
    deck = services.locked_own_deck(key, person)
    if deck.pool_id is not None:
        raise Invalid(_NOT_FOR_DRAFTS, rule="DRAFT-18")
    user = User.objects.filter(username__iexact=name.strip()[:150], is_active=True).first()
    if user is None:
        raise Missing(gettext_noop("No member is called “%(name)s”."), {"name": name.strip()[:40]})
    if user.pk == deck.owner.user_id:
        raise Conflict(gettext_noop("You’re the owner, so you can already do everything editors can."))
    return _add_deck_editor(deck, Person.objects.get_or_create(user=user)[0])


def _add_deck_editor(deck: Deck, person: Person) -> DeckEditor:
    """Add an editor; the deck is locked, so that the limit holds."""
    present = deck.editors.filter(person=person).first()
    if present is not None:
        return present
    if deck.owner_id == person.pk:
        return DeckEditor(deck=deck, person=person)  # not saved: the owner and editors already can
    if deck.editors.count() >= MAX_EDITORS:
        raise Conflict(gettext_noop("A deck can have at most %(most)d editors."), {"most": MAX_EDITORS})
    return DeckEditor.objects.create(deck=deck, person=person)


@transaction.atomic
def remove_editor(*, key: str, person: Person | None, editor: str) -> None:
    """Remove an editor by key; their changes stay. The link is replaced, so that they can’t return by it."""
    deck = services.locked_own_deck(key, person)
    deleted_count, _models = deck.editors.filter(key=editor).delete()
    if not deleted_count:
        raise Missing(gettext_noop("That person isn’t an editor of this deck."))
    EditingLink.objects.filter(deck=deck).update(secret=new_secret())


@transaction.atomic
def leave_deck(*, key: str, person: Person | None) -> None:
    deleted_count, _models = DeckEditor.objects.filter(deck__key=key, person=person).delete() if person else (0, {})
    if not deleted_count:
        raise Missing(gettext_noop("That person isn’t an editor of this deck."))
