"""The answers of the site in the reader’s language: rules, rulings and terms, indexed once per version."""

from collections.abc import Iterator, Mapping
from itertools import chain

from django.utils.translation import override

from cards.core.facts import BLUE_MOON, Catalogue
from cards.core.rulings import RulingsBook
from cards.core.rulings.answers import Answer, AnswerIndex, AnswerKind, plain_words, question_phrasings, words_in
from cards.core.rulings.ranking import RankableAnswers
from cards.hooks import numbered_rules
from cards.translations import card_summary_text, reader_language, translate, translate_document_place
from common.glossary import glossary_terms
from common.text import fold
from common.versioned_cache import VersionedCache

_LOW_TRUST_WEIGHT, _TERM_WEIGHT = 0.6, 0.75
# Chapters of rules by the letters of their numbers; all others are about Blue Moon.
_CTHULHU_CHAPTERS = ("COC", "K")
_cache = VersionedCache[RankableAnswers]()


def current_answers(book: RulingsBook, cards: Mapping[str, Catalogue]) -> RankableAnswers:
    """Return the possible answers for the reader; indexing them takes about half a second."""
    language = reader_language()
    return _cache.get_or_make(language, (book, *cards.values()), lambda: _make_answers(language, book, cards))


def _make_answers(language: str, book: RulingsBook, cards: Mapping[str, Catalogue]) -> RankableAnswers:
    sources = sorted(_answer_sources(language, book, cards), key=lambda source: source.game != BLUE_MOON)
    indexes, plain = [AnswerIndex(sources, language)], plain_words(_texts_without_card_names(language, sources, cards))
    if language != "en":
        with override("en"):
            english = current_answers(book, cards)
        indexes, plain = [*english.indexes, *indexes], english.plain | plain
    terms = frozenset(word for term in glossary_terms().values() for word in words_in(term.word(language)))
    errata = {
        erratum.id: fold(
            f"{erratum.id} {erratum.text} {erratum.note} {translate(erratum.text)} {translate(erratum.note)}"
        )
        for erratum in book.errata
    }
    return RankableAnswers(sources, indexes, plain=plain, terms=terms, errata=errata)


def _answer_sources(language: str, book: RulingsBook, cards: Mapping[str, Catalogue]) -> Iterator[Answer]:
    """Yield every answer, in the same order for every language."""
    for rule in numbered_rules(language).values():
        game = "cthulhu" if rule.number.partition("-")[0] in _CTHULHU_CHAPTERS else BLUE_MOON
        texts = {"title": rule.title, "body": " ".join(rule.paragraphs), "about": f"{rule.chapter} {rule.number}"}
        yield Answer(rule.number, AnswerKind.RULE, game, texts)
    for ruling in book.rulings:
        known = cards[ruling.game].by_code
        names = chain.from_iterable(known[code].names for code in ruling.cards if code in known)
        topic = translate(book.topics[ruling.topic].title) if ruling.topic in book.topics else ""
        texts = {
            "title": translate(ruling.question),
            "body": f"{translate(ruling.answer)} {translate(ruling.note)}",
            "names": " ".join(names),
            "about": f"{ruling.id} {topic} {translate(ruling.source)} {translate_document_place(ruling.place)}",
        }
        yield Answer(ruling.id, AnswerKind.RULING, ruling.game, texts, _LOW_TRUST_WEIGHT if ruling.doubtful else 1.0)
    for term in glossary_terms().values():
        yield Answer(
            term.slug, AnswerKind.TERM, BLUE_MOON, {"title": term.word(language), "body": term.note}, _TERM_WEIGHT
        )


def _texts_without_card_names(language: str, sources: list[Answer], cards: Mapping[str, Catalogue]) -> Iterator[str]:
    for source in sources:
        yield from (text for field, text in source.texts.items() if field in ("title", "body"))
    yield from chain.from_iterable(question_phrasings(language).values())
    yield from (card_summary_text(card) for known in cards.values() for card in known if getattr(card, "summary", ""))
