"""Deck duty with players who have no phone: decks handed in at the desk, exceptions with a reason, pairing anyway."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from accounts.models import Person, User
from cards.core.facts import Catalogue, People
from common.errors import Conflict, Invalid
from decks.core.building import initial_deck
from decks.core.text import format_deck
from decks.deck.services import DeckContents, create_deck
from matches.events import round_services, services
from matches.events.decks import services as deck_services
from matches.events.decks.queries import ProceedAnyway
from matches.events.players import services as pasting
from matches.events.queries import load_event
from matches.models import AuditLogEntry, Event, Registration
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db
NOT_LEGAL = "Name: A first Terrah\nFormat: custom\nLeader: Terrah 00\n\nTerrah 01\n"


@pytest.fixture
def event(roland: User, db_catalogue: Catalogue) -> Event:
    return made_event(person(roland), 4, decks_required=True)


def desk(client: Client, event: Event, number: int, act: str, **data: object) -> int:
    return client.post(f"/matches/events/{event.key}/players/{number}/desk/{act}/", data).status_code


def test_the_desk_hands_in_a_pasted_list_and_an_illegal_one_says_why(event: Event, roland_client: Client) -> None:
    address = f"/matches/events/{event.key}/players/2/desk/deck/"
    answer = roland_client.post(address, {"text": NOT_LEGAL}, follow=True)
    page = answer.content.decode()
    row = Registration.objects.get(event=event, number=2)
    assert row.deck_verdict == "illegal" and row.deck_name == "A first Terrah" and row.deck_faults
    assert ". It isn’t legal:" in page and row.deck_faults[0]["code"] in page
    assert f'href="{event.get_absolute_url()}"' in page
    broken = roland_client.post(address, {"text": "Name: x\nCard not found at all"})
    assert broken.status_code == 400 and "Card not found at all" in broken.content.decode()
    assert desk(roland_client, event, 2, "deck") == 400
    assert desk(roland_client, event, 2, "behead") == 404


def test_the_desk_hands_in_a_file_and_a_deck_by_its_address(
    event: Event, roland_client: Client, db_catalogue: Catalogue
) -> None:
    whole = initial_deck(People.VULCA, db_catalogue)
    text = format_deck(whole, db_catalogue).encode()
    assert desk(roland_client, event, 2, "deck", file=SimpleUploadedFile("vulca.txt", text)) == 302
    own = create_deck(owner=event.owner, contents=DeckContents(deck=whole))
    address = f"https://moons.example{own.get_absolute_url()}"
    assert desk(roland_client, event, 3, "deck", deck=address) == 302
    rows = Registration.objects.filter(event=event, number__in=(2, 3)).order_by("number")
    assert [row.deck_verdict for row in rows] == ["legal", "legal"] and own.name == rows[1].deck_name


def test_a_deck_of_another_game_is_refused(event: Event) -> None:
    with pytest.raises(Invalid):
        deck_services.submit_pasted_deck(
            by=event.owner, key=event.key, number=1, text="Game: cthulhu\n3x Museum Curator"
        )


def test_playing_without_a_deck_has_a_reason_in_the_log(event: Event, roland_client: Client) -> None:
    for number in (1, 2, 3, 4):
        assert desk(roland_client, event, number, "waive", reason="first time here") == 302
    assert AuditLogEntry.objects.filter(event=event, kind="deck_waived", about__reason="first time here").count() == 4
    assert desk(roland_client, event, 4, "waive", reason="") == 302
    with pytest.raises(Conflict, match=r"Players without a legal deck \(1\): "):
        round_services.pair_next_round(by=event.owner, key=event.key, number=1)
    assert desk(roland_client, event, 4, "waive", reason="borrowed one") == 302
    paired(event, 1)


def test_pairing_all_the_same_names_who(event: Event, roland_client: Client) -> None:
    page = roland_client.get(event.get_absolute_url()).content.decode()
    assert "4 players have no legal deck." in page and "Pair round 1 anyway" in page
    data = {"number": 1, "without_decks": 1}
    assert roland_client.post(f"/matches/events/{event.key}/do/pair/", data).status_code == 302
    said = AuditLogEntry.objects.get(event=event, kind="paired_without").about["names"]
    assert said == "Roland, Elinor, Mira, Otto"


def test_an_illegal_deck_stands_before_the_missing_ones(
    roland: User, roland_client: Client, db_catalogue: Catalogue
) -> None:
    event = made_event(person(roland), 16, decks_required=True)
    deck_services.submit_pasted_deck(by=event.owner, key=event.key, number=15, text=NOT_LEGAL)
    page = flat(roland_client.get(event.get_absolute_url()).content)
    desk = page[page.index('class="plain lines faulty"') :]
    assert desk.index("/players/15/desk/") < desk.index("/players/1/desk/")
    assert "and 4 more without a legal deck" in desk


def test_a_stranger_cannot_hand_in_or_excuse(event: Event, stranger_client: Client) -> None:
    assert desk(stranger_client, event, 1, "waive", reason="no") == 403
    assert stranger_client.get(f"/matches/events/{event.key}/players/1/desk/").status_code == 403
    assert not Registration.objects.exclude(deck_waived="").exists()


def test_a_pasted_name_is_renamed_and_its_place_taken_by_its_link(
    event: Event, roland_client: Client, elinor: User, elinor_client: Client, stranger_client: Client
) -> None:
    assert desk(roland_client, event, 2, "rename", name="mira") == 409
    assert desk(roland_client, event, 2, "rename", name="Elinor of the lake") == 302
    paired(event, 1, anyway=ProceedAnyway(True))
    page = roland_client.get(f"/matches/events/{event.key}/players/2/desk/").content.decode()
    link = place_link(page, event, 2)
    assert elinor_client.get(link[:-2] + "x/").status_code == 404
    assert elinor_client.get(link).status_code == 200
    assert elinor_client.post(link).status_code == 302
    row = Registration.objects.get(event=event, number=2)
    assert row.person == person(elinor) and row.name == "Elinor of the lake"
    table = next(pairing for pairing in load_event(event.key).rounds[0].pairings if row in (pairing.a, pairing.b))
    assert table.row.match is not None and person(elinor) in (table.row.match.player_a, table.row.match.player_b)
    assert stranger_client.post(link).status_code == 409


def place_link(page: str, event: Event, number: int) -> str:
    return page[page.index(f"/matches/events/{event.key}/players/{number}/place/") :].split('"')[0]


def test_the_link_of_a_player_who_was_taken_off_the_list_leads_to_nobody_elses_place(
    event: Event, roland_client: Client, elinor_client: Client
) -> None:
    services.add_players(by=event.owner, key=event.key, names=["Mistyped"])
    number = Registration.objects.get(event=event, name="Mistyped").number
    desk_address = f"/matches/events/{event.key}/players/{number}/desk/"
    link = place_link(roland_client.get(desk_address).content.decode(), event, number)
    pasting.delete_pasted_players(by=event.owner, key=event.key, first=number, last=number)
    assert elinor_client.get(link).status_code == 404
    services.add_players(by=event.owner, key=event.key, names=["Mistral"])
    assert Registration.objects.get(event=event, name="Mistral").number == number
    refused = elinor_client.post(link)
    assert refused.status_code == 404 and "Ask the organiser for a new one" in refused.content.decode()
    assert Registration.objects.get(event=event, name="Mistral").person is None
    new_link = place_link(roland_client.get(desk_address).content.decode(), event, number)
    assert elinor_client.post(new_link).status_code == 302


def test_an_event_is_put_to_a_group_on_its_page(
    event: Event, roland_client: Client, owner_group: str, elinor_client: Client
) -> None:
    from tests.matches.events.test_pages import NEW

    answers = {**NEW, "group": owner_group, "seen": event.fingerprint}
    assert roland_client.post(f"/matches/events/{event.key}/settings/", answers).status_code == 302
    event.refresh_from_db()
    assert event.group is not None and event.group.key == owner_group
    assert AuditLogEntry.objects.filter(event=event, kind="group").exists()
    roland_client.post(f"/matches/events/{event.key}/settings/", {**NEW, "seen": event.fingerprint})
    event.refresh_from_db()
    assert event.group is None
    assert 'name="group"' in roland_client.get("/matches/events/new/").content.decode()
    assert 'name="group"' not in elinor_client.get("/matches/events/new/").content.decode()


@pytest.fixture
def owner_group(roland: User) -> str:
    from matches.groups.services import create_group

    return create_group(by=person(roland), name="Thursday league", me="Roland").key


def test_a_finished_event_is_opened_again(roland: User, roland_client: Client) -> None:
    owner: Person = person(roland)
    event = made_event(owner, 2)
    paired(event, 1)
    enter_all(event)
    for action, status in (("finish", "finished"), ("reopen", "running")):
        assert roland_client.post(f"/matches/events/{event.key}/do/{action}/").status_code == 302
        event.refresh_from_db()
        assert event.status == status
    paired(event, 2)
