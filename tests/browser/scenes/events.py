"""Events and clubs: brackets before, during and after play, entry, and a club with its evenings."""

from __future__ import annotations

from datetime import time, timedelta
from itertools import count
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils import timezone

from tests.browser.scenes.seen import Seen

if TYPE_CHECKING:
    from matches.models import Event
    from tests.access.world import World

FIELD = ("Mira", "Otto", "Alma", "Bruno")


def _event(world: World, **rules: Any) -> Event:
    """Create an event of the organiser with player, host and some others; everybody’s pages are checked."""
    from matches.core.tournament import EventRules
    from matches.events import services
    from matches.events.entry import services as entry

    organiser = world.people["organiser"]
    event = services.create_event(by=organiser, rules=EventRules(**({"name": "Cup"} | rules)))
    for role, name in (("player", "Elinor"), ("host", "Roland")):
        entry.register_player(by=world.people[role], key=event.key, name=name)
    services.add_players(by=organiser, key=event.key, names=FIELD)
    return event


def _pages(event: Event, when: str) -> list[Seen]:
    key = event.key
    page, wall = reverse("matches:event", args=[key]), reverse("matches:event_wall", args=[key])
    return [
        Seen(f"matches:event {when}", "organiser", page),
        Seen(f"matches:event {when}", "player", page),
        Seen(f"matches:event {when}", "anonymous", page),
        Seen(f"matches:event_wall {when}", "anonymous", wall),
        Seen(f"matches:event_results {when}", "organiser", reverse("matches:event_results", args=[key])),
        Seen(f"matches:event_player {when}", "anonymous", reverse("matches:event_player", args=[key, 1])),
    ]


def _before(world: World) -> list[Seen]:
    """Create brackets before they are drawn."""
    return [
        seen
        for format_ in ("knockout", "double")
        for seen in _pages(_event(world, format=format_), f"{format_} before")
    ]


def _between(world: World) -> list[Seen]:
    """Create brackets with a round played and the next on the tables, one of which has its result."""
    result = []
    for format_ in ("knockout", "double"):
        event = _event(world, format=format_)
        _round(event, 1)
        _round(event, 2, leave=1)
        result += _pages(event, f"{format_} in its second round")
    return result


def _decided(world: World) -> list[Seen]:
    """Create brackets that have been played to their end."""
    from matches.events import round_services
    from matches.events.queries import load_event
    from matches.events.rounds.planning import NextStep, next_step_of_organiser

    result = []
    for format_ in ("knockout", "double"):
        event = _event(world, format=format_)
        for number in count(1):
            if next_step_of_organiser(load_event(event.key)) is not NextStep.PAIR:
                break
            _round(event, number)
        round_services.finish_event(by=event.owner, key=event.key)
        result += _pages(event, f"{format_} finished")
    return result


def _cut(world: World) -> list[Seen]:
    """Create an event after its rounds: one semifinal is played, the other is running."""
    from matches.events import round_services

    event = _event(world, cut_size=4, rounds_planned=2)
    for number in (1, 2):
        _round(event, number)
    round_services.begin_playoff(by=event.owner, key=event.key)
    _enter(event, leave=1)
    return _pages(event, "in its cut")


def _round(event: Event, number: int, *, leave: int = 0) -> None:
    """Draw a round and enter results; this many tables stay open."""
    from matches.events import round_services

    round_services.pair_next_round(by=event.owner, key=event.key, number=number)
    _enter(event, leave=leave)


def _enter(event: Event, *, leave: int) -> None:
    from matches.events import result_services
    from matches.events.queries import load_event

    current = load_event(event.key).current
    assert current is not None
    missing = current.unreported
    for table in missing[: len(missing) - leave]:
        result_services.enter_result(by=event.owner, key=event.key, pairing=table.row.pk, crystals=(5, 2))


def _entry(world: World) -> list[Seen]:
    """Create an event that requires approval, is full, has an announcement, and a check-in."""
    from matches.core.tournament import EventRules
    from matches.events import services
    from matches.events.entry import services as entry
    from matches.events.services import publish_announcement

    organiser, today = world.people["organiser"], timezone.localdate()
    rules = EventRules(
        name="Open of the harbour",
        first_day=today + timedelta(days=3),
        start_time=time(19, 30),
        time_zone="Europe/Berlin",
        venue="Café Crystal, Harbour street 4, second floor",
        price="5 € at the door",
        about="Bring a deck.\n\nBeginners are welcome.",
        listed=True,
        max_players=2,
        approval=True,
        check_in=True,
    )
    event = services.create_event(by=organiser, rules=rules)
    for role, name in (("player", "Elinor"), ("host", "Roland")):
        entry.register_player(by=world.people[role], key=event.key, name=name)
    services.add_players(by=organiser, key=event.key, names=["Mira"])
    publish_announcement(by=organiser, key=event.key, text="The doors open at seven.")
    started = _event(world, check_in=True, first_day=today, name="Evening")
    page, begun = (reverse("matches:event", args=[shown.key]) for shown in (event, started))
    return [
        Seen("matches:event that asks", "organiser", page),
        Seen("matches:event that asks", "player", page),
        Seen("matches:event that asks", "stranger", page),
        Seen("matches:event that asks", "anonymous", page),
        Seen("matches:event_players that asks", "organiser", reverse("matches:event_players", args=[event.key])),
        Seen("matches:event checks in", "organiser", begun),
        Seen("matches:event checks in", "player", begun),
        Seen("matches:calendar listed", "anonymous", reverse("matches:calendar")),
    ]


def _club(world: World) -> list[Seen]:
    """Create a listed club, with past and future evenings."""
    from matches.core.tournament import EventRules
    from matches.events import services
    from matches.groups.services import change_group_description

    organiser, key = world.people["organiser"], str(world.things["group"]["key"])
    club = change_group_description(
        by=organiser, key=key, about="Beginners welcome.", place="Café Crystal", listed=True
    )
    for name, days in (("Past evening", -9), ("Next evening", 2), ("Second evening", 9), ("Third evening", 30)):
        day = timezone.localdate() + timedelta(days=days)
        rules = EventRules(name=name, first_day=day, start_time=time(19, 30), venue="Café Crystal")
        services.create_event(by=organiser, rules=rules, group=club)
    page, calendar = reverse("matches:group", args=[key]), reverse("matches:group_calendar", args=[key])
    return [
        Seen("matches:group of a club", "organiser", page),
        Seen("matches:group of a club", "player", page),
        Seen("matches:group of a club", "anonymous", page),
        Seen("matches:group_calendar of a club", "organiser", calendar),
        Seen("matches:group_calendar of a club", "anonymous", calendar),
        Seen("matches:group_calendar past evenings", "anonymous", f"{calendar}?past=1"),
        Seen("matches:clubs with a club", "anonymous", reverse("matches:clubs")),
    ]


SCENES = (_before, _between, _decided, _cut, _entry, _club)
