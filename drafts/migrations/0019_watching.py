import django.db.models.deletion
from django.db import migrations, models

import common.random_keys


class Migration(migrations.Migration):
    dependencies = [
        ("drafts", "0018_draft_sharing"),
    ]

    operations = [
        migrations.AddField(
            model_name="draft",
            name="watching",
            field=models.CharField(
                choices=[
                    ("never", "never"),
                    ("after", "after the draft"),
                    ("round", "after each round"),
                    ("once", "at once, in solo drafts"),
                ],
                db_default="never",
                default="never",
                max_length=8,
                verbose_name="Reveal picks to onlookers",
            ),
        ),
        migrations.AddField(
            model_name="draft",
            name="watch_key",
            field=models.CharField(db_default="", default=common.random_keys.new_key, editable=False, max_length=16),
        ),
        migrations.CreateModel(
            name="WatchLink",
            fields=[
                ("key", models.CharField(max_length=16, primary_key=True, serialize=False)),
                (
                    "draft",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="watch_link", to="drafts.draft"
                    ),
                ),
            ],
        ),
    ]
