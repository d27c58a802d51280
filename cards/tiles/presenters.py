"""Tiles for the table's script, all drawn cards of a people in one file, and names of cards in texts as links."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, override

from cards.catalogue.queries import catalogue, version
from cards.core.facts import CardFacts, CardType, Catalogue, IconKind
from cards.games import GAMES
from cards.games.labels import icon_word
from cards.pictures.addresses import drawn
from cards.templatetags.cards import card_name, draw_card
from cards.translations import other_name
from common.versioned_cache import VersionedCache

DIGEST_CHARACTERS = 12
PICTURES = "pictures"  # the kind of file that is the same in every language
_NOT_DRAWN = re.compile("<noscript>.*?</noscript>")  # the script puts the picture there
_TYPES = {kind: at for at, kind in enumerate(CardType)}


def addresses(cards: Catalogue, codes: Iterable[str], kind: str = "") -> list[str]:
    """The addresses of the files that hold these cards, in the reader's language; or, as a kind, of their pictures."""
    kind = kind or get_language() or "en"
    peoples = dict.fromkeys(cards.by_code[code].people.value for code in codes if code in cards.by_code)
    return [reverse("cards:tiles", args=[kind, _digest(cards, people, kind), people.lower()]) for people in peoples]


def tiles_file(kind: str, people: str) -> tuple[str, str] | None:
    """Digest and JSON of a people's drawn cards in a language, or of their pictures; None for one without cards."""
    cards = catalogue()
    name = next((card.people.value for card in cards if card.people.value.lower() == people), None)
    return None if name is None else (_digest(cards, name, kind), _file_json(cards, name, kind))


@lru_cache(maxsize=128)
def _digest(cards: Catalogue, people: str, kind: str) -> str:
    return hashlib.sha256(_file_json(cards, people, kind).encode()).hexdigest()[:DIGEST_CHARACTERS]


@lru_cache(maxsize=128)
def _file_json(cards: Catalogue, people: str, kind: str) -> str:
    body: dict[str, Any]
    if kind == PICTURES:
        # With quotes that JSON leaves as they are.
        pictures = {card.code: GAMES[card.game].picture(card) for card in cards if card.people.value == people}
        body = {code: drawn(picture).replace('"', "'") for code, picture in pictures.items()}
    else:
        with override(kind):
            body = {card.code: _card_data(at, card) for at, card in enumerate(cards) if card.people.value == people}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _card_data(at: int, card: CardFacts) -> dict[str, Any]:
    """One card: its place in the catalogue, what sums and groups need, and how it is drawn."""
    mates = sorted({icon_word(icon) for icon in card.icons if icon.kind in (IconKind.PAIR, IconKind.GANG)})
    return {
        "at": at,
        "code": card.code,
        "name": card_name(card),
        "type": _TYPES[card.type],
        "character": card.type is CardType.CHARACTER,
        "people": card.people.value,
        "fire": card.fire or 0,
        "earth": card.earth or 0,
        "mates": mates,
        "peek": reverse("cards:peek", args=[card.slug]),
        "tile": _NOT_DRAWN.sub("", " ".join(draw_card(card, "tile", link=False, together=card.people).split())),
    }


@dataclass(frozen=True, slots=True)
class Names:
    """Names of cards to link, with the addresses they lead to."""

    pattern: re.Pattern[str] | None
    slugs: Mapping[str, str]


_of_games = VersionedCache[Names]()


def card_anchor(card: CardFacts, name: str = "") -> SafeString:
    return _anchor(card.slug, name or GAMES[card.game].name_of(card))


def linked(text: str, cards: Iterable[CardFacts]) -> SafeString:
    """The text with the names of these cards as links; names count with their capital letters and as whole words."""
    return _linked(text, _names(cards))


def linked_in_game(text: str, game: str) -> SafeString:
    key, made_from = (game, get_language() or ""), version(game)
    return _linked(text, _of_games.get_or_make(key, made_from, lambda: _names(catalogue(game))))


def _anchor(slug: str, name: str) -> SafeString:
    return format_html('<a class="card-name" href="{}">{}</a>', reverse("cards:card", args=[slug]), name)


def _names(cards: Iterable[CardFacts]) -> Names:
    slugs = {name: card.slug for card in cards for name in (card.name, other_name(card)) if name}
    longest_first = sorted(slugs, key=len, reverse=True)
    words = "|".join(re.escape(name) for name in longest_first)
    return Names(re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None, slugs)


def _linked(text: str, names: Names) -> SafeString:
    if names.pattern is None:
        return format_html("{}", text)
    parts: list[tuple[str | SafeString]] = []
    end = 0
    for match in names.pattern.finditer(text):
        parts += [(text[end : match.start()],), (_anchor(names.slugs[match[0]], match[0]),)]
        end = match.end()
    return format_html_join("", "{}", [*parts, (text[end:],)])
