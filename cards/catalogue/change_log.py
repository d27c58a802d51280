"""Change log of the catalogue: whatever writes a card or a ruling calls this in its transaction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from accounts.models import Person
from cards.core.facts import CardFacts
from cards.core.import_plan import Plan, fields_of, value_text
from cards.models import Card, CatalogueChange, Way

# Computed from rulings, errata and lists, whose own changes are kept.
_DERIVED = {"marks"}
_NO_FACTS = {"id", "here", "position"}


@dataclass(frozen=True, slots=True)
class By:
    """The author of a change, and the way it is made. No person: somebody who may run commands on the machine."""

    way: Way = Way.COMMAND
    person: Person | None = None
    undoes: CatalogueChange | None = None


COMMAND = By()


@dataclass(frozen=True, slots=True)
class Step:
    """Change of one card or entry: each field before and after; `key` is that of the card's row, if it has one."""

    code: str
    fields: Mapping[str, tuple[str, str]]
    key: int | None = None


def record(steps: Iterable[Step], *, game: str, by: By, version: int, table: str = "card") -> None:
    """Write the fields that have changed."""
    name = by.person.display_name[:150] if by.person else ""
    rows = [
        CatalogueChange(
            game=game,
            table=table,
            code=step.code,
            card_id=step.key,
            field=field,
            before=before,
            after=after,
            way=by.way,
            person=by.person,
            name=name,
            version=version,
            undoes=by.undoes,
        )
        for step in steps
        for field, (before, after) in step.fields.items()
        if before != after and field not in _DERIVED
    ]
    CatalogueChange.objects.bulk_create(rows, batch_size=500)


def record_plan(plan: Plan, *, game: str, by: By, version: int) -> None:
    """Write what a load has done."""
    keys = dict(Card.objects.filter(game=game, code__in=[card.code for card in plan.added]).values_list("code", "pk"))
    added = [Step(card.code, came(card), keys.get(card.code)) for card in plan.added]
    changed = [Step(change.after.code, change.fields, change.before.key) for change in plan.changed]
    removed = [Step(removed.facts.code, gone(removed.facts)) for removed in plan.removed]
    record([*added, *changed, *removed], game=game, by=by, version=version)


def came(card: CardFacts) -> dict[str, tuple[str, str]]:
    return {name: ("", value_text(getattr(card, name))) for name in fields_of(card)}


def gone(card: CardFacts) -> dict[str, tuple[str, str]]:
    return {name: (value_text(getattr(card, name)), "") for name in fields_of(card)}


def record_entry(before: Any | None, after: Any | None, *, by: By, version: int = 0) -> None:
    """Write a change of an entry of the book; without `before` it is new, without `after` it is gone."""
    row: Any = after or before
    fields = {name: (_value_text(before, name), _value_text(after, name)) for name in _names(row)}
    step = Step(row.key, fields)
    record([step], game=row.game, by=by, version=version, table=row._meta.model_name)


def _names(row: Any) -> list[str]:
    return [field.name for field in row._meta.concrete_fields if field.name not in _NO_FACTS]


def _value_text(row: Any | None, name: str) -> str:
    value = getattr(row, name) if row is not None else None
    return value_text(tuple(value) if isinstance(value, list) else value)
