"""What bears on cards that no ruling names: rules of `docs/rules.md` and rulings on their icons, types and timing;
pure, no Django."""

from collections.abc import Iterable, Mapping, Sequence

from cards.core.rulings.book import Book, Facing, concerns
from cards.core.rulings.facts import Ruling

# By the value of a facet, as the catalogue writes it.
RULES: Mapping[str, tuple[str, ...]] = {
    "SHIELD": ("GAME-17",),
    "STOP": ("GAME-27",),
    "RETRIEVE": ("GAME-01", "C-04"),
    "FREE": ("GAME-27",),
    "PAIR": ("GAME-27",),
    "GANG": ("GAME-27",),
    "PROTECTED": ("GAME-12", "C-27"),
    "BLUFF": ("GAME-29",),
    "REPLACE": ("GAME-02",),
    "character": ("GAME-04",),
    "booster": ("GAME-05",),
    "support": ("GAME-05",),
    "leadership": ("GAME-02", "C-06"),
    "ship": ("GAME-28",),
    "hyla": ("GAME-02", "C-25"),
    "interference": ("GAME-09",),
    "achievement": ("MATCH-02", "MATCH-13"),
    "emissary": ("DECK-13",),
    "inquisitor": ("DECK-12", "CARD-13"),
    "in hand": ("GAME-33",),
    "now": ("GAME-33",),
    "once on your turn": ("GAME-33",),
    "at an event": ("GAME-33",),
    "while active": ("GAME-33", "GAME-12"),
    "end of turn": ("GAME-08", "GAME-25"),
    "game start": ("GAME-35",),
}


def rules_of(cards: Iterable[Facing]) -> tuple[str, ...]:
    """The numbers of the rules that bear on these cards, each once."""
    values = (value for card in cards for facet in card.facets.values() for value in facet)
    return tuple(dict.fromkeys(number for value in values for number in RULES.get(value, ())))


def rulings_on(cards: Sequence[Facing], book: Book) -> tuple[Ruling, ...]:
    """The rulings on what these cards bear, each once: first those on most of them, then in the order of the book."""
    found = [ruling for card in cards for _, _, rulings in concerns(card, book).on for ruling in rulings]
    return tuple(sorted(dict.fromkeys(found), key=lambda ruling: -found.count(ruling)))
