"""Services of guides: choosing one for a reader, and writing them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, Invalid
from common.text import gettext_noop
from decks.deck.listing import renew_listing
from decks.deck.services import locked_editable_deck
from decks.models import MAX_GUIDE_TEXT, Deck, DeckGuide

GUIDE_LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)


@dataclass(frozen=True, slots=True)
class VisibleGuide:
    """The guide to show, and the languages of all other guides."""

    chosen: DeckGuide
    others: tuple[DeckGuide, ...]


def guides_of(deck: Deck, *, hidden: bool = False) -> list[DeckGuide]:
    """Return the guides of a deck, oldest first; for their authors also guides hidden by staff; one query."""
    return [guide for guide in deck.guides.all() if hidden or guide.hidden is None]


def guide_in_language(guides: Sequence[DeckGuide], *languages: str) -> VisibleGuide | None:
    """Return the guide in the first available of these languages, or the oldest; None if there is none."""
    if not guides:
        return None
    chosen = next((guide for language in languages for guide in guides if guide.language == language), guides[0])
    return VisibleGuide(chosen, tuple(guide for guide in guides if guide is not chosen))


@transaction.atomic
def save_guide(*, key: str, person: Person | None, language: str, text: str, version: int) -> DeckGuide | None:
    """Save a deck’s guide in one language; an empty text deletes it, and None is returned.

    `version` is that of the guide that was changed, 0 for a new one. Raises `Conflict` if someone saved in the
    meantime; nothing is written then.
    """
    deck, _editor = locked_editable_deck(key, person)
    if language not in GUIDE_LANGUAGES:
        raise Invalid(
            gettext_noop("A guide must be in one of %(languages)s."),
            {"languages": ", ".join(GUIDE_LANGUAGES)},
            field="language",
        )
    tidied = text.replace("\x00", "").replace("\r\n", "\n").strip()
    if len(tidied) > MAX_GUIDE_TEXT:
        raise Invalid(
            gettext_noop("A guide can have at most %(limit)d characters."), {"limit": MAX_GUIDE_TEXT}, field="text"
        )
    guide = deck.guides.filter(language=language).first()
    if (guide.version if guide else 0) != version:
        template = gettext_noop(
            "This guide has also been saved somewhere else. Your text is still here: compare both versions."
        )
        raise Conflict(template, {"version": guide.version if guide else 0})
    if not tidied:
        deck.guides.filter(language=language).delete()
        saved = None
    else:
        saved = guide or DeckGuide(deck=deck, language=language, version=0)
        saved.text, saved.version = tidied, saved.version + 1
        saved.save()
    renew_listing(deck)
    return saved
