from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("online", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="gameseat",
            name="shows_hand",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
    ]
