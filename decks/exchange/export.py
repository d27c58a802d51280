"""Export: a saved deck in the format of another program, with sheets of its cards for Tabletop Simulator.

That program loads a sheet without a session and caches it by URL, so the URL contains the version of the deck and is
signed: anyone with the exported file can open it, and nobody can make one up. A sheet of cards of `FACE_SIZE` stays
below 4096 pixels in both directions, which every computer can show.
"""

import io
from collections.abc import Callable, Sequence
from typing import Any

from django.core.signing import Signer
from django.http import HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import get_language

from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.pictures.painting import (
    FACE_SIZE,
    SHEETS_CACHE,
    as_jpeg,
    cached_picture,
    card_back_png,
    digest_of,
    face_digest,
    paint_card_faces,
    write_picture,
)
from cards.pictures.print_data import card_print_data
from common.errors import Missing
from common.text import gettext_noop, parse_whole_number
from decks.core.legality import DeckList
from decks.core.text import DECK_TEXT_FORMATS, format_table_mod
from decks.core.text.tabletop import ACROSS, CARDS_PER_SHEET, DOWN, SheetPictures, format_tabletop_save
from decks.deck.queries import decklist_with_notes
from decks.models import Deck

_JPEG_QUALITY = 86
SHEET_NOT_FOUND = gettext_noop("We couldn’t find that card sheet.")


def sheet_urls(deck: Deck, absolute: Callable[[str], str], cards: int) -> list[str]:
    """Return the URLs of the sheets of the current version, with card names in the reader’s language."""
    language = get_language() or "en"
    name = f"{deck.version}-{language}-{_sheet_signature(deck.key, deck.version, language)}"
    sheets = range(1, -(-cards // CARDS_PER_SHEET) + 1)
    return [absolute(reverse("decks:tabletop_sheet", args=[deck.key, name, sheet])) for sheet in sheets]


def version_from_signed_name(key: str, name: str) -> tuple[int, str]:
    """Return the version and language of a signed URL; raises `Missing` if the signature is invalid."""
    head, _dash, rest = name.partition("-")
    version = parse_whole_number(head, digits=9)
    language, _dash, signature = rest.rpartition("-")
    if version is None or signature != _sheet_signature(key, version, language):
        raise Missing(SHEET_NOT_FOUND)
    return version, language


def _sheet_signature(key: str, version: int, language: str) -> str:
    signed = Signer(salt="decks.tabletop").signature(f"{key}/{version}/{language}")
    return "".join(sign for sign in signed if sign.isalnum())[:20]


def codes_of_version(key: str, version: int) -> tuple[str, list[str]]:
    """Return the game of a deck and the cards of one of its versions, each once, in the order of the sheets: cards
    beside the deck first; raises `Missing`."""
    deck = Deck.objects.filter(key=key).first()
    change = deck.changes.filter(version=version).first() if deck else None
    if deck is None or change is None:
        raise Missing(SHEET_NOT_FOUND)
    contents: dict[str, Any] = change.contents
    beside = filter(None, (contents.get(name) for name in ("leader", "inquisitor", "emissary")))
    return deck.game, list(dict.fromkeys([*beside, *(code for code, _copies in contents["cards"])]))


def sheet_jpeg(game: str, codes: Sequence[str]) -> bytes:
    """Return a sheet of ten by seven cards as JPEG; its last place is the back, which others see of cards in hand."""
    cards = catalogue(game)
    drawn = {index: card_print_data(cards[code]) for index, code in enumerate(codes) if code in cards}
    layout = f"{ACROSS} {DOWN} {FACE_SIZE} {_JPEG_QUALITY}"
    name = digest_of([layout, card_back_png(), *(f"{index} {face_digest(face)}" for index, face in drawn.items())])
    sheet = cached_picture(SHEETS_CACHE, name)
    if sheet is None:
        sheet = _combine_pictures(drawn)
        write_picture(SHEETS_CACHE, name, sheet)
    return sheet


def _combine_pictures(drawn: dict[int, Any]) -> bytes:
    from PIL import Image

    wide, high = FACE_SIZE
    sheet = Image.new("RGB", (ACROSS * wide, DOWN * high), "#0b1020")
    with Image.open(io.BytesIO(card_back_png())) as back:
        faces = [*paint_card_faces(list(drawn.values())), back.convert("RGB").resize(FACE_SIZE)]
    for index, face in zip([*drawn, CARDS_PER_SHEET], faces, strict=True):
        sheet.paste(face, (index % ACROSS * wide, index // ACROSS * high))
    return as_jpeg(sheet, _JPEG_QUALITY)


BuildAbsoluteUrl = Callable[[str], str]  # makes a path an absolute URL that other devices can open


def export_deck(row: Deck, format_: str, absolute: BuildAbsoluteUrl) -> str:
    """Return a deck in a format, by its key; raises `Missing` for an unknown format."""
    if format_ not in DECK_TEXT_FORMATS:
        template = gettext_noop("“%(format)s” isn’t a format. Use one of %(allowed)s.")
        raise Missing(template, {"format": format_[:20], "allowed": ", ".join(DECK_TEXT_FORMATS)})
    deck, cards = decklist_with_notes(row), catalogue(row.game)
    if format_ == "share":
        return format_table_mod(deck, cards, key=row.key, url=absolute(row.get_absolute_url()))
    if format_ == "tts":
        return _export_with_pictures(row, deck, cards, absolute)
    return DECK_TEXT_FORMATS[format_].print(deck, cards)


def deck_attachment(body: str | bytes, deck: Deck, extension: str, kind: str = "application/pdf") -> HttpResponse:
    if isinstance(body, str):
        kind = f"{kind}; charset=utf-8"
    head = {"Content-Disposition": f'attachment; filename="{slugify(deck.name) or "deck"}.{extension}"'}
    return HttpResponse(body, content_type=kind, headers=head)


def _export_with_pictures(row: Deck, deck: DeckList, cards: Catalogue, absolute: BuildAbsoluteUrl) -> str:
    _game, order = codes_of_version(row.key, row.version)
    faces = tuple(sheet_urls(row, absolute, len(order)))
    back = absolute(reverse("cards:back_picture"))
    return format_tabletop_save(deck, cards, pictures=SheetPictures(faces, back, tuple(order)))
