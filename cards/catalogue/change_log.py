"""Change log of the catalogue: everything that writes a card or a ruling calls it in the same transaction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Person
from cards.core.facts import CardFacts
from cards.core.import_plan import Plan, fact_names_of, format_fact
from cards.models import Card, CatalogueChange, Way

# Computed from rulings, errata and lists, whose own changes are logged.
_DERIVED_FIELDS = {"marks"}


@dataclass(frozen=True, slots=True)
class ChangeAuthor:
    """The author of a change and how it was made; without a person, a command made it."""

    way: Way = Way.COMMAND
    person: Person | None = None
    undoes: CatalogueChange | None = None


COMMAND = ChangeAuthor()


@dataclass(frozen=True, slots=True)
class LoggedChange:
    """A change of one card or entry: each field before and after, and the primary key of a card’s row."""

    code: str
    fields: Mapping[str, tuple[str, str]]
    key: int | None = None


def log_card_changes(
    changes: Iterable[LoggedChange], *, game: str, by: ChangeAuthor, version: int, table: str = "card"
) -> None:
    name = by.person.display_name[:150] if by.person else ""
    rows = [
        CatalogueChange(
            game=game,
            table=table,
            code=change.code,
            card_id=change.key,
            field=field,
            before=before,
            after=after,
            way=by.way,
            person=by.person,
            name=name,
            version=version,
            undoes=by.undoes,
        )
        for change in changes
        for field, (before, after) in change.fields.items()
        if before != after and field not in _DERIVED_FIELDS
    ]
    CatalogueChange.objects.bulk_create(rows, batch_size=500)


def log_table_load(plan: Plan, *, game: str, by: ChangeAuthor, version: int) -> None:
    keys = dict(Card.objects.filter(game=game, code__in=[card.code for card in plan.added]).values_list("code", "pk"))
    added = [LoggedChange(card.code, fields_of_added_card(card), keys.get(card.code)) for card in plan.added]
    changed = [LoggedChange(change.after.code, change.fields, change.before.key) for change in plan.changed]
    removed = [LoggedChange(removed.facts.code, fields_of_removed_card(removed.facts)) for removed in plan.removed]
    log_card_changes([*added, *changed, *removed], game=game, by=by, version=version)


def fields_of_added_card(card: CardFacts) -> dict[str, tuple[str, str]]:
    return {name: ("", format_fact(getattr(card, name))) for name in fact_names_of(card)}


def fields_of_removed_card(card: CardFacts) -> dict[str, tuple[str, str]]:
    return {name: (format_fact(getattr(card, name)), "") for name in fact_names_of(card)}


def log_rulings_entry_change(before: Any | None, after: Any | None, *, by: ChangeAuthor) -> None:
    """Write a change of an entry of the book; without `before` it was added, without `after` removed."""
    row: Any = after or before
    names = [field.name for field in row._meta.concrete_fields if field.name not in {"id", "here", "position"}]
    fields = {name: (_value_as_text(before, name), _value_as_text(after, name)) for name in names}
    change = LoggedChange(row.key, fields)
    log_card_changes([change], game=row.game, by=by, version=0, table=row._meta.model_name)


def _value_as_text(row: Any | None, name: str) -> str:
    value = getattr(row, name) if row is not None else None
    return format_fact(tuple(value) if isinstance(value, list) else value)


def catalogue_changes() -> QuerySet[CatalogueChange]:
    """Return every change, newest first; `taken_back` says whether it was reverted."""
    undone = CatalogueChange.objects.filter(undoes=OuterRef("pk"))
    return CatalogueChange.objects.select_related("card").annotate(taken_back=Exists(undone))


def catalogue_changes_of(card: Card) -> QuerySet[CatalogueChange]:
    return catalogue_changes().filter(Q(card=card) | Q(game=card.game, table="card", code=card.code))
