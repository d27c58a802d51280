"""Services of editing: previewing and applying tables, and reverting single changes."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from django.core import signing
from django.db import transaction

from accounts.models import Person
from cards.catalogue.change_log import ChangeAuthor, fields_of_added_card
from cards.catalogue.queries import catalogue_version, facts_from_row, stored_cards
from cards.catalogue.services import add_partial_table, lock_catalogue, plan_partial_table, save_card
from cards.core.catalogue_csv import TableError
from cards.core.facts import CardFacts
from cards.core.import_plan import Plan, facts_digest, format_fact
from cards.core.type_columns import still_valid_notes
from cards.models import GAME, Card, CatalogueChange, Way
from common.errors import Conflict, Invalid
from common.text import gettext_noop

MAX_TABLE_LENGTH = 300_000
_PREVIEW_SALT = "cards.keeping.preview"
_NUMBER_FIELDS = {"fire", "earth", "moons", "capacity", "extra_cards", "extra_moons"}
_LIST_FIELDS = {"icons", "aliases"}
# Columns whose value makes a note on an unknown fact obsolete.
_NAME_FIELDS = ("name", "name_de", "emissary")


@dataclass(frozen=True, slots=True)
class CardChange:
    """Change of one card: `kind` is "added", "filled" (a gap) or "changed"; each field before and after."""

    kind: str
    card: CardFacts
    fields: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True)
class TablePreview:
    """The changes of a table, or its errors; `seal` ensures that nothing else is applied."""

    text: str
    lines: tuple[CardChange, ...]
    same: int
    faults: tuple[TableError, ...]
    seal: str


def with_line_feeds(text: str) -> str:
    """Return a text as forms submit it: with line feeds only, and without a byte order mark."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def preview_table(text: str, *, person: Person, game: str = GAME) -> TablePreview:
    """Return the changes a table would make to the catalogue. Raises `Invalid` if the text is empty or too long."""
    text = with_line_feeds(text)
    if not text.strip():
        raise Invalid(gettext_noop("Choose a file or paste a table."))
    if len(text) > MAX_TABLE_LENGTH:
        raise Invalid(gettext_noop("A table can have at most %(most)d characters."), {"most": MAX_TABLE_LENGTH})
    with transaction.atomic():
        number, _mark = catalogue_version(game)
        plan, faults = plan_partial_table(text, stored_cards(game), game=game)
    seal = "" if faults else signing.dumps([game, _catalogue_fingerprint(text), number, person.pk], salt=_PREVIEW_SALT)
    faults = tuple(sorted(faults, key=lambda fault: fault.line))
    return TablePreview(text, () if faults else _card_changes(plan), plan.same, faults, seal)


def apply_previewed_table(text: str, seal: str, *, person: Person) -> Plan:
    """Apply a preview. Raises `Invalid` for another text, `Conflict` if the catalogue has changed since."""
    text = with_line_feeds(text)
    try:
        game, fingerprint, number, who = signing.loads(seal, salt=_PREVIEW_SALT, max_age=86_400)
    except (signing.BadSignature, ValueError) as error:
        raise Invalid(gettext_noop("This preview is out of date. Preview your changes again before saving.")) from error
    if fingerprint != _catalogue_fingerprint(text) or who != person.pk:
        raise Invalid(gettext_noop("The table has changed since the preview. Check the new preview below."))
    return add_partial_table(text, game=game, version=number, by=ChangeAuthor(Way.FILE, person), name="The table")


def _catalogue_fingerprint(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _card_changes(plan: Plan) -> tuple[CardChange, ...]:
    added = [CardChange("added", card, _field_rows(fields_of_added_card(card))) for card in plan.added]
    changed = [
        CardChange(
            "filled" if not change.before.facts.known and change.after.known else "changed",
            change.after,
            _field_rows(change.fields),
        )
        for change in plan.changed
        if change.fields
    ]
    return (*added, *changed)


def _field_rows(fields: Mapping[str, tuple[str, str]]) -> tuple[tuple[str, str, str], ...]:
    return tuple((name, before, after) for name, (before, after) in fields.items() if before != after)


def card_fingerprint(card: Card) -> str:
    """Return a fingerprint of a card’s facts; an edit form sends back the fingerprint of the facts it showed."""
    return facts_digest([facts_from_row(card)])[:24]


def correct_card(card: Card, *, mark: str, person: Person) -> Card:
    """Save a card edited on its page. Raises `Conflict` if it has changed since, `Invalid` by field."""
    with transaction.atomic():
        lock_catalogue(card.game)
        now = Card.objects.filter(pk=card.pk).first()
        if now is None or card_fingerprint(now) != mark:
            raise Conflict(
                gettext_noop(
                    "Someone has changed this card since you opened it. Compare your version with theirs, then save "
                    "again."
                )
            )
        card_before, after = facts_from_row(now), facts_from_row(card)
        card.notes = still_valid_notes(
            card_before, card.notes, [field for field in _NAME_FIELDS if getattr(after, field, "")]
        )
        return save_card(card, by=ChangeAuthor(Way.FORM, person))


def revert_change(change: CatalogueChange, *, person: Person) -> Card:
    """Revert one change of one field; the history keeps both.

    Raises `Conflict` if the field has changed again since, `Invalid` if it can’t be reverted on its own.
    """
    with transaction.atomic():
        lock_catalogue(change.game)
        card = Card.objects.filter(pk=change.card_id).first() if change.card_id else None
        if card is None or (change.field == "code" and not change.before):
            raise Invalid(
                gettext_noop("This can’t be undone on its own: the card was added or removed in the same change.")
            )
        if current_field_text(card, change.field) != change.after:
            raise Conflict(
                gettext_noop("%(field)s of %(code)s has changed again since then. It’s now “%(now)s”."),
                {"field": change.field, "code": card.code, "now": current_field_text(card, change.field)[:80]},
            )
        _set_field(card, change.field, change.before)
        return save_card(card, by=ChangeAuthor(Way.FORM, person, undoes=change))


def current_field_text(card: Card, field: str) -> str:
    return format_fact(getattr(facts_from_row(card), field, None))


def _set_field(card: Card, field: str, text: str) -> None:
    if field in _NUMBER_FIELDS:
        setattr(card, field, int(text) if text else None)
    elif field in _LIST_FIELDS:
        setattr(card, field, _split_at_semicolons(text))
    elif field in card.attributes:
        card.attributes[field] = _attribute_from_text(card.attributes[field], text)
    else:
        setattr(card, field, text)


def _split_at_semicolons(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _attribute_from_text(stored: object, text: str) -> object:
    """Parse a fact without a column from its text in the history: a list, a text, a number, yes or no.

    Raises `Invalid` for printings, because the history only contains their names.
    """
    if isinstance(stored, list):
        if any(isinstance(item, dict) for item in stored):
            raise Invalid(gettext_noop("A printing can’t be undone on its own. Upload the row again instead."))
        return _split_at_semicolons(text)
    if isinstance(stored, str):
        return text
    if text in _BOOLEANS_BY_TEXT:
        return _BOOLEANS_BY_TEXT[text]
    return int(text) if text.isdecimal() else text


_BOOLEANS_BY_TEXT = {"": None, "True": True, "False": False}
