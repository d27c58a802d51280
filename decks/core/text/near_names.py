"""Near names: the one card that a shortened or mistyped name clearly means."""

import re
from collections.abc import Mapping
from functools import lru_cache

from cards.core.facts import CardFacts, Catalogue
from common.text import fold

MIN_LIKENESS, MIN_LEAD = 85.0, 6.0  # percent: how similar a name must be, and how much more than any other card’s
_MIN_NAME_LENGTH, _MIN_MISTYPED_LENGTH = 5, 8  # letters of a shortened name; of one also mistyped
_DIGITS = re.compile(r"\d+")


@lru_cache(maxsize=8)
def _searchable_names(catalogue: Catalogue) -> tuple[Mapping[str, frozenset[str]], frozenset[str]]:
    """Return the codes by folded card name, also by its first whole words; and the full names."""
    codes: dict[str, set[str]] = {}
    whole: set[str] = set()
    for card in catalogue:
        for name in map(fold, card.names):
            whole.add(name)
            words = name.split(" ")
            for length in range(1, len(words) + 1):
                form = " ".join(words[:length])
                if length == len(words) or len(form) >= _MIN_NAME_LENGTH:
                    codes.setdefault(form, set()).add(card.code)
    return {form: frozenset(cards) for form, cards in codes.items()}, frozenset(whole)


def _numbers_in(text: str) -> list[int]:
    return [int(digits) for digits in _DIGITS.findall(text)]


def guess_card_by_name(text: str, catalogue: Catalogue) -> CardFacts | None:
    """Return the card that a name clearly means although no card has it; None if two cards may be meant, or none.

    The beginning of a name suffices ("Flamebreth") if it is long enough; numbers must agree ("Terah 05").
    """
    from rapidfuzz import fuzz, process  # slow to import, and most processes never compare names

    wanted, best = fold(text), 0.0
    if len(wanted) < _MIN_NAME_LENGTH:
        return None
    scores: dict[str, float] = {}
    forms, whole_names = _searchable_names(catalogue)
    for form, likeness, _key in process.extract(
        wanted, forms.keys(), scorer=fuzz.ratio, score_cutoff=MIN_LIKENESS - MIN_LEAD
    ):
        is_close_enough = len(wanted) >= _MIN_MISTYPED_LENGTH or form == wanted or form in whole_names
        if is_close_enough and _numbers_in(form) == _numbers_in(wanted):
            best = max(best, likeness)
            for code in forms[form]:
                scores[code] = max(scores.get(code, 0), likeness)
    similar = [code for code, likeness in scores.items() if likeness > best - MIN_LEAD]
    return catalogue[similar[0]] if best >= MIN_LIKENESS and len(similar) == 1 else None
