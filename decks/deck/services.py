"""Services of decks and pools: each change is one transaction, raises the version and notifies its pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from accounts.models import Person, User
from accounts.push.kinds import Kind
from accounts.push.outbox import notify_people
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from common.database.prepared import PreparedQuery
from common.errors import Conflict, DomainError, Invalid, NotAllowed
from common.text import gettext_noop, tidy_name
from decks.core.building import filled_deck
from decks.core.legality import DeckList, FamilyRule, Play, house_rules_as_data
from decks.deck.listing import recount_likes_and_copies, renew_listing
from decks.deck.queries import decklist_of, decklist_with_notes, pool_of_owner
from decks.deck.versions import merge_settings, version_difference, version_snapshot
from decks.models import MAX_NOTES, Deck, DeckCard, DeckChange, Pool
from decks.permissions import is_owner, require_deck_owner, require_editable_deck
from live.pubsub import notify

MAX_TAGS = 8
MAX_TAG = 24
MAX_CARD_NOTE = 300
MAX_ENTRIES = 400  # different cards in a deck; more than the whole catalogue of a game
DECK_SAVED_ELSEWHERE = gettext_noop(
    "This deck has also been saved somewhere else. Nothing is lost: choose which version to keep."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckContents:
    """Everything that a deck’s owner decides: list, notes, visibility, pool, tags, and cards to think about."""

    deck: DeckList
    notes: str = ""
    visibility: str = Deck.Visibility.LINK.value
    pool: Pool | None = None
    # Unchanged unless given.
    tags: Sequence[str] | None = None
    maybe: Sequence[str] | None = None


def saved_deck_contents(row: Deck, deck: DeckList) -> DeckContents:
    return DeckContents(deck=deck, notes=row.notes, visibility=row.visibility, pool=row.pool)


def create_pool(*, owner: Person, name: str, codes: Sequence[str], source: str = "") -> Pool:
    """Save drafted cards as a pool; `source` names their origin ("draft:KEY")."""
    return Pool.objects.create(owner=owner, name=tidy_name(name), codes=list(codes), source=source[:80])


def create_pools(pools: Sequence[tuple[Person, Sequence[str]]], name: str, *, source: str) -> list[Pool]:
    """Save the pools of several people at one table, in their order, with one statement."""
    name, source = tidy_name(name), source[:80]
    return Pool.objects.bulk_create(
        Pool(owner=owner, name=name, codes=list(codes), source=source) for owner, codes in pools
    )


@transaction.atomic
def delete_pool(*, key: str, person: Person | None) -> None:
    """Delete one of your pools; raises `Missing`. Its decks stay, and its cards can be read in the draft."""
    pool_of_owner(key, person).delete()


@transaction.atomic
def create_deck(*, owner: Person, contents: DeckContents, source: Deck | None = None) -> Deck:
    """Save a new deck, perhaps a copy of `source`; raises `Invalid` for one that can’t be stored."""
    deck = Deck(owner=owner, forked_from=source)
    _fill_deck_row(deck, contents, owner)
    deck.save()
    kind = DeckChange.Kind.COPIED if source else DeckChange.Kind.CREATED
    add_to_history(deck, kind, replace_deck_cards(deck, contents.deck), owner)
    renew_listing(deck)
    return deck


@transaction.atomic
def save_deck(
    *,
    key: str,
    person: Person | None,
    version: int,
    contents: DeckContents,
    kind: DeckChange.Kind = DeckChange.Kind.WRITTEN,
) -> Deck:
    """Save a deck over the version that was changed.

    Raises `Conflict` if someone saved something else in the meantime; nothing is written then, and the caller still has
    both. Saving identical contents again (a second tap, the back button) isn’t a conflict and makes no version.
    """
    deck, _editor = locked_editable_deck(key, person)
    if deck.version != version:
        if _already_saved(deck, contents, person):
            return deck
        raise Conflict(DECK_SAVED_ELSEWHERE, {"version": deck.version})
    _fill_deck_row(deck, _limit_to_permissions(deck, contents, person), deck.owner)
    save_new_version(deck, kind, replace_deck_cards(deck, contents.deck), person)
    renew_listing(deck)
    return deck


@transaction.atomic
def save_settings(*, key: str, person: Person | None, version: int, contents: DeckContents) -> Deck:
    """Save everything but the cards, which stay as they are now.

    If the deck was changed since `version`, both changes are merged; raises `ChangedMeanwhile`, writing nothing, only
    if both changed the same field to different values.
    """
    deck, _editor = locked_editable_deck(key, person)
    copies = dict(deck.cards.values_list("code", "copies"))
    theirs = version_snapshot(deck, copies)
    base = deck.changes.filter(version=version).values_list("contents", flat=True).first() or theirs
    _fill_deck_row(deck, _limit_to_permissions(deck, contents, person), deck.owner)
    mine = version_snapshot(deck, copies) | {name: theirs[name] for name in ("maybe", "card_notes")}
    for name, value in merge_settings(base, {**mine, "cards": theirs["cards"]}, theirs).items():
        if name != "cards":
            setattr(deck, name, value)
    save_new_version(deck, DeckChange.Kind.SETTINGS, copies, person)
    renew_listing(deck)
    return deck


@dataclass(frozen=True, slots=True)
class UpdatedDeck:
    """A deck after a tap, with its current cards, and the catalogue that was used."""

    row: Deck
    copies: Mapping[str, int]
    catalogue: Catalogue
    before: int = 0  # copies of the card before the tap

    @property
    def deck(self) -> DeckList:
        return decklist_with_notes(self.row, self.copies)


def put_card(
    *, key: str, who: Person | User | None, code: str, present: bool, copies: int | None = None
) -> UpdatedDeck:
    """Put a card into a deck, or take all its copies out. Idempotent, so a tap may be repeated.

    `copies` sets that exact number; without it, existing copies stay. Raises `Missing` with the nearest names for an
    unknown card. Five queries.
    """
    # Every error is raised before the first write, so no savepoint is needed.
    with transaction.atomic(savepoint=False):
        try:
            return _set_copies(key, who, code, copies if present else 0)
        except DomainError as error:
            refusal = error
    raise refusal


def _set_copies(key: str, who: Person | User | None, code: str, wanted: int | None) -> UpdatedDeck:
    """Set the number of copies of a card; None adds one if there is none."""
    deck, by, copies, last = _locked_deck_with_cards(key, who)
    cards = catalogue(deck.game)
    card = code if code in copies or wanted == 0 else cards.find_card(code).code
    before = copies.get(card, 0)
    if before == (before or 1 if wanted is None else wanted):
        return UpdatedDeck(deck, copies, cards, before)
    if wanted == 0:
        deck.cards.filter(code=card).delete()
        del copies[card]
    elif before:
        deck.cards.filter(code=card).update(copies=wanted)
        copies[card] = wanted or 1
    else:
        if len(copies) >= MAX_ENTRIES:
            raise Invalid(gettext_noop("A deck can have at most %(limit)d different cards."), {"limit": MAX_ENTRIES})
        DeckCard.objects.create(deck=deck, code=card, copies=wanted or 1, position=last + 1)
        copies[card] = wanted or 1
        deck.maybe = [other for other in deck.maybe if other != card]
    return UpdatedDeck(save_new_version(deck, DeckChange.Kind.CARDS, copies, by), copies, cards, before)


def _locked_deck_with_cards(key: str, who: Person | User | None) -> tuple[Deck, Person, dict[str, int], int]:
    """Return a locked deck, who changes it, its copies by code and the last position; usually in one query."""
    lines = _DECK_CARD_LINES.rows(key, shared=True)
    if not lines:
        return *locked_editable_deck(key, who), {}, 0
    last = max(line.position for line in lines)
    return *require_editable_deck(lines[0].deck, who), {line.code: line.copies for line in lines}, last


@transaction.atomic
def choose_leader(*, key: str, person: Person | None, code: str) -> Deck:
    deck, _editor = locked_editable_deck(key, person)
    deck.leader = code
    return save_new_version(deck, DeckChange.Kind.SETTINGS, dict(deck.cards.values_list("code", "copies")), person)


@transaction.atomic
def set_maybe_card(*, key: str, person: Person | None, code: str, present: bool) -> Deck:
    deck, _editor = locked_editable_deck(key, person)
    rest = [other for other in deck.maybe if other != code]
    if present:
        rest = [*rest, catalogue(deck.game).find_card(code).code][-MAX_ENTRIES:]
    if rest == deck.maybe:
        return deck
    deck.maybe = rest
    return save_new_version(deck, DeckChange.Kind.SETTINGS, dict(deck.cards.values_list("code", "copies")), person)


@transaction.atomic
def set_card_notes(*, key: str, person: Person | None, notes_by_code: Mapping[str, str]) -> Deck:
    """Set notes on cards of a deck, by code; an empty note removes one. Repeating it makes no version."""
    deck, _editor = locked_editable_deck(key, person)
    copies = dict(deck.cards.values_list("code", "copies"))
    notes = _merge_notes(deck.card_notes, {code: note for code, note in notes_by_code.items() if code in copies})
    if notes == deck.card_notes:
        return deck
    deck.card_notes = notes
    return save_new_version(deck, DeckChange.Kind.SETTINGS, copies, person)


@transaction.atomic
def fill_deck(*, key: str, person: Person | None) -> Deck:
    """Fill a deck up to its size (`decks.core.building.start.filled_deck`); its cards stay."""
    deck, _editor = locked_editable_deck(key, person)
    copies = replace_deck_cards(deck, filled_deck(decklist_of(deck), catalogue(deck.game)))
    return save_new_version(deck, DeckChange.Kind.FILLED, copies, person)


@transaction.atomic
def set_built(*, key: str, person: Person | None, built: bool) -> Deck:
    """Mark a deck as built from real cards, or not; makes no version."""
    deck = locked_own_deck(key, person)
    Deck.objects.filter(pk=deck.pk).update(built=built)
    return deck


@transaction.atomic
def delete_deck(*, key: str, person: Person | None, version: int | None = None) -> None:
    """Delete a deck for good; with `version`, raise `Conflict` if it has another version."""
    deck = locked_own_deck(key, person)
    if version not in (None, deck.version):
        template = gettext_noop(
            "This deck has changed since you loaded it: it’s now at version %(version)d. Load it again, then redo "
            "your change."
        )
        raise Conflict(template, {"version": deck.version})
    deck.delete()
    recount_likes_and_copies([deck.forked_from_id] if deck.forked_from_id else [])


@transaction.atomic
def copy_deck(*, source: Deck, owner: Person, named: str = "%(name)s (copy)") -> Deck:
    """Copy a deck for `owner`, `named` in the reader’s language. The pool is not copied: only its owner may see it."""
    deck = decklist_with_notes(source)
    pool = source.pool if source.owner == owner else None
    copied = replace(deck, name=tidy_name(named % {"name": deck.name[:100]}))
    made = create_deck(owner=owner, contents=DeckContents(deck=copied, notes=source.notes, pool=pool), source=source)
    if source.visibility == Deck.Visibility.PUBLIC:
        recount_likes_and_copies([source.pk])
    return made


_DECK_FOR_UPDATE = PreparedQuery(
    lambda key: Deck.objects.select_for_update(of=("self",)).select_related("owner__user", "pool").filter(key=key),
    "key",
)
_DECK_CARD_LINES = PreparedQuery(
    lambda key: (
        DeckCard.objects.select_for_update(of=("deck",))
        .select_related("deck__owner__user", "deck__pool")
        .filter(deck__key=key)
    ),
    "key",
)


def locked_own_deck(key: str, who: Person | User | None) -> Deck:
    """Return the deck with its row locked; raises as `require_deck_owner`."""
    return require_deck_owner(_DECK_FOR_UPDATE.first(key), who)


def locked_editable_deck(key: str, who: Person | User | None) -> tuple[Deck, Person]:
    """Return the deck with its row locked, and its owner or editor; raises as `require_editable_deck`."""
    return require_editable_deck(_DECK_FOR_UPDATE.first(key), who)


def _already_saved(deck: Deck, contents: DeckContents, person: Person | None) -> bool:
    """Return whether the deck already has the values to save; if not, its row gets them, unsaved."""
    saved = _versioned_contents(deck, dict(deck.cards.values_list("code", "copies")))
    _fill_deck_row(deck, _limit_to_permissions(deck, contents, person), deck.owner)
    wanted = _versioned_contents(deck, contents.deck.copies_by_code)
    return saved[1] == wanted[1] and version_difference(saved[0], wanted[0]).is_empty


def _versioned_contents(deck: Deck, copies: Mapping[str, int]) -> tuple[dict[str, Any], tuple[str, int | None]]:
    """Return what a version stores of a deck, and what it doesn’t: visibility and pool."""
    return version_snapshot(deck, copies), (str(deck.visibility), deck.pool_id)


def _limit_to_permissions(deck: Deck, contents: DeckContents, who: Person | None) -> DeckContents:
    """Return the contents with visibility and pool as they are, unless the owner changes them."""
    if is_owner(deck, who):
        return contents
    return replace(contents, visibility=deck.visibility, pool=deck.pool)


def _fill_deck_row(row: Deck, contents: DeckContents, owner: Person) -> None:
    deck = contents.deck
    if contents.pool is not None and contents.pool.owner_id != owner.pk:
        raise NotAllowed(gettext_noop("You can only build a deck from your own pool."), rule="DECK-18")
    if len(contents.notes) > MAX_NOTES:
        raise Invalid(gettext_noop("Notes can have at most %(most)d characters."), {"most": MAX_NOTES}, field="notes")
    row.name = tidy_name(deck.name) or "Deck"
    row.game, row.format, row.edition = deck.game, deck.format.value, deck.edition.value
    row.leader = _at_most_one(
        deck.leaders, gettext_noop("A deck can only be saved with one leader; this list has %(count)d.")
    )
    row.inquisitor = _at_most_one(
        deck.inquisitors, gettext_noop("A deck can only be saved with one inquisitor; this list has %(count)d.")
    )
    row.emissary = _at_most_one(
        deck.emissaries, gettext_noop("A deck can only be saved with one emissary; this list has %(count)d.")
    )
    row.family = _at_most_one(
        deck.families, gettext_noop("A deck can only be saved with one Buka family; this list has %(count)d.")
    )
    row.match, row.notes, row.pool = deck.match, contents.notes.replace("\x00", ""), contents.pool
    row.card_notes = _merge_notes(row.card_notes, {entry.code: entry.note for entry in deck.entries})
    if row.is_hidden and contents.visibility != row.visibility:
        raise Conflict(gettext_noop("The moderators have hidden this deck. Ask them to review it first."))
    row.visibility = Deck.Visibility(contents.visibility)
    row.tags = row.tags if contents.tags is None else normalise_tags(contents.tags)
    row.maybe = row.maybe if contents.maybe is None else list(contents.maybe)
    row.options = {}
    if deck.family_rule is not FamilyRule.COUNT_TOWARD:
        row.options["family_rule"] = deck.family_rule.value
    if deck.agreed is not None:
        row.options["agreed"] = sorted(deck.agreed)
    if deck.house is not None:
        row.options["house"] = {**house_rules_as_data(deck.house), "key": deck.house.key, "name": deck.house.name}
    if deck.list_version:
        row.options["list"] = deck.list_version
    if deck.play is not Play.FRIENDLY:
        row.options["play"] = deck.play.value


def _merge_notes(notes: Mapping[str, str], new_notes: Mapping[str, str | None]) -> dict[str, str]:
    """Return the notes by code with new notes: an empty note removes a note, None keeps it."""
    tidy = {code: tidy_name(note, length=MAX_CARD_NOTE) for code, note in new_notes.items() if note is not None}
    return {code: note for code, note in (dict(notes) | tidy).items() if note}


def _at_most_one(codes: tuple[str, ...], template: str) -> str:
    if len(codes) > 1:
        raise Invalid(template, {"count": len(codes)}, rule="DECK-01")
    return codes[0] if codes else ""


def replace_deck_cards(row: Deck, deck: DeckList) -> dict[str, int]:
    """Replace the cards of a deck; returns the copies by code."""
    copies = deck.copies_by_code
    if len(copies) > MAX_ENTRIES:
        template = gettext_noop("A deck can have at most %(limit)d different cards.")
        raise Invalid(template, {"limit": MAX_ENTRIES}, field="cards")
    many = [code for code, number in copies.items() if not 1 <= number <= 99]
    if many:
        template = gettext_noop("Enter between 1 and 99 copies of %(card)s.")
        raise Invalid(template, {"card": many[0]}, field="cards")
    row.cards.all().delete()
    rows = enumerate(copies.items(), start=1)
    DeckCard.objects.bulk_create(
        [DeckCard(deck=row, code=code, copies=number, position=position) for position, (code, number) in rows]
    )
    return copies


def save_new_version(
    deck: Deck, kind: DeckChange.Kind, copies: Mapping[str, int], by: Person | None, *, shows: int = 0
) -> Deck:
    """Raise the version, store it in the history, and notify. The row is locked, so that no change is lost."""
    deck.version += 1
    deck.updated = timezone.now()
    add_to_history(deck, kind, copies, by, shows=shows)
    deck.save()
    notify(f"deck.{deck.key}", deck.version)
    notify_other_editors(deck, by)
    return deck


def add_to_history(
    deck: Deck, kind: DeckChange.Kind, copies: Mapping[str, int], by: Person | None, *, shows: int = 0
) -> None:
    """Add the current version to the history; `shows` names the version whose contents it has, if not its own."""
    new = kind in (DeckChange.Kind.CREATED, DeckChange.Kind.COPIED)
    before = None if new else deck.shows
    deck.shows = shows or deck.version
    contents: dict[str, Any] = version_snapshot(deck, copies)
    DeckChange.objects.create(
        deck=deck, version=deck.version, person=by, kind=kind, contents=contents, shows=deck.shows, before=before
    )


def normalise_tags(tags: Sequence[str]) -> list[str]:
    """Return tags as they are stored: at most eight, short, lower case, each once."""
    words = (tidy_name(tag.lower(), length=MAX_TAG) for tag in tags)
    return list(dict.fromkeys(word for word in words if word))[:MAX_TAGS]


# People make many changes in a row; other editors are only notified of the first.
SECONDS_BETWEEN_NOTIFICATIONS = 3600


def notify_other_editors(deck: Deck, by: Person | None) -> None:
    """Notify the other editors of a deck, unless this person already changed it within the last hour."""
    who = by.pk if by is not None else 0
    if cache.add(f"decks:notified:{deck.pk}:{who}", True, SECONDS_BETWEEN_NOTIFICATIONS):
        people = {deck.owner_id, *deck.editors.values_list("person_id", flat=True)} - {who}
        notify_people(people, Kind.DECK, path=deck.get_absolute_url(), tag=f"deck-{deck.key}")
