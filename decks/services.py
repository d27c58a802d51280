"""Writing decks and pools. Every change of a deck raises its version, in one transaction, and rings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from cards.queries import catalogue
from common.errors import Conflict, Invalid, Missing, NotAllowed
from common.text import gettext_noop
from decks.building import fill
from decks.legality import DeckList, Entry, FamilyRule
from decks.models import MAX_NOTES, Deck, DeckCard, Pool
from decks.queries import decklist_of
from decks.text import tidy_name
from live.bell import ring

MAX_LISTED = 400  # different cards a deck may list; more than the whole catalogue of a game has


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """All of a deck that its owner decides: the list itself, notes, who may look, and the pool it is built from."""

    deck: DeckList
    notes: str = ""
    visibility: str = Deck.Visibility.LINK.value
    pool: Pool | None = None


def create_pool(*, owner: Person, name: str, codes: Sequence[str], source: str = "") -> Pool:
    """Keep the cards somebody has drafted; `source` says where they come from ("draft:KEY")."""
    return Pool.objects.create(owner=owner, name=tidy_name(name), codes=list(codes), source=source[:80])


@transaction.atomic
def create_deck(*, owner: Person, contents: Contents) -> Deck:
    """Keep a new deck; raises `Invalid` for one that cannot be kept as it stands (two leaders, say)."""
    row = Deck(owner=owner)
    _fill_row(row, contents, owner)
    row.save()
    _write_cards(row, contents.deck)
    return row


@transaction.atomic
def save_deck(*, key: str, person: Person | None, version: int, contents: Contents) -> Deck:
    """Save a deck over the version that was changed.

    Raises `Conflict` where somebody saved in between: nothing is written then, and the caller still has both.
    """
    row = _own(key, person)
    if row.version != version:
        template = gettext_noop("This deck was saved somewhere else meanwhile. Nothing is lost: choose which to keep.")
        raise Conflict(template, {"version": row.version})
    _fill_row(row, contents, row.owner)
    _write_cards(row, contents.deck)
    return _changed(row)


@transaction.atomic
def put_card(*, key: str, person: Person | None, code: str, present: bool) -> Deck:
    """Put a card into a deck, or take all its copies out. Twice is as good as once, so a tap may be repeated.

    Raises `Missing` with the nearest names for a card that does not exist.
    """
    row = _own(key, person)
    if not present:
        removed, _ = row.cards.filter(code=code).delete()
        return _changed(row) if removed else row
    card = catalogue(row.game).find(code)
    codes = list(row.cards.values_list("code", "position"))
    if card.code in (code for code, _ in codes):
        return row
    if len(codes) >= MAX_LISTED:
        raise Invalid(gettext_noop("A deck may list at most %(limit)d different cards."), {"limit": MAX_LISTED})
    last = max((position for _, position in codes), default=0)
    DeckCard.objects.create(deck=row, code=card.code, position=last + 1)
    return _changed(row)


@transaction.atomic
def fill_deck(*, key: str, person: Person | None) -> Deck:
    """Fill a deck up to its size (`decks.building.fill`), what it holds kept."""
    row = _own(key, person)
    _write_cards(row, fill(decklist_of(row), catalogue(row.game)))
    return _changed(row)


@transaction.atomic
def delete_deck(*, key: str, person: Person | None) -> None:
    """Delete a deck for good."""
    _own(key, person).delete()


@transaction.atomic
def copy_deck(*, source: Deck, owner: Person) -> Deck:
    """A copy of one's own. The pool stays with its owner: nobody else may see it."""
    deck = decklist_of(source)
    pool = source.pool if source.owner == owner else None
    named = replace(deck, name=tidy_name(f"{deck.name[:100]} (copy)"))
    return create_deck(owner=owner, contents=Contents(deck=named, notes=source.notes, pool=pool))


def _own(key: str, person: Person | None) -> Deck:
    """The deck, locked, for its owner."""
    row = Deck.objects.select_for_update(of=("self",)).select_related("owner", "pool").filter(key=key).first()
    if row is None or (row.visibility == Deck.Visibility.PRIVATE and row.owner != person):
        raise Missing(gettext_noop("There is no such deck, or its owner keeps it to himself."))
    if row.owner != person:
        raise NotAllowed(gettext_noop("Only the owner changes a deck. Copy it, and the copy is yours to change."))
    return row


def _fill_row(row: Deck, contents: Contents, owner: Person) -> None:
    deck = contents.deck
    if contents.pool is not None and contents.pool.owner_id != owner.pk:
        raise NotAllowed(gettext_noop("A deck is built from a pool of one's own."), rule="DECK-18")
    if len(contents.notes) > MAX_NOTES:
        raise Invalid(gettext_noop("The notes are longer than %(limit)d characters."), {"limit": MAX_NOTES})
    row.name = tidy_name(deck.name) or "Deck"
    row.game, row.format, row.edition = deck.game, deck.format.value, deck.edition.value
    row.leader = _one(deck.leaders, gettext_noop("A deck is kept with one leader; this list names %(count)d."))
    row.inquisitor = _one(
        deck.inquisitors, gettext_noop("A deck is kept with one inquisitor; this list names %(count)d.")
    )
    row.emissary = _one(deck.emissaries, gettext_noop("A deck is kept with one emissary; this list names %(count)d."))
    row.family = _one(deck.families, gettext_noop("A deck is kept with one Buka family; this list names %(count)d."))
    row.match, row.notes, row.pool = deck.match, contents.notes.replace("\x00", ""), contents.pool
    row.visibility = Deck.Visibility(contents.visibility)
    row.options = {}
    if deck.family_rule is not FamilyRule.COUNT_TOWARD:
        row.options["family_rule"] = deck.family_rule.value
    if deck.agreed is not None:
        row.options["agreed"] = sorted(deck.agreed)


def _one(codes: tuple[str, ...], template: str) -> str:
    if len(codes) > 1:
        raise Invalid(template, {"count": len(codes)}, rule="DECK-01")
    return codes[0] if codes else ""


def _merged(entries: Sequence[Entry]) -> dict[str, int]:
    copies: dict[str, int] = {}
    for entry in entries:
        copies[entry.code] = copies.get(entry.code, 0) + entry.copies
    return copies


def _write_cards(row: Deck, deck: DeckList) -> None:
    copies = _merged(deck.entries)
    if len(copies) > MAX_LISTED:
        raise Invalid(gettext_noop("A deck may list at most %(limit)d different cards."), {"limit": MAX_LISTED})
    many = [code for code, number in copies.items() if not 1 <= number <= 99]
    if many:
        raise Invalid(
            gettext_noop("A deck holds from 1 to 99 copies of a card, not so of %(card)s."), {"card": many[0]}
        )
    row.cards.all().delete()
    rows = enumerate(copies.items(), start=1)
    DeckCard.objects.bulk_create(
        [DeckCard(deck=row, code=code, copies=number, position=place) for place, (code, number) in rows]
    )


def _changed(row: Deck) -> Deck:
    """The row is locked, so that counting up cannot lose a change; the constraint of the address is its key."""
    row.version += 1
    row.updated = timezone.now()
    row.save()
    ring(f"deck.{row.key}", row.version)
    return row
