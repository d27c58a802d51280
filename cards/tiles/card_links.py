"""Names of cards in running text, each a link to its card, which opens the large card."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from cards.catalogue.queries import catalogue, catalogue_version
from cards.core.facts import CardFacts
from cards.games import GAMES
from cards.translations import german_name
from common.versioned_cache import VersionedCache


@dataclass(frozen=True, slots=True)
class LinkableNames:
    """Card names to link, with their URLs."""

    pattern: re.Pattern[str] | None
    slugs: Mapping[str, str]


_names_by_game = VersionedCache[LinkableNames]()


def card_anchor(card: CardFacts, name: str = "") -> SafeString:
    return _card_anchor_html(card.slug, name or GAMES[card.game].name_of(card))


def link_card_names(text: str, cards: Iterable[CardFacts]) -> SafeString:
    """Return the text with the names of these cards as links; names match case-sensitively and as whole words."""
    return _link_names(text, _linkable_names(cards))


def link_card_names_in_game(text: str, game: str) -> SafeString:
    key, made_from = (game, get_language() or ""), catalogue_version(game)
    return _link_names(text, _names_by_game.get_or_make(key, made_from, lambda: _linkable_names(catalogue(game))))


def _card_anchor_html(slug: str, name: str) -> SafeString:
    return format_html('<a class="card-name" href="{}">{}</a>', reverse("cards:card", args=[slug]), name)


def _linkable_names(cards: Iterable[CardFacts]) -> LinkableNames:
    slugs = {name: card.slug for card in cards for name in (card.name, german_name(card)) if name}
    longest_first = sorted(slugs, key=len, reverse=True)
    words = "|".join(re.escape(name) for name in longest_first)
    return LinkableNames(re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None, slugs)


def _link_names(text: str, names: LinkableNames) -> SafeString:
    if names.pattern is None:
        return format_html("{}", text)
    parts: list[tuple[str | SafeString]] = []
    end = 0
    for match in names.pattern.finditer(text):
        parts += [(text[end : match.start()],), (_card_anchor_html(names.slugs[match[0]], match[0]),)]
        end = match.end()
    return format_html_join("", "{}", [*parts, (text[end:],)])
