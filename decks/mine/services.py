"""Services of folders: moving decks, renaming and removing folders; no deck is changed by it.

A folder is a name on a person’s decks, so it exists as long as a deck is in it.
"""

from collections.abc import Collection

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import Person
from common.errors import Invalid, Missing
from common.text import fold, gettext_noop, tidy_name
from decks.models import MAX_FOLDER_NAME, Deck

MAX_FOLDERS = 100
MAX_DECKS_MOVED = 1000  # decks at once


@transaction.atomic
def move_decks(*, person: Person | None, keys: Collection[str], folder: str) -> tuple[str, int]:
    """Move your decks into a folder, created if necessary; an empty name takes them out of any folder.

    Returns the folder as spelled, and how many decks there were. Raises `Invalid` if no deck is named or there would be
    too many folders, and `Missing` if a deck isn’t yours; nothing is moved then.
    """
    own = _own_decks(person, keys)
    assert person is not None
    name = _existing_folder_spelling(person, folder)
    return name, own.update(folder=name)


@transaction.atomic
def archive_decks(*, person: Person | None, keys: Collection[str], archived: bool) -> int:
    """Archive or restore your decks, without new versions; return how many. Raises as `move_decks`."""
    return _own_decks(person, keys).update(archived=archived)


def _own_decks(person: Person | None, keys: Collection[str]) -> QuerySet[Deck]:
    wanted = set(keys)
    if not wanted:
        raise Invalid(gettext_noop("Select some decks first."), field="decks")
    if len(wanted) > MAX_DECKS_MOVED:
        raise Invalid(
            gettext_noop("You can move up to %(limit)d decks at a time."), {"limit": MAX_DECKS_MOVED}, field="decks"
        )
    own = Deck.objects.filter(owner=person, key__in=wanted) if person else Deck.objects.none()
    if person is None or own.count() < len(wanted):
        raise Missing(gettext_noop("You can only move your own decks. Nothing was moved."))
    return own


@transaction.atomic
def rename_folder(*, person: Person | None, name: str, to: str) -> str:
    """Rename a folder; with an empty name, its decks are in none. The name of an existing folder merges the two.

    Returns the new name as spelled; raises `Missing` if the folder doesn’t exist.
    """
    own = Deck.objects.filter(owner=person, folder=name) if person and name else Deck.objects.none()
    if person is None or not own.exists():
        raise Missing(gettext_noop("You don’t have a folder with that name."))
    tidy = tidy_name(to, length=MAX_FOLDER_NAME)
    new = tidy if fold(tidy) == fold(name) else _existing_folder_spelling(person, tidy)
    own.update(folder=new)
    return new


def _existing_folder_spelling(person: Person, name: str) -> str:
    """Return the name as an existing folder spells it; raises `Invalid` if there would be too many folders."""
    tidy = tidy_name(name, length=MAX_FOLDER_NAME)
    if not tidy:
        return ""
    filed = Deck.objects.filter(owner=person).exclude(folder="").order_by("folder")
    present = list(filed.values_list("folder", flat=True).distinct())
    alike = next((folder for folder in present if (fold(folder) or folder) == (fold(tidy) or tidy)), None)
    if alike is None and len(present) >= MAX_FOLDERS:
        raise Invalid(gettext_noop("You can have up to %(limit)d folders."), {"limit": MAX_FOLDERS}, field="folder")
    return alike or tidy
