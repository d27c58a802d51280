"""Prepared statements, compiled once per process: reads by a few values, and the writes of every move of a game.

Without prepared reads, a page of a draft table takes 1.4 times the processor time, a pick no more
(`benchmarks.drafts.switched_off`). Building a statement takes `QuerySet.update` longer than SQLite needs to execute it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model, QuerySet
from django.db.models import query as django_query
from django.db.models.base import ModelState

ModelRow = TypeVar("ModelRow", bound=Model)
ParameterValue = str | int
# The type stubs describe another version of Django, which takes one more argument.
_related_populators: Any = django_query.get_related_populators
# Position of a column, and the functions that convert its value, each with its expression.
RowConverters = dict[int, tuple[list[Callable[[Any, Any, Any], Any]], Any]]


@dataclass(frozen=True, slots=True)
class _CompiledStatement:
    """A compiled query: SQL, its parameters, and how a row becomes an object with its related objects."""

    sql: str
    params: tuple[Any, ...]
    model: type[Model]
    names: tuple[str, ...]
    columns: slice
    populators: tuple[Any, ...]
    converters: RowConverters

    def objects(self, rows: Sequence[Sequence[Any]], *, shared: bool) -> Iterator[Any]:
        """Yield the objects of database rows; with shared related objects, only the first row has them."""
        database = connections[DEFAULT_DB_ALIAS]  # `connection` is looked up at each use
        converters = [(column, make, expr) for column, (makers, expr) in self.converters.items() for make in makers]
        own = range(self.columns.start, self.columns.stop)
        own_converters = [converter for converter in converters if converter[0] in own]
        for number, row in enumerate(rows):
            values = list(row)
            reads_related = not shared or number == 0
            for column, convert, expression in converters if reads_related else own_converters:
                if values[column] is not None:  # none of our converters turns NULL into a value
                    values[column] = convert(values[column], expression, database)
            # As `Model.from_db` does, but without a check per field: a quarter of the time for a row of 24 columns.
            instance: Any = self.model.__new__(self.model)
            instance.__dict__.update(zip(self.names, values[self.columns], strict=True))
            instance._state = state = ModelState()
            state.adding, state.db = False, DEFAULT_DB_ALIAS
            if reads_related:
                for populator in self.populators:
                    populator.populate(values, instance)
            yield instance


class PreparedQuery(Generic[ModelRow]):
    """A query set of whole rows (including `select_related`, `annotate`, `order_by`) that runs often.

    `make` is called once with sample values, which must be unique in the statement: each call’s values replace them.
    Values must be texts or whole numbers, which every database takes unchanged.
    """

    def __init__(self, make: Callable[..., QuerySet[ModelRow]], *samples: ParameterValue) -> None:
        self._make, self._samples = make, samples
        self._statements: dict[str, _CompiledStatement] = {}

    def rows(self, *values: ParameterValue, shared: bool = False) -> list[ModelRow]:
        """Return the rows for these values, one per sample. `shared`: all rows have the same related objects."""
        statement = self._statements.get(connection.vendor) or self._compile_statement()
        given = dict(zip(self._samples, values, strict=True))
        with connection.cursor() as cursor:
            cursor.execute(statement.sql, [given.get(param, param) for param in statement.params])
            rows = cursor.fetchall()
        return list(statement.objects(rows, shared=shared))

    def first(self, *values: ParameterValue) -> ModelRow | None:
        return next(iter(self.rows(*values)), None)

    def _compile_statement(self) -> _CompiledStatement:
        compiler = self._make(*self._samples).query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        for sample in self._samples:
            if sample not in params:
                raise ValueError(f"{sample!r} is no parameter of the statement: {sql}")
        klass, select = compiler.klass_info, compiler.select
        assert klass is not None and select is not None  # a function that returns rows, once the statement is compiled
        fields = klass["select_fields"]
        # Annotations follow the columns of the row and become attributes of the object.
        columns = slice(fields[0], fields[-1] + 1 + len(compiler.annotation_col_map or ()))
        statement = _CompiledStatement(
            sql,
            tuple(params),
            klass["model"],
            tuple(alias or column.target.attname for column, _sql, alias in select[columns]),
            columns,
            tuple(_related_populators(klass, select, connection.alias)),
            compiler.get_converters([column[0] for column in select]),
        )
        self._statements[connection.vendor] = statement
        return statement


# SQL, and the fields that its parameters belong to.
Statement = tuple[str, list[Any]]


def update_rows(model: type[Model], changes: Mapping[str, object], **where: object) -> int:
    """Write fields of the rows whose other fields equal `where`; return the number of rows."""
    sql, fields = _update_statement(model, tuple(changes), tuple(where))
    with unlogged_cursor() as cursor:
        cursor.execute(sql, _column_values(fields, (*changes.values(), *where.values()), cursor.db))
        return int(cursor.rowcount)


def insert_rows(model: type[Model], names: tuple[str, ...], rows: Iterable[Iterable[object]]) -> None:
    """Insert rows with the values of these fields, in their order. The model’s defaults don’t apply."""
    sql, fields = _insert_statement(model, names)
    with unlogged_cursor() as cursor:
        cursor.executemany(sql, [_column_values(fields, row, cursor.db) for row in rows])


def _column_values(fields: list[Any], values: Iterable[object], database: Any) -> list[Any]:
    return [field.get_db_prep_save(value, database) for field, value in zip(fields, values, strict=True)]


@lru_cache(maxsize=256)
def _update_statement(model: type[Model], names: tuple[str, ...], where: tuple[str, ...]) -> Statement:
    fields: list[Any] = [model._meta.get_field(name) for name in (*names, *where)]
    columns = [f"{connection.ops.quote_name(field.column)} = %s" for field in fields]
    changed, same = ", ".join(columns[: len(names)]), " AND ".join(columns[len(names) :])
    return f"UPDATE {sql_table(model)} SET {changed} WHERE {same}", fields


@lru_cache(maxsize=256)
def _insert_statement(model: type[Model], names: tuple[str, ...]) -> Statement:
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    columns = ", ".join(connection.ops.quote_name(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    return f"INSERT INTO {sql_table(model)} ({columns}) VALUES ({places})", fields


def sql_table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def unlogged_cursor() -> Any:
    """Return a cursor that doesn’t log statements, as Django’s does with DEBUG."""
    database = connections[DEFAULT_DB_ALIAS]  # `connection` would look it up three times
    database.ensure_connection()
    return database.make_cursor(database.create_cursor())
