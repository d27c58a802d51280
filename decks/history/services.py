"""Services of history: going back makes a new version; nothing is ever removed."""

from typing import Any

from django.db import transaction

from accounts.models import Person
from common.errors import Conflict, Invalid, Missing
from common.text import gettext_noop, tidy_name
from decks.core.legality import DeckList, Entry
from decks.deck import services
from decks.deck.versions import FIELDS
from decks.models import Deck, DeckChange, VersionName


@transaction.atomic
def undo_change(*, key: str, person: Person | None) -> Deck:
    """Go back to before the last change that isn’t undone; raises `Conflict` at the beginning."""
    row, _editor = services.locked_editable_deck(key, person)
    now = _change_of_version(row, row.shows)
    if now.before is None:
        raise Conflict(gettext_noop("Nothing to undo."))
    return _apply_version(row, now.before, DeckChange.Kind.UNDONE, person, shows=now.before)


@transaction.atomic
def redo_change(*, key: str, person: Person | None) -> Deck:
    """Redo the last undone change; raises `Conflict` if there is none since the last change."""
    row, _editor = services.locked_editable_deck(key, person)
    after = version_after_redo(row)
    if after is None:
        raise Conflict(gettext_noop("Nothing to redo."))
    return _apply_version(row, after, DeckChange.Kind.REDONE, person, shows=after)


@transaction.atomic
def restore_version(*, key: str, person: Person | None, version: int) -> Deck:
    """Make an old version the current one; can be undone like any change."""
    row, _editor = services.locked_editable_deck(key, person)
    _change_of_version(row, version)
    if row.version == version:
        return row
    return _apply_version(row, version, DeckChange.Kind.RESTORED, person, shows=0)


@transaction.atomic
def name_version(*, key: str, person: Person | None, version: int, name: str) -> None:
    """Name a version; an empty name removes it."""
    row, _editor = services.locked_editable_deck(key, person)
    _change_of_version(row, version)
    tidy = tidy_name(name)
    if len(tidy) > 60:
        raise Invalid(
            gettext_noop("A version name can have at most %(limit)d characters."), {"limit": 60}, place="name"
        )
    if tidy:
        VersionName.objects.update_or_create(deck=row, version=version, defaults={"name": tidy})
    else:
        VersionName.objects.filter(deck=row, version=version).delete()


def version_after_redo(row: Deck) -> int | None:
    """Return the version to redo: the latest change of the displayed version, right after an undo or redo."""
    moves = (DeckChange.Kind.UNDONE, DeckChange.Kind.REDONE)
    last = row.changes.filter(version=row.version).first()
    if last is None or last.kind not in moves:
        return None
    after = row.changes.filter(before=row.shows).exclude(kind__in=moves).order_by("-version").first()
    return after.version if after else None


def _change_of_version(row: Deck, version: int) -> DeckChange:
    change: DeckChange | None = row.changes.filter(version=version).first()
    if change is None:
        raise Missing(gettext_noop("This deck doesn’t have that version."))
    return change


def _apply_version(row: Deck, version: int, kind: DeckChange.Kind, person: Person | None, *, shows: int) -> Deck:
    contents: dict[str, Any] = _change_of_version(row, version).contents
    for name in FIELDS:
        if name in contents:
            setattr(row, name, contents[name])
    cards = tuple(Entry(code, copies) for code, copies in contents["cards"])
    copies = services.replace_deck_cards(row, DeckList(entries=cards))
    return services.save_new_version(row, kind, copies, person, shows=shows)
