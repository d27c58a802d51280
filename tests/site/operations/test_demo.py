"""The demo season: what it holds, that it says what it is, and that nothing of it stays."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from cards.core.facts import PEOPLES, Catalogue
from common.random_keys import KEY_ALPHABET, creating_demo_keys, is_demo_key, new_key
from decks.models import Deck
from drafts.models import Draft, Seat
from matches.events.queries import load_event
from matches.groups.encounters import encounters_of
from matches.models import Event, Game, Group, Match, Registration, Round
from matches.seasons.views import MAX_PLAYERS_CHARTED
from tenmoons.demo import season as demo
from tenmoons.demo.living_site import create_live_demo
from tests.html import flat
from tests.matches.builders import made_match, person, won
from tests.matches.events.builders import made_event

CHIP = 'class="chip demo"'


def _rows() -> dict[str, set[int | str]]:
    return {model._meta.label: set(model._base_manager.values_list("pk", flat=True)) for model in apps.get_models()}


@pytest.mark.once  # a small one is enough for the other servers, below
def test_a_season_is_there_is_marked_and_goes_without_a_trace(
    roland: User, roland_client: Client, client: Client, db_catalogue: Catalogue
) -> None:
    match = won(made_match(roland))
    before = _rows()
    season = demo.create_demo_season()
    _holds_what_a_club_has(season)

    new = [
        row
        for table in (Draft, Match, Group, Event, Deck)
        for row in table.objects.exclude(pk__in=before[table._meta.label])
    ]
    assert new
    assert all(is_demo_key(row.key) for row in new)
    for path in (*season.paths, "/decks/", f"/matches/{Match.objects.filter(group__key=season.group)[0].key}/"):
        page = client.get(path)
        assert page.status_code == 200
        assert CHIP in page.content.decode(), path
    assert CHIP not in roland_client.get(f"/matches/{match.key}/").content.decode()
    # A visitor finds it where they look; who has matches of their own is not shown it.
    assert "Demo league" in client.get("/").content.decode()
    assert "Demo league" not in roland_client.get("/").content.decode()
    assert "Demo league" in client.get("/matches/").content.decode()
    assert "Demo Saturday" in client.get("/matches/events/").content.decode()
    assert "Demo league" not in roland_client.get("/matches/").content.decode()

    _statistics_know_peoples_and_cards(client, season)

    with pytest.raises(CommandError, match="already"):
        call_command("demo_season")
    call_command("demo_season", "--remove")
    assert _rows() == before


def _holds_what_a_club_has(season: demo.DemoSeason) -> None:
    assert (len(demo.demo_people()), Group.objects.get(key=season.group).members.count()) == (11, 10)
    assert Match.objects.filter(group__key=season.group).count() == 40
    assert Match.objects.filter(group__key=season.group, status=Match.Status.FINISHED).count() >= 38
    assert Game.objects.filter(match__group__key=season.group).count() > 80
    assert [draft.status for draft in Draft.objects.filter(key__in=season.drafts)] == [Draft.Status.DONE] * 3
    assert not Seat.objects.filter(draft__key__in=season.drafts, person=None).exists()
    event = Event.objects.get(key=season.event)
    assert event.status == Event.Status.FINISHED
    assert Registration.objects.filter(event=event).count() == 24
    assert Round.objects.filter(event=event).count() == 8
    assert Deck.objects.filter(key__in=season.decks).count() == 10
    coming = Event.objects.get(key=season.coming)
    assert coming.first_day is not None and (coming.first_day.weekday(), coming.registration_open) == (5, True)


def _statistics_know_peoples_and_cards(client: Client, season: demo.DemoSeason) -> None:
    group = Group.objects.get(key=season.group)
    bouts = [bout for encounter in encounters_of(group) for bout in encounter.bouts]
    assert {deck.people for bout in bouts for deck in bout.decks} == {str(people) for people in PEOPLES}
    page = client.get(f"/matches/groups/{group.key}/season/strengths/").content.decode()
    assert "Vulca" in page and "of no match" not in page
    assert "Demo Saturday to come" in client.get(f"/matches/groups/{group.key}/").content.decode()
    # Everybody against everybody, the names of the first at the chart, all in its table.
    whole = client.get(f"/matches/groups/{group.key}/season/").content.decode()
    cross = whole.split('class="cross"')[1].split("</table>")[0]
    played = cross.count('<th scope="row">')
    assert played >= MAX_PLAYERS_CHARTED and cross.count('class="self"') == played
    assert whole.split('<svg class="chart', 1)[1].split("</svg>")[0].count('class="name"') == MAX_PLAYERS_CHARTED
    assert whole.split('<table class="course">')[1].split("</table>")[0].count('<th scope="row">') == played


def test_the_event_to_come_moves_on_when_its_day_is_over(roland: User, db_catalogue: Catalogue) -> None:
    with creating_demo_keys():
        event = made_event(person(roland), 0)
    yesterday = timezone.localdate() - timedelta(days=1)
    Event.objects.filter(pk=event.pk).update(name=demo.COMING_EVENT_NAME, first_day=yesterday)
    demo.move_coming_event()
    event.refresh_from_db()
    assert event.first_day == demo.next_saturday(timezone.localdate())


def test_no_key_that_is_drawn_says_demo() -> None:
    assert "o" not in KEY_ALPHABET
    assert not is_demo_key(new_key())


def test_without_a_season_there_is_nothing_to_remove(db: None) -> None:
    assert demo.delete_demo_season() == 0


def test_a_small_season_goes_without_a_trace_on_any_server(
    roland: User, db_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, number in {"DEMO_MATCHES": 3, "EVENT_PLAYERS": 8, "PLAYOFF_SIZE": 4}.items():
        monkeypatch.setattr(demo, name, number)
    won(made_match(roland))
    before = _rows()
    demo.create_demo_season()
    assert demo.delete_demo_season() > 100
    assert _rows() == before


@pytest.mark.once  # the season, of which it has one, is filled and removed on both servers
def test_the_living_site_has_a_seat_to_sit_down_at_and_is_filled_once(client: Client, db_catalogue: Catalogue) -> None:
    site = create_live_demo()
    before = _rows()
    assert create_live_demo() == site
    assert _rows() == before
    for _name, path in site.links:
        assert client.get(path, follow=True).status_code == 200
    draft = Draft.objects.get(key=site.draft)
    assert draft.status == Draft.Status.DRAFTING
    assert client.post(reverse("drafts:join", args=[draft.key]), {"nickname": "A stranger"}).status_code == 302
    assert draft.seats.filter(nickname="A stranger", is_bot=False).exists()
    assert load_event(site.event).rounds[-1].row.number == 3
    assert load_event(site.event).rounds[-1].unreported
    kinds = set(Deck.objects.filter(key__startswith="demo").values_list("format", flat=True))
    assert kinds >= {"preconstructed", "custom", "emissary", "casual"}
    finished = Draft.objects.filter(status=Draft.Status.DONE)
    assert finished and all(draft.is_log_open for draft in finished)
    listed = flat(client.get("/decks/public/").content)
    assert listed.index("Demo of several peoples") < listed.index("Not legal") < listed.index("Demo investigators")
    Draft.objects.filter(key=draft.key).update(status=Draft.Status.DONE)
    again = client.get("/drafts/demo/", follow=True).context["draft_view"]
    assert (again.status, again.key == draft.key) == (Draft.Status.DRAFTING, False)
    assert client.get("/drafts/demo/").headers["Location"] == f"/drafts/{again.key}/"


def test_a_site_without_the_demo_has_no_seat_of_it(client: Client, db: None) -> None:
    assert client.get("/drafts/demo/").status_code == 404


def test_the_demo_never_fills_a_database_that_somebody_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///club.sqlite3")
    with pytest.raises(CommandError, match="without DATABASE_URL"):
        call_command("demo")
