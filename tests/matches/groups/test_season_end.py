"""The end of a season: its champion, the hall of fame, the next one in two taps, and guests apart."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from common.i18n import translated
from matches.core.tournament import EventRules
from matches.events import result_services
from matches.events import services as event_services
from matches.groups import services
from matches.groups.encounters import ALL_DAYS, encounters_of
from matches.groups.queries import load_group, next_season_initial
from matches.models import Group, Season
from matches.seasons import import_services
from matches.seasons.exports import season_file
from matches.seasons.import_services import SubmittedFile
from tests.html import flat
from tests.matches.builders import group_match, made_group
from tests.matches.events.builders import enter_all, paired
from tests.matches.seasons.past_matches import SEASON

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(roland: User) -> Group:
    group = made_group(roland, "Elinor", "Mira")
    import_services.import_season(by=group.owner, key=group.key, file=SubmittedFile(SEASON))
    return group


def test_a_season_that_is_over_has_its_champion_and_the_next_begins_in_two_taps(
    group: Group, roland_client: Client, client: Client
) -> None:
    services.save_season(
        by=group.owner, key=group.key, name="Season 2025", first=date(2025, 3, 1), last=date(2025, 3, 31), order="best"
    )
    season, page = Season.objects.get(), f"/matches/groups/{group.key}/season/"
    shown = flat(client.get(f"{page}?season={season.key}").text)
    assert "Champion: Season 2025" in shown and "Hall of fame" in shown and "Start next season" not in shown
    form = flat(roland_client.get(f"{page}?season={season.key}&next=1").text)
    assert 'value="Season 2026"' in form and 'value="2025-04-01"' in form and "Next season" in form
    roland_client.post(f"/matches/groups/{group.key}/seasons/", next_season_initial(season, timezone.localdate()))
    assert Season.objects.get(name="Season 2026").order == "best"


def test_the_page_of_a_club_opens_on_the_running_season_and_folds_guests(group: Group, client: Client) -> None:
    today = timezone.localdate()
    services.save_season(by=group.owner, key=group.key, name="Now", first=today)
    group_match(group, "Mira", "Elinor", ("a", 3), ("a", 0))
    event = event_services.create_event(by=group.owner, rules=EventRules(name="Open day"), group=group)
    event_services.add_players(by=group.owner, key=event.key, names=["Elinor", "A stranger"])
    paired(event, 1)
    enter_all(event)
    view = load_group(group.key)
    assert view.season and view.season.name == "Now"
    assert (view.standings[0].name, view.standings[0].guest) == ("Mira", False)
    assert [line.name for line in view.standings if line.guest] == ["A stranger"]
    page = flat(client.get(group.get_absolute_url()).text)
    assert flat('<th scope="col" class="r"> Points </th>') in page and '<td class="r">3</td>' in page
    assert "1 guest" in page and page.index("Mira") < page.index("A stranger")
    season = flat(client.get(f"/matches/groups/{group.key}/season/").text)
    assert "<h1> Now </h1>" in season or "Now" in season.split("</h1>")[0]


def test_a_guest_stands_last_among_the_ratings_however_strong(group: Group, client: Client) -> None:
    event = event_services.create_event(by=group.owner, rules=EventRules(name="Open day"), group=group)
    event_services.add_players(by=group.owner, key=event.key, names=["Elinor", "A stranger"])
    (table,) = paired(event, 1).rounds[0].pairings
    crystals = (7, 0) if table.a.name == "A stranger" else (0, 7)
    result_services.enter_result(by=group.owner, key=event.key, pairing=table.row.pk, crystals=crystals)
    rows = client.get(f"/matches/groups/{group.key}/season/").context["ratings"]
    assert rows[-1].name == "A stranger" and rows[-1].rating.value > rows[-2].rating.value


def test_the_table_of_a_season_says_why_in_its_text_file(group: Group) -> None:
    head, _line, *rows = str(season_file(group, ALL_DAYS, "standings.md")).partition("| #")[2].splitlines()
    assert head.rstrip(" |").endswith("Why")
    reasons = [row.rstrip(" |").rpartition("| ")[2] for row in rows if row]
    assert reasons == [translated(line.why) for line in load_group(group.key).standings]


def test_a_guest_for_one_evening_plays_by_name_and_becomes_no_member(
    group: Group, roland_client: Client, client: Client
) -> None:
    address, elinor = f"/matches/groups/{group.key}/matches/", group.members.get(name="Elinor")
    for _evening in range(2):
        roland_client.post(address, {"a": elinor.pk, "guest": "A stranger"})
    assert group.matches.filter(name_a="Elinor", name_b="A stranger", member_b__guest=True).count() == 2
    assert "A stranger" not in [member.name for member in load_group(group.key).members]
    for wrong in ({}, {"b": group.members.get(name="Mira").pk, "guest": "Somebody"}, {"guest": "Elinor"}):
        answer = roland_client.post(address, {"a": elinor.pk, **wrong})
        assert answer.status_code == 400
    assert client.post(address, {"a": elinor.pk, "guest": "Somebody"}).status_code == 403
    assert not group.members.filter(name="Somebody").exists()


def test_a_script_names_a_guest_as_the_page_does(group: Group, roland_client: Client, client: Client) -> None:
    address, elinor = f"/api/v1/groups/{group.key}/matches/", group.members.get(name="Elinor")
    said = {"member": elinor.pk, "guest": "A stranger", "sheet": {"target": 3}}
    made = roland_client.post(address, said, content_type="application/json")
    assert made.status_code == 201 and made.json()["sheet"]["target"] == 3
    assert [player["name"] for player in made.json()["players"]] == ["Elinor", "A stranger"]
    assert group.matches.filter(key=made.json()["key"], member_b__guest=True).exists()
    for wrong in ({"member": elinor.pk}, {"member": elinor.pk, "guest": "Elinor"}, {"member": 0, "guest": "Somebody"}):
        assert roland_client.post(address, wrong, content_type="application/json").status_code == 400
    sent = {"member": elinor.pk, "guest": "Somebody"}
    assert client.post(address, sent, content_type="application/json").status_code == 401
    assert not group.members.filter(name="Somebody").exists()


def test_a_new_season_ends_the_open_one_and_one_that_overlaps_is_said(group: Group, roland_client: Client) -> None:
    first = services.save_season(by=group.owner, key=group.key, name="Spring", first=date(2025, 3, 1))
    services.save_season(by=group.owner, key=group.key, name="Summer", first=date(2025, 6, 1))
    first.refresh_from_db()
    assert first.last == date(2025, 5, 31)
    given = {"name": "All", "first": "2025-01-01", "last": "2025-12-31", "order": "match", "best": 6, "minimum": 5}
    answer = roland_client.post(f"/matches/groups/{group.key}/seasons/", given, follow=True)
    assert "It overlaps with Summer, Spring." in answer.text


def test_a_match_counts_on_the_day_of_its_event_and_not_of_its_entry(group: Group) -> None:
    day = timezone.localdate() - timedelta(days=40)
    rules = EventRules(name="Before New Year", first_day=day)
    event = event_services.create_event(by=group.owner, rules=rules, group=group)
    event_services.add_players(by=group.owner, key=event.key, names=["Roland", "Elinor"])
    paired(event, 1)
    enter_all(event)
    assert encounters_of(group)[-1].day == day
