"""Can a new version start while processes of the old one still serve? `python -m tests.migrations` asks each migration.

During an update both versions run on one database (docs/operations.md, "Updating without a pause"). So a migration
must not take away what the old code reads, demand what the old code does not write, or hold a table for long.
What is meant all the same stands in ALLOWED, with the reason.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Any

# The migrations of a floor up to this one made the first version; no site ran before them.
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
    "matches.0008_paper_pods: AddField pod.paper": (
        "One row a draft table of an event: a site has hundreds of them, and checking so many takes milliseconds."
    ),
}

GONE = "takes away what the old version still reads; remove it one release after the code stopped using it"
RENAMED = "renames what the old version still reads; add the new one, copy, remove the old one a release later"
DEMANDS = "the old version does not fill this in; allow null, or give it a db_default"
LOCKS = "holds the table while it is built; use AddIndexConcurrently in a migration with atomic = False"
VALIDATES = "holds the table while every row is checked; add it as NOT VALID and validate it in a second step"
ONE_WAY = "cannot be taken back; give it a reverse"
CHANGES = "changes a column in a way the old version does not expect"


def findings() -> list[str]:
    """One line for each operation that is not safe and not allowed."""
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
    """What is not safe in one migration; `state` is the project before it and is moved on."""
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


def main() -> int:
    """Print what was found; 0 when it is nothing."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    import django

    django.setup()
    complaints = findings()
    print("\n".join(complaints) or "Every migration may run while the version before it serves.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
