import django.db.models.deletion
from django.db import migrations, models


def delete_those_of_drafts(apps, schema_editor):
    """Addresses of drafts, whose notices nobody sends any more."""
    apps.get_model("matches", "Webhook").objects.exclude(draft=None).delete()


class Migration(migrations.Migration):
    """Drafts have no webhooks. The version before still reads both columns, so the next release drops them."""

    dependencies = [
        ("matches", "0015_draft_webhooks"),
    ]

    operations = [
        migrations.AlterField(
            model_name="webhook",
            name="draft",
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="drafts.draft"),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="person",
            field=models.ForeignKey(db_constraint=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name="draft_webhooks", to="accounts.person"),
        ),
        migrations.RunPython(delete_those_of_drafts, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveField(model_name="webhook", name="draft"),
                migrations.RemoveField(model_name="webhook", name="person"),
            ],
        ),
    ]
