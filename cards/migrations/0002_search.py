from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Columns derived for searching (filled by the next `load_catalogue`), and saved searches."""

    dependencies = [
        ('accounts', '0001_initial'),
        ('cards', '0001_initial'),
    ]

    operations = [
        *[
            migrations.AddField('card', name, models.TextField(default='', editable=False))
            for name in ('name_text', 'power_text', 'tags_text')
        ],
        migrations.AddField('card', 'icon_text', models.CharField(default='', editable=False, max_length=200)),
        migrations.AddField('card', 'sort_name', models.CharField(default='', editable=False, max_length=120)),
        migrations.AddField('card', 'number_value', models.PositiveIntegerField(editable=False, null=True)),
        migrations.AddIndex(
            'card', models.Index(fields=['game', 'people', 'type'], name='card_by_people_and_type')
        ),
        migrations.CreateModel(
            name='SavedSearch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='Name')),
                ('query', models.CharField(max_length=1024)),
                (
                    'person',
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name='searches', to='accounts.person'
                    ),
                ),
            ],
            options={'ordering': ['name', 'pk'], 'constraints': [models.UniqueConstraint(fields=('person', 'name'), name='saved_search_name_once')]},
        ),
    ]
