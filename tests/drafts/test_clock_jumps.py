"""A clock of the machine that jumps: every step is decided once, and people go on."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from drafts.models import Draft, Pick
from drafts.table import clocks
from tests.drafts.tables import begun, person, take, view_of

pytestmark = pytest.mark.django_db


def test_a_jump_ahead_decides_what_is_due_once_and_no_more(roland: User, elinor: User) -> None:
    key = begun(person(roland), person(elinor), pick_seconds=60)
    with time_machine.travel(timezone.now() + timedelta(days=400)):
        assert clocks.expire_due_picks(timezone.now()) == 1
        assert clocks.expire_due_picks(timezone.now()) == 0
        assert Pick.objects.filter(by="clock").count() == 2
        take(key, person(roland))
        deadline = Draft.objects.get(key=key).deadline
        assert deadline is not None
        assert timedelta(0) < deadline - timezone.now() <= timedelta(seconds=60)


def test_after_a_jump_back_picks_are_taken_and_the_next_clock_is_right(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    key = begun(*people, pick_seconds=60)
    with time_machine.travel(timezone.now() - timedelta(days=400)):
        assert clocks.expire_due_picks(timezone.now()) == 0
        for player in people:
            take(key, player)
        deadline = Draft.objects.get(key=key).deadline
        assert deadline is not None
        assert timedelta(0) < deadline - timezone.now() <= timedelta(seconds=60)
    assert clocks.expire_due_picks(timezone.now()) == 1  # by the right time, that moment is long past
    for player in people:
        take(key, player)
    assert view_of(key, people[0]).table.number == 4
    places = Counter(Pick.objects.values_list("seat", "round", "number"))
    assert max(places.values()) == 1
