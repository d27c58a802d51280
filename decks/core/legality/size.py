"""Size of a deck: the finding that it has more or fewer cards than required (DECK-02, DECK-13, DECK-18)."""

from common.text import gettext_noop
from decks.core.legality.report import Finding, Severity

TOO_MANY_CARDS = {
    1: gettext_noop("One card too many: the deck has %(have)d, and %(allowed)d are required."),
    2: gettext_noop("Two cards too many: the deck has %(have)d, and %(allowed)d are required."),
}
TOO_MANY_CARDS_N = gettext_noop("%(gap)d cards too many: the deck has %(have)d, and %(allowed)d are required.")
TOO_FEW_CARDS = {
    1: gettext_noop("One card too few: the deck has %(have)d, and %(allowed)d are required."),
    2: gettext_noop("Two cards too few: the deck has %(have)d, and %(allowed)d are required."),
}
TOO_FEW_CARDS_N = gettext_noop("%(gap)d cards too few: the deck has %(have)d, and %(allowed)d are required.")


def size_finding(code: str, have: int, allowed: int) -> Finding:
    """The finding that a deck has more or fewer cards than required; `have` differs from `allowed`."""
    gap = abs(have - allowed)
    words, figures = (TOO_MANY_CARDS, TOO_MANY_CARDS_N) if have > allowed else (TOO_FEW_CARDS, TOO_FEW_CARDS_N)
    template = words.get(gap, figures)
    return Finding(
        code, Severity.ERROR, template, {"gap": gap, "have": have, "allowed": allowed}, have=have, allowed=allowed
    )
