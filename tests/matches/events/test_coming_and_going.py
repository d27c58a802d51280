"""Who leaves keeps registration and deck; who comes late asks the desk; a taken name asks "Is that you?"."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Person, User
from matches.events.entry import leaving
from matches.events.entry import services as entry_services
from matches.events.queries import load_event
from matches.models import EntryRequest, Event, Registration
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def do(client: Client, event: Event, action: str, **data: object) -> str:
    answer = client.post(f"{event.get_absolute_url()}do/{action}/", data, follow=True)
    return flat(answer.content)


def test_dropping_before_round_1_asks_keeps_the_registration_and_is_undone_in_the_notice(
    owner: Person, roland_client: Client
) -> None:
    event = made_event(owner, 4)
    Registration.objects.filter(event=event, number=2).update(deck="kept", deck_verdict="legal")
    page = flat(roland_client.get(f"{event.get_absolute_url()}players/").content)
    assert "won’t be paired again. Registration, deck and results stay, and you can undo this." in page
    page = do(roland_client, event, "drop", number=2, back="players")
    assert "Elinor has dropped and won’t be paired again." in page and "Undo" in page
    assert len(load_event(event.key).active) == 3
    do(roland_client, event, "return", number=2, back="players")
    row = Registration.objects.get(event=event, number=2)
    assert row.dropped is None and row.deck == "kept" and row.number == 2


def test_who_has_left_before_round_1_makes_room_and_comes_back_only_while_there_is_some(
    owner: Person, elinor: User, elinor_client: Client, stranger: User
) -> None:
    event = made_event(owner, 1, max_players=2)
    entry_services.register_player(by=person(elinor), key=event.key, name="Elinor")
    entry_services.register_player(by=person(stranger), key=event.key, name="Stranger")
    number = Registration.objects.get(event=event, person=person(elinor)).number
    do(elinor_client, event, "drop", number=number)
    assert {player.name for player in load_event(event.key).active} == {"Roland", "Stranger"}
    assert "All spots have been taken. Ask the organiser to let you in." in do(
        elinor_client, event, "return", number=number
    )
    leaving.reinstate_player(by=owner, key=event.key, number=number)
    assert len(load_event(event.key).active) == 3


def test_a_guest_after_round_1_reads_that_registration_is_closed_and_asks_the_desk(
    owner: Person, elinor_client: Client, roland_client: Client
) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    page = flat(elinor_client.get(event.get_absolute_url()).content)
    assert "Registration is closed. The organiser can still let you in." in page and "Ask to join" in page
    assert "You’ve requested a spot. The organiser approves each player." in do(
        elinor_client, event, "register", name="Late Larry", ask=1
    )
    row = EntryRequest.objects.get(event=event)
    assert "wants to join" in flat(roland_client.get(event.get_absolute_url()).content)
    do(roland_client, event, "decide", request=row.pk, admit=1)
    assert Registration.objects.get(event=event, name="Late Larry").entered == 2


def test_where_nobody_enters_any_more_the_code_says_so(owner: Person, client: Client) -> None:
    event = made_event(owner, 4, format="knockout")
    paired(event, 1)
    page = flat(client.get(event.get_absolute_url()).content)
    assert "You can no longer join this event." in page and "Ask to join" not in page


def test_a_taken_name_asks_whether_that_is_you_and_the_desk_lets_in_by_one_tap(
    owner: Person, elinor: User, elinor_client: Client, roland_client: Client
) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    Event.objects.filter(pk=event.pk).update(registration_open=True)
    page = do(elinor_client, event, "register", name="mira")
    assert "Mira is already registered (no. 3). Is that you?" in page
    do(elinor_client, event, "register", name="Mira", is_me=1)
    assert "says they’re already on the list" in flat(roland_client.get(event.get_absolute_url()).content)
    do(roland_client, event, "decide", request=EntryRequest.objects.get(event=event).pk, admit=1)
    row = Registration.objects.get(event=event, name="Mira")
    assert row.person == person(elinor) and Registration.objects.filter(event=event).count() == 4
    table = next(table for table in load_event(event.key).rounds[0].pairings if table.side_of_person(person(elinor)))
    assert table.row.match is not None and person(elinor) in (table.row.match.player_a, table.row.match.player_b)


def test_the_api_asks_and_says_who_one_is(owner: Person, elinor_client: Client) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    address = f"/api/v1/events/{event.key}/players/"
    assert elinor_client.post(address, {"name": "Larry"}, "application/json").status_code == 409
    assert elinor_client.post(address, {"name": "Larry", "ask": True}, "application/json").status_code == 202


def test_nothing_is_entered_at_once_that_is_not_one_plain_name_a_line(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 0)
    pasted = "Anna Berg\nKarl und Lisa Boot"
    page = do(roland_client, event, "add", names=pasted)
    assert (
        "Check these names; each line adds one player:" in page
        and not Registration.objects.filter(event=event).exists()
    )
    do(roland_client, event, "add", names=pasted, seen=pasted)
    assert set(Registration.objects.filter(event=event).values_list("name", flat=True)) == set(pasted.splitlines())
