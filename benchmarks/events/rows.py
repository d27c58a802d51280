"""Makes an event in the database of the environment: players with sessions, rounds played, one round to be played.

`python -m benchmarks.events.rows PLAYERS ROUNDS` prints what a client needs to know as JSON.
"""

from __future__ import annotations

import json
import os
import random
import sys
from typing import Any

import django


def main() -> None:
    """Create it and print it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    os.environ["LOG_LEVEL"] = "ERROR"
    django.setup()
    sys.stdout.write(json.dumps(event_in_play(int(sys.argv[1]), int(sys.argv[2]))))


def event_in_play(count: int, played: int) -> dict[str, Any]:
    """Create an event whose next round is being played; return its key, and each player’s session, table and number."""
    from accounts.models import Person
    from matches.core.tournament import EventRules
    from matches.events import round_services, services
    from matches.models import Pairing, Registration, Round

    lots, owner = random.Random(1), Person.objects.create(nickname="Roland")
    settings = EventRules(name="Saturday", rounds_planned=played + 1)
    key = services.create_event(by=owner, rules=settings).key
    people = Person.objects.bulk_create([Person(nickname=f"Player {n}") for n in range(1, count + 1)])
    services.add_players(by=owner, key=key, names=[person.nickname for person in people])
    by_name = {person.nickname: person for person in people}
    rows = list(Registration.objects.filter(event__key=key))
    for row in rows:
        row.person = by_name[row.name]
    Registration.objects.bulk_update(rows, ["person"], batch_size=500)
    for number in range(1, played + 1):
        round_services.pair_next_round(by=owner, key=key, number=number)
        pairings = list(Pairing.objects.filter(round__event__key=key, round__number=number, b__isnull=False))
        for pairing in pairings:
            pairing.settled, pairing.crystals_a, pairing.crystals_b = "staff", *_score(lots)
            pairing.outcome = "a" if pairing.crystals_a > pairing.crystals_b else "b"
        Pairing.objects.bulk_update(pairings, ["settled", "crystals_a", "crystals_b", "outcome"], batch_size=500)
        Round.objects.filter(event__key=key, number=number).update(status=Round.Status.CLOSED)
    round_services.pair_next_round(by=owner, key=key, number=played + 1)
    tables = Pairing.objects.filter(round__event__key=key, round__number=played + 1).select_related("a", "b")
    sessions = _sessions([person.pk for person in people])
    seats = [
        {"cookie": sessions[player.person_id], "pairing": table.pk, "number": player.number}
        for table in tables
        for player in (table.a, table.b)
        if player is not None and player.person_id is not None
    ]
    return {"key": key, "players": seats}


def _score(lots: random.Random) -> tuple[int, int]:
    return (5, lots.randrange(5)) if lots.random() < 0.5 else (lots.randrange(5), 5)


def _sessions(people: list[int]) -> dict[int, str]:
    """Return a session of each guest, as in their browser."""
    import secrets
    from datetime import timedelta

    from django.contrib.sessions.backends.db import SessionStore
    from django.contrib.sessions.models import Session
    from django.utils import timezone

    from accounts.identity import SESSION_KEY

    until, store = timezone.now() + timedelta(days=1), SessionStore()
    keys = {pk: secrets.token_hex(16) for pk in people}
    rows = [
        Session(session_key=key, session_data=store.encode({SESSION_KEY: pk}), expire_date=until)
        for pk, key in keys.items()
    ]
    Session.objects.bulk_create(rows)
    return keys


if __name__ == "__main__":
    main()
