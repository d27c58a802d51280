from __future__ import annotations

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("accounts", "0010_reports"), ("cards", "0007_card_emissary")]
    operations: ClassVar = [
        migrations.CreateModel(
            "CardWitness",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slot", models.CharField(db_index=True, max_length=80)),
                ("facts", models.JSONField(default=dict)),
                ("said", models.CharField(blank=True, max_length=300)),
                ("credit", models.CharField(blank=True, max_length=80)),
                ("when", models.DateTimeField(auto_now=True)),
                (
                    "person",
                    models.ForeignKey(
                        "accounts.Person",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="card_witnesses",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=["slot", "person"], name="one_witness_a_person")]
            },
        ),
    ]
