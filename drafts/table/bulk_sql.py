"""Bulk SQL that writes turns in a few statements, because every pick needs this.

With query sets, a pick takes 6.5 times as much processor time (`benchmarks.drafts.switched_off`).

The caller opens the transaction. A draft is only written if its row still has the version that was read. Rows are
locked first, in the order of their primary keys, so that processes that write the same drafts never deadlock.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.db import connection

from common.database.prepared import sql_table, unlogged_cursor
from drafts.models import Draft, Pick, Seat

# SQLite takes at most 32,766 values in a statement.
ROWS_PER_STATEMENT = 1000


def _moment_converter() -> Callable[[datetime | None], Any]:
    """Return a function that converts moments to the database’s form, each moment only once."""
    adapt = connection.ops.adapt_datetimefield_value
    cached: dict[datetime | None, Any] = {None: None}

    def moment(value: datetime | None) -> Any:
        if value not in cached:
            cached[value] = adapt(value)
        return cached[value]

    return moment


def update_versions(changed: Iterable[tuple[Draft, Mapping[str, Any]]], *, before: datetime | None = None) -> bool:
    """Write next versions and changes of drafts; if it returns False, a row had another version, so roll back.

    With `before`, a row with a deadline up to that moment counts as changed, too, because it must be decided first.
    """
    moment = _moment_converter()
    guard = [] if before is None else [moment(before)]
    written = count = 0
    with unlogged_cursor() as cursor:
        in_order = sorted(changed, key=lambda change: change[0].pk)
        for names, some in groupby(in_order, key=_changed_columns):
            rows = []
            for draft, changes in some:
                # Turns only change moments and strings.
                values = [str(value) if isinstance(value := changes[n], str) else moment(value) for n in names]
                rows.append([*values, draft.pk, draft.version, *guard])
            cursor.executemany(_update_version_sql(names, guarded=before is not None), rows)
            written, count = written + cursor.rowcount, count + len(rows)
    return written == count


def _changed_columns(change: tuple[Draft, Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the columns whose values differ; writing an equal deadline would still rewrite its index."""
    draft, changes = change
    return tuple(sorted(name for name in changes if changes[name] != getattr(draft, name)))


@lru_cache(maxsize=128)
def _update_version_sql(names: tuple[str, ...], *, guarded: bool) -> str:
    columns = "".join(f", {name} = %s" for name in names)
    guard = " AND (deadline IS NULL OR deadline > %s)" if guarded else ""
    return f"UPDATE {sql_table(Draft)} SET version = version + 1{columns} WHERE id = %s AND version = %s{guard}"


def insert_picks(
    rows: Sequence[tuple[int, int, int, int, str, str, datetime]], replaced: Sequence[tuple[int, int, int, int]] = ()
) -> dict[int, int]:
    """Insert picks (draft, seat, round, number, card, by, when); return the last primary key by draft.

    `replaced` are exchanged picks (draft, seat, round, number). They first move to round 0 to make room for the new
    picks, and are deleted last. So the primary keys of a draft always grow, which `picks_since` relies on.
    """
    moment = _moment_converter()
    last: dict[int, int] = {}
    _execute_for_picks(f"UPDATE {sql_table(Pick)} SET round = 0", replaced)
    for start in range(0, len(rows), ROWS_PER_STATEMENT):
        some = rows[start : start + ROWS_PER_STATEMENT]
        values = [value for *row, by, made in some for value in (*row, str(by), moment(made))]
        with unlogged_cursor() as cursor:
            cursor.execute(_insert_picks_sql(len(some)), values)
            for draft, key in cursor.fetchall():
                last[draft] = max(key, last.get(draft, 0))
    _execute_for_picks(
        f"DELETE FROM {sql_table(Pick)}", [(draft, seat, 0, number) for draft, seat, _round, number in replaced]
    )
    return last


@lru_cache(maxsize=64)
def _insert_picks_sql(count: int) -> str:
    names = ", ".join(map(connection.ops.quote_name, ("draft_id", "seat", "round", "number", "card", "by", "made")))
    places = ", ".join(["(%s, %s, %s, %s, %s, %s, %s)"] * count)
    return f"INSERT INTO {sql_table(Pick)} ({names}) VALUES {places} RETURNING draft_id, id"


def picks_since(known: Sequence[tuple[int, int]]) -> dict[int, list[tuple[int, int, int, int, str]]]:
    """Return the picks after the last known pick, by draft and in order: key, seat, round, number, card.

    `known` has draft and key of the last known pick (0 for none).
    """
    picks: dict[int, list[tuple[int, int, int, int, str]]] = {}
    for start in range(0, len(known), ROWS_PER_STATEMENT):
        some = known[start : start + ROWS_PER_STATEMENT]
        values = ", ".join(["(CAST(%s AS bigint), CAST(%s AS bigint))"] * len(some))
        names = ", ".join(f"p.{connection.ops.quote_name(n)}" for n in ("id", "seat", "round", "number", "card"))
        with unlogged_cursor() as cursor:
            cursor.execute(
                f"WITH known(draft, last) AS (VALUES {values}) SELECT p.draft_id, {names} FROM known"
                f" JOIN {sql_table(Pick)} p ON p.draft_id = known.draft AND p.id > known.last ORDER BY p.id",
                [value for pair in some for value in pair],
            )
            for draft, *row in cursor.fetchall():
                picks.setdefault(draft, []).append(tuple(row))
    return picks


def _execute_for_picks(statement: str, places: Sequence[tuple[int, int, int, int]]) -> None:
    if places:
        names = " AND ".join(f"{connection.ops.quote_name(n)} = %s" for n in ("draft_id", "seat", "round", "number"))
        with unlogged_cursor() as cursor:
            cursor.executemany(f"{statement} WHERE {names}", places)


def update_seats(column: str, rows: Iterable[tuple[datetime | int | None, int]]) -> None:
    """Write one column of seats (`deadline`, `number` or `pool_id`); `rows` has value and primary key of each seat."""
    moment = _moment_converter()
    values = [(value if isinstance(value, int) else moment(value), key) for value, key in rows]
    if values:
        with unlogged_cursor() as cursor:
            cursor.executemany(f"UPDATE {sql_table(Seat)} SET {column} = %s WHERE id = %s", values)
