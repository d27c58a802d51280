"""Export: a saved deck in the format of another program."""

from collections.abc import Callable

from django.http import HttpResponse
from django.urls import reverse
from django.utils.text import slugify

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.errors import Missing
from common.spreadsheet_cells import BYTE_ORDER_MARK
from common.text import gettext_noop
from decks.core.legality import DeckList
from decks.core.text import DECK_TEXT_FORMATS, print_share
from decks.core.text.tabletop import SheetPictures, print_tabletop_save
from decks.deck.queries import decklist_with_notes
from decks.exchange.tabletop import codes_of_version, sheet_urls
from decks.models import Deck

BuildAbsoluteUrl = Callable[[str], str]  # makes a path an absolute URL that other devices can open


def export_deck(row: Deck, format_: str, absolute: BuildAbsoluteUrl) -> str:
    """Return a deck in a format, by its key; raises `Missing` for an unknown format."""
    if format_ not in DECK_TEXT_FORMATS:
        template = gettext_noop("“%(format)s” isn’t a format. Use one of %(allowed)s.")
        raise Missing(template, {"format": format_[:20], "allowed": ", ".join(DECK_TEXT_FORMATS)})
    deck, cards = decklist_with_notes(row), catalogue(row.game)
    if format_ == "share":
        return print_share(deck, cards, key=row.key, url=absolute(row.get_absolute_url()))
    if format_ == "tts":
        return _export_with_pictures(row, deck, cards, absolute)
    return DECK_TEXT_FORMATS[format_].print(deck, cards)


def deck_attachment(body: str | bytes, row: Deck, extension: str, kind: str = "application/pdf") -> HttpResponse:
    if isinstance(body, str):
        body, kind = (BYTE_ORDER_MARK + body if kind == "text/csv" else body), f"{kind}; charset=utf-8"
    head = {"Content-Disposition": f'attachment; filename="{slugify(row.name) or "deck"}.{extension}"'}
    return HttpResponse(body, content_type=kind, headers=head)


def _export_with_pictures(row: Deck, deck: DeckList, cards: Catalogue, absolute: BuildAbsoluteUrl) -> str:
    _game, order = codes_of_version(row.key, row.version)
    faces = tuple(sheet_urls(row, absolute, len(order)))
    back = absolute(reverse("cards:back_picture"))
    return print_tabletop_save(deck, cards, pictures=SheetPictures(faces, back, tuple(order)))
