"""Devices that are told when an event begins are told when it is deleted as well."""

from __future__ import annotations

from typing import Any

from django.db import migrations
from django.db.models import Value
from django.db.models.functions import Concat, Replace


def add_kind(apps: Any, schema_editor: Any) -> None:
    """Ask for `cancelled` wherever `begins` is asked for."""
    devices = apps.get_model("accounts", "PushDevice").objects
    asked = devices.filter(kinds__contains="begins").exclude(kinds__contains="cancelled")
    asked.update(kinds=Concat("kinds", Value(" cancelled")))


def remove_kind(apps: Any, schema_editor: Any) -> None:
    """Ask for it no more."""
    devices = apps.get_model("accounts", "PushDevice").objects
    devices.filter(kinds__contains=" cancelled").update(kinds=Replace("kinds", Value(" cancelled"), Value("")))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_calendar_key")]

    operations = [migrations.RunPython(add_kind, remove_kind)]
