from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0003_left"),
    ]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="scopes",
            field=models.CharField(db_default='read decks drafts matches events', default='read decks drafts matches events', max_length=120, verbose_name='Permissions'),
        ),
        migrations.AddField(
            model_name="apitoken",
            name="expires",
            field=models.DateTimeField(blank=True, null=True, verbose_name='expires'),
        ),
    ]
