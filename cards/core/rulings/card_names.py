"""Names of cards in a question; pure, no Django."""

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from cards.core.rulings.answers import stem
from common.text import fold

_MAX_NAME_WORDS = 8


@dataclass(frozen=True, slots=True)
class NamedCards:
    """The codes of the cards that a question names; `perhaps` are those with names of plain words, such as Sea Moon."""

    surely: tuple[str, ...]
    perhaps: tuple[str, ...] = ()


class Names:
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
                for word in form.split() if by_word else ():
                    words.setdefault(word, set()).add(code)
        self.words: Mapping[str, frozenset[str]] = {word: frozenset(codes) for word, codes in words.items()}

    def cards_in(self, words: Sequence[str], *, plain: Set[str], fillers: Set[str]) -> NamedCards:
        """Return the cards named in these words; the longest name wins.

        A name is certain if it has several words, one of them not plain, or if the question consists of names. A single
        word perhaps names a card if no other card has it and it is neither plain nor a filler.
        """
        surely: list[str] = []
        perhaps: list[str] = []
        others = at = 0
        while at < len(words):
            size = self._name_length(words[at:], fillers)
            named = words[at : at + (size or 1)]
            plainly = all(stem(word) in plain for word in named)
            if size > 1 or (size and not plainly):
                (surely if size > 1 and not plainly else perhaps).extend(self.whole[" ".join(named)])
            elif (
                len(self.words.get(named[0], ())) == 1 and len(named[0]) > 3 and not plainly and named[0] not in fillers
            ):
                perhaps += self.words[named[0]]
            else:
                others += named[0] not in fillers
            at += size or 1
        found = tuple(dict.fromkeys(surely)), tuple(dict.fromkeys(perhaps))
        return NamedCards(*found) if others else NamedCards(tuple(dict.fromkeys((*found[0], *found[1]))))

    def _name_length(self, words: Sequence[str], fillers: Set[str]) -> int:
        for size in range(min(_MAX_NAME_WORDS, len(words)), 0, -1):
            if " ".join(words[:size]) in self.whole and not set(words[:size]) <= fillers:
                return size
        return 0

    def like(self, words: Sequence[str]) -> list[str]:
        """Return the codes of cards whose names have words that begin with all of these few."""
        few = 0 < len(words) <= _MAX_NAME_WORDS // 2
        return [code for code, name in self.of.items() if few and all(f" {word}" in f" {name}" for word in words)]
