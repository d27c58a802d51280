"""Tiles for the table’s script: the drawn cards of a people in one immutable file, their pictures in another."""

import hashlib
import json
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.translation import get_language, override

from cards.catalogue.queries import catalogue
from cards.core.facts import CardFacts, CardType, Catalogue, IconKind
from cards.games import GAMES
from cards.games.labels import icon_word
from cards.pictures.addresses import cached_picture_svg
from cards.templatetags.cards import card_name, draw_card

TILES_DIGEST_LENGTH = 12
PICTURES_KIND = "pictures"  # the kind of file that has no language
_NOSCRIPT = re.compile("<noscript>.*?</noscript>")  # the script puts the picture there
_TYPE_POSITIONS = {kind: at for at, kind in enumerate(CardType)}


def tiles_urls(cards: Catalogue, codes: Iterable[str], kind: str = "") -> list[str]:
    """Return the URLs of the files with these cards, in the reader’s language or of a `kind` such as pictures."""
    kind = kind or get_language() or "en"
    peoples = dict.fromkeys(cards.by_code[code].people.value for code in codes if code in cards.by_code)
    return [
        reverse("cards:tiles", args=[kind, _tiles_digest(cards, people, kind), people.lower()]) for people in peoples
    ]


def tiles_file(kind: str, people: str) -> tuple[str, str] | None:
    """Return digest and JSON of a people’s drawn cards in a language, or pictures; None for a people without cards."""
    cards = catalogue()
    name = next((card.people.value for card in cards if card.people.value.lower() == people), None)
    return None if name is None else (_tiles_digest(cards, name, kind), _tiles_json(cards, name, kind))


@lru_cache(maxsize=128)
def _tiles_digest(cards: Catalogue, people: str, kind: str) -> str:
    return hashlib.sha256(_tiles_json(cards, people, kind).encode()).hexdigest()[:TILES_DIGEST_LENGTH]


@lru_cache(maxsize=128)
def _tiles_json(cards: Catalogue, people: str, kind: str) -> str:
    body: dict[str, Any]
    if kind == PICTURES_KIND:
        # Single quotes save bytes: JSON would escape double quotes.
        pictures = {card.code: GAMES[card.game].picture(card) for card in cards if card.people.value == people}
        body = {code: cached_picture_svg(picture).replace('"', "'") for code, picture in pictures.items()}
    else:
        with override(kind):
            body = {
                card.code: _tile_data(index, card) for index, card in enumerate(cards) if card.people.value == people
            }
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _tile_data(index: int, card: CardFacts) -> dict[str, Any]:
    """Return one card: its place in the catalogue, the values for sums and groups, and its markup."""
    mates = sorted({icon_word(icon) for icon in card.icons if icon.kind in (IconKind.PAIR, IconKind.GANG)})
    return {
        "at": index,
        "code": card.code,
        "name": card_name(card),
        "type": _TYPE_POSITIONS[card.type],
        "character": card.type is CardType.CHARACTER,
        "people": card.people.value,
        "fire": card.fire or 0,
        "earth": card.earth or 0,
        "mates": mates,
        "peek": reverse("cards:peek", args=[card.slug]),
        "tile": _NOSCRIPT.sub("", " ".join(draw_card(card, "tile", link=False, together=card.people).split())),
    }
