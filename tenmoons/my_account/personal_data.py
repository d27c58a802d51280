"""Personal data across all apps: export as a zip, preview of a deletion, and deletion, also for lost guests.

A guest is only known by their session. Once it has expired, their private decks, pools, lists, searches and texts can’t
be opened. What others see of them stays: matches, seats, shared decks.
"""

import json
import zipfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from io import BytesIO

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Exists, Model, OuterRef, Q
from django.utils import timezone

import accounts.personal_data
import cards.personal_data
import decks.personal_data
import drafts.personal_data
import matches.personal_data
import online.personal_data
from accounts.identity import SESSION_KEY
from accounts.models import Person
from accounts.personal_data import DeletionEffect, DeletionOptions, ExportedData
from cards.models import SavedSearch, TextPack
from decks.models import Deck, Pool, SearchJob
from drafts.models import CardList

# Upper apps first: their rows refer to those of lower apps.
MOVING_FILE = "moving.json"
APPS = (
    online.personal_data,
    matches.personal_data,
    drafts.personal_data,
    decks.personal_data,
    cards.personal_data,
    accounts.personal_data,
)
_EXPORT_README = """Everything Ten Moons keeps about you, made {when}.

One file a part of the site, in JSON; another Ten Moons site can import moving.json. What others keep from you is not in
it: packets you passed on, what others have kept or brought, keys that let people in, and of your tokens only names.
"""


def export_personal_data(person: Person) -> dict[str, ExportedData]:
    named = ("games", "matches", "drafts", "decks", "cards", "account")
    return {name: app.export_data(person) for name, app in zip(named, APPS, strict=True)}


def export_personal_data_zip(person: Person, moving: str = "") -> bytes:
    """Return the zip; `moving` is the file that another site can import."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("README.txt", _EXPORT_README.format(when=f"{timezone.now():%Y-%m-%d %H:%M} UTC"))
        file.writestr(MOVING_FILE, moving)
        for name, rows in export_personal_data(person).items():
            file.writestr(f"{name}.json", json.dumps(rows, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1))
    return archive.getvalue()


def deletion_preview(person: Person) -> list[DeletionEffect]:
    effects = [effect for app in reversed(APPS) for effect in app.deletion_effects(person)]
    return sorted(effects, key=lambda effect: not effect.sad)


@transaction.atomic
def delete_person(person: Person, options: DeletionOptions) -> None:
    """Delete a person’s own data, transfer shared data, keep what others played, and anonymise the person."""
    for app in APPS:
        app.delete_data(person, options)


# Guests per transaction: few, so that no other writer waits.
GUESTS_PER_BATCH = 100
_OWNER_FIELDS: dict[type[Model], str] = {
    **dict.fromkeys((Deck, Pool, TextPack, CardList), "owner"),
    **dict.fromkeys((SearchJob, SavedSearch), "person"),
}


def delete_unreachable_guest_data(now: datetime) -> int:
    """Delete what only guests without a session could see; return how many decks, pools, lists, searches and texts."""
    guests = Person.objects.filter(user=None, created__lt=now - timedelta(seconds=settings.SESSION_COOKIE_AGE))
    has_something = Q()
    for model, field in _OWNER_FIELDS.items():
        has_something |= Q(Exists(model._base_manager.filter(**{field: OuterRef("pk")})))
    guests_with_things = set(guests.filter(has_something).values_list("pk", flat=True))
    if guests_with_things:
        guests_with_things.difference_update(_guests_with_session(now))
    deleted_count, order = 0, sorted(guests_with_things)
    for start in range(0, len(order), GUESTS_PER_BATCH):
        batch = order[start : start + GUESTS_PER_BATCH]
        with transaction.atomic():
            deleted_count += decks.personal_data.delete_unshared_data(batch)
            deleted_count += drafts.personal_data.delete_unshared_data(batch)
            deleted_count += cards.personal_data.delete_unshared_data(batch)
    return deleted_count


def _guests_with_session(now: datetime) -> Iterator[int]:
    store = SessionStore()
    for data in Session.objects.filter(expire_date__gt=now).values_list("session_data", flat=True).iterator():
        person = store.decode(data).get(SESSION_KEY)
        if isinstance(person, int):
            yield person
