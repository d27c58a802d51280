"""A league as a list of dates: a day a match, overdue ones, links, reminders, legs, who comes late or takes over."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape
from typing import Any

import icalendar
import pytest
from allauth.account.models import EmailAddress
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.identity import person_of
from accounts.models import Person, User
from accounts.push.outbox import queue_push
from common.errors import Conflict, Invalid, NotAllowed
from matches.core.tournament.stages import round_robin
from matches.events import result_services, round_services, services
from matches.events.calendar.queries import calendar_entries, icalendar_of_entries
from matches.events.entry import leaving
from matches.events.queries import load_event
from matches.events.read_models import LoadedPairing
from matches.events.rounds.fixtures import (
    FixtureProposal,
    mail_overdue_match,
    remind_of_overdue_matches,
    schedule_league_match,
)
from matches.groups.encounters import ALL_DAYS, encounters_of
from matches.groups.queries import event_days_of_group
from matches.models import Event, Pairing, Registration
from matches.play.queries import league_matches_to_play
from matches.seasons.exports import season_file
from tenmoons.my_account.next_step import next_steps_of
from tests.html import flat
from tests.matches.builders import made_group, person
from tests.matches.events.builders import made_event
from tests.matches.events.test_api import Script

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def league(owner: Person, players: int = 4, *, begins: int = 0, **settings: object) -> Event:
    """Return a league whose first day is so many days from today; its calendar is made."""
    first = timezone.localdate() + timedelta(days=begins)
    event = made_event(owner, players, format="round_robin", first_day=first, **settings)
    round_services.pair_next_round(by=owner, key=event.key, number=1)
    return event


def seated(event: Event, user: User, number: int) -> Person:
    """Make somebody the person of an entry."""
    Registration.objects.filter(event=event, number=number).update(person=person(user))
    return person(user)


def table_of(event: Event, a: int, b: int) -> LoadedPairing:
    """Return the match of two players, by their numbers."""
    for round_ in load_event(event.key).rounds:
        for table in round_.pairings:
            if table.b and {table.a.number, table.b.number} == {a, b}:
                return table
    raise AssertionError("the two do not meet")


def beats(owner: Person, event: Event, winner: int, loser: int) -> None:
    table = table_of(event, winner, loser)
    crystals = (5, 2) if table.a.number == winner else (2, 5)
    result_services.enter_result(by=owner, key=event.key, pairing=table.row.pk, crystals=crystals)


def wish(by: Person | None, event: Event, a: int, b: int, **wanted: Any) -> LoadedPairing:
    return schedule_league_match(
        by=by, key=event.key, pairing=table_of(event, a, b).row.pk, proposal=FixtureProposal(**wanted)
    )


def test_the_bar_counts_the_requests_one_has_to_answer_and_no_page_asks_more_for_it(
    owner: Person,
    elinor: User,
    elinor_client: Client,
    stranger_client: Client,
    stranger: User,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    event = league(owner)
    asking, other = seated(event, stranger, 3), seated(event, elinor, 2)
    request = RequestFactory().get("/")
    request.user = elinor

    def numbers(client: Client) -> list[list[str]]:
        pages = (client.get(path).content for path in ("/mine/", "/", "/cards/", "/cards/", event.get_absolute_url()))
        return [re.findall(r'class="to-answer num"> ?(\d+)', flat(page)) for page in pages]

    assert numbers(elinor_client) == [[]] * 5
    day = timezone.localdate() + timedelta(days=40)
    wish(asking, event, 2, 3, day=day)
    assert numbers(elinor_client) == [["1"]] * 5 and numbers(stranger_client) == [[]] * 5
    assert numbers(Client()) == [[]] * 5, "nobody else gets a page with it"
    with django_assert_num_queries(1):
        person_found = person_of(request)
        assert person_found is not None and person_found.waiting == 1
    wish(asking, event, 1, 3, day=day)
    wish(other, event, 2, 3, accept=False)
    assert numbers(elinor_client) == [[]] * 5


def test_a_guest_reads_the_number_on_pages_of_their_own(owner: Person, stranger: User, client: Client) -> None:
    event = league(owner)
    client.post(reverse("accounts:nickname"), {"nickname": "Mira"})
    guest = Person.objects.get(nickname="Mira")
    Registration.objects.filter(event=event, number=2).update(person=guest)
    wish(seated(event, stranger, 3), event, 2, 3, day=timezone.localdate() + timedelta(days=1))
    assert 'class="to-answer num"' in client.get("/play/").content.decode()
    for visitor in (client, Client()):
        assert "to-answer num" not in visitor.get("/cards/").content.decode(), "a page that others get, too"


def test_one_asks_for_a_day_and_the_other_accepts_it(owner: Person, elinor: User, stranger: User) -> None:
    event = league(owner)
    asks, other = seated(event, elinor, 2), seated(event, stranger, 3)
    day = timezone.localdate() + timedelta(days=40)
    wish(asks, event, 2, 3, day=day)
    assert table_of(event, 2, 3).day != day
    assert [each.day_requested_by for each in league_matches_to_play(other) if each.row.day_asked] == ["other"]
    # The other hears of it first, wherever they come back to; whoever asks finds the match in its place.
    assert (
        league_matches_to_play(other)[0].when == "asked" and next(next_steps_of(other)).about == "wants to reschedule"
    )
    assert "asked" not in [each.when for each in league_matches_to_play(asks)] and not [*next_steps_of(asks)]
    with pytest.raises(Conflict, match="Only your opponent can accept the date you proposed"):
        wish(asks, event, 2, 3, accept=True)
    wish(other, event, 2, 3, accept=True)
    assert table_of(event, 2, 3).day == day and table_of(event, 2, 3).row.day_asked is None
    wish(other, event, 2, 3, day=day + timedelta(days=1))
    wish(asks, event, 2, 3, accept=False)
    assert table_of(event, 2, 3).day == day
    with pytest.raises(Conflict, match="There’s no open request to reschedule"):
        wish(other, event, 2, 3, accept=True)


def test_every_page_says_the_day_that_is_asked_for_or_agreed(
    owner: Person, elinor: User, stranger: User, roland_client: Client, stranger_client: Client
) -> None:
    event = league(owner)
    page, shown = f"/matches/events/{event.key}/", "11 Nov 2999"
    wish(seated(event, elinor, 2), event, 2, 3, day=date(2999, 11, 11))
    seated(event, stranger, 3)
    assert f"wants to play on {shown}" in flat(stranger_client.get(page).content)
    table = table_of(event, 2, 3)
    desk = f"{page}results/?round={table.row.round.number}"
    assert shown not in flat(roland_client.get(desk).content)
    wish(person(stranger), event, 2, 3, accept=True)
    assert f'<span class="chip">{shown}</span>' in flat(roland_client.get(desk).content)


def test_a_phone_shows_the_matches_of_a_small_league_to_whoever_plays_none(
    owner: Person, stranger: User, client: Client, stranger_client: Client
) -> None:
    event = league(owner)
    seated(event, stranger, 3)
    folded, page = 'class="stack wide folded"', f"/matches/events/{event.key}/"
    assert folded not in flat(client.get(page).content)
    assert folded in flat(stranger_client.get(page).content)


def test_drop_in_the_list_of_a_league_leads_to_the_open_question(owner: Person, roland_client: Client) -> None:
    event = league(owner)
    desk = f"/matches/events/{event.key}/players/2/desk/"
    assert f'href="{desk}?drop=1#drop"' in flat(roland_client.get(f"/matches/events/{event.key}/players/").content)
    assert 'id="drop" open' in flat(roland_client.get(f"{desk}?drop=1").content)
    assert 'id="drop" open' not in flat(roland_client.get(desk).content)


def test_the_desk_of_a_league_stays_one_when_it_renews_itself(owner: Person, roland_client: Client) -> None:
    event = league(owner)
    page = f"/matches/events/{event.key}/"
    renewed = re.search(r'hx-get="([^"]+part=desk[^"]*)"', roland_client.get(f"{page}results/").content.decode())
    assert renewed is not None
    address = unescape(renewed[1]).replace(f"since={load_event(event.key).event.version}", "since=0")
    desk = flat(roland_client.get(address, headers={"HX-Request": "true"}).content)
    assert 'id="desk"' in desk and "Enter results" not in desk and 'id="results"' not in desk
    assert "Enter results" in flat(roland_client.get(f"{page}?since=0&part=desk").content)


def test_the_organiser_moves_a_match_at_the_desk(owner: Person, roland_client: Client) -> None:
    event, day = league(owner), timezone.localdate() + timedelta(days=9)
    table = table_of(event, 2, 3)
    desk = f"/matches/events/{event.key}/results/?round={table.row.round.number}"
    # Two open tables, and the form that scripts copy.
    assert flat(roland_client.get(desk).content).count('name="day"') == 3
    typed = {"pairing": table.row.pk, "shown": table.row.round.number, "back": "results", "day": day.isoformat()}
    answer = roland_client.post(f"/matches/events/{event.key}/do/fixture/", typed)
    assert answer.headers["Location"] == desk and table_of(event, 2, 3).day == day
    beats(owner, event, 2, 3)
    assert flat(roland_client.get(desk).content).count('name="day"') == 2


def test_the_day_of_the_desk_counts_at_once_and_none_is_in_the_past(owner: Person, elinor: User) -> None:
    event, today = league(owner), timezone.localdate()
    wish(owner, event, 2, 3, day=today + timedelta(days=9))
    assert table_of(event, 2, 3).day == today + timedelta(days=9)
    for day in (today - timedelta(days=1), date.max):
        with pytest.raises(Invalid, match="Choose today or a later date"):
            wish(owner, event, 2, 3, day=day)
    with pytest.raises(NotAllowed):
        wish(person(elinor), event, 2, 3, day=today)
    swiss = made_event(owner, 2)
    round_services.pair_next_round(by=owner, key=swiss.key, number=1)
    with pytest.raises(Conflict, match="Only league matches have dates of their own"):
        wish(owner, swiss, 1, 2, day=today)


def test_an_agreed_day_stands_in_the_calendars_of_both_and_of_the_club(
    owner: Person, roland: User, elinor: User
) -> None:
    group, event = made_group(roland), league(owner)
    Event.objects.filter(pk=event.pk).update(group=group)
    mine = seated(event, elinor, 2)
    day = timezone.localdate() + timedelta(days=3)
    wish(owner, event, 2, 3, day=day)
    event.refresh_from_db()
    own = calendar_entries([event], mine)
    assert len(own) == 3 and day in [each.day for each in own] and all("Elinor" in each.title for each in own)
    club = event_days_of_group(group, timezone.localdate())
    assert len(club) == 4 and [each.title for each in club if each.day == day] == [f"{event.name}: {name(event, 2, 3)}"]
    file = season_file(group, ALL_DAYS, "calendar.ics")
    of_season: Any = icalendar.Calendar.from_ical(file)
    days = {str(row["summary"]): row.decoded("dtstart") for row in of_season.walk("VEVENT")}
    assert len(days) == 4 and days[f"{event.name}: {name(event, 2, 3)}"] == day
    read: Any = icalendar.Calendar.from_ical(icalendar_of_entries(own, "https://moons.example"))
    assert len({str(row["uid"]) for row in read.walk("VEVENT")}) == 3


def test_a_moved_match_counts_on_its_own_day(owner: Person, roland: User) -> None:
    group, event = made_group(roland), league(owner, begins=-8)
    Event.objects.filter(pk=event.pk).update(group=group)
    day = timezone.localdate() + timedelta(days=3)
    wish(owner, event, 2, 3, day=day)
    beats(owner, event, 2, 3)
    beats(owner, event, 1, 4)
    # The round of the two tables is drawn by lot: its day may be before the agreed one or after.
    assert {each.day for each in encounters_of(group)} == {table_of(event, 1, 4).row.round.day, day}


def name(event: Event, a: int, b: int) -> str:
    table = table_of(event, a, b)
    return f"{table.a.name} – {table.b.name if table.b else ''}"


def test_my_matches_are_overdue_next_or_later_and_nobody_elses(owner: Person, elinor: User) -> None:
    event = league(owner, begins=-8)
    mine = seated(event, elinor, 2)
    assert [each.when for each in league_matches_to_play(mine)] == ["overdue", "overdue", "next"]
    assert league_matches_to_play(owner) == []
    open_ = table_of(event, 2, league_matches_to_play(mine)[0].opponent.number)
    result_services.enter_result(by=owner, key=event.key, pairing=open_.row.pk, crystals=(5, 1))
    assert [each.when for each in league_matches_to_play(mine)] == ["overdue", "next"]
    assert len(load_event(event.key).overdue) == 3
    leaving.drop_player(by=owner, key=event.key, number=2, withdrawal="keep")
    assert league_matches_to_play(mine) == []


def test_my_things_begin_with_the_first_two_matches_to_play(
    owner: Person, elinor: User, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = league(owner, begins=-8)
    client.force_login(elinor)
    seated(event, elinor, 2)
    page = flat(client.get("/mine/").text)
    assert "My league matches</a> · 3" in page and page.count("#mine") == 2
    more = page.partition('aria-labelledby="mine-lists"')[2].partition("</nav>")[0]
    assert 'href="/matches/clubs/"' in more and 'href="/matches/calendar/"' in more
    client.force_login(owner.user or elinor)
    assert "My league matches" not in client.get("/mine/").text
    with django_assert_num_queries(1):
        assert league_matches_to_play(owner) == []


def test_overdue_matches_are_told_once_a_week_and_by_hand_once_a_day(
    owner: Person, elinor: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    event, told = league(owner, begins=-1), []
    mine = seated(event, elinor, 2)
    monkeypatch.setattr(queue_push, "delay", lambda people, kind, **_more: told.append((kind, set(people))))
    with django_capture_on_commit_callbacks(execute=True):
        assert remind_of_overdue_matches(timezone.localdate()) == 2
        assert remind_of_overdue_matches(timezone.localdate() + timedelta(days=6)) == 0
    assert ("overdue", {owner.pk, mine.pk}) in told
    late = next(table for table in load_event(event.key).overdue)
    numbers = late.a.number, late.b.number if late.b else 0
    with pytest.raises(Conflict, match="reminded today"):
        wish(owner, event, *numbers, remind=True)
    Pairing.objects.update(reminded=None)
    wish(owner, event, *numbers, remind=True)
    to_come = load_event(event.key).rounds[1].pairings[0]
    with pytest.raises(Conflict, match="This match isn’t overdue"):
        schedule_league_match(by=owner, key=event.key, pairing=to_come.row.pk, proposal=FixtureProposal(remind=True))


def test_an_overdue_match_is_told_by_mail_in_the_language_of_the_reader(
    owner: Person, elinor: User, mailoutbox: list[EmailMessage], settings: LazySettings
) -> None:
    settings.SITE_URL = "https://moons.example/"
    EmailAddress.objects.create(user=elinor, email="elinor@example.org", verified=True, primary=True)
    event = league(owner, begins=-1)
    mine = seated(event, elinor, 2)
    Person.objects.filter(pk=mine.pk).update(language="de")
    late = next(table for table in load_event(event.key).overdue if table.side_of_person(mine))
    assert mail_overdue_match(late.row.pk) == 1
    [mail] = mailoutbox
    assert mail.to == ["elinor@example.org"] and mail.subject.startswith("Dein Match gegen ")
    assert f"https://moons.example{event.get_absolute_url()}" in mail.body and "/drafts/" in mail.body
    assert mail_overdue_match(0) == 0


def test_a_link_is_for_the_two_and_the_desk(owner: Person, roland: User, elinor: User, stranger: User) -> None:
    event = league(owner)
    mine = seated(event, elinor, 2)
    seated(event, stranger, 4)
    pk = wish(mine, event, 2, 3, link=" https://chat.example/moon ").row.pk
    for link in ("http://chat.example/", "javascript:alert(1)", f"https://chat.example/{'a' * 200}"):
        with pytest.raises(Invalid, match="https"):
            wish(mine, event, 2, 3, link=link)
    path = f"events/{event.key}/pairings/{pk}/"
    assert Script(elinor).done("GET", path)["link"] == Script(roland).done("GET", path)["link"]
    assert Script(stranger).call("GET", path)[0] == 403
    assert "chat.example" not in Client().get(f"/matches/events/{event.key}/?round=1").text


def test_no_answer_is_told_to_the_desk(owner: Person, elinor: User, roland_client: Client) -> None:
    event = league(owner, begins=-1)
    mine = seated(event, elinor, 2)
    other = league_matches_to_play(mine)[0].opponent.number
    wish(mine, event, 2, other, no_answer=True)
    with pytest.raises(Conflict, match="Only one of the two players can report that there’s no reply"):
        wish(owner, event, 2, other, no_answer=True)
    page = flat(roland_client.get(event.get_absolute_url()).text)
    assert "2 matches are overdue" in page and "Elinor isn’t getting a reply" in page
    wish(owner, event, 2, other, no_answer=False)
    assert table_of(event, 2, other).row.no_answer == ""


def test_with_two_legs_each_meets_each_twice_and_the_starter_changes(owner: Person) -> None:
    for players in (4, 5):
        rounds = round_robin(range(players), seed=7, legs=2)
        pairs = [pair for pairs in rounds for pair in pairs if pair[1] is not None]
        assert len(set(pairs)) == len(pairs) == players * (players - 1)
    event = league(owner, 3, legs=2)
    assert len(load_event(event.key).rounds) == 6
    with pytest.raises(Invalid, match="once or twice"):
        made_event(owner, 2, format="round_robin", legs=3)


def test_moving_the_first_day_asks_for_the_rounds(owner: Person, roland_client: Client) -> None:
    event = league(owner, begins=1)
    won = load_event(event.key).rounds[0].pairings[0]
    result_services.enter_result(by=owner, key=event.key, pairing=won.row.pk, crystals=(5, 1))
    before = [each.row.day for each in load_event(event.key).rounds]
    address = reverse("matches:event_change", args=[event.key])
    form = roland_client.get(address).context["form"]
    typed = {name: "" if value is None else value for name, value in form.initial.items() if value is not False}
    typed |= {"first_day": (timezone.localdate() + timedelta(days=8)).isoformat(), "edition": "legends", "target": 5}
    refused = roland_client.post(address, typed)
    assert "moves_rounds" in refused.context["form"].errors and "rounds_planned" not in refused.context["form"].errors
    assert roland_client.post(address, typed | {"moves_rounds": "1"}).status_code == 302
    days = [each.row.day for each in load_event(event.key).rounds]
    assert days[0] == before[0] and days[1:] == [day + timedelta(days=7) for day in before[1:] if day]


def test_settings_of_a_league_ask_for_no_number_of_rounds_before_its_calendar(
    owner: Person, roland_client: Client
) -> None:
    asked = {}
    for form in ("round_robin", "swiss"):
        event = made_event(owner, 4, format=form)
        page = roland_client.get(reverse("matches:event_change", args=[event.key]))
        settings = page.context["form"]
        questions = [
            *settings.first_questions(),
            *(one for fold in settings.folded_sections() for one in fold.questions),
        ]
        asked[form] = {one.field.name for one in questions if not one.formats or form in one.formats}
    assert not {"rounds_planned", "first_table"} & asked["round_robin"] and "legs" in asked["round_robin"]
    assert {"rounds_planned", "first_table"} <= asked["swiss"] and "legs" not in asked["swiss"]


def test_who_comes_late_plays_the_byes_of_an_odd_league(owner: Person) -> None:
    event = league(owner, 5)
    with pytest.raises(Conflict, match="The schedule of this league is set"):
        services.add_players(by=owner, key=event.key, names=["Zoe", "Yann"])
    services.add_players(by=owner, key=event.key, names=["Zoe"])
    view = load_event(event.key)
    tables = [table for each in view.rounds for table in each.pairings]
    assert all(table.b for table in tables) and len(tables) == 15
    assert (
        len([table for table in tables if table.side_of_person(None) == "" and "Zoe" in table.score_with_names((0, 0))])
        == 5
    )


@pytest.mark.parametrize("legs", [1, 2])
def test_who_comes_late_to_an_even_league_meets_everybody_in_the_rounds_still_open(owner: Person, legs: int) -> None:
    event = league(owner, legs=legs)
    for table in load_event(event.key).rounds[0].pairings:
        result_services.enter_result(by=owner, key=event.key, pairing=table.row.pk, crystals=(5, 2))
    services.add_players(by=owner, key=event.key, names=["Zoe"])
    view = load_event(event.key)
    assert len(view.rounds) == 3 * legs and not view.rounds[0].unreported
    tables = [table for each in view.rounds for table in each.pairings if "Zoe" in table.score_with_names((0, 0))]
    met = [table.b if table.b and table.a.name == "Zoe" else table.a for table in tables]
    assert sorted(player.number for player in met) == sorted([1, 2, 3, 4] * legs)
    for each in view.rounds:
        assert len({table.row.table for table in each.pairings}) == len(each.pairings)
    for table in [table for each in view.rounds for table in each.unreported]:
        result_services.enter_result(by=owner, key=event.key, pairing=table.row.pk, crystals=(5, 2))
    assert {place.line.played for place in load_event(event.key).standings} == {4 * legs}
    round_services.finish_event(by=owner, key=event.key)


def test_somebody_takes_over_the_open_matches_of_who_has_left(owner: Person, roland_client: Client) -> None:
    event = league(owner)
    beats(owner, event, 1, 4)
    with pytest.raises(Conflict, match="left a league"):
        leaving.add_substitute(by=owner, key=event.key, number=4, name="Zoe")
    leaving.drop_player(by=owner, key=event.key, number=4)
    roland_client.post(f"/matches/events/{event.key}/players/4/desk/substitute/", {"name": "Zoe"})
    view = load_event(event.key)
    assert {player.number for player in view.ranked} == {1, 2, 3, 4, 5}
    assert table_of(event, 1, 4).outcome is not None
    for a, b in ((1, 2), (1, 3), (2, 3), (5, 2), (3, 5)):
        beats(owner, event, a, b)
    round_services.finish_event(by=owner, key=event.key)
    assert [place.player.number for place in load_event(event.key).standings] == [1, 2, 3, 5, 4]
