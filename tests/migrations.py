"""Can a new version start while processes of the old one still serve? `python -m tests.migrations` checks each
migration.

It first asks Django whether one is missing.

During an update both versions run on one database (docs/operations.md, "Updating without a pause"). So a migration must
not remove what the old code reads, require what the old code does not write, or lock a table for long. Intended
exceptions are in ALLOWED, with the reason.

With `--tables` each migration is applied to the empty database of the settings instead, and the tables are compared
with what it says they are; a column that it removes without saying so is found: SQLite rebuilds a whole table for one
change of a column, from what the migrations say of it. At the end the tables are compared with those of a new site,
which are made straight from the models.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# The migrations up to this one of each app made the first version; no site ran before them.
FIRST = {
    "accounts": "0001_initial",
    "cards": "0003_games_and_rulings",
    "decks": "0002_help_history_shelf",
    "drafts": "0004_live_and_proof",
    "matches": "0003_play",
}

# "app.name of the migration: operation" -> why it is safe here.
ALLOWED: dict[str, str] = {
    "drafts.0006_paper_corrections: AddConstraint draft.draft_players_in_table": (
        "One row a draft: a site has hundreds of them, and checking so many takes milliseconds."
    ),
    "drafts.0024_drop_card_tally: DeleteModel CardTally": "No released version reads or writes it.",
    "matches.0008_paper_pods: AddField pod.paper": (
        "One row a draft table of an event: a site has hundreds of them, and checking so many takes milliseconds."
    ),
    "matches.0026_audit_log_entries: AlterModelTable Trail": "It is the name the table has.",
    "matches.0026_audit_log_entries: RenameModel Trail": "The table keeps its name, which the old version reads.",
    "matches.0027_group_log_entries: AlterModelTable GroupDeed": "It is the name the table has.",
    "matches.0027_group_log_entries: RenameModel GroupDeed": "The table keeps its name, which the old version reads.",
    "matches.0035_webhook_notice: AlterModelTable notice": "It is the name the table has.",
    "matches.0035_webhook_notice: RenameModel Notice": "The table keeps its name, which the old version reads.",
}

# Columns that changed silently: "app.name of the migration: table.column" -> why nobody missed them.
LOST = {
    f"cards.0007_card_emissary: cards_card.{column}": "On SQLite of a site before the first release."
    for column in ("icon_text", "name_text", "number_value", "power_text", "search_text", "sort_name", "tags_text")
}

GONE = "takes away what the old version still reads; remove it one release after the code stopped using it"
RENAMED = "renames what the old version still reads; add the new one, copy, remove the old one a release later"
DEMANDS = "the old version does not fill this in; allow null, or give it a db_default"
LOCKS = "holds the table while it is built; use AddIndexConcurrently in a migration with atomic = False"
VALIDATES = "holds the table while every row is checked; add it as NOT VALID and validate it in a second step"
ONE_WAY = "cannot be taken back; give it a reverse"
CHANGES = "changes a column in a way the old version does not expect"


def findings() -> list[str]:
    """Return one line for each operation that is not safe and not allowed."""
    from django.apps import apps
    from django.db.migrations.loader import MigrationLoader

    loader = MigrationLoader(None)
    own = {config.label for config in apps.get_app_configs() if "site-packages" not in str(config.path)}
    complaints: list[str] = []
    for key in sorted(loader.disk_migrations):
        app, name = key
        if app not in own or name <= FIRST.get(app, ""):
            continue
        state = loader.project_state(key, at_end=False)
        for where, why in judge(loader.disk_migrations[key], state):
            if f"{app}.{name}: {where}" not in ALLOWED:
                complaints.append(f"{app}.{name}: {where}: {why}")
    return complaints


def judge(migration: Any, state: Any) -> Iterator[tuple[str, str]]:
    """Yield what is not safe in one migration; `state` is the project before it and is moved on."""
    made: set[str] = set()
    for operation in migration.operations:
        before = state.clone()
        operation.state_forwards(migration.app_label, state)
        kind = type(operation).__name__
        if kind == "CreateModel":
            made.add(operation.name.lower())
            continue
        model = getattr(operation, "model_name", getattr(operation, "name", "")).lower()
        if model in made and kind not in ("RunPython", "RunSQL"):
            continue
        why = _why(operation, kind, (migration.app_label, before, state))
        if why:
            yield f"{kind} {_name(operation)}".strip(), why


def _name(operation: Any) -> str:
    model = getattr(operation, "model_name", "")
    part = getattr(operation, "name", "") or getattr(operation, "old_name", "")
    for thing in ("index", "constraint"):
        part = part or getattr(getattr(operation, thing, None), "name", "")
    return ".".join(filter(None, (model, part or "")))


def _why(operation: Any, kind: str, around: tuple[str, Any, Any]) -> str:
    simple = {
        "RemoveField": GONE,
        "DeleteModel": GONE,
        "RenameField": RENAMED,
        "RenameModel": RENAMED,
        "AlterModelTable": RENAMED,
        "AddIndex": LOCKS,
        "AddConstraint": VALIDATES,
        "AlterUniqueTogether": VALIDATES,
    }
    if kind in simple:
        return simple[kind]
    if kind in ("RunPython", "RunSQL"):
        return "" if operation.reversible else ONE_WAY
    if kind == "AddField":
        return _added(operation.field)
    if kind == "AlterField":
        return _altered(operation, *around)
    return ""


def _added(field: Any) -> str:
    if field.many_to_many:
        return ""
    if field.unique:
        return VALIDATES
    return "" if field.null or field.has_db_default() else DEMANDS


def _altered(operation: Any, app: str, before: Any, after: Any) -> str:
    old = before.models[app, operation.model_name.lower()].fields[operation.name]
    new = after.models[app, operation.model_name.lower()].fields[operation.name]
    if old.null and not new.null:
        return DEMANDS
    if new.unique and not old.unique:
        return VALIDATES
    shorter = (new.max_length or 0) < (old.max_length or 0) and new.max_length is not None
    if old.get_internal_type() != new.get_internal_type() or shorter:
        return CHANGES
    return ""


# Number of new objects between garbage collections: the models of each migration are drawn again by the thousand.
GARBAGE_THRESHOLD = 50_000

Tables = dict[str, dict[str, bool]]


def real_tables(connection: Any) -> Tables:
    """Return the columns of every table, and whether each may be null."""
    with connection.cursor() as cursor:
        return {table: _columns(connection, cursor, table) for table in connection.introspection.table_names(cursor)}


def _columns(connection: Any, cursor: Any, table: str) -> dict[str, bool]:
    if connection.vendor == "sqlite":  # Django would parse the statement that made the table
        cursor.execute(f'PRAGMA table_info("{table}")')
        return {name: not (bound or key) for _at, name, _type, bound, _default, key in cursor.fetchall()}
    return {row.name: row.null_ok for row in connection.introspection.get_table_description(cursor, table)}


def said_tables(state: Any, app: str) -> Tables:
    """Return the same of the tables of an app, according to its migrations."""
    found = {}
    for (label, name), model in state.models.items():
        if label == app and not model.options.get("proxy") and model.options.get("managed", True):
            fields = {key: field for key, field in model.fields.items() if not field.many_to_many}
            columns = {
                field.db_column or (f"{key}_id" if field.remote_field else key): field.null
                for key, field in fields.items()
            }
            found[model.options.get("db_table") or f"{app}_{name}"] = columns
    return found


def unlike(migration: Any, before: Tables, after: Tables, said: Tables) -> Iterator[str]:
    """Yield one line for each column that differs from its description, or that is silently gone."""
    name = f"{migration.app_label}.{migration.name}"
    for table, columns in said.items():
        for column, kind in columns.items():
            real = after.get(table, {}).get(column)
            if real != kind:
                yield f"{name}: {table}.{column} may be null: {real}, and should: {kind}"
    if any(
        type(operation).__name__ in ("RemoveField", "DeleteModel", "RenameField") for operation in migration.operations
    ):
        return
    for table, columns in before.items():
        for column in sorted(columns.keys() - after.get(table, {}).keys()):
            if f"{name}: {table}.{column}" not in LOST:
                yield f"{name}: {table}.{column} is gone, which no operation says; keep it in the models for a release"


def constraints(connection: Any, table: str, columns: set[str]) -> list[str]:
    """Return the keys, indexes and checks of a table that involve only some of these columns; their names don't
    count."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table).values()
    parts = ("columns", "primary_key", "unique", "foreign_key", "index", "check", "orders")
    return sorted(str([one.get(part) for part in parts]) for one in found if columns.issuperset(one["columns"] or ()))


def made_straight(connection: Any) -> dict[str, tuple[dict[str, bool], list[str]]]:
    """Return the tables of a new site and their constraints; the database is empty again afterwards."""
    from tenmoons.serving.preparation import create_or_migrate_tables

    create_or_migrate_tables()
    made = {
        table: (columns, constraints(connection, table, set(columns)))
        for table, columns in real_tables(connection).items()
    }
    if connection.vendor == "sqlite":
        connection.close()
        Path(connection.settings_dict["NAME"]).unlink()
    else:
        with connection.cursor() as cursor:
            cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return made


def changes_tables() -> list[str]:
    """Apply every migration to the empty database of the settings; return what is wrong."""
    from django.db import connection
    from django.db.migrations.executor import MigrationExecutor

    gc.set_threshold(GARBAGE_THRESHOLD)
    straight = made_straight(connection)
    executor = MigrationExecutor(connection)
    state, complaints = executor.loader.project_state(nodes=[]), list[str]()
    before: Tables = {}
    _drawn = state.apps  # once, and carried on by each migration
    for migration, _backwards in executor.migration_plan(executor.loader.graph.leaf_nodes()):
        state = executor.apply_migration(state, migration)
        if migration.app_label in FIRST:
            after = real_tables(connection)
            complaints += unlike(migration, before, after, said_tables(state, migration.app_label))
            before = after
    before = real_tables(connection)
    for table, (columns, bound) in straight.items():
        # What is kept for the version before a new site does not have.
        if before.get(table, {}) | columns != before.get(table) or bound != constraints(
            connection, table, set(columns)
        ):
            complaints.append(f"{table}: a new site has another one than a site that came by all migrations")
    return complaints


def main() -> int:
    """Print what was found; return 0 when it is nothing."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    import django

    django.setup()
    from django.core.management import call_command

    if sys.argv[1:] == ["--tables"]:
        print("".join(f"{line}\n" for line in changes_tables()), end="")
        return 0
    call_command("makemigrations", check_changes=True, dry_run=True)  # ends here with 1 if a model has changed
    complaints = findings()
    print("\n".join(complaints) or "Every migration may run while the version before it serves.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
