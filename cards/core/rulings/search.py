"""Search of rulings, also by words of another language."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import log
from pathlib import Path

from cards.core.rulings.book import Book
from cards.core.rulings.facts import CardList, Erratum, ListEntry, Ruling, Trust
from common.text import fold, nearest

_SEARCH_WORDS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
_FILLER_WORDS = {language: frozenset(words.split()) for language, words in _SEARCH_WORDS["fillers"].items()}
_ENDINGS_LONGEST_FIRST = sorted(_SEARCH_WORDS["endings"].split(), key=lambda ending: -len(ending))
_SYNONYMS = _SEARCH_WORDS["same"]
_MIN_STEM_LENGTH = 3
STEM_MATCH_WEIGHT = 0.25
MAX_SEARCH_WORDS = 20
# So many rulings are shown at least, as far as any has one of the words.
ENOUGH_RULINGS = 10
# A word that a larger share of the rulings has says little.
COMMON_WORD_SHARE = 0.4
# Letters by which a longer question ranks a little lower.
MAX_WORD_LETTERS = 25
_TRUST_SCORES = {Trust.HIGH: 0.0, Trust.MEDIUM: -0.5, Trust.LOW: -0.5}


@dataclass(frozen=True, slots=True)
class Spoken:
    """The book in one more language: by id the question and everything said, by topic its title; all folded.

    `fillers` are the words one types in that language without looking for them, `terms` the words of the game, which
    a mistyped word may be read as.
    """

    questions: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    fillers: frozenset[str] = _FILLER_WORDS["en"]
    terms: frozenset[str] = frozenset()


ENGLISH_BOOK = Spoken()


def translate_book(book: Book, language: str, text: Callable[[str], str], place: Callable[[str], str]) -> Spoken:
    """The book as `said` gives each of its sentences, and `place` each place in a document, in a language."""
    questions = {ruling.id: fold(text(ruling.question)) for ruling in book.rulings}
    texts = {
        ruling.id: fold(
            " ".join((*map(text, (ruling.question, ruling.answer, ruling.note, ruling.source)), place(ruling.place)))
        )
        for ruling in book.rulings
    }
    texts |= {erratum.id: fold(f"{text(erratum.text)} {text(erratum.note)}") for erratum in book.errata}
    titles = {slug: fold(text(topic.title)) for slug, topic in book.topics.items()}
    fillers = ENGLISH_BOOK.fillers | {fold(word) for word in _FILLER_WORDS.get(language, ())}
    return Spoken(questions, texts, titles, fillers)


def stem(word: str) -> str:
    """A word without its ending, so that "drachen" finds "drache" and "choosing" what is chosen or may be chosen.

    >>> stem("drachen"), stem("choosing"), stem("stopped"), stem("карты"), stem("zug")
    ('drach', 'choos', 'stop', 'карт', 'zug')
    """
    for ending in _ENDINGS_LONGEST_FIRST:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM_LENGTH:
            bare = word[: -len(ending)]
            return bare[:-1] if len(bare) > _MIN_STEM_LENGTH and bare[-1] == bare[-2] else bare
    return word


@lru_cache(maxsize=4096)
def forms(word: str) -> tuple[tuple[str, float], ...]:
    """What a word is found by, with a blank before it, and how much each form counts: the whole word, its beginning,
    its stem, what says the same; and for a long one its root, which counts least. A number is only found whole."""
    if word.isdigit():
        return ((f" {word} ", 1.0),)
    bare = stem(word)
    same = (other for group in _SYNONYMS for one in group if len(bare) > 2 and one.startswith(bare) for other in group)
    found = [(f" {word} ", 1.0), (f" {word}", 0.9), (f" {bare}", 0.7), *((f" {other}", 0.6) for other in same)]
    return (*found, (f" {word[: max(4, len(word) * 6 // 10)]}", STEM_MATCH_WEIGHT))


@dataclass(frozen=True, slots=True)
class RulingQuery:
    """Parameters of a search; empty fields ask nothing. `card` and `beside` are codes: with one of them the rulings
    that name it are asked for, with both those that name either."""

    text: str = ""
    game: str = ""
    topic: str = ""
    card: str = ""
    beside: str = ""
    icon: str = ""
    edition: str = ""
    trust: str = ""


@dataclass(frozen=True, slots=True)
class RulingsFound:
    """Rulings found, best first. `near` are those that have some of the words, where few have all and no card is named;
    `together` says how many of the rulings name all of the recognised cards; `read` are the words taken for others."""

    rulings: tuple[Ruling, ...]
    errata: tuple[Erratum, ...] = ()
    entries: tuple[tuple[CardList, ListEntry], ...] = ()
    cards: tuple[str, ...] = ()
    together: int = 0
    read: tuple[tuple[str, str], ...] = ()
    near: tuple[Ruling, ...] = ()


@dataclass(frozen=True, slots=True)
class _ScoredRuling:
    """A ruling with how many of the recognised cards it names, how much each word and each two words that were typed
    one after the other count in it, and how surely each word is there."""

    ruling: Ruling
    hits: int
    worths: tuple[float, ...]
    shares: tuple[float, ...]


class Names:
    """The names of all cards, folded, for recognising them in a question.

    A card is its code, its names, and whether a single word may name it: of the thousand cards that no ruling is
    about, only a whole name does, or every common word would be one.
    """

    def __init__(self, cards: Iterable[tuple[str, Iterable[str], bool]]) -> None:
        self.whole: dict[str, list[str]] = {}
        self.of: dict[str, str] = {}
        words: dict[str, set[str]] = {}
        for code, names, by_word in cards:
            forms = {fold(name) for name in names}
            self.of[code] = " ".join(sorted(forms))
            for form in forms:
                self.whole.setdefault(form, []).append(code)
                for word in form.split() if by_word else ():
                    words.setdefault(word, set()).add(code)
        self.words: Mapping[str, frozenset[str]] = {word: frozenset(codes) for word, codes in words.items()}

    def recognise_codes(
        self, words: list[str], *, common: frozenset[str], fillers: frozenset[str] = ENGLISH_BOOK.fillers
    ) -> list[str]:
        """The codes of the cards named in these words. The longest name wins; a single word names a card when no other
        card has it and it is no `common` word and no filler."""
        codes: list[str] = []
        at = 0
        while at < len(words):
            size = next(
                (n for n in range(min(8, len(words) - at), 0, -1) if self._is_card_name(words[at : at + n], fillers)), 0
            )
            if size:
                codes += self.whole[" ".join(words[at : at + size])]
            elif len(words[at]) > 3 and words[at] not in common | fillers:
                only = self.words.get(words[at], frozenset())
                codes += only if len(only) == 1 else ()
            at += size or 1
        return list(dict.fromkeys(codes))

    def _is_card_name(self, words: list[str], fillers: frozenset[str]) -> bool:
        return words != ["the"] and " ".join(words) in self.whole and not set(words) <= fillers


def search_rulings(query: RulingQuery, book: Book, names: Names, spoken: Spoken = ENGLISH_BOOK) -> RulingsFound:
    """The rulings, errata and list entries that meet every condition; nothing typed meets all of them.

    Words are looked for in the English book and in `spoken`, the book in the reader's language.
    """
    matching = [ruling for ruling in book.rulings if _meets_filters(ruling, query)]
    typed, read = _correct_misspelt_words(fold(query.text).split()[:MAX_SEARCH_WORDS], book, names, spoken)
    titles = frozenset(" ".join((*book.titles.values(), *spoken.titles.values())).split())
    pair = [query.card, query.beside] if query.beside else []
    codes = list(dict.fromkeys((*pair, *names.recognise_codes(typed, common=titles, fillers=spoken.fillers))))
    words = [word for word in typed if word not in spoken.fillers] or typed
    if not codes and not words:
        subjects = [query.card] if query.card else []
        matching.sort(key=lambda ruling: ruling.doubtful)
        return RulingsFound(
            tuple(matching), *_errata_and_entries(subjects, [], query, book, spoken), cards=tuple(subjects)
        )
    pairs = [re.compile(f" {re.escape(stem(one))}\\w* {re.escape(stem(two))}") for one, two in pairwise(typed)]
    scored = [_score_ruling(ruling, codes, words, pairs, names, book, spoken) for ruling in matching]
    ranked = _rank_rulings(scored, len(words))
    found = [row for row, whole in ranked if row.hits or whole]
    if codes:
        found.sort(key=lambda row: (row.ruling.doubtful, row.hits < len(codes)))
    near = [row for row, whole in ranked if not (codes or whole)][: max(0, ENOUGH_RULINGS - len(found))]
    return RulingsFound(
        tuple(row.ruling for row in found),
        *_errata_and_entries(codes or _similar_card_names(words, names), words, query, book, spoken),
        tuple(codes),
        sum(row.hits == len(codes) for row in found) if len(codes) > 1 else 0,
        read,
        tuple(row.ruling for row in near),
    )


def _rank_rulings(scored: list[_ScoredRuling], words: int) -> list[tuple[_ScoredRuling, bool]]:
    """Those that have a word or name a card, and whether they have all words, best first. A word counts the more the
    fewer rulings have it; one that nearly all have, such as “card”, need not be there."""
    if not scored:
        return []
    having = [sum(map(bool, column)) for column in zip(*(row.worths for row in scored), strict=True)]
    rare = [log(1 + len(scored) / (1 + count)) for count in having]
    needed = [at for at in range(words) if having[at] < COMMON_WORD_SHARE * len(scored)] or range(words)

    def rank(row: _ScoredRuling) -> tuple[bool, bool, float]:
        worth = sum(weight * value for weight, value in zip(rare, row.worths, strict=True))
        worth -= len(row.ruling.question) / MAX_WORD_LETTERS
        whole = words > 0 and all(row.shares[at] > STEM_MATCH_WEIGHT for at in needed)
        return row.ruling.doubtful, not whole, -(100 * row.hits + worth + _TRUST_SCORES[row.ruling.trust])

    ranked = sorted(((rank(row), row) for row in scored if row.hits or any(row.worths)), key=lambda pair: pair[0])
    return [(row, not some) for (_, some, _), row in ranked]


def _meets_filters(ruling: Ruling, query: RulingQuery) -> bool:
    return (
        query.game in ("", ruling.game)
        and query.topic in ("", ruling.topic)
        and (query.beside or not query.card or query.card in ruling.cards)
        and (not query.icon or query.icon in ruling.icons)
        and (
            query.edition in ("", ruling.edition)
            or (ruling.edition == "both" and query.edition in ("first", "legends"))
        )
        and query.trust in ("", ruling.trust.value)
    )


def _score_ruling(
    ruling: Ruling,
    codes: list[str],
    words: list[str],
    pairs: list[re.Pattern[str]],
    names: Names,
    book: Book,
    spoken: Spoken,
) -> _ScoredRuling:
    """Return how much each word counts in a ruling: most in topic and cards, then in the question."""
    about = f" {book.titles.get(ruling.topic, '')} {' '.join(names.of.get(code, '') for code in ruling.cards)} "
    about += f"{spoken.titles.get(ruling.topic, '')} "
    question = f" {book.questions[ruling.id]} {spoken.questions.get(ruling.id, '')} "
    text = f" {book.texts[ruling.id]} {spoken.texts.get(ruling.id, '')} "
    shares = [[_word_match_share(word, field) for field in (about, question, text)] for word in words]
    worths = [3 * topic + 2 * in_question + in_text for topic, in_question, in_text in shares]
    worths += [2.0 * bool(pair.search(question) or pair.search(text)) for pair in pairs]
    return _ScoredRuling(ruling, sum(code in ruling.cards for code in codes), tuple(worths), tuple(map(max, shares)))


def _word_match_share(word: str, text: str) -> float:
    return next((share for form, share in forms(word) if form in text), 0)


def _correct_misspelt_words(
    words: list[str], book: Book, names: Names, spoken: Spoken
) -> tuple[list[str], tuple[tuple[str, str], ...]]:
    """Return the words, unknown ones replaced by the nearest name or term, and the pairs replaced."""
    texts = " ".join((" ", *book.texts.values(), *spoken.texts.values(), *spoken.titles.values(), *names.of.values()))
    spelled: list[str] = []
    read: list[tuple[str, str]] = []
    for word in words:
        near: list[str] = []
        if len(word) > 3 and word not in spoken.fillers and not any(form in texts for form, _ in forms(word)[:-1]):
            terms = (term for term in {*spoken.terms, *names.words} if abs(len(term) - len(word)) <= 2)
            near = nearest(word, terms, limit=1, cutoff=0.8)
        spelled += near or [word]
        read += [(word, near[0])] if near else []
    return spelled, tuple(read)


def _similar_card_names(words: list[str], names: Names) -> list[str]:
    if not words:
        return []
    return [code for code, name in names.of.items() if all(f" {word}" in f" {name}" for word in words)]


def _errata_and_entries(
    codes: list[str], words: list[str], query: RulingQuery, book: Book, spoken: Spoken
) -> tuple[tuple[Erratum, ...], tuple[tuple[CardList, ListEntry], ...]]:
    if query.topic or query.icon or query.edition or query.trust:
        return (), ()
    wanted = set(codes)
    texts = {
        erratum.id: f"{book.texts[erratum.id]} {spoken.texts.get(erratum.id, '')}" for erratum in book.errata if words
    }
    errata = (
        erratum
        for erratum in book.errata
        if erratum.card in wanted or (words and all(f" {word}" in f" {texts[erratum.id]}" for word in words))
    )
    entries = ((card_list, entry) for card_list in book.lists for entry in card_list.entries if entry.card in wanted)
    games = ("", query.game)
    return (
        tuple(erratum for erratum in errata if not query.game or erratum.game in games),
        tuple((card_list, entry) for card_list, entry in entries if not query.game or card_list.game in games),
    )
