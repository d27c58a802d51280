"""What goes wrong at an event, by the page and by the API: a clear answer each, the standings, and the trail."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person, User
from common.errors import Conflict
from matches.core.standings import standings
from matches.events import round_services
from matches.events.queries import event_view, played, rules_of
from matches.models import Event, Trail
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired
from tests.matches.events.test_api import Script

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Both:
    """The same deed once by the page and once by the API: status and what was said."""

    client: Client
    script: Script
    event: Event

    def page(self, action: str, **data: object) -> tuple[int, str]:
        answer = self.client.post(f"/matches/events/{self.event.key}/do/{action}/", data)
        return answer.status_code, answer.content.decode()

    def api(self, method: str, path: str, body: object) -> tuple[int, str]:
        code, found = self.script.call(method, f"events/{self.event.key}/{path}", body)
        return code, found["error"]["message"] if code >= 400 else ""


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


@pytest.fixture
def both(owner: Person, roland: User, roland_client: Client) -> Both:
    return Both(roland_client, Script(roland), made_event(owner, 4, cut_size=8))


def refused(one: tuple[int, str], other: tuple[int, str], code: int, words: str) -> None:
    for status, said in (one, other):
        assert (status, words in said) == (code, True), said[:400]


def test_a_result_for_a_pairing_that_is_gone(both: Both, owner: Person) -> None:
    gone = paired(both.event, 1).rounds[0].pairings[0].row.pk
    round_services.unpair_round(by=owner, key=both.event.key, number=1)
    paired(both.event, 1)
    page = both.page("result", pairing=gone, a=5, b=0)
    refused(page, both.api("PUT", f"pairings/{gone}/result/", {"crystals": [5, 0]}), 404, "This pairing is gone")
    assert 'value="5"' in page[1] or 'name="a"' in page[1]


def test_a_player_against_himself(both: Both) -> None:
    page = both.page("pair", number=1, fixed="2 2")
    refused(page, both.api("POST", "rounds/", {"number": 1, "fixed": [[2, 2]]}), 400, "in the fixed pairs twice")
    assert "2 2</textarea>" in page[1] and not event_view(both.event.key).rounds


def test_both_claim_the_win_and_the_organiser_settles(
    both: Both, roland: User, elinor: User, stranger: User, roland_client: Client
) -> None:
    event = made_event(person(roland), 0)
    scripts: dict[int, Script] = {}
    for user in (elinor, stranger):
        script = Script(user)
        made = script.done("POST", f"events/{event.key}/players/", {"name": user.username})
        scripts[made[0]["number"]] = script
    one = paired(event, 1).rounds[0].pairings[0]
    assert one.b is not None
    result = f"events/{event.key}/pairings/{one.row.pk}/result/"
    scripts[one.a.number].done("PUT", result, {"crystals": [5, 1], "as_player": True})
    told = scripts[one.b.number].done("PUT", result, {"crystals": [1, 5], "as_player": True})
    assert (told["state"], told["outcome"]) == ("disputed", None)
    page = roland_client.get(event.get_absolute_url()).content.decode()
    assert "disputed" in page and "5 : 1" in page and "1 : 5" in page
    with pytest.raises(Conflict, match="misses the results"):
        paired(event, 2)
    settled = Script(roland).done("PUT", result, {"crystals": [1, 5]})
    assert settled["outcome"] == "b"
    said = [row.kind for row in Trail.objects.filter(event=event, kind__in=("claim", "result"))]
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
    view = event_view(both.event.key)
    lines = standings([one.pk for one in view.players], played(view.rounds), rules_of(view.event))
    assert {(one.player.pk, one.line.points) for one in view.places} == {(one.player, one.points) for one in lines}
    about = Trail.objects.get(event=both.event, kind="corrected").about
    assert about["round"] == 1 and about["before"] != about["after"]
    trail = both.client.get(f"/matches/events/{both.event.key}/trail/?who={first.a.name}").content.decode()
    assert "became" in trail


def test_a_round_paired_with_results_missing(both: Both) -> None:
    paired(both.event, 1)
    refused(
        both.page("pair", number=2),
        both.api("POST", "rounds/", {"number": 2}),
        409,
        "misses the results of 2 tables: 1, 2",
    )
    assert len(event_view(both.event.key).rounds) == 1


def test_201_players_in_a_cut_of_eight(owner: Person, roland: User, roland_client: Client) -> None:
    event = made_event(owner, 201, cut_size=8)
    both = Both(roland_client, Script(roland), event)
    refused(
        both.page("cut"),
        both.api("POST", "stage/", {"to": "cut"}),
        409,
        "A cut comes after the rounds; none has been played.",
    )
    paired(event, 1)
    enter_all(event)
    round_services.begin_cut(by=owner, key=event.key)
    view = event_view(event.key)
    assert len(view.rounds[-1].pairings) == 4
    cut = [row.about["names"] for row in Trail.objects.filter(event=event, kind="cut")]
    assert len(cut[0].split(", ")) == 8
    refused(
        both.page("add", names="Late Lena"), both.api("POST", "players/", {"names": ["Late"]}), 409, "Nobody enters"
    )


def test_a_cut_larger_than_the_field(both: Both) -> None:
    paired(both.event, 1)
    enter_all(both.event)
    refused(both.page("cut"), both.api("POST", "stage/", {"to": "cut"}), 400, "A cut of 8 needs 8 players; only 4")


def test_two_organisers_close_or_pair_a_round_at_one_moment(both: Both) -> None:
    paired(both.event, 1)
    enter_all(both.event)
    assert both.page("close", number=1)[0] == 302
    refused(both.page("close", number=1), both.api("POST", "rounds/1/", {"closed": True}), 409, "closed already")
    assert both.api("POST", "rounds/", {"number": 2})[0] == 201
    refused(both.page("pair", number=2), both.api("POST", "rounds/", {"number": 2}), 409, "paired already")
    assert Trail.objects.filter(event=both.event, kind="round_closed").count() == 1


@pytest.mark.parametrize(
    ("crystals", "words"),
    [((5, 5), "Only one of the two"), ((3, 2), "Nobody has 5 crystals yet"), ((12, 0), "from 0 to 11")],
)
def test_an_impossible_result_and_what_was_typed(both: Both, crystals: tuple[int, int], words: str) -> None:
    one = paired(both.event, 1).rounds[0].pairings[0].row.pk
    page = both.page("result", pairing=one, a=crystals[0], b=crystals[1])
    refused(page, both.api("PUT", f"pairings/{one}/result/", {"crystals": list(crystals)}), 400, words)
    assert f'value="{crystals[0]}"' in page[1]


@pytest.mark.parametrize(
    "body",
    [{}, {"crystals": [5]}, {"crystals": "5:0"}, {"crystals": [5, None]}, {"crystals": [10**30, 0]}, [], "x", None],
)
def test_nonsense_for_a_result_is_no_500(both: Both, body: Any) -> None:
    one = paired(both.event, 1).rounds[0].pairings[0].row.pk
    code, found = both.script.call("PUT", f"events/{both.event.key}/pairings/{one}/result/", body)
    assert code == 400 and found["error"]["code"] == "invalid"
