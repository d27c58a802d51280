"""Unanswered questions of the search, without their askers."""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("cards", "0008_card_witness")]
    operations: ClassVar = [
        migrations.CreateModel(
            "UnansweredQuestion",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=200, verbose_name="Question")),
                ("language", models.CharField(max_length=7, verbose_name="Language")),
                ("day", models.DateField(verbose_name="Day")),
                ("times", models.PositiveIntegerField(default=1, verbose_name="Times")),
            ],
            options={
                "ordering": ["-day", "-times", "pk"],
                "verbose_name": "Unanswered question",
                "verbose_name_plural": "Unanswered questions",
            },
        ),
        migrations.AddConstraint(
            "UnansweredQuestion",
            models.UniqueConstraint(fields=["text", "language"], name="question_once_a_language"),
        ),
    ]
