"""Presenters of rulings and errata for pages and API, in the reader's language."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.core.facts import CardFacts, Catalogue
from cards.core.rulings import Book, Erratum, Reading, Ruling, Spoken, Topic, translate_book
from cards.core.rulings.facts import EDITIONS
from cards.core.rulings.search import ENGLISH_BOOK
from cards.translations import is_untranslated, reader_language, translate, translate_document_place
from common import glossary
from common.text import fold
from common.versioned_cache import VersionedCache

CataloguesByGame = dict[str, Catalogue]
TranslatableRow = TypeVar("TranslatableRow", Ruling, Erratum)
# Author and date of the documents that name them; `docs/sources.md` has more on each.
SOURCE_ISSUES = {
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


def translated_book(now: Book) -> Spoken:
    """Return the book in the reader's language for the search; computed once a version."""
    language = reader_language()
    terms = frozenset(word for term in glossary.glossary_terms().values() for word in fold(term.word(language)).split())

    def make() -> Spoken:
        heard = ENGLISH_BOOK if language == "en" else translate_book(now, language, translate, translate_document_place)
        return replace(heard, terms=terms)

    return _translated_books.get_or_make(language, now, make)


def translated_ruling(ruling: Ruling) -> Ruling:
    return _translate_fields(ruling, "question", "answer", "note", "source")


def translated_erratum(erratum: Erratum) -> Erratum:
    return _translate_fields(erratum, "text", "note", "source")


def _translate_fields(row: TranslatableRow, *fields: str) -> TranslatableRow:
    if reader_language() == "en":
        return row
    texts: dict[str, Any] = {name: translate(getattr(row, name)) for name in fields}
    return replace(row, place=translate_document_place(row.place), **texts)


def translated_rule_reading(reading: Reading) -> Reading:
    return replace(reading, title=translate(reading.title), text=translate(reading.text))


def translated_topic(topic: Topic) -> Topic:
    return replace(topic, title=translate(topic.title))


def present_rulings(rulings: Iterable[Ruling], now: Book, cards: CataloguesByGame) -> list[RulingView]:
    return [
        RulingView(
            ruling=translated_ruling(ruling),
            topic=translated_topic(now.topics[ruling.topic]) if ruling.topic in now.topics else None,
            cards=tuple(
                cards[ruling.game].by_code[code] for code in ruling.cards if code in cards[ruling.game].by_code
            ),
            readings=tuple(map(translated_rule_reading, now.readings_of(ruling))),
            edition=_(EDITIONS.get(ruling.edition, EDITIONS["unknown"])),
            english=is_untranslated(ruling.question, ruling.answer, ruling.note),
            document=slugify(ruling.source),
            issue=str(SOURCE_ISSUES.get(ruling.source, "")),
        )
        for ruling in rulings
    ]


def present_errata(errata: Iterable[Erratum], now: Book, cards: CataloguesByGame) -> list[ErratumView]:
    return [
        ErratumView(
            translated_erratum(erratum),
            cards[erratum.game].by_code.get(erratum.card),
            tuple(map(translated_rule_reading, now.readings_of(erratum))),
            is_untranslated(erratum.text, erratum.note),
        )
        for erratum in errata
    ]
