from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0002_language"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="left",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="left"),
        ),
    ]
