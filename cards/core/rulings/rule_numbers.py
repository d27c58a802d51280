"""What bears on cards that no ruling names: rules of `docs/rules.md` and rulings on their icons, types and timing;
pure, no Django."""

from collections.abc import Iterable, Mapping, Sequence

from cards.core.rulings.book import Book, Facing, concerns
from cards.core.rulings.facts import Ruling

# By number the values of facets, as the catalogue writes them.
RULES: Mapping[str, tuple[str, ...]] = {
    "GAME-01": ("RETRIEVE",),
    "GAME-02": ("REPLACE", "leadership", "hyla"),
    "GAME-04": ("character",),
    "GAME-05": ("booster", "support"),
    "GAME-08": ("end of turn",),
    "GAME-09": ("interference",),
    "GAME-12": ("PROTECTED", "while active"),
    "GAME-17": ("SHIELD",),
    "GAME-27": ("STOP", "FREE", "PAIR", "GANG"),
    "GAME-28": ("ship",),
    "GAME-29": ("BLUFF",),
    "GAME-33": ("in hand", "now", "once on your turn", "at an event", "while active"),
    "GAME-35": ("game start",),
    "MATCH-13": ("achievement",),
    "DECK-12": ("inquisitor",),
    "DECK-13": ("emissary",),
    "C-04": ("RETRIEVE",),
    "C-06": ("leadership",),
    "C-25": ("hyla",),
    "C-27": ("PROTECTED",),
}


def rules_of(cards: Iterable[Facing]) -> tuple[str, ...]:
    """The numbers of the rules that bear on these cards."""
    borne = {value for card in cards for facet in card.facets.values() for value in facet}
    return tuple(number for number, values in RULES.items() if borne & set(values))


def rulings_on(cards: Sequence[Facing], book: Book) -> tuple[Ruling, ...]:
    """The rulings on what these cards bear, each once: first those on most of them, then in the order of the book."""
    found = [ruling for card in cards for _, _, rulings in concerns(card, book).on for ruling in rulings]
    return tuple(sorted(dict.fromkeys(found), key=lambda ruling: -found.count(ruling)))
