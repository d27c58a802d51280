from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies: ClassVar = [("cards", "0006_search_in_memory")]
    operations: ClassVar = [
        migrations.AddField(
            "card",
            "emissary",
            models.CharField(
                "emissary set it belongs to", max_length=40, blank=True, default="", db_default=""
            ),
        ),
    ]
