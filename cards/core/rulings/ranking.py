"""Ranking: the answers to a question, best first; pure, no Django."""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from cards.core.facts import BLUE_MOON
from cards.core.rulings.answers import (
    Answer,
    AnswerIndex,
    concept_phrases,
    concept_weight,
    counting_words,
    filler_words,
    find_concepts,
    incidental_terms,
    is_negated,
    question_kind,
    stem,
    stems_in,
    synonyms_by_stem,
    term_rarity,
    words_in,
)
from common.text import nearest

MAX_QUESTION_WORDS = 20
# A question of this many words or fewer is a list of words that must all be there.
MAX_KEYWORDS = 4
_CONCEPT_WEIGHT, _SAME_WEIGHT, _BEGINNING_WEIGHT, _ROOT_WEIGHT = 0.75, 0.6, 0.5, 0.25
_PHRASE_WEIGHT, _PHRASE_POWER, _QUESTION_POWER = 1.0, 1.5, 0.75
_COVER_POWER = 0.3
# How strongly the words must suggest another game for its answers to be shown, and for only them to be shown.
_UNSURE, _SURE = 0.0, 4.0
_OTHER_GAME_WEIGHT, _OTHER_GAME_KEYWORDS_WEIGHT = 0.7, 0.95
# Below this, an answer doesn’t fit unless it has all of the words: score times share of the words, raised a little.
_MIN_FIT, _MIN_FIT_OF_KEYWORDS, _SHARE, _WHOLE = 6.5, 4.0, 0.35, 0.99


@dataclass(frozen=True, slots=True)
class RankedAnswer:
    """A possible answer with its score, and its share of the question’s significant words."""

    source: Answer
    score: float
    covered: float
    fits: bool


class RankableAnswers:
    """All possible answers, in English and the reader’s language. Those of other games than Blue Moon must come last.

    `plain` are the stems of words that name no card, `terms` the words that can replace a misspelt word, `errata` the
    folded texts of errata by id.
    """

    def __init__(
        self,
        sources: Sequence[Answer],
        indexes: Sequence[AnswerIndex],
        *,
        plain: frozenset[str] = frozenset(),
        terms: frozenset[str] = frozenset(),
        errata: Mapping[str, str] | None = None,
    ) -> None:
        self.sources, self.indexes = [replace(source, texts={}) for source in sources], indexes
        self.plain, self.terms, self.errata = plain, terms, errata or {}
        self.fillers = frozenset().union(*(filler_words(index.language) for index in indexes))
        self._others_from = sum(source.game == BLUE_MOON for source in sources)

    def rank(self, question: str, *, game: str = "") -> list[RankedAnswer]:
        """Return sources with any of the words, best first; only of one game if the words or `game` suggest that."""
        words = words_in(question)[:MAX_QUESTION_WORDS]
        scoring = _QuestionScoring(self, words)
        lowest = _MIN_FIT_OF_KEYWORDS if scoring.keywords else _MIN_FIT
        ranked = [
            RankedAnswer(
                source, score * source.weight, covered, covered > _WHOLE or score * (_SHARE + covered) >= lowest
            )
            for number, score, covered in scoring.scores()
            if (source := self.sources[number]).game == game or not game
        ]
        if not game:
            ranked = self._of_likely_game(ranked, scoring)
        return sorted(ranked, key=lambda answer: -answer.score)

    def _of_likely_game(self, ranked: list[RankedAnswer], scoring: "_QuestionScoring") -> list[RankedAnswer]:
        leaning = sum(map(self._other_game_bias, scoring.terms))
        if not scoring.keywords:
            ours = [answer for answer in ranked if answer.source.game == BLUE_MOON]
            if leaning < _UNSURE and ours:
                return ours
            if leaning > _SURE:
                return [answer for answer in ranked if answer.source.game != BLUE_MOON or leaning < 2 * _SURE]
        weight = _OTHER_GAME_KEYWORDS_WEIGHT if scoring.keywords else _OTHER_GAME_WEIGHT
        return [
            answer if answer.source.game == BLUE_MOON else replace(answer, score=answer.score * weight)
            for answer in ranked
        ]

    def _other_game_bias(self, term: str) -> float:
        """Return how strongly a term suggests another game (above 0) or Blue Moon (below 0)."""
        total, ours = len(self.sources), self._others_from
        leaning = 0.0
        for index in self.indexes:
            numbers = index.postings.get(term, ((), ()))[0]
            if numbers:
                here = bisect_left(numbers, ours)
                ratio = term_rarity(here, ours) - term_rarity(len(numbers) - here, total - ours)
                leaning = max(leaning, ratio, key=abs)
        return leaning

    def significant_terms(self, question: str) -> Mapping[str, float]:
        """Return the stems and concepts that a question asks for, with the rarity of each."""
        terms = _QuestionScoring(self, words_in(question)[:MAX_QUESTION_WORDS]).terms
        return {term: self._rarity(term) for term in terms}

    def _rarity(self, term: str) -> float:
        return term_rarity(max(index.count_sources_with(term) for index in self.indexes), len(self.sources))

    def is_same_question(self, question: str, other: str, *, in_words: bool = False) -> bool:
        """Return whether one answer serves both: they ask for the same about the same subjects; `in_words` for a few
        words that aren’t a question, which may ask for anything."""
        first, second = self._subjects(question), self._subjects(other)
        return first[in_words:] == second[in_words:]

    def _subjects(self, question: str) -> tuple[str, frozenset[str], bool]:
        """Return what a question asks for, its subjects with numbers above 9, and whether it has a “no”."""
        words = words_in(question)[:MAX_QUESTION_WORDS]
        kinds = (question_kind(words, index.language) for index in reversed(self.indexes))
        kind = next(filter(None, kinds), "")
        if kind == "is":
            words = [word for word in words if word not in counting_words()]
        meanings = _QuestionScoring(self, words).meanings
        if kind == "is" and "#may" in meanings:
            kind = ""
        # Words of a phrase are left out of the meanings, but a deck of 30 cards isn’t one of 31.
        numbers = (word for word in words if word.isdigit() and len(word) > 1)
        return kind, (meanings - incidental_terms()).union(numbers), is_negated(words)

    def best_sentence(self, terms: Mapping[str, float], sentences: Sequence[str]) -> str:
        """Return the sentence with most of these terms, the first of several."""

        def weight(sentence: str) -> float:
            stems = stems_in(sentence)
            spoken = (find_concepts(stems, concept_phrases(index.language, False)) for index in self.indexes)
            return sum(terms.get(term, 0.0) for term in {*stems, *(term for found in spoken for term, _, _ in found)})

        return max(sentences, key=weight, default="")

    def is_known_word(self, word: str) -> bool:
        """Return whether any source has this word, one beginning with it, or a synonym."""
        bare = stem(word)
        spoken = (concept_phrases(index.language, True) for index in self.indexes)
        return any(index.terms_starting_with(bare) for index in self.indexes) or any(
            bare in phrases for phrases in spoken
        )

    def correct_misspelt(
        self, words: Sequence[str], names: Iterable[str]
    ) -> tuple[list[str], tuple[tuple[str, str], ...]]:
        """Return the words, unknown words replaced by the nearest name or term, and the replaced pairs."""
        spelled, read = [], []
        for word in words:
            similar: list[str] = []
            if len(word) > 3 and word not in self.fillers and not self.is_known_word(word):
                alike = (term for term in {*self.terms, *names} if abs(len(term) - len(word)) <= 2)
                similar = nearest(word, alike, limit=1, cutoff=0.84)
            spelled += similar or [word]
            read += [(word, similar[0])] if similar and similar[0] != word else []
        return spelled, tuple(read)


class _QuestionScoring:
    """The scores of one question: each significant word counts once, as itself or as the concept it stands for."""

    def __init__(self, answers: RankableAnswers, words: list[str]) -> None:
        self._answers = answers
        self._words, self._stems = words, [stem(word) for word in words]
        self.keywords = len(words) <= MAX_KEYWORDS
        telling = [word for word in words if word not in answers.fillers]
        # A question of only fillers, such as “what may I do?”, is searched by all of them.
        wanted = telling if len(telling) > 1 else words
        self._rarities: list[float] = []
        self._rows: dict[int, list[float]] = {}
        self._places = [index for index, word in enumerate(words) if word in wanted]
        self._spans = self._find_concepts(self._stems)
        self.terms = frozenset(
            (*(self._stems[index] for index in self._places), *(concept for concept, _span in self._spans))
        )
        self._width = len(self._places) + len(self._spans)
        within = {at for _concept, span in self._spans for at in span}
        self.meanings = frozenset(
            (
                *(concept for concept, _span in self._spans),
                *(self._stems[at] for at in self._places if at not in within),
            )
        )

    def scores(self) -> Iterable[tuple[int, float, float]]:
        """Yield number, score and share of the significant words for every source that has any."""
        for place, position in enumerate(self._places):
            self._score_word(self._words[position], self._stems[position], place)
        for number, (concept, span) in enumerate(self._spans):
            places = [self._places.index(position) for position in span if position in self._places]
            # A concept made of fillers, such as “how many”, has a place of its own.
            self._raise_to_concept_weight(concept, places or [len(self._places) + number])
        whole = sum(self._rarities) or 1.0
        best: dict[int, float] = {}
        for index in self._answers.indexes:
            for number, part, weight in index.phrases.match_phrases(self.terms):
                bonus = part**_PHRASE_POWER * min(1.0, weight / whole) ** _QUESTION_POWER * _PHRASE_WEIGHT * whole
                best[number] = max(bonus, best.get(number, 0.0))
        for number, row in self._rows.items():
            covered = sum(rare for rare, value in zip(self._rarities, row, strict=False) if value) / whole
            cover = covered if self.keywords else covered**_COVER_POWER
            yield number, sum(row) * cover + best.get(number, 0.0), covered

    def _find_concepts(self, stems: list[str]) -> list[tuple[str, range]]:
        """Return the concepts in the question, the longest phrases first."""
        found = {
            (start - end, start, name)
            for index in self._answers.indexes
            for name, start, end in find_concepts(stems, concept_phrases(index.language, True))
        }
        return [(name, range(start, start - minus)) for minus, start, name in sorted(found)]

    def _score_word(self, word: str, bare: str, place: int) -> None:
        weights: dict[int, float] = {}
        for index in self._answers.indexes:
            _raise_best_weights(weights, index, [bare], 1.0)
            if not word.isdigit():
                for same in synonyms_by_stem().get(bare, ()):
                    _raise_best_weights(weights, index, index.terms_starting_with(same), _SAME_WEIGHT)
                if len(bare) > 2:
                    _raise_best_weights(weights, index, index.terms_starting_with(bare), _BEGINNING_WEIGHT)
        having = len(weights)
        if len(word) > 4 and not word.isdigit():
            for index in self._answers.indexes:
                _raise_best_weights(
                    weights, index, index.terms_starting_with(word[: max(4, len(word) * 6 // 10)]), _ROOT_WEIGHT
                )
        rare = term_rarity(having or len(weights), len(self._answers.sources))
        self._rarities.append(rare)
        for number, value in weights.items():
            self._rows.setdefault(number, [0.0] * self._width)[place] = value * rare

    def _raise_to_concept_weight(self, concept: str, places: list[int]) -> None:
        """Raise the words of a concept to its weight, if theirs is lower."""
        weights: dict[int, float] = {}
        for index in self._answers.indexes:
            _raise_best_weights(weights, index, [concept], 1.0)
        weight = _CONCEPT_WEIGHT * (1.0 if self.keywords else concept_weight(concept))
        weight *= term_rarity(len(weights), len(self._answers.sources))
        for number, value in weights.items():
            row = self._rows.setdefault(number, [0.0] * self._width)
            missing = value * weight - sum(row[place] for place in places)
            if missing > 0:
                for place in places:
                    row[place] += missing / len(places)


def _raise_best_weights(weights: dict[int, float], index: AnswerIndex, terms: Iterable[str], weight: float) -> None:
    for term in terms:
        for number, value in zip(*index.postings.get(term, ((), ())), strict=True):
            if value * weight > weights.get(number, 0.0):
                weights[number] = value * weight
