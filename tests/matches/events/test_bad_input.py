"""What goes wrong at an event, by the page and by the API: a clear answer each, the standings, and the audit log."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person, User
from cards.core.facts import Catalogue
from common.errors import Conflict, DomainError, Invalid
from matches.core.standings import compute_standings
from matches.events import result_services, round_services, services
from matches.events.bracket_queries import final_places
from matches.events.entry import leaving
from matches.events.queries import load_event
from matches.events.read_models import LoadedEvent, played_matches_of, standings_rules_of
from matches.models import AuditLogEntry, Event, Registration
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired
from tests.matches.events.test_api import Script
from tests.matches.events.test_pages import NEW

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Both:
    """Tries the same action once by the page and once by the API: status and message."""

    client: Client
    script: Script
    event: Event

    def page(self, action: str, **data: object) -> tuple[int, str]:
        answer = self.client.post(f"/matches/events/{self.event.key}/do/{action}/", data)
        return answer.status_code, answer.content.decode()

    def api(self, method: str, path: str, body: object) -> tuple[int, str]:
        code, answer = self.script.call(method, f"events/{self.event.key}/{path}", body)
        return code, answer["error"]["message"] if code >= 400 else ""


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


@pytest.fixture
def both(owner: Person, roland: User, roland_client: Client) -> Both:
    return Both(roland_client, Script(roland), made_event(owner, 4, cut_size=8))


def refused(page: tuple[int, str], api: tuple[int, str], code: int, words: str) -> None:
    for status, said in (page, api):
        assert (status, words in said) == (code, True), said[:400]


def test_a_result_for_a_pairing_that_is_gone(both: Both, owner: Person) -> None:
    gone = paired(both.event, 1).rounds[0].pairings[0].row.pk
    round_services.unpair_round(by=owner, key=both.event.key, number=1)
    paired(both.event, 1)
    page = both.page("result", pairing=gone, a=5, b=0)
    refused(
        page,
        both.api("PUT", f"pairings/{gone}/result/", {"crystals": [5, 0]}),
        404,
        "This pairing no longer exists because the round was paired again. Check the new pairings.",
    )
    assert 'value="5"' in page[1] or 'name="a"' in page[1]


def test_a_player_against_himself(both: Both) -> None:
    page = both.page("pair", number=1, fixed="2 2")
    refused(page, both.api("POST", "rounds/", {"number": 1, "fixed": [[2, 2]]}), 400, "is in the fixed pairings twice.")
    assert "2 2</textarea>" in page[1] and not load_event(both.event.key).rounds


def test_both_claim_the_win_and_the_organiser_settles(
    both: Both, roland: User, elinor: User, stranger: User, roland_client: Client
) -> None:
    event = made_event(person(roland), 0)
    scripts: dict[int, Script] = {}
    for user in (elinor, stranger):
        script = Script(user)
        made = script.done("POST", f"events/{event.key}/players/", {"name": user.username})
        scripts[made[0]["number"]] = script
    pairing = paired(event, 1).rounds[0].pairings[0]
    assert pairing.b is not None
    result = f"events/{event.key}/pairings/{pairing.row.pk}/result/"
    scripts[pairing.a.number].done("PUT", result, {"crystals": [5, 1], "as_player": True})
    told = scripts[pairing.b.number].done("PUT", result, {"crystals": [1, 5], "as_player": True})
    assert (told["status"], told["outcome"]) == ("disputed", None)
    page = roland_client.get(event.get_absolute_url()).content.decode()
    assert "disputed" in page and "5 : 1" in page and "1 : 5" in page
    with pytest.raises(Conflict, match="Enter them, or close the round with current scores"):
        paired(event, 2)
    settled = Script(roland).done("PUT", result, {"crystals": [1, 5]})
    assert settled["outcome"] == "b"
    said = [row.kind for row in AuditLogEntry.objects.filter(event=event, kind__in=("claim", "result"))]
    assert sorted(said) == ["claim", "claim", "result"]


@pytest.mark.parametrize("by_page", [True, False], ids=["page", "api"])
def test_a_result_corrected_three_rounds_later(both: Both, by_page: bool) -> None:
    for number in range(1, 4):
        paired(both.event, number)
        view = enter_all(both.event, random.Random(number))
    paired(both.event, 4)
    first = view.rounds[0].pairings[0]
    a, b = first.crystals[::-1]
    if by_page:
        assert both.page("result", pairing=first.row.pk, a=a, b=b)[0] == 302
    else:
        assert both.api("PUT", f"pairings/{first.row.pk}/result/", {"crystals": [a, b]})[0] == 200
    view = load_event(both.event.key)
    lines = compute_standings(
        [player.pk for player in view.players], played_matches_of(view.rounds), standings_rules_of(view.event)
    )
    assert {(place.player.pk, place.line.points) for place in view.standings} == {
        (line.player, line.points) for line in lines
    }
    about = AuditLogEntry.objects.get(event=both.event, kind="corrected").about
    assert about["round"] == 1 and about["before"] != about["after"]
    log = both.client.get(f"/matches/events/{both.event.key}/trail/?who={first.a.name}").content.decode()
    assert "changed from" in log


def test_a_round_paired_with_results_missing(both: Both) -> None:
    paired(both.event, 1)
    refused(
        both.page("pair", number=2),
        both.api("POST", "rounds/", {"number": 2}),
        409,
        "is still missing results from 2 tables: 1, 2",
    )
    assert len(load_event(both.event.key).rounds) == 1


def test_201_players_in_a_cut_of_eight(owner: Person, roland: User, roland_client: Client) -> None:
    event = made_event(owner, 201, cut_size=8)
    both = Both(roland_client, Script(roland), event)
    refused(
        both.page("cut"),
        both.api("POST", "stage/", {"to": "cut"}),
        409,
        "A playoff comes after the rounds, and none has been played.",
    )
    paired(event, 1)
    enter_all(event)
    round_services.begin_playoff(by=owner, key=event.key)
    view = load_event(event.key)
    assert len(view.rounds[-1].pairings) == 4
    cut = [row.about["names"] for row in AuditLogEntry.objects.filter(event=event, kind="cut")]
    assert len(cut[0].split(", ")) == 8
    refused(
        both.page("add", names="Late Lena"),
        both.api("POST", "players/", {"names": ["Late"]}),
        409,
        "It’s too late to join: the playoff has started or the event is over.",
    )


def test_a_cut_larger_than_the_field(both: Both) -> None:
    paired(both.event, 1)
    enter_all(both.event)
    refused(both.page("cut"), both.api("POST", "stage/", {"to": "cut"}), 400, "A playoff of 8 needs 8 players; only 4")


def test_two_organisers_close_or_pair_a_round_at_one_moment(both: Both) -> None:
    paired(both.event, 1)
    enter_all(both.event)
    assert both.page("close", number=1)[0] == 302
    refused(
        both.page("close", number=1),
        both.api("POST", "rounds/1/", {"closed": True}),
        409,
        "was already closed, maybe just now.",
    )
    assert both.api("POST", "rounds/", {"number": 2})[0] == 201
    refused(
        both.page("pair", number=2),
        both.api("POST", "rounds/", {"number": 2}),
        409,
        "is already paired, maybe by someone else just now. Check it.",
    )
    assert AuditLogEntry.objects.filter(event=both.event, kind="round_closed").count() == 1


@pytest.mark.parametrize(
    ("crystals", "words"),
    [
        ((5, 5), "Only one player can have 5 crystals: the match ends there."),
        ((3, 2), "Nobody has reached 5 crystals. If time ran out, say so."),
        ((12, 0), "a player can finish with 0 to 11 crystals."),
    ],
)
def test_an_impossible_result_and_what_was_typed(both: Both, crystals: tuple[int, int], words: str) -> None:
    pairing = paired(both.event, 1).rounds[0].pairings[0].row.pk
    page = both.page("result", pairing=pairing, a=crystals[0], b=crystals[1], back="results")
    refused(page, both.api("PUT", f"pairings/{pairing}/result/", {"crystals": list(crystals)}), 400, words)
    assert f'value="{crystals[0]}"' in page[1]


@pytest.mark.parametrize(
    "body",
    [{}, {"crystals": [5]}, {"crystals": "5:0"}, {"crystals": [5, None]}, {"crystals": [10**30, 0]}, [], "x", None],
)
def test_nonsense_for_a_result_is_no_500(both: Both, body: Any) -> None:
    pairing = paired(both.event, 1).rounds[0].pairings[0].row.pk
    code, answer = both.script.call("PUT", f"events/{both.event.key}/pairings/{pairing}/result/", body)
    assert code == 400 and answer["error"]["code"] == "invalid"


CHAT = """[21.11.26, 18:02:11] Otto: I am in 🎉
[21.11.26, 18:02:40] Saturday list:
1. Anna 🌙
2) Ben (18:30)
- Anna
"""


def test_a_paste_out_of_a_chat_is_shown_before_anybody_is_entered(both: Both) -> None:
    status, page = both.page("add", names=CHAT)
    assert status == 400 and "Please check the names, then add them." in page
    assert "Anna\nBen</textarea>" in page and "Already registered, or listed twice:" in page
    assert len(load_event(both.event.key).players) == 4


def test_two_annas_are_told_apart_before_they_are_entered(both: Both) -> None:
    page = both.page("add", names="Anna\nBen\nanna")
    api = both.api("POST", "players/", {"names": ["Anna", "Ben", "anna"]})
    refused(page, api, 409, "Add something")
    assert "Anna\nBen\nanna</textarea>" in page[1]
    assert len(load_event(both.event.key).players) == 4
    assert both.page("add", names="Anna B.\nBen\nAnna M.")[0] == 302
    assert len(load_event(both.event.key).players) == 7


@pytest.mark.parametrize(
    ("name", "error", "words"),
    [
        *((f"Ro{sign}land", Conflict, "Roland is already in the event") for sign in "\u034f\u200b\u00ad\u202e"),
        *((name, Invalid, "A name is missing") for name in ("\u034f", "\u200b\u200d", "\u0301")),
        ("Anna\nBen", Invalid, "no control characters"),
    ],
    ids=ascii,
)
def test_a_name_with_a_sign_that_nobody_sees_is_no_other_name(
    name: str, error: type[DomainError], words: str, both: Both, owner: Person
) -> None:
    with pytest.raises(error, match=words):
        services.add_players(by=owner, key=both.event.key, names=[name])


def test_a_rename_to_a_name_that_exists_keeps_both(both: Both) -> None:
    address = f"/matches/events/{both.event.key}/players/2/desk/rename/"
    answer = both.client.post(address, {"name": "mira"})
    page = answer.content.decode()
    assert (
        answer.status_code == 409
        and "is already in the event. Add something to tell the two apart." in page
        and 'value="mira"' in page
    )
    assert [player.name for player in load_event(both.event.key).players[:3]] == ["Roland", "Elinor", "Mira"]


def test_a_deck_file_of_another_game_says_so_and_is_kept_to_be_looked_at(both: Both, db_catalogue: Catalogue) -> None:
    text = "Game: cthulhu\n3x Museum Curator"
    answer = both.client.post(f"/matches/events/{both.event.key}/players/2/desk/deck/", {"text": text})
    page = answer.content.decode()
    assert answer.status_code == 400 and "Museum Curator" in page
    assert Registration.objects.get(event=both.event, number=2).deck == ""


def test_two_finish_at_one_moment_and_the_second_is_told(both: Both) -> None:
    paired(both.event, 1)
    enter_all(both.event)
    assert both.page("finish")[0] == 302
    refused(
        both.page("finish"),
        both.api("POST", "stage/", {"to": "finished"}),
        409,
        "This event is already finished, maybe by someone else just now.",
    )
    assert AuditLogEntry.objects.filter(event=both.event, kind="finished").count() == 1


def in_cut(owner: Person, *, rounds: int = 1) -> tuple[Event, LoadedEvent]:
    """Return an event of ten whose cut of eight has played its quarterfinals."""
    event = made_event(owner, 10, cut_size=8, rounds_planned=rounds)
    paired(event, 1)
    enter_all(event)
    round_services.begin_playoff(by=owner, key=event.key)
    return event, enter_all(event)


def test_who_drops_between_two_rounds_of_the_cut_gives_the_match_away(owner: Person) -> None:
    event, view = in_cut(owner)
    leaves = view.rounds[-1].pairings[0].winner
    assert leaves is not None
    leaving.drop_player(by=owner, key=event.key, number=leaves.number)
    semifinals = paired(event, 3).rounds[-1].pairings
    assert [semifinal.state for semifinal in semifinals] == ["done", "open"]
    assert semifinals[0].winner != leaves and max(semifinals[0].crystals) == 5
    view = enter_all(event)
    paired(event, 4)
    enter_all(event)
    round_services.finish_event(by=owner, key=event.key)
    places = {each.player.pk: each.place.label for each in final_places(load_event(event.key))}
    assert places[leaves.pk] == "3–4"
    assert AuditLogEntry.objects.filter(event=event, kind="dropped", about__name=leaves.name).exists()


def test_both_of_a_table_drop_in_the_cut_and_the_desk_says_who_goes_on(owner: Person) -> None:
    event, view = in_cut(owner)
    first, second = (pairing.winner for pairing in view.rounds[-1].pairings[:2])
    assert first and second
    for semifinal in (first, second):
        leaving.drop_player(by=owner, key=event.key, number=semifinal.number)
    table = paired(event, 3).rounds[-1].pairings[0]
    assert table.state == "open"
    with pytest.raises(Conflict, match="is still missing results from 2 tables: 1, 2"):
        paired(event, 4)
    result_services.enter_result(by=owner, key=event.key, pairing=table.row.pk, crystals=(5, 0))
    assert load_event(event.key).rounds[-1].pairings[0].winner == first


def test_the_organisers_phone_dies_in_the_cut(client: Client, elinor_client: Client) -> None:
    """The desk warned about it beforehand; a scorekeeper ends the day, and nothing that was entered is lost."""
    client.post("/matches/events/new/", {**NEW, "name": "Kitchen", "me": "Roland", "cut_size": 2})
    event = Event.objects.get(name="Kitchen")
    page = client.get(event.get_absolute_url()).content.decode()
    assert '">scorekeeper</a>, so that it doesn’t depend on one device.' in page
    client.post(f"/matches/events/{event.key}/do/add/", {"names": "Mira\nOtto\nAlma\nBruno"})
    elinor_client.post(f"/matches/events/{event.key}/help/{event.scorekeeper_key}/", {"name": "Elinor"})
    assert (
        '">scorekeeper</a>, so that it doesn’t depend on one device.'
        not in client.get(event.get_absolute_url()).content.decode()
    )
    paired(event, 1)
    enter_all(event)
    round_services.begin_playoff(by=event.owner, key=event.key)
    client.cookies.clear()  # the phone is gone, and its browser with it
    assert "Cut to top" not in client.get(event.get_absolute_url()).content.decode()
    final = load_event(event.key).rounds[-1].pairings[0]
    desk = f"/matches/events/{event.key}/do"
    assert elinor_client.post(f"{desk}/result/", {"pairing": final.row.pk, "score": "5:3"}).status_code == 302
    assert "Finish event" in elinor_client.get(event.get_absolute_url()).content.decode()
    assert elinor_client.post(f"{desk}/finish/").status_code == 302
    event.refresh_from_db()
    assert event.status == Event.Status.FINISHED and load_event(event.key).champion == final.a
