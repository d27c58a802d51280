"""The clock as the organiser sees it all day, and a desk that shows what is needed now."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Person, User
from cards.core.facts import Catalogue
from common.errors import Invalid
from matches.events import round_services, services
from matches.events.decks.queries import ProceedAnyway
from matches.events.queries import load_event
from matches.events.rounds import clock
from matches.models import AuditLogEntry, Event, Registration, Round
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def do(client: Client, event: Event, action: str, **data: object) -> int:
    return client.post(f"{event.get_absolute_url()}do/{action}/", data).status_code


def test_the_results_desk_runs_lengthens_and_ends_a_round(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    page = flat(roland_client.get(f"{event.get_absolute_url()}results/").content)
    assert "Start clock" in page and "+ 5 minutes" in page and "Time is up" in page
    assert do(roland_client, event, "clock", number=1, running=1, back="results") == 302
    assert do(roland_client, event, "longer", number=1, minutes=5, back="results") == 302
    row = Round.objects.get(event=event)
    assert row.minutes == 55 and row.spans and AuditLogEntry.objects.filter(event=event, kind="lengthened").exists()
    assert do(roland_client, event, "close", number=1, unfinished=1, back="results") == 302
    with pytest.raises(Invalid):
        clock.extend_round(by=owner, key=event.key, number=1, minutes=5000)


def test_one_table_has_extra_time_which_its_players_see(
    owner: Person, elinor: User, elinor_client: Client, roland_client: Client
) -> None:
    event = made_event(owner, 2)
    Registration.objects.filter(event=event, name="Elinor").update(person=person(elinor))
    row = paired(event, 1).rounds[0].pairings[0].row
    clock.set_round_clock(by=owner, key=event.key, number=1, running=True)
    assert do(roland_client, event, "longer", pairing=row.pk, minutes=5, back="results") == 302
    assert "+5" in flat(roland_client.get(f"{event.get_absolute_url()}results/").content)
    panel = flat(elinor_client.get(f"{event.get_absolute_url()}mine/").content)
    assert ">55:00<" in panel or ">54:5" in panel
    with pytest.raises(Invalid):
        clock.give_extra_time(by=owner, key=event.key, pairing=row.pk, minutes=100)


def test_the_api_lengthens_a_round_and_gives_a_table_extra_time(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 2)
    row = paired(event, 1).rounds[0].pairings[0].row
    asked = {"longer": 5, "extra": [{"id": row.pk, "minutes": 3}]}
    address = f"/api/v1/events/{event.key}/rounds/1/"
    answer = roland_client.post(address, asked, "application/json")
    assert answer.status_code == 200
    assert answer.json()["rounds"][0]["pairings"][0]["extra_minutes"] == 3
    assert Round.objects.get(event=event).minutes == 55


def test_a_deck_that_can_no_longer_be_handed_in_is_not_asked_for(
    owner: Person, elinor: User, elinor_client: Client, db_catalogue: Catalogue
) -> None:
    event = made_event(owner, 4, decks_required=True)
    Registration.objects.filter(event=event, name="Elinor").update(person=person(elinor))
    address = f"{event.get_absolute_url()}mine/"
    assert "Build a deck first." in flat(elinor_client.get(address).content)
    paired(event, 1, anyway=ProceedAnyway(True))
    page = flat(elinor_client.get(address).content)
    assert "Build a deck first." not in page and "Decks locked at round 1. Ask the organiser to accept yours." in page
    Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED)
    page = flat(elinor_client.get(address).content)
    assert "Build a deck first." not in page and "Ask the organiser" not in page


def test_deck_faults_are_one_folded_line_once_a_round_is_paired(
    owner: Person, roland_client: Client, db_catalogue: Catalogue
) -> None:
    event = made_event(owner, 4, decks_required=True)
    paired(event, 1, anyway=ProceedAnyway(True))
    page = flat(roland_client.get(event.get_absolute_url()).content)
    assert '<summary>4 without a legal deck</summary><ul class="plain lines faulty">' in page


def test_the_links_of_helpers_have_qr_codes(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 2)
    page = flat(roland_client.get(f"{event.get_absolute_url()}helpers/").content)
    assert "QR code for scorekeepers" in page and page.count('class="qr"') == 2


def test_after_round_1_of_4_finishing_is_no_large_button(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4, rounds_planned=4, cut_size=2)
    paired(event, 1)
    enter_all(event)
    page = flat(roland_client.get(event.get_absolute_url()).content)
    for said in ("Finish event", "Cut to top 2"):
        assert f'<summary class="">{said}</summary>' in page
    assert load_event(event.key).current is not None


def test_a_judge_is_called_from_the_phone_and_the_desk_says_where(
    owner: Person, elinor: User, elinor_client: Client, roland_client: Client, stranger_client: Client
) -> None:
    event = made_event(owner, 4)
    Registration.objects.filter(event=event, name="Elinor").update(person=person(elinor))
    assert do(elinor_client, event, "judge") == 409  # nothing is paired yet
    view = paired(event, 1)
    own = view.rounds[0].table_of(next(player for player in view.players if player.name == "Elinor"))
    assert own is not None and "Call a judge" in flat(elinor_client.get(event.get_absolute_url()).content)
    assert do(stranger_client, event, "judge") == 403
    assert [do(elinor_client, event, "judge") for _time in range(2)] == [302, 302]
    for page in (event.get_absolute_url(), f"{event.get_absolute_url()}mine/"):
        called = flat(elinor_client.get(page).content)
        assert "You’ve called a judge." in called and "Call a judge" not in called
    desk = flat(roland_client.get(f"{event.get_absolute_url()}?since=1&part=desk").content)
    assert f"Judge to table {own.row.table}" in desk
    assert do(elinor_client, event, "judge", came=own.row.table) == 403
    assert do(roland_client, event, "judge", came=own.row.table) == 302
    assert do(roland_client, event, "judge", came=own.row.table) == 409
    assert "Judge to table" not in flat(roland_client.get(event.get_absolute_url()).content)
    assert "Call a judge" in flat(elinor_client.get(event.get_absolute_url()).content)
    kinds = AuditLogEntry.objects.filter(event=event, kind__startswith="judge_").values_list("kind", flat=True)
    assert list(kinds) == ["judge_came", "judge_called"]


def test_the_last_announcement_does_not_stay_beside_the_winner(owner: Person, client: Client) -> None:
    event = made_event(owner, 2)
    services.publish_announcement(by=owner, key=event.key, text="Lunch at 13:00")
    paired(event, 1)
    enter_all(event)
    assert "Lunch at 13:00" in flat(client.get(f"{event.get_absolute_url()}wall/").content)
    round_services.finish_event(by=owner, key=event.key)
    assert "Lunch at 13:00" not in flat(client.get(f"{event.get_absolute_url()}wall/").content)
    services.publish_announcement(by=owner, key=event.key, text="Prizes at 18:00")
    assert "Prizes at 18:00" in flat(client.get(f"{event.get_absolute_url()}wall/").content)
