"""Bots have strengths where they had characters: tables keep the nearest."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db import migrations

_NOW = {"sage": "expert", "weaver": "club", "raider": "beginner"}


def name_levels(apps: Any, schema_editor: Any) -> None:
    """Write the strength in the place of the character."""
    drafts = apps.get_model("drafts", "Draft").objects
    for before, now in _NOW.items():
        drafts.filter(company=before).update(company=now)


class Migration(migrations.Migration):
    """Nothing is undone: the earlier names are read as well."""

    dependencies: ClassVar = [("drafts", "0006_paper_corrections")]
    operations: ClassVar = [migrations.RunPython(name_levels, migrations.RunPython.noop)]
