"""Finding rulings, errata and list entries by words, card names and filters; pure, no Django."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from cards.core.rulings.answers import AnswerKind, stem, words_in
from cards.core.rulings.book import RulingsBook
from cards.core.rulings.facts import CardList, Erratum, ListEntry, Ruling
from cards.core.rulings.ranking import MAX_QUESTION_WORDS, RankableAnswers, RankedAnswer
from common.text import fold

_MAX_NAME_WORDS = 8


@dataclass(frozen=True, slots=True)
class NamedCards:
    """The codes of the cards that a question names; `perhaps` if their names are plain words (Sea Moon)."""

    surely: tuple[str, ...]
    perhaps: tuple[str, ...] = ()


class CardNameRecogniser:
    """The names of all cards, folded, for recognising them in a question.

    A card is its code, its names, and whether a single word can name it: a thousand cards without rulings are only
    recognised by their whole name, or every common word would be one.
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
                if by_word:
                    for word in form.split():
                        words.setdefault(word, set()).add(code)
        self.words: Mapping[str, frozenset[str]] = {word: frozenset(codes) for word, codes in words.items()}

    def cards_in(self, words: Sequence[str], *, plain: Set[str], fillers: Set[str]) -> NamedCards:
        """Return the cards named in these words; the longest name wins.

        A name is certain if it has several words, one of them not plain, or if the question consists of names. A single
        word perhaps names a card if no other card has it and it is neither plain nor a filler.
        """
        surely: list[str] = []
        perhaps: list[str] = []
        others = index = 0
        while index < len(words):
            size = self._name_length(words[index:], fillers)
            named = words[index : index + (size or 1)]
            plainly = all(stem(word) in plain for word in named)
            if size > 1 or (size and not plainly):
                (surely if size > 1 and not plainly else perhaps).extend(self.whole[" ".join(named)])
            elif (
                len(self.words.get(named[0], ())) == 1 and len(named[0]) > 3 and not plainly and named[0] not in fillers
            ):
                perhaps += self.words[named[0]]
            else:
                others += named[0] not in fillers
            index += size or 1
        found = tuple(dict.fromkeys(surely)), tuple(dict.fromkeys(perhaps))
        return NamedCards(*found) if others else NamedCards(tuple(dict.fromkeys((*found[0], *found[1]))))

    def _name_length(self, words: Sequence[str], fillers: Set[str]) -> int:
        for size in range(min(_MAX_NAME_WORDS, len(words)), 0, -1):
            if " ".join(words[:size]) in self.whole and not set(words[:size]) <= fillers:
                return size
        return 0

    def codes_by_name_parts(self, words: Sequence[str]) -> list[str]:
        """Return the codes of cards in whose names each of these words begins a word; none for many words."""
        few = 0 < len(words) <= _MAX_NAME_WORDS // 2
        return [code for code, name in self.of.items() if few and all(f" {word}" in f" {name}" for word in words)]


# Near rulings are added until the results have this many.
ENOUGH_RULINGS = 10
MAX_NEAREST = 3
# Rulings on a card that a question perhaps names get this share of the best score added.
_PERHAPS_NAMED = 0.3
# Rulings below this share of the best score only count as near.
_NEAR = 0.45


@dataclass(frozen=True, slots=True)
class RulingQuery:
    """Parameters of a search; empty fields don’t filter. Rulings must name one of the codes `card` and `beside`."""

    text: str = ""
    game: str = ""
    topic: str = ""
    card: str = ""
    beside: str = ""
    icon: str = ""
    edition: str = ""
    trust: str = ""

    @property
    def has_filters(self) -> bool:
        return bool(self.topic or self.card or self.icon or self.edition or self.trust)


@dataclass(frozen=True, slots=True)
class RulingsFound:
    """Results, best first.

    `near` are rulings with few of the words; `cards` are named, `perhaps` by plain words; `together` is the number of
    rulings that name all of the cards; `read` are corrected words; `rules` and `terms` are the other results; `best` is
    the best answer, or None if nothing fits; then `nearest` has what comes closest.
    """

    rulings: tuple[Ruling, ...]
    errata: tuple[Erratum, ...] = ()
    entries: tuple[tuple[CardList, ListEntry], ...] = ()
    cards: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    together: int = 0
    read: tuple[tuple[str, str], ...] = ()
    near: tuple[Ruling, ...] = ()
    rules: tuple[RankedAnswer, ...] = ()
    terms: tuple[RankedAnswer, ...] = ()
    best: RankedAnswer | None = None
    nearest: tuple[RankedAnswer, ...] = ()


def search_rulings(
    query: RulingQuery, book: RulingsBook, names: CardNameRecogniser, answers: RankableAnswers
) -> RulingsFound:
    """Return the rulings, errata and list entries that meet every condition; without any words, all."""
    matching = {ruling.id: ruling for ruling in book.rulings if _meets_filters(ruling, query)}
    if (numbered := matching.get(query.text.strip().upper())) is not None:
        return RulingsFound((numbered,))
    typed, read = answers.correct_misspelt(words_in(query.text)[:MAX_QUESTION_WORDS], names.words)
    named = names.cards_in(typed, plain=answers.plain, fillers=answers.fillers)
    pair = [query.card, query.beside] if query.beside else []
    codes = tuple(dict.fromkeys((*pair, *named.surely)))
    if not codes and not typed:
        every = tuple(sorted(matching.values(), key=lambda ruling: ruling.doubtful))
        subjects = (query.card,) if query.card else ()
        return RulingsFound(every, *_errata_and_entries(subjects, (), query, book, answers), cards=subjects)
    ranked = answers.rank(" ".join(typed), game=query.game)
    rulings, similar_rulings, best = _order_rulings(ranked, matching, codes, named.perhaps)
    rules, terms = (
        () if query.has_filters else tuple(answer for answer in ranked if answer.source.kind is kind)
        for kind in (AnswerKind.RULE, AnswerKind.TERM)
    )
    if rules and not (best and (codes or best.score >= rules[0].score)):
        best = rules[0]
    nearest: tuple[RankedAnswer, ...] = ()
    if not (codes or query.has_filters or (best and best.fits)):
        similar_rulings, rulings, best = (*rulings, *similar_rulings)[:ENOUGH_RULINGS], (), None
        nearest = tuple(answer for answer in ranked if answer.source.kind is not AnswerKind.TERM)[:MAX_NEAREST]
        rules = terms = ()
    words = [word for word in typed if word not in answers.fillers] or typed
    return RulingsFound(
        rulings,
        *_errata_and_entries(codes or names.codes_by_name_parts(words), typed, query, book, answers),
        cards=codes,
        perhaps=named.perhaps,
        together=sum(set(codes) <= set(ruling.cards) for ruling in rulings) if len(codes) > 1 else 0,
        read=read,
        near=similar_rulings,
        rules=rules,
        terms=terms,
        best=best,
        nearest=nearest,
    )


def _order_rulings(
    ranked: Sequence[RankedAnswer], matching: dict[str, Ruling], codes: Sequence[str], perhaps: Sequence[str]
) -> tuple[tuple[Ruling, ...], tuple[Ruling, ...], RankedAnswer | None]:
    """Return the rulings found, the rulings that are only near, and the best answer."""
    rows = {answer.source.key: answer for answer in ranked if answer.source.key in matching}
    highest = max((answer.score for answer in rows.values()), default=0.0)
    for ruling in matching.values():
        if perhaps and ruling.id in rows and set(perhaps) & set(ruling.cards):
            rows[ruling.id] = replace(rows[ruling.id], score=rows[ruling.id].score + _PERHAPS_NAMED * highest)
    hits = {key: len(set(codes) & set(ruling.cards)) for key, ruling in matching.items()}
    scores = {key: rows[key].score if key in rows else 0.0 for key in matching if key in rows or hits[key]}
    order = sorted(scores, key=lambda key: (matching[key].doubtful, hits[key] < len(codes), -hits[key], -scores[key]))
    limit = _NEAR * max(scores.values(), default=0.0)
    matching_keys = [key for key in order if (hits[key] if codes else scores[key] >= limit)]
    nearest_keys = (
        [key for key in order if key not in matching_keys][: max(0, ENOUGH_RULINGS - len(matching_keys))]
        if not codes
        else []
    )
    best = next((rows[key] for key in matching_keys if key in rows and not matching[key].doubtful), None)
    return tuple(map(matching.__getitem__, matching_keys)), tuple(map(matching.__getitem__, nearest_keys)), best


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


def _errata_and_entries(
    codes: Sequence[str], words: Sequence[str], query: RulingQuery, book: RulingsBook, answers: RankableAnswers
) -> tuple[tuple[Erratum, ...], tuple[tuple[CardList, ListEntry], ...]]:
    if query.topic or query.icon or query.edition or query.trust:
        return (), ()
    errata = (
        erratum
        for erratum in book.errata
        if erratum.card in codes or (words and all(f" {word}" in f" {answers.errata[erratum.id]}" for word in words))
    )
    entries = ((card_list, entry) for card_list in book.lists for entry in card_list.entries if entry.card in codes)
    games = ("", query.game)
    return (
        tuple(erratum for erratum in errata if not query.game or erratum.game in games),
        tuple((card_list, entry) for card_list, entry in entries if not query.game or card_list.game in games),
    )
