"""Rows of one table of an event in plain SQL: what a report, a panel and the desk read again and again.

The same by the ORM takes five times as long, nearly all of it to write the statement; this one is written once.
"""

from dataclasses import dataclass
from typing import Any

from django.db import connection, models

from matches.models import Claim, Event, Match, Pairing, Registration, Round

_PLAYER = {"id", "number", "name", "person_id", "dropped"}


def _in_order(model: type[models.Model], names: set[str]) -> tuple[str, ...]:
    """These columns in the order of the model, which is how `from_db` takes them; all of them for none."""
    columns = (field.attname for field in model._meta.concrete_fields)
    return tuple(column for column in columns if not names or column in names)


# What is read of each row, under the name it has in the statement; everything else is read when it is asked for.
_READ: dict[str, tuple[type[models.Model], tuple[str, ...]]] = {
    "pairing": (Pairing, _in_order(Pairing, set())),
    "round": (Round, _in_order(Round, {"id", "event_id", "number", "stage", "status"})),
    "event": (Event, _in_order(Event, {"id", "key", "name", "version", "sheet", "owner_id"})),
    "a": (Registration, _in_order(Registration, _PLAYER)),
    "b": (Registration, _in_order(Registration, _PLAYER)),
    "match": (Match, _in_order(Match, {"id", "key", "status"})),
}
_TABLES = {name: model._meta.db_table for name, (model, _fields) in _READ.items()}
_COLUMNS = ", ".join(f'"{name}"."{field}"' for name, (_model, fields) in _READ.items() for field in fields)
_TABLE = f"""
SELECT {_COLUMNS} FROM "{_TABLES["pairing"]}" AS "pairing"
JOIN "{_TABLES["round"]}" AS "round" ON "round"."id" = "pairing"."round_id"
JOIN "{_TABLES["event"]}" AS "event" ON "event"."id" = "round"."event_id"
JOIN "{_TABLES["a"]}" AS "a" ON "a"."id" = "pairing"."a_id"
LEFT JOIN "{_TABLES["b"]}" AS "b" ON "b"."id" = "pairing"."b_id"
LEFT JOIN "{_TABLES["match"]}" AS "match" ON "match"."id" = "pairing"."match_id"
WHERE "pairing"."id" = %s
"""
_CLAIM = _in_order(Claim, {"id", "pairing_id", "side", "crystals_a", "crystals_b", "tap"})
_CLAIMS = f"""
SELECT {", ".join(f'"{name}"' for name in _CLAIM)} FROM "{Claim._meta.db_table}" WHERE "pairing_id" = %s ORDER BY "side"
"""
_RAISE = f'UPDATE "{_TABLES["event"]}" SET "version" = "version" + 1 WHERE "key" = %s OR "code" = %s'
_RAISE_UNCHANGED = f'UPDATE "{_TABLES["event"]}" SET "version" = "version" + 1 WHERE "id" = %s AND "version" = %s'


@dataclass(frozen=True, slots=True)
class TableRows:
    """A table with its round and event, its players, its match if it has one, and what the two say of it."""

    pairing: Pairing
    round: Round
    event: Event
    a: Registration
    b: Registration | None
    match: Match | None
    claims: tuple[Claim, ...]


def raise_version(key: str) -> bool:
    """Raise the version of the event of a key or code, so that its row is held; False if there is none."""
    with connection.cursor() as cursor:
        cursor.execute(_RAISE, (key, key.lower()))
        return bool(cursor.rowcount)


def raise_version_unchanged(event: Event) -> bool:
    """Raise the version of an event that was read before; False, and nothing done, where it has changed since."""
    with connection.cursor() as cursor:
        cursor.execute(_RAISE_UNCHANGED, (event.pk, event.version))
        if not cursor.rowcount:
            return False
    event.version += 1
    return True


def read_table(pk: int) -> TableRows | None:
    """The table of this primary key in one statement; in a second what the two say, as long as nothing is settled."""
    with connection.cursor() as cursor:
        cursor.execute(_TABLE, (pk,))
        row = cursor.fetchone()
        if row is None:
            return None
        rows: dict[str, Any] = {}
        values = iter(row)
        for name, (model, fields) in _READ.items():
            own = [_value(model, field, next(values)) for field in fields]
            rows[name] = None if own[0] is None else model.from_db(connection.alias, fields, own)
        pairing = rows["pairing"]
        claims: tuple[Claim, ...] = ()
        if not pairing.settled:
            cursor.execute(_CLAIMS, (pk,))
            claims = tuple(Claim.from_db(connection.alias, _CLAIM, row) for row in cursor.fetchall())
    rows["round"].event = rows["event"]
    pairing.round, pairing.a, pairing.b, pairing.match = rows["round"], rows["a"], rows["b"], rows["match"]
    return TableRows(**rows, claims=claims)


def _value(model: type[models.Model], name: str, value: Any) -> Any:
    """The Python value of a column: SQLite knows no truth values, and JSON comes as text."""
    if (model, name) in _CONVERTED and value is not None:
        field = _CONVERTED[model, name]
        return bool(value) if isinstance(field, models.BooleanField) else field.from_db_value(value, None, connection)
    return value


_CONVERTED: dict[tuple[type[models.Model], str], Any] = {
    (model, name): field
    for model, names in _READ.values()
    for name in names
    if isinstance(
        field := model._meta.get_field(name.removesuffix("_id") if name != "id" else name),
        (models.BooleanField, models.JSONField),
    )
}
