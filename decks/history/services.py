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
    deck, _editor = services.locked_editable_deck(key, person)
    now = _change_of_version(deck, deck.shows)
    if now.before is None:
        raise Conflict(gettext_noop("Nothing to undo."))
    return _apply_version(deck, now.before, DeckChange.Kind.UNDONE, person, shows=now.before)


@transaction.atomic
def redo_change(*, key: str, person: Person | None) -> Deck:
    """Redo the last undone change; raises `Conflict` if there is none since the last change."""
    deck, _editor = services.locked_editable_deck(key, person)
    after = version_after_redo(deck)
    if after is None:
        raise Conflict(gettext_noop("Nothing to redo."))
    return _apply_version(deck, after, DeckChange.Kind.REDONE, person, shows=after)


@transaction.atomic
def restore_version(*, key: str, person: Person | None, version: int) -> Deck:
    """Make an old version the current one; can be undone like any change."""
    deck, _editor = services.locked_editable_deck(key, person)
    _change_of_version(deck, version)
    if deck.version == version:
        return deck
    return _apply_version(deck, version, DeckChange.Kind.RESTORED, person, shows=0)


@transaction.atomic
def name_version(*, key: str, person: Person | None, version: int, name: str) -> None:
    """Name a version; an empty name removes it."""
    deck, _editor = services.locked_editable_deck(key, person)
    _change_of_version(deck, version)
    tidy = tidy_name(name)
    if len(tidy) > 60:
        raise Invalid(
            gettext_noop("A version name can have at most %(limit)d characters."), {"limit": 60}, field="name"
        )
    if tidy:
        VersionName.objects.update_or_create(deck=deck, version=version, defaults={"name": tidy})
    else:
        VersionName.objects.filter(deck=deck, version=version).delete()


def version_after_redo(deck: Deck) -> int | None:
    """Return the version to redo: the latest change of the displayed version, right after an undo or redo."""
    moves = (DeckChange.Kind.UNDONE, DeckChange.Kind.REDONE)
    last = deck.changes.filter(version=deck.version).first()
    if last is None or last.kind not in moves:
        return None
    after = deck.changes.filter(before=deck.shows).exclude(kind__in=moves).order_by("-version").first()
    return after.version if after else None


def _change_of_version(deck: Deck, version: int) -> DeckChange:
    change: DeckChange | None = deck.changes.filter(version=version).first()
    if change is None:
        raise Missing(gettext_noop("This deck doesn’t have that version."))
    return change


def _apply_version(deck: Deck, version: int, kind: DeckChange.Kind, person: Person | None, *, shows: int) -> Deck:
    contents: dict[str, Any] = _change_of_version(deck, version).contents
    for name in FIELDS:
        if name in contents:
            setattr(deck, name, contents[name])
    cards = tuple(Entry(code, copies) for code, copies in contents["cards"])
    copies = services.replace_deck_cards(deck, DeckList(entries=cards))
    return services.save_new_version(deck, kind, copies, person, shows=shows)
