"""Presenters of rulings and errata for pages and API, in the reader’s language."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.core.facts import BLUE_MOON, CardFacts, Catalogue
from cards.core.rulings import Erratum, Reading, Ruling, RulingsBook, RulingsFound, Topic
from cards.core.rulings.answers import Answer, AnswerKind, direct_answers, question_phrasings, words_in
from cards.core.rulings.facts import EDITIONS
from cards.core.rulings.ranking import MAX_KEYWORDS, RankedAnswer
from cards.games import GAMES
from cards.hooks import NumberedRule, RulingScene, numbered_rules, scenes_of_ruling
from cards.rulings.answers import current_answers
from cards.rulings.queries import current_rulings_book
from cards.translations import is_untranslated, reader_language, translate, translate_document_place
from common.glossary import glossary_terms
from common.text import gettext_noop

MAX_ROWS, MAX_TERMS = 5, 3
# A ruling whose question is less like the one asked is only the closest.
_ALIKE = 0.45
SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_a-zа-яё])")
CataloguesByGame = dict[str, Catalogue]
TranslatableRow = TypeVar("TranslatableRow", Ruling, Erratum)
# Author and date of documents by name; `docs/sources.md` has more on each.
SOURCE_ISSUES = {
    "Short FAQ of the first edition": gettext_lazy("Christopher Dearlove, 14 January 2021"),
    "Legends Advanced Concepts booklet": gettext_lazy("Blue Moon Legends (2014)"),
    "FAQ and errata 4.2": "Fantasy Flight Games",
}


@dataclass(frozen=True, slots=True)
class PresentedRuling:
    """A ruling as a page shows it; `english` if it has no translation, `document` is its anchor on the sources page."""

    ruling: Ruling
    topic: Topic | None
    cards: tuple[CardFacts, ...]
    readings: tuple[Reading, ...]
    edition: str
    english: bool
    document: str
    issue: str


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A rule, ruling or term in a list of answers, with its most significant sentence."""

    kind: AnswerKind
    number: str
    title: str
    text: str
    url: str
    language: str


@dataclass(frozen=True, slots=True)
class BestAnswer:
    """The best answer to a question: a ruling as `view`, or a rule with its `source`; and a board of that very case.

    `heading` is the question that `text` answers: in our words if `direct`, as the ruling has it, or as asked if the
    ruling or rule is only the `closest`. `more` if its own page has more to read.
    """

    row: AnswerRow
    heading: str
    text: str
    direct: bool
    closest: bool
    more: bool
    view: PresentedRuling | None
    source: str
    scene: RulingScene | None
    board: str


@dataclass(frozen=True, slots=True)
class PresentedErratum:
    """An erratum with its card and readings; `english` if it has no translation."""

    erratum: Erratum
    card: CardFacts | None
    readings: tuple[Reading, ...]
    english: bool


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


def present_rulings(rulings: Iterable[Ruling], now: RulingsBook, cards: CataloguesByGame) -> list[PresentedRuling]:
    return [
        PresentedRuling(
            ruling=translated_ruling(ruling),
            topic=replace(topic, title=translate(topic.title)) if (topic := now.topics.get(ruling.topic)) else None,
            cards=tuple(
                cards[ruling.game].by_code[code] for code in ruling.cards if code in cards[ruling.game].by_code
            ),
            readings=tuple(map(translated_rule_reading, now.readings_of(ruling))),
            edition=_edition_unless_named(ruling),
            english=is_untranslated(ruling.question, ruling.answer, ruling.note),
            document=slugify(ruling.source),
            issue=str(SOURCE_ISSUES.get(ruling.source, "")),
        )
        for ruling in rulings
    ]


def _edition_unless_named(ruling: Ruling) -> str:
    """Return the edition a ruling is about, unless the name of its source has it already."""
    edition = EDITIONS.get(ruling.edition, EDITIONS["unknown"])
    return "" if edition.lower() in ruling.source.lower() else _(edition)


def present_errata(errata: Iterable[Erratum], now: RulingsBook, cards: CataloguesByGame) -> list[PresentedErratum]:
    return [
        PresentedErratum(
            translated_erratum(erratum),
            cards[erratum.game].by_code.get(erratum.card),
            tuple(map(translated_rule_reading, now.readings_of(erratum))),
            is_untranslated(erratum.text, erratum.note),
        )
        for erratum in errata
    ]


def answer_context(question: str, found: RulingsFound, now: RulingsBook, cards: CataloguesByGame) -> dict[str, Any]:
    """Return the context of `cards/rulings/_best.html` and of the lists of rules and terms."""
    reader = _AnswerPresenter(question, now, cards)
    return {
        "best": reader.best_answer(found.best, found.rules[:2]) if found.best else None,
        "nearest": [reader.answer_row(one.source) for one in found.nearest],
        "rules": [reader.answer_row(one.source) for one in found.rules[:MAX_ROWS]],
        "terms": [reader.answer_row(one.source) for one in found.terms[:MAX_TERMS]],
        "rulings_in_rows": [reader.ruling_row(ruling) for ruling in found.rulings[:MAX_ROWS]],
    }


def rule_or_ruling_url(text: str) -> str:
    """Return the URL of the rule or ruling with this number; empty for anything else."""
    number = text.strip()
    ruling = current_rulings_book().by_slug.get(number.lower())
    rules = numbered_rules(reader_language()) if ruling is None and "-" in number else {}
    rule = next((rule for key, rule in rules.items() if key.lower() == number.lower()), None)
    return reverse("cards:ruling", args=[ruling.slug]) if ruling else rule.url if rule else ""


class _AnswerPresenter:
    """Reads the sources of answers in the reader’s language and picks the best sentences for a question."""

    def __init__(self, question: str, now: RulingsBook, cards: CataloguesByGame) -> None:
        self._question, self._now, self._cards = question, now, cards

    def answer_row(self, source: Answer) -> AnswerRow:
        if source.kind is AnswerKind.RULING:
            return self.ruling_row(self._now.by_slug[source.key.lower()])
        if source.kind is AnswerKind.RULE:
            rule = numbered_rules(reader_language())[source.key]
            return AnswerRow(
                source.kind, rule.number, rule.title, self._sentence_of_rule(rule), rule.url, rule.language
            )
        (term,) = (term for term in glossary_terms().values() if term.slug == source.key)
        word = term.word(reader_language())
        at = f"{reverse('help:glossary')}#{term.slug}"
        return AnswerRow(source.kind, "", word, translate(term.note), at, reader_language())

    def ruling_row(self, ruling: Ruling) -> AnswerRow:
        translation = translated_ruling(ruling)
        text = translation.note if ruling.doubtful else translation.answer
        at = reverse("cards:ruling", args=[ruling.slug])
        return AnswerRow(AnswerKind.RULING, ruling.id, translation.question, text, at, reader_language())

    def best_answer(self, best: RankedAnswer, rules: Iterable[RankedAnswer]) -> BestAnswer:
        """Return the best answer, or a rule ranked about as high if it answers just this question."""
        answers = ((one, self._direct_answer(one.source.key)) for one in (best, *rules))
        ranked, (question, direct) = next((pair for pair in answers if pair[1][0]), (best, ("", "")))
        number, row = ranked.source.key, self.answer_row(ranked.source)
        view, source, more = None, "", True
        if ranked.source.kind is AnswerKind.RULING:
            ruling = self._now.by_slug[number.lower()]
            (view,) = present_rulings([ruling], self._now, self._cards)
            more = bool(ruling.note or ruling.cards or self._now.related(ruling))
        else:
            source = numbered_rules(reader_language())[number].paragraphs[-1]
        typed = self._question.strip()
        in_words = len(words_in(typed)) <= MAX_KEYWORDS and not typed.endswith("?")
        alike = view and self._likeness(row.title, *self._phrasings(number)) >= _ALIKE
        closest = not (direct or in_words or alike)
        heading = question or row.title
        if closest:
            heading = typed[:1].upper() + typed[1:] + "?" * typed[-1:].isalnum()
        scenes = scenes_of_ruling(number) if view and not (direct or closest) else ()
        scene = next((scene for scene in scenes if scene.rulings[0] == number), None)
        board = scene.draw_end("", self._cards[ranked.source.game]) if scene else ""
        return BestAnswer(
            row, heading, direct or row.text, bool(direct), closest, more or bool(direct), view, source, scene, board
        )

    def _direct_answer(self, number: str) -> tuple[str, str]:
        """Return the common question on a rule or ruling that is the one asked, and its answer; empty if none is."""
        answers = current_answers(self._now, self._cards)
        english, own = (direct_answers(language).get(number, ()) for language in ("en", reader_language()))
        same = (
            (question, answer)
            for (typed, _answer), (question, answer) in zip(english, own, strict=True)
            if answers.is_same_question(self._question, typed) or answers.is_same_question(self._question, question)
        )
        return next(same, ("", ""))

    def _phrasings(self, number: str) -> Iterator[str]:
        for language in {"en", reader_language()}:
            yield from question_phrasings(language).get(number, ())

    def _likeness(self, *questions: str) -> float:
        answers = current_answers(self._now, self._cards)
        return max(answers.likeness(self._question, question) for question in questions)

    def _sentence_of_rule(self, rule: NumberedRule) -> str:
        if rule.number in self._now.readings:
            return translate(self._now.readings[rule.number].text)
        sentences = [sentence for line in rule.paragraphs[:-1] for sentence in SENTENCE_END.split(line)]
        return current_answers(self._now, self._cards).best_sentence(self._significant_terms, sentences)

    @cached_property
    def _significant_terms(self) -> Mapping[str, float]:
        return current_answers(self._now, self._cards).significant_terms(self._question)


OTHER = gettext_noop("Other topics")
# Topics by subject, in the order of a game. On pages for all games, each other game is one subject, named after it.
TOPICS_BY_SUBJECT = {
    gettext_noop("Turns and timing"): "turn timing order-of-effects targets backtracking general end-of-game "
    "coc-setup coc-framework coc-reactions",
    gettext_noop("Fights and power"): "start-of-fight power leadership special-text ignored single-cards end-of-fight",
    gettext_noop("Icons"): "bluff free gang pair protected replace retrieve shields stop",
    gettext_noop("Hand, piles and areas"): "cards-in-hand drawing discarding locations open-information caterpillars",
    gettext_noop("Emissaries, Inquisitors and Buka"): "hyla inquisitor interference ships buka",
    gettext_noop("Decks, drafts and matches"): "deck draft match",
    gettext_noop("Stories and struggles"): "coc-stories coc-committing coc-icons",
    gettext_noop("Costs and resources"): "coc-costs coc-resources",
    gettext_noop("Effects and targets"): "coc-effects coc-then coc-targets",
    gettext_noop("Cards and zones"): "coc-zones coc-copying coc-control coc-attachments coc-new-keywords",
    gettext_noop("Wounds and insanity"): "coc-wounds coc-insanity coc-invulnerability",
}
_SUBJECT_OF_TOPIC = {slug: title for title, slugs in TOPICS_BY_SUBJECT.items() for slug in slugs.split()}
_TOPIC_ORDER = {slug: place for place, slug in enumerate(_SUBJECT_OF_TOPIC)}


@dataclass(frozen=True, slots=True)
class RulingSubject:
    """A subject with its topics."""

    title: str
    topics: list[tuple[Topic, int]]

    @property
    def ruling_count(self) -> int:
        return sum(count for _topic, count in self.topics)


def ruling_subjects(now: RulingsBook, game: str) -> Iterator[RulingSubject]:
    """Yield the subjects of a game, or of all games; topics without a subject come under "Other topics"."""
    counts = Counter(ruling.topic for ruling in now.rulings)
    titles: dict[str, list[tuple[Topic, int]]] = {title: [] for title in TOPICS_BY_SUBJECT}
    for topic in now.topics.values():
        if topic.game == game or not game:
            own = topic.game == (game or BLUE_MOON)
            title = _SUBJECT_OF_TOPIC.get(topic.slug, OTHER) if own else GAMES[topic.game].title
            titles.setdefault(title, []).append((topic, counts[topic.slug]))
    for title, topics in titles.items():
        if topics:
            yield RulingSubject(_(title), topics)


def subject_order(ruling: Ruling) -> tuple[bool, int]:
    """Sort rulings by subject: what comes up in every game first, wrong rulings last."""
    return ruling.doubtful, _TOPIC_ORDER.get(ruling.topic, len(_TOPIC_ORDER))
