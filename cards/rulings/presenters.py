"""Rulings and errata as pages show them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.core.facts import CardFacts, Catalogue
from cards.core.rulings import Book, Erratum, Reading, Ruling, Topic
from cards.core.rulings.facts import EDITIONS

Cards = dict[str, Catalogue]


@dataclass(frozen=True, slots=True)
class ShownRuling:
    """A ruling with everything a page says of it."""

    ruling: Ruling
    topic: Topic | None
    cards: tuple[CardFacts, ...]
    readings: tuple[Reading, ...]
    edition: str


@dataclass(frozen=True, slots=True)
class ShownErratum:
    """An erratum with its card and the readings taken."""

    erratum: Erratum
    card: CardFacts | None
    readings: tuple[Reading, ...]


def shown_rulings(rulings: Iterable[Ruling], now: Book, cards: Cards) -> list[ShownRuling]:
    """Rulings as pages show them."""
    return [
        ShownRuling(
            ruling=one,
            topic=now.topics.get(one.topic),
            cards=tuple(cards[one.game].by_code[code] for code in one.cards if code in cards[one.game].by_code),
            readings=now.readings_of(one),
            edition=_(EDITIONS[one.edition]),
        )
        for one in rulings
    ]


def shown_errata(errata: Iterable[Erratum], now: Book, cards: Cards) -> list[ShownErratum]:
    """Errata as pages show them."""
    return [ShownErratum(one, cards[one.game].by_code.get(one.card), now.readings_of(one)) for one in errata]
