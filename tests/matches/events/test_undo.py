"""Undo: whatever an action of an event has changed is as it was before, once it is undone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person, User
from cards.core.facts import Catalogue
from matches.events import pod_services as pods
from matches.events import result_services, round_services, services
from matches.events.entry import leaving
from matches.events.queries import load_event
from matches.models import Claim, Event, Pairing, Pod, Registration, Round
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db
# Counters that grow with every write, and what a guest who is created for a name leaves behind.
_GROWS = ("version", "hand", "tap")


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def state(event: Event) -> list[Any]:
    """Return everything that is stored of an event except its log."""
    rows = [
        Event.objects.filter(pk=event.pk),
        Registration.objects.filter(event=event),
        Round.objects.filter(event=event),
        Pairing.objects.filter(round__event=event),
        Claim.objects.filter(pairing__round__event=event),
        Pod.objects.filter(event=event),
    ]
    return [
        [{k: v for k, v in row.items() if k not in _GROWS} for row in each.order_by("pk").values()] for each in rows
    ]


def first_table(event: Event) -> int:
    return next(table.row.pk for table in load_event(event.key).tables if table.b is not None)


def fresh(owner: Person, **more: object) -> Event:
    return made_event(owner, 5 if more.get("format") != "draft" else 4, **more)


def started(owner: Person, **more: object) -> Event:
    event = fresh(owner, **more)
    paired(event, 1)
    return event


def played(owner: Person, **more: object) -> Event:
    event = started(owner, **more)
    while load_event(event.key).current and load_event(event.key).current.unreported:  # type: ignore[union-attr]
        enter_all(event)
    return event


Call = Callable[[Event, Person], object]


def pairing(number: int) -> Call:
    return lambda event, by: round_services.pair_next_round(by=by, key=event.key, number=number)


def unpairing(number: int) -> Call:
    return lambda event, by: round_services.unpair_round(by=by, key=event.key, number=number)


def dropping(how: str) -> Call:
    return lambda event, by: leaving.drop_player(by=by, key=event.key, number=4, withdrawal=how)


PAIR = {number: pairing(number) for number in (1, 2)}
UNPAIR = {number: unpairing(number) for number in (1, 2)}
FINISH: tuple[Call, Call] = (
    lambda e, by: round_services.finish_event(by=by, key=e.key),
    lambda e, by: round_services.reopen_event(by=by, key=e.key),
)
RETURN: Call = lambda e, by: leaving.reinstate_player(by=by, key=e.key, number=4)  # noqa: E731
ACTS: dict[str, tuple[Callable[..., Event], dict[str, object], Call, Call]] = {
    "pair": (fresh, {}, PAIR[1], UNPAIR[1]),
    "pair round 2": (played, {}, PAIR[2], UNPAIR[2]),
    "pair a knock-out": (fresh, {"format": "knockout"}, PAIR[1], UNPAIR[1]),
    "pair round 2 of a double elimination": (played, {"format": "double"}, PAIR[2], UNPAIR[2]),
    "make a calendar": (fresh, {"format": "round_robin"}, PAIR[1], UNPAIR[1]),
    "begin a cut": (
        played,
        {"cut_size": 4},
        lambda e, by: round_services.begin_playoff(by=by, key=e.key),
        UNPAIR[2],
    ),
    "finish": (played, {}, *FINISH),
    "finish a league": (played, {"format": "round_robin"}, *FINISH),
    "finish before round 1": (fresh, {}, *FINISH),
    "seat": (
        fresh,
        {"format": "draft"},
        lambda e, by: pods.seat_players_in_pods(by=by, key=e.key),
        lambda e, by: pods.cancel_all_pods(by=by, key=e.key),
    ),
    "drop before round 1": (fresh, {}, dropping(""), RETURN),
    "drop": (started, {}, dropping(""), RETURN),
    **{
        f"leave a league, {how}": (
            played if how == "keep" else started,
            {"format": "round_robin"},
            dropping(how),
            RETURN,
        )
        for how in ("strike", "award", "keep")
    },
    "enter a result": (
        started,
        {},
        lambda e, by: result_services.enter_result(by=by, key=e.key, pairing=first_table(e), crystals=(5, 2)),
        lambda e, by: result_services.undo_result(by=by, key=e.key, pairing=first_table(e)),
    ),
    "close registration": (
        fresh,
        {},
        lambda e, by: services.set_registration(by=by, key=e.key, is_open=False),
        lambda e, by: services.set_registration(by=by, key=e.key, is_open=True),
    ),
    "close a round of a league": (
        played,
        {"format": "round_robin"},
        lambda e, by: round_services.close_round(by=by, key=e.key, number=1),
        lambda e, by: round_services.reopen_round(by=by, key=e.key, number=1),
    ),
    "check in": (
        fresh,
        {"check_in": True},
        lambda e, by: leaving.set_player_checked_in(by=by, key=e.key, number=4, is_present=True),
        lambda e, by: leaving.set_player_checked_in(by=by, key=e.key, number=4, is_present=False),
    ),
}


@pytest.mark.parametrize("is_open", [True, False])
@pytest.mark.parametrize("act", ACTS)
def test_an_undone_act_leaves_everything_as_it_was(
    act: str, is_open: bool, owner: Person, db_catalogue: Catalogue
) -> None:
    make, settings, do, undo = ACTS[act]
    event = make(owner, **settings)
    if is_open or act != "close registration":
        services.set_registration(by=owner, key=event.key, is_open=is_open)
    before = state(event)
    do(event, owner)
    if is_open or act != "close registration":
        assert state(event) != before
    undo(event, owner)
    if is_open or act != "close registration":
        assert state(event) == before


def test_a_round_that_was_closed_by_hand_stays_closed(owner: Person) -> None:
    event = started(owner)
    enter_all(event)
    round_services.close_round(by=owner, key=event.key, number=1)
    before = state(event)
    PAIR[2](event, owner)
    UNPAIR[2](event, owner)
    assert state(event) == before


def test_after_the_pairing_of_round_1_is_undone_everybody_is_invited_again(owner: Person, client: Client) -> None:
    event = fresh(owner)
    PAIR[1](event, owner)
    assert not Event.objects.get().registration_open
    UNPAIR[1](event, owner)
    page = client.get(f"/matches/e/{event.code}/", follow=True).content.decode()
    assert "do/register/" in page and "Registration is closed" not in page
    services.set_registration(by=owner, key=event.key, is_open=False)
    PAIR[1](event, owner)
    UNPAIR[1](event, owner)
    page = client.get(f"/matches/e/{event.code}/", follow=True).content.decode()
    assert "Registration is closed" in page
