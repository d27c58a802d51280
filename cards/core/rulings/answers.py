"""Answers: an index of rules, rulings and terms by the words of a question; pure, no Django.

A word also finds synonyms (`concepts.toml`). `phrasings.csv` has players’ questions with the rule or ruling that
answers them, and `direct_answers.csv` the most common ones with an answer in one or two sentences.
"""

import csv
import re
import tomllib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain
from math import log
from pathlib import Path
from typing import Any

from common.text import fold

_FOLDER = Path(__file__).parent
_MIN_STEM_LENGTH = 3
_SMALL_LETTERS = re.compile(r"(?<![\w’'])[^\W\d_A-ZÄÖÜА-ЯЁ][\w’'-]+")
# Weight of a word in each field, and how much a long field lowers it (BM25).
_FIELDS = {"title": (2.2, 0.4), "phrasings": (2.0, 0.2), "names": (1.6, 0.0), "body": (0.9, 0.6), "about": (0.9, 0.0)}
_SATURATION = 1.2

# By its first stem, the phrases that stand for a concept.
Phrases = Mapping[str, Sequence[tuple[tuple[str, ...], str]]]


class AnswerKind(StrEnum):
    """Kinds of answers."""

    RULE = "rule"
    RULING = "ruling"
    TERM = "term"


@dataclass(frozen=True, slots=True)
class Answer:
    """One possible answer: its number, its texts by field, and a weight below 1 if it is less reliable."""

    key: str
    kind: AnswerKind
    game: str
    texts: Mapping[str, str]
    weight: float = 1.0


@cache
def _word_tables() -> Mapping[str, Any]:
    return tomllib.loads((_FOLDER / "words.toml").read_text(encoding="utf-8"))


@cache
def _concepts_by_term() -> Mapping[str, Mapping[str, Any]]:
    """Return concepts by their term in the index: like a stem, but with a prefix that no word has."""
    rows = tomllib.loads((_FOLDER / "concepts.toml").read_text(encoding="utf-8"))
    return {f"#{name}": row for name, row in rows.items()}


@cache
def _endings_longest_first() -> Sequence[str]:
    return sorted(_word_tables()["endings"].split(), key=lambda ending: -len(ending))


@cache
def _filler_words_of_all_languages() -> frozenset[str]:
    return frozenset(chain.from_iterable(map(words_in, _word_tables()["fillers"].values())))


def concept_weight(concept: str) -> float:
    return float(_concepts_by_term()[concept].get("weight", 1.0))


# This is more than all words of the indexes, so the last words that readers typed are cached too.
@lru_cache(maxsize=32768)
def stem(word: str) -> str:
    """Return a word without its ending, so that "drachen" finds "drache" and "choosing" finds "choose".

    A filler word keeps its ending, and no other word is cut down to a filler: "wasser" isn’t "was".

    >>> stem("drachen"), stem("choosing"), stem("stopped"), stem("карты"), stem("zug"), stem("wasser")
    ('drach', 'choos', 'stop', 'карт', 'zug', 'wasser')
    """
    if word not in _filler_words_of_all_languages():
        for ending in _endings_longest_first():
            if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM_LENGTH:
                bare = word[: -len(ending)]
                bare = bare[:-1] if len(bare) > _MIN_STEM_LENGTH and bare[-1] == bare[-2] else bare
                return word if bare in _filler_words_of_all_languages() else bare
    return word


def words_in(text: str) -> list[str]:
    return fold(text.replace("?", " ")).split()


def stems_in(text: str) -> tuple[str, ...]:
    return tuple(map(stem, words_in(text)))


def plain_words(texts: Iterator[str]) -> frozenset[str]:
    """Return the stems of the lower-case words in these texts: alone, such words don’t name a card."""
    found = {word for text in texts for word in _SMALL_LETTERS.findall(text)}
    return frozenset(stems_in(" ".join(found)))


@cache
def filler_words(language: str) -> frozenset[str]:
    """Return the words of a question that aren’t searched for."""
    return frozenset(words_in(f"{_word_tables()['fillers']['en']} {_word_tables()['fillers'].get(language, '')}"))


@cache
def incidental_terms() -> frozenset[str]:
    """Return the stems and concepts that two questions with the same answer may differ in."""
    return frozenset(_word_tables()["incidental"].split()) | _stems_of_negations()


def question_kind(words: Sequence[str], language: str) -> str:
    """Return what a question asks for: “how_many”, “when”, “who”, “what”, “is”, or nothing for another yes or no.

    >>> question_kind(["how", "many", "cards"], "en"), question_kind(["can", "i", "retreat"], "en")
    ('how_many', '')
    """
    openers = ((kind, first) for kind, row in _word_tables()["openers"][language].items() for first in row.split(", "))
    counted = not counting_words().isdisjoint(words) and not {"as", "als", "считается"}.isdisjoint(words)
    question = f"{' '.join(words)} "
    return next((kind for kind, first in openers if question.startswith(f"{first} ")), "is" if counted else "")


@cache
def counting_words() -> frozenset[str]:
    """Return the words of “Does it count as …”, which asks whether it is that."""
    return frozenset(_word_tables()["counting"].split())


def is_negated(words: Iterable[str]) -> bool:
    """Return whether a question has a word such as “no” or “without”."""
    return not _stems_of_negations().isdisjoint(map(stem, words))


@cache
def _stems_of_negations() -> frozenset[str]:
    return frozenset(stems_in(_word_tables()["negations"]))


@cache
def synonyms_by_stem() -> Mapping[str, tuple[str, ...]]:
    """Return by stem the beginnings of its synonyms."""
    return {stem(fold(word)): tuple(map(fold, group)) for group in _word_tables()["same"] for word in group}


def _rows_by_number(name: str, language: str) -> Mapping[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = {}
    with (_FOLDER / name).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["language"] == language:
                found.setdefault(row["number"], []).append(row)
    return found


@cache
def direct_answers(language: str) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return by number of a rule or ruling common questions with answers, in the same order for every language."""
    rows = _rows_by_number("direct_answers.csv", language)
    return {number: [(row["question"], row["answer"]) for row in own] for number, own in rows.items()}


@cache
def question_phrasings(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return by number of a rule or ruling players’ questions in a language."""
    direct, rows = direct_answers(language), _rows_by_number("phrasings.csv", language)
    questions = {number: [question for question, _answer in own] for number, own in direct.items()}
    return {
        number: (*questions.get(number, ()), *(row["phrasing"] for row in rows.get(number, ())))
        for number in dict.fromkeys((*rows, *questions))
    }


@cache
def concept_phrases(language: str, players: bool) -> Phrases:
    """Return the phrases for each concept in the rules; with `players`, also those that only players use."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name, row in _concepts_by_term().items():
        in_rules, _bar, in_questions = row.get(language, "").partition("|")
        for phrase in f"{in_rules},{in_questions if players else ''}".split(","):
            if words := stems_in(phrase):
                found.setdefault(words[0], []).append((words, name))
    return found


def find_concepts(words: Sequence[str], phrases: Phrases) -> Iterator[tuple[str, int, int]]:
    """Yield each concept in these stems, with its first position and the position after its last."""
    for index, word in enumerate(words):
        for phrase, name in phrases.get(word, ()):
            if len(phrase) == 1 or tuple(words[index : index + len(phrase)]) == phrase:
                yield name, index, index + len(phrase)


def term_rarity(having: int, total: int) -> float:
    return log(1 + total / (1 + having))


class AnswerIndex:
    """The index of one language.

    By term (a stem or a concept), `postings` has the numbers of the sources and its weight in each. `PhraseIndex` has
    the titles and phrasings word by word.
    """

    def __init__(self, sources: Sequence[Answer], language: str) -> None:
        self.language = language
        self.postings: dict[str, tuple[array[int], array[float]]] = {}
        phrases, typed = concept_phrases(language, False), question_phrasings(language)
        read = [
            {
                name: stems_in(text)
                for name, text in (*source.texts.items(), ("phrasings", " ".join(typed.get(source.key, ()))))
            }
            for source in sources
        ]
        average = {name: sum(len(fields.get(name, ())) for fields in read) / max(1, len(read)) for name in _FIELDS}
        for number, fields in enumerate(read):
            counted: dict[str, float] = {}
            for name, words in fields.items():
                weight, shortness = _FIELDS[name]
                share = weight / (1 - shortness + shortness * len(words) / max(1, average[name]))
                for term in chain(words, (concept for concept, _start, _end in find_concepts(words, phrases))):
                    counted[term] = counted.get(term, 0) + share
            for term, sum_of_shares in counted.items():
                numbers, values = self.postings.setdefault(term, (array("H"), array("f")))
                numbers.append(number)
                values.append(sum_of_shares * (_SATURATION + 1) / (_SATURATION + sum_of_shares))
        self.vocabulary = sorted(self.postings)
        self.phrases = PhraseIndex(self, sources)

    def count_sources_with(self, term: str) -> int:
        return len(self.postings[term][0]) if term in self.postings else 0

    def terms_starting_with(self, start: str) -> Sequence[str]:
        index = bisect_left(self.vocabulary, start)
        return self.vocabulary[index : bisect_left(self.vocabulary, start + "\uffff", index)]


class PhraseIndex:
    """Titles and phrasings of the sources: how much of each a question contains; rare words count more."""

    def __init__(self, index: AnswerIndex, sources: Sequence[Answer]) -> None:
        self._places: dict[str, array[int]] = {}
        self._phrase_at, self._weight_at = array("H"), array("f")
        self._source_of, self._whole = array("H"), array("f")
        concepts = concept_phrases(index.language, True)
        left_out = filler_words(index.language)
        typed = question_phrasings(index.language)
        for number, source in enumerate(sources):
            for text in (source.texts["title"], *typed.get(source.key, ())):
                weights = [
                    self._add_word(meanings, len(self._source_of), index, len(sources))
                    for meanings in _meanings_of_words(text, concepts, left_out)
                ]
                self._source_of.append(number)
                self._whole.append(sum(weights) or 1.0)

    def _add_word(self, meanings: set[str], phrase: int, index: AnswerIndex, total: int) -> float:
        weight = term_rarity(max(map(index.count_sources_with, meanings)), total)
        for term in meanings:
            self._places.setdefault(term, array("H")).append(len(self._phrase_at))
        self._phrase_at.append(phrase)
        self._weight_at.append(weight)
        return weight

    def match_phrases(self, terms: frozenset[str]) -> Iterator[tuple[int, float, float]]:
        """Yield for each phrase with some of the terms: its source, their share of it, and their rarity."""
        had: dict[int, float] = {}
        for index in {index for term in terms for index in self._places.get(term, ())}:
            phrase = self._phrase_at[index]
            had[phrase] = had.get(phrase, 0.0) + self._weight_at[index]
        for phrase, weight in had.items():
            yield self._source_of[phrase], weight / self._whole[phrase], weight


def _meanings_of_words(text: str, phrases: Phrases, left_out: frozenset[str]) -> Iterator[set[str]]:
    """Yield for each significant word of a text its meanings: its stem, and the concepts it is part of."""
    words = words_in(text)
    meanings = [{stem(word)} for word in words]
    for concept, start, end in find_concepts([stem(word) for word in words], phrases):
        for index in range(start, end):
            meanings[index].add(concept)
    return (meaning for word, meaning in zip(words, meanings, strict=True) if word not in left_out)
