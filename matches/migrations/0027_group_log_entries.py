import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The model has another name; its table and its columns keep theirs, so that both versions run on them."""

    dependencies = [
        ("accounts", "0011_device_sessions"),
        ("matches", "0026_audit_log_entries"),
    ]

    operations = [
        migrations.AlterModelTable("GroupDeed", "matches_groupdeed"),
        migrations.RenameModel("GroupDeed", "GroupLogEntry"),
        migrations.AlterField(
            model_name="grouplogentry",
            name="by",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="group_log_entries",
                to="accounts.person",
            ),
        ),
        migrations.AlterField(
            model_name="grouplogentry",
            name="group",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="log_entries", to="matches.group"
            ),
        ),
    ]
