from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("matches", "0034_event_bots")]

    # The table keeps its name, so the database does not change.
    operations = [
        migrations.AlterModelTable(name="notice", table="matches_notice"),
        migrations.RenameModel(old_name="Notice", new_name="WebhookNotice"),
    ]
