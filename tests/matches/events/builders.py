"""Events for the tests of matches."""

from __future__ import annotations

import random

# Imported before a test changes the size of a large event, which they keep from when they are imported.
import matches.events.api
import matches.events.views  # noqa: F401
from accounts.models import Person
from matches.core.tournament import EventRules
from matches.events import result_services, round_services, services
from matches.events.queries import load_event
from matches.events.read_models import LoadedEvent
from matches.models import Event

NAMES = ("Roland", "Elinor", "Mira", "Otto", "Alma", "Bruno", "Carla", "Dora", "Emil", "Flora", "Gustav", "Hedwig")


def made_event(owner: Person, players: int = 4, **more: object) -> Event:
    event = services.create_event(by=owner, rules=EventRules(name="Saturday", **more))  # type: ignore[arg-type]
    names = [*NAMES[:players], *(f"Player {n}" for n in range(len(NAMES), players))]
    services.add_players(by=owner, key=event.key, names=names)
    return event


def paired(event: Event, number: int, **more: object) -> LoadedEvent:
    round_services.pair_next_round(by=event.owner, key=event.key, number=number, **more)  # type: ignore[arg-type]
    return load_event(event.key)


def enter_all(event: Event, lots: random.Random | None = None) -> LoadedEvent:
    """Enter a result at every open table: the first wins, or a random player."""
    current = load_event(event.key).current
    assert current is not None
    for pairing in current.unreported:
        crystals = (5, lots.randrange(5)) if lots else (5, 2)
        if lots and lots.random() < 0.5:
            crystals = crystals[::-1]
        result_services.enter_result(by=event.owner, key=event.key, pairing=pairing.row.pk, crystals=crystals)
    return load_event(event.key)
