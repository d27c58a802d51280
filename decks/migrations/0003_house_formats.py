"""Formats that organisers declare."""

from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models

import common.random_keys


class Migration(migrations.Migration):
    """One table."""

    dependencies: ClassVar = [
        ("accounts", "0001_initial"),
        ("decks", "0002_help_history_shelf"),
    ]

    operations: ClassVar = [
        migrations.AlterField(
            model_name="deck",
            name="format",
            field=models.CharField(
                choices=[
                    ("preconstructed", "preconstructed"),
                    ("custom", "custom"),
                    ("emissary", "emissary"),
                    ("draft", "draft"),
                    ("casual", "casual"),
                    ("tournament", "tournament"),
                ],
                default="custom",
                max_length=16,
                verbose_name="format",
            ),
        ),
        migrations.CreateModel(
            name="HouseFormat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(default=common.random_keys.new_key, editable=False, max_length=16, unique=True),
                ),
                ("name", models.CharField(max_length=60, verbose_name='Name')),
                ("declaration", models.JSONField(verbose_name='Definition')),
                ("listed", models.BooleanField(default=False)),
                ("created", models.DateTimeField(auto_now_add=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="formats",
                        to="accounts.person",
                        verbose_name="owner",
                    ),
                ),
            ],
            options={'ordering': ['-created']},
        ),
    ]
