"""Queries of collections: who owns which boxes, which decks are built from them, and where they clash."""

from dataclasses import dataclass

from django.db.models import Q

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON, Catalogue
from common.errors import Missing
from common.text import gettext_noop
from decks.core.collection import BuiltDeck, Shortage, card_shortages, copies_by_code, owned_copies
from decks.models import Deck, Shelf, ShelfBox, ShelfMember


@dataclass(frozen=True, slots=True)
class ShelfContents:
    """A shelf with its boxes, the people who share it (owner first), the built decks and their clashes."""

    row: Shelf | None
    boxes: dict[str, int]
    people: tuple[Person, ...]
    built: tuple[BuiltDeck, ...]
    clashes: tuple[Shortage, ...]

    @property
    def has_boxes(self) -> bool:
        return bool(self.boxes)

    def shortages_of(self, key: str) -> tuple[Shortage, ...]:
        return tuple(clash for clash in self.clashes if any(deck.id == key for deck in clash.decks))

    def owned_copies_by_code(self, cards: Catalogue) -> dict[str, int]:
        return owned_copies(self.boxes, cards)


def shelf_used_by(person: Person | None) -> Shelf | None:
    """Return the shelf that a person uses; None if they have never entered anything."""
    if person is None:
        return None
    shared = ShelfMember.objects.select_related("shelf__owner__user").filter(person=person).first()
    if shared is not None:
        return shared.shelf
    return Shelf.objects.select_related("owner__user").filter(owner=person).first()


def shelf_by_key(key: str) -> Shelf:
    shelf = Shelf.objects.select_related("owner__user").filter(key=key).first()
    if shelf is None:
        raise Missing(gettext_noop("We couldn’t find that collection."))
    return shelf


def shelf_contents_of(person: Person | None, cards: Catalogue) -> ShelfContents:
    """Return a person’s shelf with everything on it; runs only the queries it needs."""
    shelf = shelf_used_by(person)
    if shelf is None:
        decks = _built_decks_of((person,)) if person else ()
        return ShelfContents(None, {}, (person,) if person else (), decks, ())
    members = [member.person for member in shelf.members.select_related("person__user")]
    people = (shelf.owner, *members)
    boxes = dict(shelf.boxes.values_list("mark", "count"))
    built = _built_decks_of(people)
    shortages = card_shortages(built, boxes, cards) if boxes else ()
    return ShelfContents(shelf, boxes, people, built, shortages)


def _built_decks_of(people: tuple[Person, ...]) -> tuple[BuiltDeck, ...]:
    decks = Deck.objects.filter(owner__in=people, built=True, game=BLUE_MOON).select_related("owner__user")
    return tuple(built_deck_from_row(deck) for deck in decks.prefetch_related("cards"))


def built_deck_from_row(deck: Deck) -> BuiltDeck:
    """Return the cards of a built deck, including the cards beside it."""
    beside = tuple(code for code in (deck.leader, deck.inquisitor, deck.emissary) if code)
    cards = tuple(card.code for card in deck.cards.all() for _ in range(card.copies))
    key = "" if deck.visibility == Deck.Visibility.PRIVATE else deck.key
    return BuiltDeck(deck.name, deck.owner.display_name, (*beside, *cards), key, deck.key)


def boxes_of(person: Person | None) -> dict[str, int]:
    """Return the number of boxes by set on the shelf this person uses. One query."""
    if person is None:
        return {}
    on_shelf = ShelfBox.objects.filter(Q(shelf__owner=person) | Q(shelf__members__person=person))
    rows = list(on_shelf.values_list("mark", "count", "shelf__owner"))
    shared = [row for row in rows if row[2] != person.pk]
    return {mark: count for mark, count, _owner in shared or rows}


def copies_owned_by(person: Person | None, game: str) -> dict[str, int] | None:
    """Return the copies by code of a game’s cards on a person’s shelf; None if its boxes were never entered."""
    boxes = boxes_of(person) if game == BLUE_MOON else {}
    return copies_by_code(boxes, catalogue(game)) if boxes else None
