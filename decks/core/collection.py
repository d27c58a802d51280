"""Collection: the copies of a card in a person’s boxes, and built decks that need the same copy (DECK-20); pure."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from cards.core.facts import DECK_MARKS, CardFacts, Catalogue

EXPANSION_SETS = ("E&I:A", "E&I:B")
# Every set that a collection can hold: the nine people decks, both expansions, the promotional cards.
SETS: tuple[str, ...] = (*DECK_MARKS, *EXPANSION_SETS, "promo")
MAX_BOXES_PER_SET = 20


def copies_in_boxes(card: CardFacts, boxes: Mapping[str, int]) -> int | None:
    """Return the number of copies in the boxes; None for a card whose set is unknown."""
    if card.deck in SETS:
        return boxes.get(card.deck, 0)
    if card.deck == "E&I":
        both = [boxes.get(mark, 0) for mark in EXPANSION_SETS]
        return both[0] if both[0] == both[1] else None
    return None


@dataclass(frozen=True, slots=True)
class BuiltDeck:
    """A built deck with its leader and inquisitor; `key` is empty if the reader may not see the deck."""

    name: str
    owner: str
    codes: tuple[str, ...]
    key: str = ""
    id: str = ""


@dataclass(frozen=True, slots=True)
class Shortage:
    """A card that built decks need in more copies than there are."""

    card: CardFacts
    owned: int
    wanted: int
    decks: tuple[BuiltDeck, ...]


def card_shortages(decks: Sequence[BuiltDeck], boxes: Mapping[str, int], catalogue: Catalogue) -> tuple[Shortage, ...]:
    """Return each card that the decks together need more often than the boxes hold it (DECK-20), in catalogue order.

    Cards of unknown set are skipped, as it isn’t known which box they are in.
    """
    shortages = []
    for card in catalogue:
        wanting = [deck for deck in decks if card.code in deck.codes]
        wanted = sum(deck.codes.count(card.code) for deck in wanting)
        owned = copies_in_boxes(card, boxes)
        if owned is not None and wanted > owned:
            shortages.append(Shortage(card, owned, wanted, tuple(wanting)))
    return tuple(shortages)


@dataclass(frozen=True, slots=True)
class CardsToPull:
    """Cards to pick out for a deck: cards and copies by box, and missing cards."""

    boxes: Mapping[str, Sequence[tuple[CardFacts, int]]]
    lacking: Sequence[tuple[CardFacts, int]]

    @property
    def missing_count(self) -> int:
        return sum(copies for _card, copies in self.lacking)


def cards_to_pull(codes: Iterable[str], boxes: Mapping[str, int], catalogue: Catalogue) -> CardsToPull:
    """Return what to take from which box. Without `boxes`, or for a card of unknown set, nothing counts as missing."""
    taken: dict[str, list[tuple[CardFacts, int]]] = {}
    lacking = []
    for code, wanted in sorted(Counter(code for code in codes if code in catalogue).items()):
        card = catalogue[code]
        owned = copies_in_boxes(card, boxes) if boxes else None
        lack = 0 if owned is None else max(0, wanted - owned)
        if lack:
            lacking.append((card, lack))
        if wanted > lack:
            taken.setdefault(card.deck, []).append((card, wanted - lack))
    return CardsToPull(taken, lacking)


def shortages_by_decks(shortages: Iterable[Shortage]) -> tuple[tuple[tuple[BuiltDeck, ...], tuple[Shortage, ...]], ...]:
    """Group shortages by the decks that need the same cards, in the order of the first card."""
    groups: dict[tuple[BuiltDeck, ...], list[Shortage]] = {}
    for shortage in shortages:
        groups.setdefault(shortage.decks, []).append(shortage)
    return tuple((decks, tuple(cards)) for decks, cards in groups.items())


def copies_by_code(boxes: Mapping[str, int], catalogue: Iterable[CardFacts]) -> dict[str, int]:
    """Return the copies by code in the boxes, zeros included; cards of unknown set are left out."""
    counted = ((card.code, copies_in_boxes(card, boxes)) for card in catalogue)
    return {code: copies for code, copies in counted if copies is not None}


def owned_copies(boxes: Mapping[str, int], catalogue: Iterable[CardFacts]) -> dict[str, int]:
    """Return the copies by code in the boxes, without cards that aren’t in any box."""
    return {code: copies for code, copies in copies_by_code(boxes, catalogue).items() if copies}
