"""Name index: names and words of a catalogue for completion and for "did you mean"."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher

from cards.core.facts import CardFacts
from cards.core.search.card_columns import CardColumns
from cards.core.search.nodes import fully_folded

MAX_SIMILAR_WORDS = 3
_MAX_CANDIDATES = 30
_MIN_SHARED_GRAMS = 6
# Words less similar than this count as different.
_MIN_SIMILARITY = 0.72
# Words that are less similar than the best by more than this are left out.
_MAX_SIMILARITY_GAP = 0.06
_MAX_PREFIX_MATCHES = 400


class CardNameIndex:
    """Words and names of cards, built once per version of a catalogue. Memory: a few hundred bytes per card."""

    def __init__(self, cards: Iterable[CardFacts]) -> None:
        self.columns = CardColumns(cards)
        self.cards = self.columns.cards
        words_of, names_of = self.columns["search_text"], self.columns["name_text"]
        starts: list[tuple[str, int, int]] = []
        words: set[str] = set()
        for position, card in enumerate(self.cards):
            words.update(str(words_of[position]).split())
            if card.known:
                for name in filter(None, str(names_of[position]).split("|")):
                    parts = name.split(" ")
                    starts += [(" ".join(parts[index:]), index, position) for index in range(len(parts))]
        self._starts = sorted(starts)
        self._word_set = frozenset(words)
        self._words = tuple(sorted(words))
        self._all_words = "\n".join(self._words)
        self._grams: dict[str, list[int]] = defaultdict(list)
        for index, word in enumerate(self._words):
            for gram in _trigrams(word):
                self._grams[gram].append(index)

    def other_forms(self, text: str) -> tuple[str, ...]:
        """Return other forms to search for: the singular ("potions"), or else the nearest words."""
        return (text[:-1],) if self._is_plural(text) else self.similar_words(text)

    def _is_plural(self, text: str) -> bool:
        return text.endswith("s") and text[:-1] in self._word_set

    def similar_words(self, text: str) -> tuple[str, ...]:
        """Return the nearest words of the catalogue; none for a word that occurs in it."""
        if len(text) < 4 or text in self._all_words or self._is_plural(text):
            return ()
        if " " in text:
            parts = [part if part in self._all_words else (self._nearest(part) or (part,))[0] for part in text.split()]
            joined = " ".join(parts)
            return (joined,) if joined != text else ()
        return self._nearest(text)

    def _nearest(self, word: str) -> tuple[str, ...]:
        shared: Counter[int] = Counter()
        # Compare by the rarest trigrams: they say most, and those that half of all words have take the most time.
        listed = [words for gram in _trigrams(word) if (words := self._grams.get(gram))]
        for words in sorted(listed, key=len)[:_MIN_SHARED_GRAMS]:
            shared.update(words)
        matcher = SequenceMatcher(autojunk=False)
        matcher.set_seq2(word)
        scored = []
        for index, _count in shared.most_common(_MAX_CANDIDATES):
            matcher.set_seq1(self._words[index])
            if matcher.quick_ratio() >= _MIN_SIMILARITY and (score := matcher.ratio()) >= _MIN_SIMILARITY:
                scored.append((-score, self._words[index]))
        scored.sort()
        best = scored[0][0] if scored else 0
        return tuple(name for score, name in scored if score <= best + _MAX_SIMILARITY_GAP)[:MAX_SIMILAR_WORDS]

    def cards_starting(self, text: str, *, limit: int = 8) -> list[CardFacts]:
        """Return known cards with a name or a word that begins with the text; names come first."""
        wanted = fully_folded(text)
        cards = self._cards_by_prefix(wanted, limit) if wanted else []
        if not cards and wanted:
            for form in self.other_forms(wanted):
                cards += [card for card in self._cards_by_prefix(form, limit) if card not in cards]
        return cards[:limit]

    def _cards_by_prefix(self, wanted: str, limit: int) -> list[CardFacts]:
        first = bisect_left(self._starts, (wanted,))
        ranked: list[tuple[int, int]] = []
        for name, words_before, position in self._starts[first : first + _MAX_PREFIX_MATCHES]:
            if not name.startswith(wanted):
                break
            # Whole names come first, then names that begin with the text, then names with a later word that does.
            ranked.append((2 if words_before else int(name != wanted), position))
        positions = dict.fromkeys(position for _rank, position in sorted(ranked))
        return [self.cards[position] for position in positions][:limit]


def _trigrams(word: str) -> set[str]:
    padded = f"  {word} "
    return {padded[index : index + 3] for index in range(len(padded) - 2)}
