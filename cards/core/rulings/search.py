"""Search over rulings: words and card names looked up in the book; pure, no Django.

Two card names typed one after the other find the ruling that names both, and put it first.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from cards.core.rulings.book import Book
from cards.core.rulings.facts import CardList, Erratum, ListEntry, Ruling, Trust
from cards.core.rulings.translated_words import ENGLISH, Spoken, stem
from common.text import fold, nearest

MAX_WORDS = 20
_TRUST = {Trust.HIGH: 0.0, Trust.MEDIUM: -0.5, Trust.LOW: -0.5}


@dataclass(frozen=True, slots=True)
class Asked:
    """Parameters of a search; empty fields ask nothing. `card` is a code."""

    text: str = ""
    game: str = ""
    topic: str = ""
    card: str = ""
    icon: str = ""
    edition: str = ""
    trust: str = ""


@dataclass(frozen=True, slots=True)
class RulingsFound:
    """Rulings found, best first. `together` says how many of the rulings name all of the recognised cards; `read` are
    the words that were taken for others."""

    rulings: tuple[Ruling, ...]
    errata: tuple[Erratum, ...] = ()
    entries: tuple[tuple[CardList, ListEntry], ...] = ()
    cards: tuple[str, ...] = ()
    together: int = 0
    read: tuple[tuple[str, str], ...] = ()


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

    def recognise(
        self, words: list[str], *, common: frozenset[str], fillers: frozenset[str] = ENGLISH.fillers
    ) -> list[str]:
        """The codes of the cards named in these words. The longest name wins; a single word names a card when no other
        card has it and it is no `common` word and no filler."""
        codes: list[str] = []
        at = 0
        while at < len(words):
            size = next(
                (n for n in range(min(8, len(words) - at), 0, -1) if self._names(words[at : at + n], fillers)), 0
            )
            if size:
                codes += self.whole[" ".join(words[at : at + size])]
            elif len(words[at]) > 3 and words[at] not in common | fillers:
                only = self.words.get(words[at], frozenset())
                codes += only if len(only) == 1 else ()
            at += size or 1
        return list(dict.fromkeys(codes))

    def _names(self, words: list[str], fillers: frozenset[str]) -> bool:
        return words != ["the"] and " ".join(words) in self.whole and not set(words) <= fillers


def find(asked: Asked, book: Book, names: Names, spoken: Spoken = ENGLISH) -> RulingsFound:
    """The rulings, errata and list entries that meet every condition; nothing typed meets all of them.

    Words are looked for in the English book and in `spoken`, the book in the reader's language.
    """
    kept = [ruling for ruling in book.rulings if _fits(ruling, asked)]
    words = fold(asked.text).split()[:MAX_WORDS]
    words, read = _spelled(words, (book.words, names.words.keys(), spoken.words), spoken.fillers)
    titles = frozenset(" ".join((*book.titles.values(), *spoken.titles.values())).split())
    codes = names.recognise(words, common=titles, fillers=spoken.fillers)
    words = [word for word in words if word not in spoken.fillers]
    if not codes and not words:
        subjects = [asked.card] if asked.card else []
        return RulingsFound(_ordered(kept), *_about(subjects, [], asked, book, spoken), cards=tuple(subjects))
    scored = []
    for place, ruling in enumerate(kept):
        score, whole = _score(ruling, codes, words, names, book, spoken)
        if score > 0:
            scored.append((not whole, -(score + _TRUST[ruling.trust]), place, ruling))
    scored.sort(key=lambda row: (row[3].doubtful, *row[:3]))
    together = sum(not apart for apart, *_ in scored) if len(codes) > 1 else 0
    about = _about(codes or _named_like(words, names), words, asked, book, spoken)
    return RulingsFound(tuple(ruling for *_, ruling in scored), *about, tuple(codes), together, read)


def _fits(ruling: Ruling, asked: Asked) -> bool:
    return (
        asked.game in ("", ruling.game)
        and asked.topic in ("", ruling.topic)
        and (not asked.card or asked.card in ruling.cards)
        and (not asked.icon or asked.icon in ruling.icons)
        and (
            asked.edition in ("", ruling.edition)
            or (ruling.edition == "both" and asked.edition in ("first", "legends"))
        )
        and asked.trust in ("", ruling.trust.value)
    )


def _score(
    ruling: Ruling, codes: list[str], words: list[str], names: Names, book: Book, spoken: Spoken
) -> tuple[float, bool]:
    """How well a ruling answers; 0 when it neither names a card that was recognised nor has all the words. The second
    says whether it names every recognised card."""
    hits = [code for code in codes if code in ruling.cards]
    about = f" {book.titles.get(ruling.topic, '')} {' '.join(names.of.get(code, '') for code in ruling.cards)} "
    about += f"{spoken.titles.get(ruling.topic, '')} "
    question = f" {book.questions[ruling.id]} {spoken.questions.get(ruling.id, '')} "
    theirs = f" {spoken.texts.get(ruling.id, '')} "
    text = f" {book.texts[ruling.id]}{theirs}"
    worth = [_worth(f" {word}", question, about, text) or _declined(word, theirs) for word in words]
    if not hits and not (words and all(worth)):
        return 0, False
    return 10 * len(hits) + sum(worth), bool(codes) and len(hits) == len(codes)


def _worth(word: str, question: str, about: str, text: str) -> float:
    if word in about:
        return 3
    if word in question:
        return 2
    return 1 if word in text else 0


def _declined(word: str, theirs: str) -> float:
    """A word in another case than the text has it, in a language that declines."""
    return 0.5 if f" {stem(word)}" in theirs else 0


def _spelled(
    words: list[str], known: Sequence[Collection[str]], fillers: frozenset[str]
) -> tuple[list[str], tuple[tuple[str, str], ...]]:
    """Each word as it is known; one that nothing begins with is read as the nearest of the known words."""
    long = {word for word in words if len(word) > 3 and word not in fillers}
    doubted = {word for word in long if not any(word in own for own in known)}
    every = sorted(set().union(*known)) if doubted else []
    spelled: list[str] = []
    read: list[tuple[str, str]] = []
    for word in words:
        near: list[str] = []
        if word in doubted and not any(known_word.startswith(word) for known_word in every):
            near = nearest(
                word,
                (known_word for known_word in every if abs(len(known_word) - len(word)) <= 2),
                limit=1,
                cutoff=0.72,
            )
        spelled.append(near[0] if near else word)
        if near:
            read.append((word, near[0]))
    return spelled, tuple(read)


def _named_like(words: list[str], names: Names) -> list[str]:
    """The cards whose names have all of these words."""
    if not words:
        return []
    return [code for code, name in names.of.items() if all(f" {word}" in f" {name}" for word in words)]


def _about(
    codes: list[str], words: list[str], asked: Asked, book: Book, spoken: Spoken
) -> tuple[tuple[Erratum, ...], tuple[tuple[CardList, ListEntry], ...]]:
    """The errata and the list entries of these cards, and the errata that have all of these words."""
    if asked.topic or asked.icon or asked.edition or asked.trust:
        return (), ()
    wanted = set(codes)
    texts = {
        erratum.id: f"{book.texts[erratum.id]} {spoken.texts.get(erratum.id, '')}" for erratum in book.errata if words
    }
    errata = (
        erratum for erratum in book.errata if erratum.card in wanted or (words and _has(texts[erratum.id], words))
    )
    entries = ((card_list, entry) for card_list in book.lists for entry in card_list.entries if entry.card in wanted)
    games = ("", asked.game)
    return (
        tuple(erratum for erratum in errata if not asked.game or erratum.game in games),
        tuple((card_list, entry) for card_list, entry in entries if not asked.game or card_list.game in games),
    )


def _has(text: str, words: list[str]) -> bool:
    return all(f" {word}" in f" {text}" for word in words)


def _ordered(rulings: list[Ruling]) -> tuple[Ruling, ...]:
    return tuple(sorted(rulings, key=lambda ruling: ruling.doubtful))
