"""The search no longer reads columns of its own. The version before still does, so they stay one release longer.

They get a default of the database, because the code no longer writes them, and leave the models alone. The next
release drops them.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import migrations, models

TEXTS = ("search_text", "name_text", "power_text", "tags_text")


class Migration(migrations.Migration):
    dependencies: ClassVar = [("cards", "0005_event_timing")]
    operations: ClassVar = [
        *(
            migrations.AlterField("card", name, models.TextField(db_default="", default="", editable=False))
            for name in TEXTS
        ),
        migrations.AlterField(
            "card", "icon_text", models.CharField(db_default="", default="", editable=False, max_length=200)
        ),
        migrations.AlterField(
            "card", "sort_name", models.CharField(db_default="", default="", editable=False, max_length=120)
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField("card", name)
                for name in (*TEXTS, "icon_text", "sort_name", "number_value")
            ]
        ),
    ]
