"""A kept deck in the format of another program."""

from __future__ import annotations

from cards.catalogue.queries import catalogue
from common.errors import Missing
from common.text import gettext_noop
from decks.core.text import TEXT_FORMATS, print_share
from decks.deck.queries import decklist_of
from decks.models import Deck


def exported(row: Deck, format_: str, link: str) -> str:
    """A deck in a format, by its key; raises `Missing` for a format that does not exist."""
    if format_ not in TEXT_FORMATS:
        template = gettext_noop("“%(format)s” is not a format; they are %(allowed)s.")
        raise Missing(template, {"format": format_[:20], "allowed": ", ".join(TEXT_FORMATS)})
    deck, cards = decklist_of(row), catalogue(row.game)
    if format_ == "share":
        return print_share(deck, cards, key=row.key, url=link)
    return TEXT_FORMATS[format_].print(deck, cards)
