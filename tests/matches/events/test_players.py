"""Players as people: pasting and taking a paste back, merging two entries, and penalties that count."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import Person, User
from common.errors import Conflict
from matches.events import services as event_services
from matches.events.entry import services as entry_services
from matches.events.players import merging
from matches.events.queries import load_event
from matches.models import AuditLogEntry, Event, Game, Match, Registration
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def add(client: Client, event: Event, names: str) -> tuple[int, str]:
    answer = client.post(f"/matches/events/{event.key}/do/add/", {"names": names})
    url = str(getattr(answer, "url", ""))
    return answer.status_code, url or flat(answer.content)


def test_a_paste_that_was_tidied_is_looked_at_first(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 1)
    code, page = add(roland_client, event, "Saturday:\n1. Anna 🌙\n2. Ben\n3. roland")
    assert code == 400 and "2 names found. Check them" in page and "Anna\nBen</textarea>" in page
    assert "Saturday:" in page and "roland" in page
    assert '<div class="notice warning" tabindex="-1" autofocus><p>2 names found.' in page
    assert len(load_event(event.key).players) == 1
    code, address = add(roland_client, event, "Anna\nBen")
    assert code == 302 and address.endswith("?pasted=2-3")
    assert len(load_event(event.key).players) == 3


def test_a_paste_is_taken_back(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 2)
    _code, address = add(roland_client, event, "Anna\nBen\nCarla")
    assert "Undo" in roland_client.get(address).content.decode()
    undo = f"/matches/events/{event.key}/do/unpaste/"
    assert roland_client.post(undo, {"first": 3, "last": 5}).status_code == 302
    assert [player.name for player in load_event(event.key).players] == ["Roland", "Elinor"]
    add(roland_client, event, "Anna\nBen")
    paired(event, 1)
    answer = roland_client.post(undo, {"first": 3, "last": 4})
    assert answer.status_code == 409 and "Round 1 is paired" in answer.content.decode()
    assert len(load_event(event.key).players) == 4


def test_a_paste_in_which_somebody_took_a_place_stays(owner: Person, elinor: User, roland_client: Client) -> None:
    event = made_event(owner, 2)
    add(roland_client, event, "Anna\nBen")
    Registration.objects.filter(event=event, name="Ben").update(person=person(elinor))
    answer = roland_client.post(f"/matches/events/{event.key}/do/unpaste/", {"first": 3, "last": 4})
    assert answer.status_code == 409 and "Ben" in answer.content.decode()
    assert len(load_event(event.key).players) == 4


def test_a_scanned_code_and_a_pasted_name_become_one_player(owner: Person, elinor: User, roland_client: Client) -> None:
    event = made_event(owner, 3)
    paired(event, 1)
    enter_all(event)
    Event.objects.update(registration_open=True)
    late = entry_services.register_player(by=person(elinor), key=event.key, name="Elinor B.")
    assert isinstance(late, Registration)
    answer = roland_client.post(f"/matches/events/{event.key}/players/{late.number}/desk/merge/", {"into": 2})
    assert answer.status_code == 302
    view = load_event(event.key)
    kept = view.player_of(person(elinor))
    assert kept is not None and (kept.number, kept.name, len(view.players)) == (2, "Elinor", 3)
    matches = [
        pairing.row.match
        for pairing in view.rounds[0].pairings
        if pairing.b is not None and kept in (pairing.a, pairing.b)
    ]
    assert all(person(elinor).pk in (match.player_a_id, match.player_b_id) for match in matches if match is not None)
    assert AuditLogEntry.objects.filter(event=event, kind="merged").exists()


def test_two_who_have_played_are_not_merged(owner: Person) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    with pytest.raises(Conflict, match="in round 1"):
        merging.merge_players(by=owner, key=event.key, number=1, into=2)
    with pytest.raises(Conflict, match="Choose a different player to merge with"):
        merging.merge_players(by=owner, key=event.key, number=1, into=1)
    assert len(load_event(event.key).players) == 4


def test_a_person_who_is_listed_twice_in_a_running_league_is_merged_before_the_second_entry_has_played(
    owner: Person, elinor: User, roland_client: Client
) -> None:
    event = made_event(owner, 5, format="round_robin")
    view = paired(event, 1)
    Registration.objects.filter(event=event, number=5).update(person=person(elinor))
    kept = merging.merge_players(by=owner, key=event.key, number=5, into=2)
    assert (kept.person, kept.number) == (person(elinor), 2)
    gone = Registration.objects.get(event=event, number=5)
    assert (gone.person, gone.withdrawal) == (None, "strike") and gone.dropped is not None
    for player in load_event(event.key).players:
        assert roland_client.get(f"/matches/events/{event.key}/players/{player.number}/").status_code == 200
    assert len(view.rounds) == len(load_event(event.key).rounds)
    enter_all(event)
    tables = [table for round_ in load_event(event.key).rounds for table in round_.pairings if table.row.settled]
    one, other = next(table.players for table in tables if table.b is not None)
    desk = f"/matches/events/{event.key}/players/{one.number}/desk/merge/"
    answer = roland_client.post(desk, {"into": other.number})
    assert answer.status_code == 409 and "<details open" in flat(answer.content)
    assert "played each other" in flat(answer.content)


def test_the_entry_of_almost_the_same_name_is_offered_first_to_merge_with(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 0)
    for name in ("Anna", "Carla Weiß", "Ben Ott", "Benn Ott"):
        event_services.add_players(by=owner, key=event.key, names=[name])
    desk = flat(roland_client.get(f"/matches/events/{event.key}/players/4/desk/").content)
    assert 'value="3" selected' in desk


def test_the_loss_of_a_match_is_lost_by_a_button_and_can_be_undone(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4)
    pairing = paired(event, 1).rounds[0].pairings[0]
    desk = f"/matches/events/{event.key}/players/{pairing.a.number}/desk/"
    note = {"number": pairing.a.number, "kind": "match_loss", "text": "left the table", "back": "player"}
    answer = roland_client.post(f"/matches/events/{event.key}/do/note/", note)
    assert answer.url == desk  # type: ignore[attr-defined]
    assert "Apply match loss at table 1" in flat(roland_client.get(desk).content)
    answer = roland_client.post(f"{desk}penalty/", {"kind": "match_loss"})
    assert load_event(event.key).rounds[0].pairings[0].crystals == (0, 5)
    assert "Undo" in roland_client.get(answer.url).content.decode()  # type: ignore[attr-defined]


def test_the_loss_of_a_game_is_a_game_of_the_match_or_says_why_not(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 4)
    pairing = paired(event, 1).rounds[0].pairings[0]
    desk = f"/matches/events/{event.key}/players/{pairing.a.number}/desk/"
    event_services.add_judge_note(by=owner, key=event.key, number=pairing.a.number, kind="game_loss", text="late")
    assert "Apply game loss" not in flat(roland_client.get(desk).content)
    Event.objects.update(sheet={**event.sheet, "penalty": "game_loss"}, version=50)
    Match.objects.update(penalty="game_loss")
    assert "Apply game loss at table 1" in flat(roland_client.get(desk).content)
    assert roland_client.post(f"{desk}penalty/", {"kind": "game_loss"}).status_code == 302
    game = Game.objects.get()
    assert (game.winner, game.ended) == ("b", "penalty")
    enter_all(event)
    answer = roland_client.post(f"{desk}penalty/", {"kind": "game_loss"})
    assert (
        answer.status_code == 409
        and "This table already has a result. Edit it at the results desk instead." in answer.content.decode()
    )
    answer = roland_client.post(f"{desk}penalty/", {"kind": "warning"})
    assert answer.status_code == 409 and Game.objects.count() == 1


def test_before_round_1_nobody_is_told_to_be_level(owner: Person, client: Client) -> None:
    event = made_event(owner, 9)
    page = flat(client.get(event.get_absolute_url()).content)
    assert "9 players registered. Standings will appear" in page and "tied with" not in page and "Roland" in page


def test_the_way_from_the_event_to_the_decks_and_back(owner: Person, elinor: User, elinor_client: Client) -> None:
    event = made_event(owner, 0, decks_required=True)
    entry_services.register_player(by=person(elinor), key=event.key, name="Elinor")
    way = f"/matches/events/{event.key}/my-decks/"
    assert way in elinor_client.get(event.get_absolute_url()).content.decode()
    page = flat(elinor_client.get(way, follow=True).content)
    assert "Back to Saturday" in page and event.get_absolute_url() in page
    assert "Back to Saturday" not in flat(elinor_client.get("/drafts/").content)


def test_of_names_almost_the_same_in_one_paste_it_is_asked_with_one_tap(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 2)
    status, page = add(roland_client, event, "Carla Weiß\nBenn Ott\nBen Ott")
    assert status == 400 and "“Ben Ott” and “Benn Ott” are almost the same. Are they one player?" in page
    assert "Use Benn Ott" in page and "Carla Weiß\nBenn Ott\nBen Ott" in page
    tapped = {"names": "Carla Weiß\nBenn Ott\nBen Ott", "seen": "Carla Weiß\nBenn Ott\nBen Ott"}
    answer = roland_client.post(f"/matches/events/{event.key}/do/add/", {**tapped, "same": "Ben Ott\nBenn Ott"})
    assert answer.status_code == 302
    assert [player.name for player in load_event(event.key).players[2:]] == ["Carla Weiß", "Benn Ott"]
    status, page = add(roland_client, event, "Carla Weiss B.\nBen Ott")
    assert status == 400 and "“Ben Ott” and “Benn Ott” are almost the same." in page
    answer = roland_client.post(
        f"/matches/events/{event.key}/do/add/", {"names": "Ben Ott", "seen": "Ben Ott", "same": "Ben Ott\nBenn Ott"}
    )
    assert answer.status_code == 302 and len(load_event(event.key).players) == 4
    answer = roland_client.post(f"/matches/events/{event.key}/do/add/", {"names": "Ben Ott", "seen": "Ben Ott"})
    assert answer.status_code == 302 and len(load_event(event.key).players) == 5  # two people after all


def test_a_name_listed_twice_is_asked_about_and_entered_once_with_one_tap(owner: Person, roland_client: Client) -> None:
    event = made_event(owner, 0)
    names = "Roland K\nRoland K.\nPlayer 1\nPlayer 2\nAnna A.\nAnna B."
    status, page = add(roland_client, event, names)
    assert status == 409 and "“Roland K” is already on the list. Is it the same player?" in page
    assert "almost the same" not in page and "Use Roland K" in page
    tapped = {"names": names, "same": "Roland K.\nRoland K"}
    assert roland_client.post(f"/matches/events/{event.key}/do/add/", tapped).status_code == 302
    assert len(load_event(event.key).players) == 5
    status, page = add(roland_client, event, "Roland K.")
    assert status == 409 and "already in the event" in page
