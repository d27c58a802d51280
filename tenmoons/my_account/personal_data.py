"""Personal data over all apps: export as a zip, preview of a deletion, deletion."""

import json
import zipfile
from io import BytesIO

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.utils import timezone

import accounts.personal_data
import cards.personal_data
import decks.personal_data
import drafts.personal_data
import matches.personal_data
from accounts.models import Person
from accounts.personal_data import DeletionEffect, DeletionOptions, ExportedData

# Upper apps first: their rows refer to those of lower apps.
APPS = (matches.personal_data, drafts.personal_data, decks.personal_data, cards.personal_data, accounts.personal_data)
_README = """Everything Ten Moons keeps about you, made {when}.

One file a part of the site, in JSON. What others keep from you is not in it: packets you passed on, what others have
kept or brought, keys that let people in, and of your tokens only names.
"""


def export(person: Person) -> dict[str, ExportedData]:
    named = ("matches", "drafts", "decks", "cards", "account")
    return {name: app.export_data(person) for name, app in zip(named, APPS, strict=True)}


def export_zip(person: Person) -> bytes:
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("README.txt", _README.format(when=f"{timezone.now():%Y-%m-%d %H:%M} UTC"))
        for name, rows in export(person).items():
            file.writestr(f"{name}.json", json.dumps(rows, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
    return archive.getvalue()


def deletion_preview(person: Person) -> list[DeletionEffect]:
    effects = [effect for app in reversed(APPS) for effect in app.deletion_effects(person)]
    return sorted(effects, key=lambda effect: not effect.sad)


@transaction.atomic
def delete_person(person: Person, options: DeletionOptions) -> None:
    """Delete a person's own things, hand over shared ones, leave what others played, and anonymise the person."""
    for app in APPS:
        app.delete_data(person, options)
