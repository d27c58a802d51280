from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("online", "0002_gameseat_shows_hand")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="computer_finishes",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="The computer may finish for a player who leaves"
            ),
        ),
        migrations.AddField(
            model_name="gameseat",
            name="stand_in",
            field=models.CharField(blank=True, db_default="", default="", editable=False, max_length=12),
        ),
    ]
