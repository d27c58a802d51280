"""Presenters of rulings and errata for pages and API, in the reader's language."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.core.facts import CardFacts, Catalogue
from cards.core.rulings import Book, Erratum, Reading, Ruling, Spoken, Topic, spoken
from cards.core.rulings.facts import EDITIONS
from cards.core.rulings.search import ENGLISH
from cards.translations import reader, translate, translate_place, untranslated
from common import glossary
from common.text import fold
from common.versioned_cache import VersionedCache

Cards = dict[str, Catalogue]
Row = TypeVar("Row", Ruling, Erratum)
# Author and date of the documents that name them; `docs/sources.md` has more on each.
ISSUES = {
    "Short FAQ of the first edition": gettext_lazy("Christopher Dearlove, 14 January 2021"),
    "Legends Advanced Concepts booklet": gettext_lazy("Blue Moon Legends (2014)"),
    "FAQ and errata 4.2": "Fantasy Flight Games",
}
_translated_books = VersionedCache[Spoken]()


@dataclass(frozen=True, slots=True)
class RulingView:
    """A ruling as a page shows it; `english` if it has no translation, `document` is its anchor on the page of
    sources."""

    ruling: Ruling
    topic: Topic | None
    cards: tuple[CardFacts, ...]
    readings: tuple[Reading, ...]
    edition: str
    english: bool
    document: str
    issue: str


@dataclass(frozen=True, slots=True)
class ErratumView:
    """An erratum with its card and readings; `english` if it has no translation."""

    erratum: Erratum
    card: CardFacts | None
    readings: tuple[Reading, ...]
    english: bool


def spoken_book(now: Book) -> Spoken:
    """Return the book in the reader's language for the search; computed once a version."""
    language = reader()
    terms = frozenset(word for term in glossary.terms().values() for word in fold(term.word(language)).split())

    def make() -> Spoken:
        heard = ENGLISH if language == "en" else spoken(now, language, translate, translate_place)
        return replace(heard, terms=terms)

    return _translated_books.get_or_make(language, now, make)


def translated_ruling(ruling: Ruling) -> Ruling:
    return _translate_fields(ruling, "question", "answer", "note", "source")


def translated_erratum(erratum: Erratum) -> Erratum:
    return _translate_fields(erratum, "text", "note", "source")


def _translate_fields(row: Row, *fields: str) -> Row:
    if reader() == "en":
        return row
    texts: dict[str, Any] = {name: translate(getattr(row, name)) for name in fields}
    return replace(row, place=translate_place(row.place), **texts)


def translated_reading(reading: Reading) -> Reading:
    return replace(reading, title=translate(reading.title), text=translate(reading.text))


def translated_topic(topic: Topic) -> Topic:
    return replace(topic, title=translate(topic.title))


def ruling_views(rulings: Iterable[Ruling], now: Book, cards: Cards) -> list[RulingView]:
    return [
        RulingView(
            ruling=translated_ruling(ruling),
            topic=translated_topic(now.topics[ruling.topic]) if ruling.topic in now.topics else None,
            cards=tuple(
                cards[ruling.game].by_code[code] for code in ruling.cards if code in cards[ruling.game].by_code
            ),
            readings=tuple(map(translated_reading, now.readings_of(ruling))),
            edition=_(EDITIONS.get(ruling.edition, EDITIONS["unknown"])),
            english=untranslated(ruling.question, ruling.answer, ruling.note),
            document=slugify(ruling.source),
            issue=str(ISSUES.get(ruling.source, "")),
        )
        for ruling in rulings
    ]


def erratum_views(errata: Iterable[Erratum], now: Book, cards: Cards) -> list[ErratumView]:
    return [
        ErratumView(
            translated_erratum(erratum),
            cards[erratum.game].by_code.get(erratum.card),
            tuple(map(translated_reading, now.readings_of(erratum))),
            untranslated(erratum.text, erratum.note),
        )
        for erratum in errata
    ]
