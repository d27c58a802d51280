"""Guests who can never come back: what nobody but them could see is deleted.

A guest is known by their session alone. Once that has expired nobody can open their private decks, pools, searches and
texts any more. What others see of them stays: matches, seats, shared decks.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q
from django.db.transaction import atomic

from accounts.identity import SESSION_KEY
from accounts.models import Person
from cards import personal_data as of_cards
from cards.models import SavedSearch, TextPack
from decks import personal_data as of_decks
from decks.models import Deck, Pool, SearchJob

# Guests in one transaction: few, so that no other writer waits.
BATCH_SIZE = 100
_OWNED = {Deck: "owner", Pool: "owner", SearchJob: "person", SavedSearch: "person", TextPack: "owner"}


def delete_unreachable(now: datetime) -> int:
    """Delete what only guests without a session could see; returns how many decks, pools, searches and texts."""
    guests = Person.objects.filter(user=None, created__lt=now - timedelta(seconds=settings.SESSION_COOKIE_AGE))
    has_something = Q()
    for model, field in _OWNED.items():
        has_something |= Q(Exists(model._base_manager.filter(**{field: OuterRef("pk")})))
    guests_with_things = set(guests.filter(has_something).values_list("pk", flat=True))
    if guests_with_things:
        guests_with_things.difference_update(_with_session(now))
    gone, order = 0, sorted(guests_with_things)
    for start in range(0, len(order), BATCH_SIZE):
        batch = order[start : start + BATCH_SIZE]
        with atomic():
            gone += of_decks.delete_what_only_they_see(batch) + of_cards.delete_what_only_they_see(batch)
    return gone


def _with_session(now: datetime) -> Iterator[int]:
    store = SessionStore()
    for data in Session.objects.filter(expire_date__gt=now).values_list("session_data", flat=True).iterator():
        person = store.decode(data).get(SESSION_KEY)
        if isinstance(person, int):
            yield person
