"""Personal data in decks: `accounts.personal_data` describes these three functions."""

from collections.abc import Collection, Iterator

from django.db.models import Exists, OuterRef

from accounts.models import Person
from accounts.personal_data import DeletionEffect, DeletionOptions, ExportedData, deletion_effect
from common.text import gettext_noop
from decks.deck.listing import recount_likes_and_copies
from decks.models import (
    BESIDE,
    Deck,
    DeckAuthor,
    DeckChange,
    DeckEditor,
    DeckLike,
    HouseFormat,
    Pool,
    SearchJob,
    Shelf,
    ShelfMember,
)

_EXPORTED_DECK_FIELDS = (
    "key", "name", "game", "format", *BESIDE, "options", "notes", "visibility", "tags", "maybe", "card_notes", "built",
    "folder", "origin", "version", "created", "updated",
)  # fmt: skip
_EXPORTED_SEARCH_FIELDS = ("deck__name", "kind", "wishes", "result", "asked_from", "created")


def export_data(person: Person) -> ExportedData:
    """Export decks with their cards and history, pools, formats, the collection."""
    shelf = Shelf.objects.filter(owner=person).first()
    return {
        "decks": [_exported_deck(deck) for deck in Deck.objects.filter(owner=person).order_by("pk")],
        "pools": list(Pool.objects.filter(owner=person).values("key", "name", "game", "codes", "source", "created")),
        "formats": list(HouseFormat.objects.filter(owner=person).values("key", "name", "declaration", "created")),
        "may_change": list(DeckEditor.objects.filter(person=person).values_list("deck__name", flat=True)),
        "likes": list(DeckLike.objects.filter(person=person).values_list("deck__name", flat=True)),
        "author_page": DeckAuthor.objects.filter(person=person).values_list("key", flat=True).first(),
        "shelf": list(shelf.boxes.values("mark", "count")) if shelf else [],
        "own_shelf_since": shelf.created if shelf else None,
        "shared_shelf_since": ShelfMember.objects.filter(person=person).values_list("joined", flat=True).first(),
        "changes_of_decks": list(
            DeckChange.objects.filter(person=person).values("deck__name", "version", "kind", "when")
        ),
        "searches": list(SearchJob.objects.filter(person=person).values(*_EXPORTED_SEARCH_FIELDS)),
    }


def _exported_deck(deck: Deck) -> ExportedData:
    exported: ExportedData = {name: getattr(deck, name) for name in _EXPORTED_DECK_FIELDS}
    exported["cards"] = list(deck.cards.values("code", "copies"))
    exported["history"] = list(deck.changes.order_by("version").values("version", "when", "kind", "contents"))
    exported["guides"] = list(deck.guides.values("language", "text", "updated"))
    exported["names_of_versions"] = list(deck.version_names.values("version", "name"))
    return exported


def deletion_effects(person: Person) -> Iterator[DeletionEffect]:
    """Private data is deleted; shared data stays if the person wants it."""
    own_decks = Deck.objects.filter(owner=person)
    private = own_decks.filter(visibility=Deck.Visibility.PRIVATE)
    yield from deletion_effect(gettext_noop("Private decks that will be deleted: %(count)d."), private.count())
    template = gettext_noop("Decks others can see: %(count)d. You choose below whether they stay.")
    yield from deletion_effect(template, own_decks.exclude(visibility=Deck.Visibility.PRIVATE).count())
    yield from deletion_effect(
        gettext_noop("Pools that will be deleted: %(count)d."), Pool.objects.filter(owner=person).count()
    )
    shelf = Shelf.objects.filter(owner=person).first()
    if shelf is not None:
        heir = _next_shelf_owner(shelf)
        if heir is not None:
            yield DeletionEffect(
                gettext_noop("%(name)s will take over your collection."), {"name": heir.person.display_name}
            )
        else:
            yield DeletionEffect(gettext_noop("Your collection will be deleted."))
    template = gettext_noop("House formats you created: %(count)d. They stay, because decks may depend on them.")
    yield from deletion_effect(template, HouseFormat.objects.filter(owner=person).count())


def _next_shelf_owner(shelf: Shelf) -> ShelfMember | None:
    """Return the next owner: the member who has shared it longest and has none of their own."""
    return shelf.members.filter(person__own_shelf=None).select_related("person__user").order_by("joined").first()


def delete_data(person: Person, options: DeletionOptions) -> None:
    """Delete, hand over, leave; decks brought to matches are copies and stay."""
    SearchJob.objects.filter(person=person).delete()
    DeckEditor.objects.filter(person=person).delete()
    DeckAuthor.objects.filter(person=person).delete()
    liked = list(DeckLike.objects.filter(person=person).values_list("deck", flat=True))
    DeckLike.objects.filter(person=person).delete()
    recount_likes_and_copies(liked)
    ShelfMember.objects.filter(person=person).delete()
    _hand_over_shelf(person)
    going = Deck.objects.filter(owner=person)
    (going.filter(visibility=Deck.Visibility.PRIVATE) if options.keep_shared else going).delete()
    going.update(built=False, folder="")
    Pool.objects.filter(owner=person).delete()
    # Changes to other people’s decks belong to those decks’ history.
    DeckChange.objects.filter(person=person, deck__owner=person).update(person=None)


def delete_unshared_data(people: Collection[int]) -> int:
    """Delete these people’s private decks without other editors, pools and searches; return how many."""
    private = Deck.objects.filter(owner__in=people, visibility=Deck.Visibility.PRIVATE)
    gone = [
        private.exclude(Exists(DeckEditor.objects.filter(deck=OuterRef("pk")))),
        Pool.objects.filter(owner__in=people),
        SearchJob.objects.filter(person__in=people),
    ]
    return sum(rows.delete()[1].get(rows.model._meta.label, 0) for rows in gone)


def _hand_over_shelf(person: Person) -> None:
    shelf = Shelf.objects.filter(owner=person).first()
    if shelf is None:
        return
    heir = _next_shelf_owner(shelf)
    if heir is None:
        shelf.delete()
        return
    heir.delete()
    Shelf.objects.filter(pk=shelf.pk).update(owner=heir.person)
