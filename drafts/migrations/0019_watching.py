from django.db import migrations, models

import common.keys


class Migration(migrations.Migration):
    """Add onlookers. The link’s key has its default only after its column is there, so that no rows share one."""

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
            field=models.CharField(editable=False, max_length=16, null=True, unique=True),
        ),
        migrations.AlterField(
            model_name="draft",
            name="watch_key",
            field=models.CharField(
                default=common.keys.new_key, editable=False, max_length=16, null=True, unique=True
            ),
        ),
    ]
