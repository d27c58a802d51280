import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The model has another name; its table and its columns keep theirs, so that both versions run on them."""

    dependencies = [
        ("accounts", "0011_device_sessions"),
        ("matches", "0025_registration_and_terms"),
    ]

    operations = [
        migrations.AlterModelTable("Trail", "matches_trail"),
        migrations.RenameModel("Trail", "AuditLogEntry"),
        migrations.AlterModelOptions(
            name="auditlogentry", options={"ordering": ["-pk"], "verbose_name_plural": "Activity log"}
        ),
        migrations.AlterField(
            model_name="auditlogentry",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="audit_log_entries",
                to="accounts.person",
            ),
        ),
        migrations.AlterField(
            model_name="auditlogentry",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="audit_log", to="matches.event"
            ),
        ),
    ]
