"""Services of public decks: liking one, and unliking it."""

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, Missing, NotAllowed
from common.text import gettext_noop
from decks.deck.listing import recount_likes_and_copies
from decks.models import Deck, DeckLike
from decks.permissions import DECK_NOT_FOUND


@transaction.atomic
def set_deck_like(*, key: str, person: Person | None, liked: bool) -> int:
    """Like a public deck, or unlike it; idempotent. Returns how many like it.

    Raises `NotAllowed` for people without an account, `Conflict` for their own decks, and `Missing` for a deck that is
    not public.
    """
    deck = Deck.objects.select_related("listing").filter(key=key, visibility=Deck.Visibility.PUBLIC).first()
    if deck is None:
        raise Missing(DECK_NOT_FOUND)
    if person is None or person.is_guest:
        raise NotAllowed(gettext_noop("Log in to like decks."))
    if deck.owner_id == person.pk:
        raise Conflict(gettext_noop("You can’t like your own deck."))
    if liked:
        DeckLike.objects.get_or_create(deck=deck, person=person)
    else:
        DeckLike.objects.filter(deck=deck, person=person).delete()
    recount_likes_and_copies([deck.pk])
    return DeckLike.objects.filter(deck=deck).count()
