"""Presenters of rulings and errata for pages and API, in the reader’s language."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Any, TypeVar

from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.core.facts import BLUE_MOON, CardFacts, Catalogue
from cards.core.rulings import Erratum, Reading, Ruling, RulingsBook, RulingsFound, Topic
from cards.core.rulings.answers import Answer, AnswerKind, direct_answers, question_phrasings, words_in
from cards.core.rulings.facts import EDITIONS
from cards.core.rulings.ranking import MAX_KEYWORDS, RankableAnswers
from cards.games import GAMES
from cards.hooks import NumberedRule, RulingScene, numbered_rules, scenes_of_ruling
from cards.rulings.answers import current_answers
from cards.rulings.queries import cards_with_codes, current_rulings_book
from cards.translations import is_untranslated, reader_language, translate, translate_document_place
from common.glossary import glossary_terms
from common.text import fold, gettext_noop

MAX_ROWS, MAX_TERMS = 5, 3
# A sentence that points at another rule (C-42), or is an item of a list, doesn’t stand alone.
_REFERENCE = re.compile(r"\b[A-Z]+-\d|^[-(|]|[:;,|]$")
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
    """The best answer to a question, from a rule or from a ruling (`view`), with its main source and its board if any.

    `heading` is the question that `text` answers: in our words if `direct`, otherwise as the ruling has it.
    """

    row: AnswerRow
    heading: str
    text: str
    direct: bool
    view: PresentedRuling | None
    source: str
    scene: RulingScene | None = None
    board: str = ""


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
    """Return the context of `cards/rulings/_best.html` and of the lists of rules and terms.

    What only comes closest to an answer isn’t the best one, but first in its list.
    """
    reader = _AnswerPresenter(question, now, cards)
    best = reader.best_answer(found.best.source, found) if found.best else None
    return {
        "best": best,
        "closest": found.best and found.rulings and not best and not reader.in_words,
        "nearest": [reader.answer_row(one.source) for one in found.nearest],
        "rules": [reader.answer_row(one.source) for one in found.rules[:MAX_ROWS]],
        "terms": [reader.answer_row(one.source) for one in found.terms[:MAX_TERMS]],
        "rulings_in_rows": [
            reader.ruling_row(ruling) for ruling in without_repeated_questions(found.rulings)[:MAX_ROWS]
        ],
    }


def example_answer(number: str, now: RulingsBook, cards: CataloguesByGame) -> BestAnswer:
    """Return the first direct answer of a rule or ruling, or else the ruling."""
    answer, direct = _AnswerPresenter("", now, cards).answer(number), direct_answers(reader_language()).get(number)
    return replace(answer, heading=direct[0][0], text=direct[0][1], direct=True) if direct else answer


def card_named_alone(question: str, found: RulingsFound, cards: CataloguesByGame) -> CardFacts | None:
    """Return the only card that a question names by its whole name."""
    words = f" {' '.join(words_in(question))} "
    whole = [
        card
        for card in cards_with_codes(found.cards or found.perhaps, cards)
        if found.cards or any(f" {fold(name)} " in words for name in card.names)
    ]
    return whole[0] if len(whole) == 1 and question else None


def without_repeated_questions(rulings: Iterable[Ruling]) -> tuple[Ruling, ...]:
    """Return the first ruling with each question: several documents answer the same ones."""
    first: dict[str, Ruling] = {}
    return tuple(ruling for ruling in rulings if first.setdefault(ruling.question, ruling) is ruling)


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
            return self._row_of_rule(numbered_rules(reader_language())[source.key])
        (term,) = (term for term in glossary_terms().values() if term.slug == source.key)
        word = term.word(reader_language())
        at = f"{reverse('help:glossary')}#{term.slug}"
        return AnswerRow(source.kind, "", word, translate(term.note), at, reader_language())

    def _row_of_rule(self, rule: NumberedRule) -> AnswerRow:
        return AnswerRow(
            AnswerKind.RULE, rule.number, rule.title, self._sentence_of_rule(rule), rule.url, rule.language
        )

    def ruling_row(self, ruling: Ruling) -> AnswerRow:
        translation = translated_ruling(ruling)
        text = translation.note if ruling.doubtful else translation.answer
        at = reverse("cards:ruling", args=[ruling.slug])
        return AnswerRow(AnswerKind.RULING, ruling.id, translation.question, text, at, reader_language())

    def best_answer(self, best: Answer, found: RulingsFound) -> BestAnswer | None:
        """Return the answer to just this question, of two cards what names both; None if nothing does."""
        numbers = [one.source.key for one in found.rules[:4]] + [one.id for one in found.rulings[:2]]
        direct = max(chain.from_iterable(map(self._direct_answers, dict.fromkeys((best.key, *numbers)))), default=None)
        if direct is not None:
            _alike, number, heading, text = direct
            return replace(self.answer(number), heading=heading, text=text, direct=True)
        rulings = (self._now.by_slug[one.lower()] for one in (best.key, *numbers) if one.lower() in self._now.by_slug)
        same = (
            one.id
            for one in rulings
            if self._is_same_question(one.question) or self._is_same_question(translated_ruling(one).question)
        )
        number = best.key if self.in_words and found.together else next(same, "")
        if not number:
            return None
        answer = self.answer(number)
        scene = next((scene for scene in scenes_of_ruling(number) if answer.view and scene.rulings[0] == number), None)
        return replace(answer, scene=scene, board=scene.draw_end("", self._cards[best.game]) if scene else "")

    def answer(self, number: str) -> BestAnswer:
        ruling = self._now.by_slug.get(number.lower())
        if ruling is not None:
            return self.answer_of_ruling(ruling)
        rule = numbered_rules(reader_language())[number]
        row = self._row_of_rule(rule)
        # The other sources are with the rule.
        source = rule.paragraphs[-1].partition(": ")[2].split(";")[0].rstrip(".").removeprefix("the ")
        return BestAnswer(row, row.title, row.text, False, None, source)

    def answer_of_ruling(self, ruling: Ruling) -> BestAnswer:
        (view,), row = present_rulings([ruling], self._now, self._cards), self.ruling_row(ruling)
        return BestAnswer(row, row.title, row.text, False, view, view.ruling.source)

    @cached_property
    def in_words(self) -> bool:
        """Return whether a few words were typed, not a question."""
        words, is_question = words_in(self._question), self._question.rstrip().endswith("?")
        return len(words) <= MAX_KEYWORDS and not is_question and words[0] not in self._answers.fillers

    def _is_same_question(self, question: str) -> bool:
        more_than_a_topic = len(words_in(self._question)) > 1
        return more_than_a_topic and self._answers.is_same_question(self._question, question, in_words=self.in_words)

    def _direct_answers(self, number: str) -> Iterator[tuple[float, str, str, str]]:
        """Yield the common questions on a rule or ruling that are the one asked, with their likeness and answers."""
        english, own = (direct_answers(language).get(number, ()) for language in ("en", reader_language()))
        for (typed, _answer), (question, answer) in zip(english, own, strict=True):
            if same := [one for one in (typed, question) if self._is_same_question(one)]:
                words = set(words_in(self._question))
                likeness = max(len(words & set(words_in(one))) / len(words | set(words_in(one))) for one in same)
                yield likeness, number, question, answer

    def _sentence_of_rule(self, rule: NumberedRule) -> str:
        if rule.number in self._now.readings:
            return translate(self._now.readings[rule.number].text)
        sentences = [sentence for line in rule.paragraphs[:-1] for sentence in SENTENCE_END.split(line)]
        whole = [sentence for sentence in sentences if not _REFERENCE.search(sentence)]
        return self._answers.best_sentence(self._significant_terms, whole or sentences)

    @cached_property
    def _significant_terms(self) -> Mapping[str, float]:
        return self._answers.significant_terms(self._question)

    @property
    def _answers(self) -> RankableAnswers:
        return current_answers(self._now, self._cards)


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


def order_of_frequency(ruling: Ruling) -> tuple[bool, int, int]:
    """Sort rulings by how often players ask: those with direct answers first, wrong ones last."""
    direct, phrasings = direct_answers("en"), question_phrasings("en")
    return ruling.doubtful, -len(direct.get(ruling.id, ())), -len(phrasings.get(ruling.id, ()))
