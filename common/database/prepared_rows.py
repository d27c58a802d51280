"""Prepared rows: rows to be inserted whose values are worked out before the transaction, so that it only inserts.

The database writes a thousand rows in some milliseconds. Making their values takes Django many times as long, and
every other writer would wait for that.
"""

from collections.abc import Collection, Sequence
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model
from django.db.models.fields import Field

Row = TypeVar("Row", bound=Model)


class PreparedRows(Generic[Row]):
    """New rows of a model whose primary key the database assigns. The objects do not get their key.

    `late` names columns that are known only in the transaction, such as keys of rows written in it: they are read from
    the objects at `insert`. As with `bulk_create` no signal is sent.
    """

    def __init__(self, model: type[Row], rows: Sequence[Row], *, late: Collection[str] = ()) -> None:
        fields = [field for field in model._meta.concrete_fields if not field.primary_key]
        self.rows = rows
        self._late = [(at, field) for at, field in enumerate(fields) if field.attname in late]
        self._values = [
            [None if field.attname in late else _value(field, field.pre_save(row, add=True)) for field in fields]
            for row in rows
        ]
        quoted = connection.ops.quote_name
        columns = ", ".join(quoted(str(field.column)) for field in fields)
        places = ", ".join(["%s"] * len(fields))
        self._statement = f"INSERT INTO {quoted(model._meta.db_table)} ({columns}) VALUES ({places})"

    def insert(self) -> None:
        """Insert them, in one statement for all."""
        for row, values in zip(self.rows, self._values, strict=True):
            for at, field in self._late:
                values[at] = _value(field, getattr(row, field.attname))
        if self._values:
            with connection.cursor() as cursor:
                cursor.executemany(self._statement, self._values)


def _value(field: Field[Any, Any], value: Any) -> Any:
    return field.get_db_prep_save(value, connection)
