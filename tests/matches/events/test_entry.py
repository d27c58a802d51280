"""Getting into an event: places, the waiting list, the organiser's word, checking in, tables that stay."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person, User
from common.errors import Conflict, NotAllowed
from matches.core.tournament import EventRules
from matches.events import services
from matches.events.entry import leaving
from matches.events.entry import services as entry
from matches.events.players import merging
from matches.events.players import services as players
from matches.events.queries import load_event
from matches.events.services import publish_announcement
from matches.models import EntryRequest, Event, Registration
from tests.html import flat
from tests.matches.builders import made_group, person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


def somebody(name: str) -> Person:
    return Person.objects.create(user=User.objects.create_user(name), nickname=name.title())


@pytest.fixture
def owner() -> Person:
    return somebody("owner")


def names(event: Event) -> list[str]:
    return [player.name for player in load_event(event.key).active]


def test_who_comes_when_all_places_are_taken_waits_and_moves_up_when_somebody_leaves(owner: Person) -> None:
    event = made_event(owner, 2, max_players=2)
    zoe, kim = somebody("zoe"), somebody("kim")
    assert isinstance(entry.register_player(by=zoe, key=event.key, name="Zoe"), EntryRequest)
    entry.register_player(by=kim, key=event.key, name="Kim")
    with pytest.raises(Conflict, match="as number 2"):
        entry.register_player(by=kim, key=event.key, name="Kim again")
    leaving.drop_player(by=owner, key=event.key, number=1)
    assert names(event) == ["Elinor", "Zoe"]
    assert [row.name for row in event.entry_requests.all()] == ["Kim"]
    assert load_event(event.key).player_of(zoe)


def test_who_lets_people_in_needs_nobodys_word_but_a_free_place(owner: Person) -> None:
    event = made_event(owner, 1, max_players=2, approval=True)
    assert isinstance(entry.register_player(by=owner, key=event.key, name="Owner"), Registration)
    full = made_event(owner, 2, max_players=2, approval=True)
    assert isinstance(entry.register_player(by=owner, key=full.key, name="Owner"), EntryRequest)


def test_the_panel_says_when_checking_in_begins_instead_of_a_button_that_refuses(client: Client, owner: Person) -> None:
    day = timezone.now().date() + timedelta(days=3)
    event = made_event(owner, 1, check_in=True, first_day=day, start_time=time(20, 0), time_zone="Europe/Berlin")
    entry.register_player(by=owner, key=event.key, name="Owner")
    assert owner.user is not None
    client.force_login(owner.user)
    panel = flat(client.get(f"/matches/events/{event.key}/mine/").text)
    assert "at 17:00 (Europe/Berlin)" in panel and "I’m here" not in panel
    Event.objects.filter(pk=event.pk).update(first_day=timezone.now().date() - timedelta(days=1))
    assert "I’m here" in client.get(f"/matches/events/{event.key}/mine/").text


def test_the_open_panel_of_somebody_taken_off_the_list_says_so_and_asks_no_more(client: Client, owner: Person) -> None:
    event = made_event(owner, 1)
    entry.register_player(by=owner, key=event.key, name="Owner")
    assert owner.user is not None
    client.force_login(owner.user)
    address = f"/matches/events/{event.key}/mine/"
    assert "hx-get" in client.get(address).text
    player = load_event(event.key).player_of(owner)
    assert player is not None
    player.delete()
    services.set_registration(by=owner, key=event.key, is_open=False)
    panel = client.get(address, headers={"HX-Request": "true"})
    assert (
        panel.status_code == 200
        and "You’re no longer in this event: the organiser removed you, or you logged out. Ask the "
        "organiser if that’s a mistake."
        in flat(panel.text)
    )
    assert "hx-get" not in panel.text and "data-topic" not in panel.text
    assert client.get(address).status_code == 404


def test_a_larger_room_lets_in_who_waits_and_a_taken_name_gets_a_number(owner: Person) -> None:
    event = made_event(owner, 2, max_players=2)
    entry.register_player(by=somebody("zoe"), key=event.key, name="Zoe")
    services.add_players(by=owner, key=event.key, names=["zoé"])
    Event.objects.filter(pk=event.pk).update(max_players=9)
    leaving.drop_player(by=owner, key=event.key, number=1)
    assert names(event) == ["Elinor", "zoé", "Zoe 2"]


def test_the_organiser_lets_in_and_a_refusal_is_said_once_and_stays(owner: Person) -> None:
    event = made_event(owner, 2, approval=True)
    zoe, kim = somebody("zoe"), somebody("kim")
    asked = entry.register_player(by=zoe, key=event.key, name="Zoe")
    refused = entry.register_player(by=kim, key=event.key, name="Kim")
    with pytest.raises(NotAllowed):
        entry.decide_entry_request(by=zoe, key=event.key, request=asked.pk, admit=True)
    assert isinstance(entry.decide_entry_request(by=owner, key=event.key, request=asked.pk, admit=True), Registration)
    entry.decide_entry_request(by=owner, key=event.key, request=refused.pk, admit=False)
    with pytest.raises(Conflict, match="The organiser declined your request"):
        entry.register_player(by=kim, key=event.key, name="Kim")
    with pytest.raises(Conflict, match="You’re not on the waiting list"):
        entry.withdraw_entry_request(by=kim, key=event.key)
    assert names(event) == ["Roland", "Elinor", "Zoe"]


def test_nobody_moves_up_once_round_one_is_paired(owner: Person) -> None:
    event = made_event(owner, 4, max_players=4)
    entry.register_player(by=somebody("zoe"), key=event.key, name="Zoe")
    paired(event, 1)
    leaving.drop_player(by=owner, key=event.key, number=1)
    assert event.entry_requests.count() == 1


def test_who_has_not_checked_in_is_not_paired(owner: Person) -> None:
    event = made_event(owner, 4, check_in=True)
    for number in (1, 2):
        leaving.set_player_checked_in(by=owner, key=event.key, number=number, is_present=True)
    assert {each.name for table in paired(event, 1).rounds[0].pairings for each in (table.a, table.b) if each} == {
        "Roland",
        "Elinor",
    }
    enter_all(event)
    leaving.set_player_checked_in(by=owner, key=event.key, number=3, is_present=True)
    assert len(paired(event, 2).rounds[1].pairings) == 2


def test_a_round_says_how_many_have_checked_in_where_that_is_too_few(owner: Person) -> None:
    event = made_event(owner, 4, check_in=True)
    with pytest.raises(Conflict, match="have checked in"):
        paired(event, 1)


def test_players_check_in_themselves_on_the_day_and_not_before(owner: Person) -> None:
    zoe, tomorrow = somebody("zoe"), timezone.now().date() + timedelta(days=2)
    event = made_event(owner, 2, check_in=True, first_day=tomorrow)
    mine = entry.register_player(by=zoe, key=event.key, name="Zoe")
    assert isinstance(mine, Registration)
    with pytest.raises(Conflict, match="Check-in opens on"):
        leaving.set_player_checked_in(by=zoe, key=event.key, number=mine.number, is_present=True)
    Event.objects.filter(pk=event.pk).update(first_day=timezone.now().date())
    assert leaving.set_player_checked_in(by=zoe, key=event.key, number=mine.number, is_present=True).checked_in
    with pytest.raises(NotAllowed):
        leaving.set_player_checked_in(by=zoe, key=event.key, number=1, is_present=True)


def test_a_family_does_not_meet_and_a_wheelchair_keeps_its_table(owner: Person) -> None:
    event = made_event(owner, 4, first_table=21)
    for number in (1, 2):
        players.set_player_seating(by=owner, key=event.key, number=number, table=None, party="Family Berg")
    players.set_player_seating(by=owner, key=event.key, number=4, table=3, party="")
    tables = paired(event, 1).rounds[0].pairings
    together = [{table.a.number, table.b.number} for table in tables if table.b]
    assert {1, 2} not in together
    assert {table.row.table for table in tables} == {3, 21}
    assert next(table.row.table for table in tables if 4 in {table.a.number, table.b and table.b.number}) == 3
    enter_all(event)
    assert {1, 2} not in [{each.a.number, each.b.number} for each in paired(event, 2).rounds[1].pairings if each.b]


def test_an_announcement_stands_on_every_page(client: Client, owner: Person) -> None:
    event = made_event(owner, 2)
    publish_announcement(by=owner, key=event.key, text="  Lunch until   13:30 ")
    with pytest.raises(NotAllowed):
        publish_announcement(by=somebody("zoe"), key=event.key, text="No lunch")
    for page in ("", "wall/"):
        assert "Lunch until 13:30" in client.get(f"/matches/events/{event.key}/{page}").text
    publish_announcement(by=owner, key=event.key, text="")
    assert "Lunch until" not in client.get(f"/matches/events/{event.key}/").text


def test_a_visitor_asks_for_a_place_on_the_page_and_the_desk_lets_them_in(client: Client, owner: Person) -> None:
    event = made_event(owner, 2, approval=True)
    page = f"/matches/events/{event.key}/"
    answer = client.post(f"{page}do/register/", {"name": "Visitor"}, follow=True)
    assert "You’ve requested a spot. The organiser approves each player." in flat(answer.text)
    desk = Client()
    assert owner.user
    desk.force_login(owner.user)
    assert "wants to join" in flat(desk.get(page).text)
    row = event.entry_requests.get()
    desk.post(f"{page}do/decide/", {"request": row.pk, "admit": "1"})
    assert "Visitor, number 3" in flat(client.get(page).text)


def test_a_script_enters_waits_is_let_in_and_gets_its_table(client: Client, owner: Person) -> None:
    event = made_event(owner, 2, max_players=2)
    assert owner.user
    client.force_login(somebody("zoe").user or owner.user)
    path = f"/api/v1/events/{event.key}/"
    answer = client.post(f"{path}players/", {"name": "Zoe"}, content_type="application/json")
    assert (answer.status_code, answer.json()["status"]) == (202, "waits")
    client.force_login(owner.user)
    asked = client.get(f"{path}requests/").json()["results"]
    assert [row["name"] for row in asked] == ["Zoe"]
    decided = client.post(f"{path}requests/{asked[0]['id']}/", {"admit": True}, content_type="application/json")
    assert decided.status_code == 204
    change = {"fixed_table": 7, "party": "Car"}
    assert client.post(f"{path}players/3/", change, content_type="application/json").status_code == 200
    assert Registration.objects.values_list("fixed_table", "party").get(event=event, number=3) == (7, "Car")
    said = client.post(f"{path}announcements/", {"text": "Start"}, content_type="application/json")
    assert said.status_code == 201
    assert client.get(path).json()["announcement"] == "Start"


def test_tables_are_counted_from_the_first_number_of_the_room_in_every_round(owner: Person, client: Client) -> None:
    event = made_event(owner, 4, first_table=21)
    for number in (1, 2):
        view = paired(event, number)
        assert sorted(table.row.table for table in view.rounds[-1].pairings) == [21, 22]
        enter_all(event)
    page = flat(client.get(f"/matches/events/{event.key}/").content)
    assert "21" in page and "22" in page


def test_a_stranger_who_enters_twice_waits_once(owner: Person, client: Client) -> None:
    event = made_event(owner, 2, max_players=2)
    path = reverse("matches:event_do_register", args=[event.key])
    first, again = (client.post(path, {"name": name}) for name in ("Zoe", "Zoe, the other"))
    assert first.status_code == 302
    assert again.status_code == 409 and "as number 1" in flat(again.content)
    assert [row.name for row in event.entry_requests.all()] == ["Zoe"]


def test_who_enters_under_a_name_like_an_expected_one_is_asked(roland: User, client: Client) -> None:
    group = made_group(roland, "Klara Weiß", "Ben Ott")
    event = services.create_event(by=person(roland), rules=EventRules(name="Saturday"), group=group)
    services.add_players(by=person(roland), key=event.key, names=["Anna Bergmann"])
    page = client.post(f"/matches/events/{event.key}/do/register/", {"name": "Klara W."})
    assert page.status_code == 409 and page.context["near_names"] == ["Klara Weiß"]
    # A name that was refused is not kept.
    assert Person.objects.latest("pk").nickname == ""
    with pytest.raises(Conflict, match="Anna Bergmann is"):
        entry.register_player(by=somebody("anna"), key=event.key, name="Anna Bergman", is_new=False)
    client.post(f"/matches/events/{event.key}/do/register/", {"name": "Klara Weiß", "is_me": "1", "new": "1"})
    assert event.registrations.filter(name="Klara Weiß", person__nickname="Klara Weiß").exists()
    entry.register_player(by=somebody("kim"), key=event.key, name="Anna Bergman")
    assert event.registrations.count() == 3


def test_the_desk_ticks_members_and_two_entries_of_one_keep_the_member(roland: User, roland_client: Client) -> None:
    group = made_group(roland, "Klara Weiß", "Ben Ott")
    event = services.create_event(by=person(roland), rules=EventRules(name="Saturday"), group=group)
    add = f"/matches/events/{event.key}/do/add/"
    roland_client.post(add, {"member": ["Klara Weiß", "Roland"], "names": "Zoe"})
    assert [row.name for row in event.registrations.all()] == ["Klara Weiß", "Roland", "Zoe"]
    page = roland_client.get(event.get_absolute_url())
    assert [member.name for member in page.context["members"]] == ["Ben Ott"]
    # A pasted name like that of a member is asked about once, and only of who may enter somebody.
    for stranger, asks in ((Client(), False), (roland_client, True)):
        page = stranger.post(add, {"names": "Ben Otto"})
        assert ("“Ben Otto” isn’t on the list, but Ben Ott is." in page.text) == asks
    assert event.registrations.count() == 3
    roland_client.post(add, {"names": "Ben Otto", "seen": "Ben Otto"})
    assert event.registrations.filter(name="Ben Otto", member=None).exists()
    merging.merge_players(by=person(roland), key=event.key, number=1, into=3)
    assert event.registrations.get(name="Zoe").member == group.members.get(name="Klara Weiß")


def test_everyone_is_checked_in_at_once_and_found_by_name(
    owner: Person, client: Client, stranger_client: Client
) -> None:
    assert owner.user
    client.force_login(owner.user)
    event = made_event(owner, 41, check_in=True)
    leaving.drop_player(by=owner, key=event.key, number=1)
    address = f"/matches/events/{event.key}/do/check_in/"
    assert stranger_client.post(address, {"all": "1"}).status_code == 403
    ticked = {"number": 2, "here": 1, "back": "players"}
    answer = client.post(address, ticked, follow=True, headers={"HX-Request": "true"})
    page = flat(answer.content)
    assert 'id="here-2">✓ Checked in' in page and 'hx-target="#players"' in page and "All here" in page
    assert "1 of 40 players have checked in." in page
    assert client.post(address, {"all": "1", "back": "players"}).status_code == 302
    view = load_event(event.key)
    assert len(view.present) == len(view.active) == 40
    found = flat(client.get(f"/matches/events/{event.key}/players/?find=elin").content)
    assert 'id="player-2"' in found and 'id="player-3"' not in found
    assert client.post(f"/matches/events/{made_event(owner, 2).key}/do/check_in/", {"all": "1"}).status_code == 409


def test_pairing_asks_first_where_few_have_checked_in(owner: Person, client: Client) -> None:
    assert owner.user
    client.force_login(owner.user)
    event = made_event(owner, 36, check_in=True)
    for number in range(1, 7):
        leaving.set_player_checked_in(by=owner, key=event.key, number=number, is_present=True)
    page = flat(client.get(event.get_absolute_url()).content)
    assert "Only 6 of 36 players have checked in. The others won’t be paired." in page
    leaving.check_in_all_players(by=owner, key=event.key)
    page = flat(client.get(event.get_absolute_url()).content)
    assert "Pair round 1" in page and "won’t be paired" not in page
