"""What the check of the migrations allows, and what it doesn't."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import migrations, models
from django.db.migrations.state import ModelState, ProjectState

from tests.migrations import findings, judge, unlike

A = migrations.AddField
NAME = models.CharField(max_length=20)


def found(*operations: Any) -> list[str]:
    state = ProjectState()
    fields: list[tuple[str, models.Field[Any, Any]]] = [
        ("id", models.BigAutoField(primary_key=True)),
        ("name", models.CharField(max_length=20)),
        ("note", models.TextField(null=True)),
    ]
    state.add_model(ModelState("moons", "Moon", fields))
    migration = migrations.Migration("0002", "moons")
    migration.__dict__["operations"] = list(operations)
    return [where for where, _why in judge(migration, state)]


@pytest.mark.parametrize(
    "operation",
    [
        migrations.RemoveField("moon", "name"),
        migrations.RenameField("moon", "name", "title"),
        migrations.DeleteModel("Moon"),
        migrations.RenameModel("Moon", "Star"),
        migrations.AlterModelTable("Moon", "stars"),
        A("moon", "size", models.IntegerField(default=1)),
        A("moon", "code", models.CharField(max_length=5, null=True, unique=True)),
        migrations.AddIndex("moon", models.Index(fields=["name"], name="by_name")),
        migrations.AddConstraint("moon", models.CheckConstraint(condition=models.Q(name="x"), name="x")),
        migrations.AlterField("moon", "name", models.CharField(max_length=10)),
        migrations.AlterField("moon", "note", models.TextField()),
        migrations.AlterField("moon", "name", models.IntegerField()),
        migrations.RunSQL("SELECT 1"),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_the_old_version_would_stumble_over_is_named(operation: Any) -> None:
    assert len(found(operation)) == 1


@pytest.mark.parametrize(
    "operation",
    [
        A("moon", "size", models.IntegerField(null=True)),
        A("moon", "size", models.IntegerField(db_default=1)),
        migrations.AlterField("moon", "name", models.CharField(max_length=40)),
        migrations.RunSQL("SELECT 1", "SELECT 1"),
        migrations.CreateModel("Star", [("id", models.BigAutoField(primary_key=True))]),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_what_it_does_not_notice_is_let_through(operation: Any) -> None:
    assert found(operation) == []


def test_a_table_made_in_the_same_migration_is_nobodys_yet() -> None:
    star = migrations.CreateModel("Star", [("id", models.BigAutoField(primary_key=True)), ("name", NAME)])
    assert found(star, migrations.AddIndex("star", models.Index(fields=["name"], name="by_name"))) == []


def test_a_column_that_is_not_as_it_is_said_to_be_is_named() -> None:
    migration = migrations.Migration("0002", "moons")
    moon = {"id": False, "name": True}
    found = list(unlike(migration, {}, {"moon": moon}, {"moon": moon | {"name": False, "size": True}}))
    assert [line.split()[1] for line in found] == ["moon.name", "moon.size"]


def test_a_column_kept_for_the_version_before_may_not_go_unsaid() -> None:
    migration = migrations.Migration("0002", "moons")
    columns, remade = {"moon": {"id": False, "search": False}}, {"moon": {"id": False}}
    assert [line.split()[1] for line in unlike(migration, columns, remade, remade)] == ["moon.search"]
    assert list(unlike(migration, columns, columns, remade)) == []  # more than the models know is what it is for
    migration.__dict__["operations"] = [migrations.RemoveField("moon", "search")]
    assert list(unlike(migration, columns, remade, remade)) == []


def test_every_migration_of_the_site_may_run_while_the_version_before_it_serves() -> None:
    assert findings() == []
