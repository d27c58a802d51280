import django.db.models.deletion
from django.db import migrations, models

import common.random_keys


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0004_seasons"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="webhook",
            options={"ordering": ["pk"], "verbose_name": "webhook", "verbose_name_plural": "webhooks"},
        ),
        migrations.AddField(
            model_name="webhook",
            name="failures",
            field=models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name="failures in a row"),
        ),
        migrations.AddField(
            model_name="webhook",
            name="off",
            field=models.DateTimeField(blank=True, null=True, verbose_name="turned off"),
        ),
        migrations.AlterField(
            model_name="webhook",
            name="secret",
            field=models.CharField(editable=False, max_length=64),
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(default=common.random_keys.new_key, editable=False, max_length=16, unique=True)),
                ("kind", models.CharField(max_length=16, verbose_name='What')),
                ("body", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(choices=[('waiting', 'waiting'), ('told', 'delivered'), ('given_up', 'failed')], default='waiting', max_length=8, verbose_name='state'),
                ),
                ("tries", models.PositiveSmallIntegerField(default=0, verbose_name='Attempts')),
                ("status", models.CharField(blank=True, max_length=80, verbose_name='Last response')),
                ("made", models.DateTimeField(auto_now_add=True, db_index=True, verbose_name='created')),
                ("due", models.DateTimeField(verbose_name="due")),
                (
                    "hook",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="notices", to="matches.webhook"
                    ),
                ),
            ],
            options={'verbose_name': 'notification', 'verbose_name_plural': 'notifications', 'ordering': ['-pk'], 'indexes': [models.Index(fields=['state', 'due'], name='notice_due')]},
        ),
    ]
