"""Services of collections: boxes, and who shares them."""

from collections.abc import Mapping

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, Invalid
from common.text import gettext_noop
from decks.collection.queries import shelf_by_key, shelf_used_by
from decks.core.collection import MAX_BOXES_PER_SET, SETS
from decks.models import Shelf, ShelfBox, ShelfMember


def get_or_create_shelf(person: Person) -> Shelf:
    """Return the shelf that a person uses: the one they share, or their own, created if necessary."""
    return shelf_used_by(person) or Shelf.objects.get_or_create(owner=person)[0]


@transaction.atomic
def set_boxes(*, person: Person, boxes: Mapping[str, int]) -> Shelf:
    """Set the number of boxes by set; sets that are not named stay the same."""
    for mark, count in boxes.items():
        if mark not in SETS:
            raise Invalid(gettext_noop("There’s no set “%(mark)s”."), {"mark": mark[:20]}, field=f"boxes.{mark}")
        if not 0 <= count <= MAX_BOXES_PER_SET:
            raise Invalid(
                gettext_noop("Enter between 0 and %(most)d boxes of a set."),
                {"most": MAX_BOXES_PER_SET},
                field=f"boxes.{mark}",
            )
    shelf = get_or_create_shelf(person)
    ShelfBox.objects.filter(shelf=shelf, mark__in=[mark for mark, count in boxes.items() if not count]).delete()
    ShelfBox.objects.bulk_create(
        [ShelfBox(shelf=shelf, mark=mark, count=count) for mark, count in boxes.items() if count],
        update_conflicts=True,
        unique_fields=["shelf", "mark"],
        update_fields=["count"],
    )
    return shelf


@transaction.atomic
def join_shelf(*, person: Person, key: str) -> Shelf:
    """Use another person’s shelf; your own boxes are kept until you leave it."""
    shelf = shelf_by_key(key)
    if shelf.owner == person:
        raise Conflict(gettext_noop("This is your own collection."))
    if ShelfMember.objects.filter(shelf__owner=person).exists():
        raise Conflict(
            gettext_noop("Other people share your collection. They must leave it before you can join another.")
        )
    if ShelfMember.objects.filter(person=shelf.owner).exists():
        raise Conflict(gettext_noop("The owner of this collection has joined another one."))
    ShelfMember.objects.update_or_create(person=person, defaults={"shelf": shelf})
    return shelf


def leave_shelf(*, person: Person) -> None:
    ShelfMember.objects.filter(person=person).delete()
