from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("online", "0007_commitment_outlives_game")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="hands_from",
            field=models.PositiveIntegerField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="gameseat",
            name="opens_hand",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
    ]
