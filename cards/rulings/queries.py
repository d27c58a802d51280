"""Queries of rulings: the only place where rows become the book, once per version."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import replace

from cards import models as rows
from cards.catalogue.queries import catalogue_version, current_catalogues
from cards.core.facts import CardFacts, Catalogue, enum_value_or_default, facts_from_columns
from cards.core.rulings import (
    CardList,
    Erratum,
    ListEntry,
    ListKind,
    Reading,
    Ruling,
    RulingQuery,
    RulingsBook,
    RulingsFound,
    Topic,
    Trust,
    search_rulings,
)
from cards.core.rulings.book import rulings_on_properties
from cards.core.rulings.finding import ENOUGH_RULINGS, CardNameRecogniser
from cards.core.rulings.ranking import RankableAnswers
from cards.models import RULINGS_BOOK
from cards.rulings.answers import current_answers
from common.versioned_cache import VersionedCache

_book_cache = VersionedCache[RulingsBook]()
_recogniser_cache = VersionedCache[CardNameRecogniser]()


def _card_list_from_row(row: rows.CardList, entries: Iterable[rows.ListEntry]) -> CardList:
    return facts_from_columns(
        CardList,
        row,
        version=row.key,
        kind=enum_value_or_default(ListKind, row.kind, ListKind.RESTRICTED),
        issued=row.issued.isoformat() if row.issued else "",
        entries=tuple(facts_from_columns(ListEntry, own, id=own.key) for own in entries if own.version == row.key),
    )


def read_rulings_book(number: int = 0) -> RulingsBook:
    """Return the book as currently in the tables; one query per table."""
    entries = list(rows.ListEntry.objects.all())
    return RulingsBook(
        rulings=[
            facts_from_columns(Ruling, row, id=row.key, trust=enum_value_or_default(Trust, row.trust, Trust.LOW))
            for row in rows.Ruling.objects.all()
        ],
        errata=[facts_from_columns(Erratum, row, id=row.key) for row in rows.Erratum.objects.all()],
        lists=[_card_list_from_row(row, entries) for row in rows.CardList.objects.all()],
        topics=[Topic(row.key, row.title, row.game) for row in rows.RulingTopic.objects.all()],
        readings=[Reading(row.key, row.title, row.text, row.game) for row in rows.RulingReading.objects.all()],
        version=number,
    )


def rulings_book_digest(book: RulingsBook) -> str:
    """Return a fingerprint of a book: equal exactly if everything in it is."""
    parts = (book.rulings, book.errata, book.lists, tuple(book.topics.values()), tuple(book.readings.values()))
    return hashlib.sha256(json.dumps([repr(part) for part in parts]).encode()).hexdigest()


def current_rulings_book() -> RulingsBook:
    """Return the current book. Cached in the process until its digest changes, so that it usually costs one query."""
    now = catalogue_version(RULINGS_BOOK)
    cached = _book_cache.get(RULINGS_BOOK, now)
    if cached is not None:
        return cached
    fresh = read_rulings_book(now[0])
    # If another process changed the book between the queries, don’t cache this copy.
    if rulings_book_digest(fresh) == now[1]:
        _book_cache.put(RULINGS_BOOK, now, fresh)
    return fresh


def answer_ruling_query(query: RulingQuery, book: RulingsBook, cards: Mapping[str, Catalogue]) -> RulingsFound:
    """Return the results for a question. If few rulings name its cards, `near` has some on their icons and types."""
    answers = current_answers(book, cards) if query.text.strip() else RankableAnswers((), ())
    found = search_rulings(query, book, card_name_recogniser(cards), answers)
    missing = ENOUGH_RULINGS - len(found.rulings)
    only_naming = found.rulings and not (query.text or query.beside)
    if only_naming or found.near or missing <= 0 or not found.cards:
        return found
    on = rulings_on_properties(cards_with_codes(found.cards, cards), book)
    return replace(found, near=tuple(ruling for ruling in on if ruling not in found.rulings)[:missing])


def cards_with_codes(codes: Iterable[str], cards: Mapping[str, Catalogue]) -> list[CardFacts]:
    return [known.by_code[code] for code in codes for known in cards.values() if code in known.by_code]


def card_name_recogniser(cards: Mapping[str, Catalogue] | None = None) -> CardNameRecogniser:
    """Return the names of all cards, for recognising them in a question; without `cards`, one query per game."""
    now = tuple((cards or current_catalogues()).values())

    def make() -> CardNameRecogniser:
        # Cards of Call of Cthulhu are marked if the book has entries on them.
        return CardNameRecogniser(
            (card.code, card.names, bool(getattr(card, "marks", True))) for known in now for card in known
        )

    return _recogniser_cache.get_or_make("", now, make)
