"""Clubs: what a group shows to people who look for one, and who runs it together with its owner."""

from __future__ import annotations

from datetime import time, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.models import Person, User
from cards.core.facts import Catalogue
from common.errors import Conflict, NotAllowed
from matches.core.tournament import EventRules
from matches.events import services as event_services
from matches.groups import people, services
from matches.groups.services import create_group
from matches.models import Event, Group
from tests.decks.public.rows import public_deck
from tests.html import flat
from tests.matches.events.test_pages import NEW

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Person:
    return Person.objects.create(user=User.objects.create_user("owner"), nickname="Owner")


@pytest.fixture
def group(owner: Person) -> Group:
    return create_group(by=owner, name="Harbour club", me="Owner", members=["Elinor"])


def test_only_clubs_that_want_it_are_listed_the_nearest_evening_first(client: Client, owner: Person) -> None:
    today = timezone.now().date()
    for name, days in (("Late club", 9), ("Soon", 2)):
        key = create_group(by=owner, name=name).key
        club = services.change_group_description(by=owner, key=key, about="", place="Hamburg", listed=True)
        rules = EventRules(name="Evening", first_day=today + timedelta(days=days))
        event_services.create_event(by=owner, rules=rules, group=club)
    create_group(by=owner, name="Secret")
    page = flat(client.get("/matches/clubs/").text)
    assert page.index("Soon") < page.index("Late club")
    assert "Secret" not in page
    Group.objects.filter(name="Late club").update(hidden=timezone.now())
    assert "Late club" not in flat(client.get("/matches/clubs/").text)


def test_an_organiser_runs_the_group_but_does_not_hand_it_over(owner: Person, group: Group) -> None:
    elinor = Person.objects.create(nickname="Elinor")
    member = group.members.get(name="Elinor")
    with pytest.raises(Conflict, match="joined"):
        people.set_member_organises(by=owner, key=group.key, member_pk=member.pk, organises=True)
    services.join_group(
        by=elinor, invite_key=services.create_invitation(by=owner, key=group.key).key, member_pk=member.pk
    )
    with pytest.raises(NotAllowed):
        services.change_group_description(by=elinor, key=group.key, about="", place="", listed=True)
    people.set_member_organises(by=owner, key=group.key, member_pk=member.pk, organises=True)
    assert services.change_group_description(by=elinor, key=group.key, about="Come by", place="", listed=True).listed
    assert event_services.create_event(by=elinor, rules=EventRules(name="Evening"), group=group).group == group
    with pytest.raises(NotAllowed):
        services.hand_over_group(by=elinor, key=group.key, member_pk=member.pk)
    with pytest.raises(NotAllowed):
        people.set_member_organises(by=elinor, key=group.key, member_pk=member.pk, organises=False)


def test_the_owner_says_on_the_page_of_members_what_the_group_is(client: Client, owner: Person, group: Group) -> None:
    assert owner.user
    client.force_login(owner.user)
    said = {"about": "Beginners welcome.", "place": "Café Crystal", "listed": "on", "seen": group.fingerprint}
    client.post(f"/matches/groups/{group.key}/about/", said)
    page = flat(Client().get(f"/matches/groups/{group.key}/").text)
    assert "Café Crystal" in page and "Beginners welcome." in page


def test_the_page_of_a_club_has_its_next_evening_on_top_and_the_others_beside(client: Client, owner: Person) -> None:
    group = create_group(by=owner, name="Harbour club", me="Owner")
    today = timezone.localdate()
    for name, days in (("Past evening", -9), ("Third evening", 30), ("Next evening", 2), ("Second evening", 9)):
        rules = EventRules(name=name, first_day=today + timedelta(days=days), start_time=time(19, 30))
        event_services.create_event(by=owner, rules=rules, group=group)
    hidden = event_services.create_event(
        by=owner, rules=EventRules(name="Hidden evening", first_day=today), group=group
    )
    Event.objects.filter(pk=hidden.pk).update(hidden=timezone.now())
    services.save_season(by=owner, key=group.key, name="Spring", first=today)
    page = flat(client.get(group.get_absolute_url()).text)
    order = ("Next evening", "19:30", "Spring", "Second evening", "Third evening", "1 member")
    assert sorted(order, key=page.index) == list(order)
    assert page.count("Next evening") == 1
    assert "Past evening" not in page and "Hidden evening" not in page
    past = flat(client.get(f"{group.get_absolute_url()}calendar/?past=1").text)
    assert "Past evening" in past and "Next evening" not in past


def test_a_new_event_of_a_club_takes_its_venue_over(client: Client, owner: Person, group: Group) -> None:
    assert owner.user
    client.force_login(owner.user)
    services.change_group_description(by=owner, key=group.key, about="", place="Café Crystal", listed=False)
    assert 'value="Café Crystal"' in flat(client.get(f"/matches/events/new/?group={group.key}").text)
    assert "/matches/clubs/" in client.get("/matches/").text
    client.post("/matches/events/new/", {**NEW, "name": "Kitchen", "group": group.key})
    assert Event.objects.get().venue == "Café Crystal"


def test_a_club_has_a_calendar_to_subscribe_to(client: Client, owner: Person, group: Group) -> None:
    today = timezone.localdate()
    for name, days in (("Old", -60), ("Last week", -7), ("Soon", 7)):
        rules = EventRules(name=name, first_day=today + timedelta(days=days))
        event_services.create_event(by=owner, rules=rules, group=group)
    address = f"{group.get_absolute_url()}calendar.ics"
    assert address in client.get(f"{group.get_absolute_url()}calendar/").text
    feed = Calendar.from_ical(client.get(address).content)
    assert str(feed["X-WR-CALNAME"]) == "Harbour club"
    assert [str(entry["SUMMARY"]) for entry in feed.walk("VEVENT")] == ["Last week", "Soon"]


def test_the_page_of_a_club_shows_the_public_decks_of_its_members(
    client: Client, roland: User, db_catalogue: Catalogue
) -> None:
    deck = public_deck(roland, db_catalogue, name="Quakes")
    group = create_group(by=deck.owner, name="Harbour club", me="Roland")
    page = flat(client.get(group.get_absolute_url()).text)
    assert deck.get_absolute_url() in page
    assert "Want to play? Come to an evening, or ask for a link to join." in page
