from typing import Any

from django.db import migrations, models


def keep_moves_final(apps: Any, _schema: Any) -> None:
    """Leave the games of matches that are being played as they were agreed."""
    games = apps.get_model("online", "Game").objects
    games.filter(match__isnull=False, status__in=("open", "playing")).update(moves_final=True)


class Migration(migrations.Migration):
    dependencies = [("online", "0003_computer_finishes")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="moves_final",
            field=models.BooleanField(
                db_default=False, default=False, verbose_name="No move can be taken back"
            ),
        ),
        migrations.RunPython(keep_moves_final, migrations.RunPython.noop),
        *(
            migrations.AddField(
                model_name="gameseat",
                name=name,
                field=models.PositiveIntegerField(blank=True, editable=False, null=True),
            )
            for name in ("back_to", "requested_back_to")
        ),
        migrations.AddField(
            model_name="gameseat",
            name="refused_backs",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
    ]
