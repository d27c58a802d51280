"""Bulk SQL that writes turns: few statements of one shape, because every pick of every table uses them.

All of it happens inside the transaction of the caller. What is written of a draft is written only where its row still
has the version that was read; the lock of that row is taken first, in the order of the keys, so that two processes
that write the same tables wait for one another and never in a circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Model

from drafts.models import Draft, Pick, Seat

# What a turn may change in the row of its draft besides the version.
CHANGED = ("status", "deadline", "review_until", "started", "finished", "commitment")
# Rows in one statement; SQLite takes 32,766 values at most.
BATCH_ROWS = 1000


def _name(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _moment(value: datetime | None) -> Any:
    """A moment as the database keeps it."""
    return connection.ops.adapt_datetimefield_value(value) if value is not None else None


def _value(value: Any) -> Any:
    """The value of a column of `CHANGED`: a moment, or a choice by its word."""
    return str(value) if isinstance(value, str) else _moment(value)


def write_versions(changed: Iterable[tuple[Draft, Mapping[str, Any]]], *, before: datetime | None = None) -> bool:
    """The next version and what changes with it; False when one of the rows has moved on and all must be undone.

    With `before` a row whose deadline is not after that moment counts as moved on: what is due is decided first.
    """
    guard = " AND (deadline IS NULL OR deadline > %s)" if before is not None else ""
    columns = ", ".join(f"{name} = %s" for name in CHANGED)
    rows = []
    for draft, changes in sorted(changed, key=lambda change: change[0].pk):
        values = [_value(changes[name] if name in changes else getattr(draft, name)) for name in CHANGED]
        rows.append([*values, draft.pk, draft.version, *([_moment(before)] if before is not None else ())])
    with _cursor() as cursor:
        cursor.executemany(
            f"UPDATE {_name(Draft)} SET version = version + 1, {columns} WHERE id = %s AND version = %s{guard}", rows
        )
        return bool(cursor.rowcount == len(rows))


def add_picks(rows: Sequence[tuple[int, int, int, int, str, str, datetime]]) -> dict[int, int]:
    """Picks, each as draft, seat, round, number, card, by whom and when; the last key of each draft's rows."""
    names = ", ".join(map(connection.ops.quote_name, ("draft_id", "seat", "round", "number", "card", "by", "made")))
    last: dict[int, int] = {}
    for start in range(0, len(rows), BATCH_ROWS):
        some = rows[start : start + BATCH_ROWS]
        places = ", ".join(["(%s, %s, %s, %s, %s, %s, %s)"] * len(some))
        values = [value for *row, by, made in some for value in (*row, str(by), _moment(made))]
        with _cursor() as cursor:
            cursor.execute(f"INSERT INTO {_name(Pick)} ({names}) VALUES {places} RETURNING draft_id, id", values)
            for draft, key in cursor.fetchall():
                last[draft] = max(key, last.get(draft, 0))
    return last


def picks_since(known: Sequence[tuple[int, int]]) -> dict[int, list[tuple[int, int, int, int, str]]]:
    """The picks of many drafts, each draft with the key of the last pick that is known of it (0: none).

    By draft: key, seat, round, number and card of each pick, in the order in which they were made.
    """
    picks: dict[int, list[tuple[int, int, int, int, str]]] = {}
    for start in range(0, len(known), BATCH_ROWS):
        some = known[start : start + BATCH_ROWS]
        values = ", ".join(["(CAST(%s AS bigint), CAST(%s AS bigint))"] * len(some))
        names = ", ".join(f"p.{connection.ops.quote_name(n)}" for n in ("id", "seat", "round", "number", "card"))
        with _cursor() as cursor:
            cursor.execute(
                f"WITH known(draft, last) AS (VALUES {values}) SELECT p.draft_id, {names} FROM known"
                f" JOIN {_name(Pick)} p ON p.draft_id = known.draft AND p.id > known.last ORDER BY p.id",
                [value for pair in some for value in pair],
            )
            for draft, *row in cursor.fetchall():
                picks.setdefault(draft, []).append(tuple(row))
    return picks


def delete_picks(rows: Sequence[tuple[int, int, int, int]]) -> None:
    """Picks that were exchanged for others of the same packet, each as draft, seat, round and number."""
    if rows:
        names = " AND ".join(f"{connection.ops.quote_name(n)} = %s" for n in ("draft_id", "seat", "round", "number"))
        with _cursor() as cursor:
            cursor.executemany(f"DELETE FROM {_name(Pick)} WHERE {names}", rows)


def write_deadlines(rows: Sequence[tuple[datetime | None, int]]) -> None:
    """Deadlines of seats, each with the key of its seat."""
    values = [(_moment(deadline), key) for deadline, key in rows]
    if values:
        with _cursor() as cursor:
            cursor.executemany(f"UPDATE {_name(Seat)} SET deadline = %s WHERE id = %s", values)


def _cursor() -> Any:
    """A cursor that keeps no log of its statements for the pages of errors, as that of DEBUG does."""
    connection.ensure_connection()
    return connection.make_cursor(connection.create_cursor())
