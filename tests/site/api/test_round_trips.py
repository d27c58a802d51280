"""What is read can be sent back: whole and unchanged it changes nothing, and half of it is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from cards.core.facts import Catalogue
from decks.house_formats.services import create_house_format
from drafts.models import Draft
from tests.decks.rows import draft_deck, drafted_pool
from tests.drafts.tables import begun, person, play_to_the_end

pytestmark = pytest.mark.django_db
# What these tests read and send back, and which addresses are actions rather than resources.
SENT_BACK = {
    "/collection/",
    "/decks/{key}/",
    "/decks/{key}/guides/{language}/",
    "/drafts/lists/{key}/",
    "/drafts/{key}/notes/",
    "/drafts/{key}/share/",
    "/drafts/{key}/watching/",
    "/drafts/{key}/wishlist/",
    "/events/{key}/",
    "/events/{key}/pairings/{pairing}/result/",
    "/events/{key}/players/{number}/",
    "/groups/{key}/",
    "/groups/{key}/members/{id}/",
    "/groups/{key}/seasons/{season_key}/",
    "/matches/{key}/agreed/",
    "/matches/{key}/games/{number}/",
}
DONE = {
    "/decks/{key}/history/{version}/",
    "/events/{key}/helpers/",
    "/groups/{key}/owner/",
    "/matches/{key}/group/",
}
TEXT = "Name: Mine\nFormat: custom\nLeader: Terrah 00\nAgreed: match\nPlay: strict\n\n1x Terrah 01\n2x Catusan\n"


def test_everything_that_is_put_or_patched_is_sent_back_here() -> None:
    promised = json.loads(Path(__file__).with_name("v1.json").read_text(encoding="utf-8"))
    operations = [operation.split() for operation in promised["operations"]]
    assert {path.removeprefix("/api/v1") for method, path in operations if method in ("PUT", "PATCH")} == (
        SENT_BACK | DONE
    )


class Script:
    """A script with a member's token."""

    def __init__(self, user: User) -> None:
        self.bearer = f"Bearer {ApiToken.issue(user=user, name='script')[1]}"

    def call(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, Any]:
        answer = Client().generic(
            method,
            f"/api/v1/{path}",
            json.dumps(body) if body is not None else "",
            content_type="application/json",
            headers={"Authorization": self.bearer, **headers},
        )
        return answer.status_code, json.loads(answer.content) if answer.content else None

    def done(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        status, answer = self.call(method, path, body, **headers)
        assert status in (200, 201, 204), (status, answer)
        return answer


@pytest.fixture
def script(roland: User) -> Script:
    return Script(roland)


def _same(before: dict[str, Any], after: dict[str, Any]) -> bool:
    grows = ("version", "updated", "event", "fingerprint")
    return {k: v for k, v in before.items() if k not in grows} == {k: v for k, v in after.items() if k not in grows}


@pytest.fixture
def deck(script: Script, facts: Catalogue) -> dict[str, Any]:
    beside = {"tags": ["cup", "fire"], "maybe": ["Terrah 03"], "folder": "Friday", "built": True, "archived": True}
    made = script.done("POST", "decks/", {"text": TEXT, "notes": "for Friday", "visibility": "public", **beside})
    read_back: dict[str, Any] = script.done("GET", f"decks/{made['key']}/")
    assert {name: read_back[name] for name in beside} == beside
    assert (read_back["play"], read_back["agreed"], read_back["list"], read_back["pool"]) == (
        "strict",
        ["match"],
        "",
        None,
    )
    return read_back


def test_a_deck_is_the_same_when_sent_back(script: Script, deck: dict[str, Any]) -> None:
    after = script.done("PUT", f"decks/{deck['key']}/", deck)
    assert _same(deck, after)
    assert after["version"] == deck["version"] + 1


def test_an_old_deck_sent_back_is_a_conflict_whatever_has_changed(script: Script, deck: dict[str, Any]) -> None:
    path = f"decks/{deck['key']}/"
    script.done("PATCH", path, {"version": deck["version"], "name": "Renamed"})
    assert script.call("PUT", path, {**deck, "cards": deck["cards"][:1]})[0] == 409
    assert script.call("PUT", path, deck)[0] == 409
    assert script.call("PUT", path, deck, **{"If-Match": f'"{deck["version"]}"'})[0] == 412


def test_what_lies_beside_a_deck_is_changed_and_read(script: Script, deck: dict[str, Any], stranger: User) -> None:
    path = f"decks/{deck['key']}/"
    changed = {"tags": [], "maybe": ["Terrah 04", "Terrah 05"], "folder": "", "built": False}
    after = script.done("PATCH", path, {"version": deck["version"], **changed})
    assert {name: after[name] for name in changed} == changed
    seen = Script(stranger).done("GET", path)
    assert (seen["maybe"], seen["folder"], seen["built"]) == ([], "", False)
    unknown = {"version": after["version"], "maybe": ["Terrah 04", "Terah 99"]}
    status, answer = script.call("PATCH", path, unknown)
    assert (status, answer["error"]["details"][0]["field"]) == (400, "maybe.1")


def test_a_deck_can_be_sent_again_as_another(script: Script, deck: dict[str, Any]) -> None:
    copy = script.done("POST", "decks/", deck)
    assert copy["key"] != deck["key"]
    assert copy["text"] == deck["text"]


def test_a_deck_of_a_declared_format_keeps_it(script: Script, roland: User, facts: Catalogue) -> None:
    house = create_house_format(owner=person(roland), name="Twenty", declaration='{"base": "custom", "size": 20}')
    made = script.done("POST", "decks/", {"text": "Leader: Terrah 00", "format": house.key})
    assert made["format"] == house.key
    house.delete()
    after = script.done("PUT", f"decks/{made['key']}/", made)
    assert _same(made, after)
    assert after["report"]["size"]["required"] == 20


def test_a_drafted_deck_keeps_its_pool_and_tells_it_nobody_else(
    script: Script, roland: User, client: Client, facts: Catalogue
) -> None:
    pool = drafted_pool(roland, facts)
    path = f"decks/{draft_deck(roland, pool, 30).key}/"
    deck = script.done("GET", path)
    assert deck["pool"] == pool.key
    assert client.get(f"/api/v1/{path}").json()["pool"] is None
    assert _same(deck, script.done("PUT", path, deck))
    assert script.done("PATCH", path, {"version": deck["version"] + 1, "pool": None})["pool"] is None


def test_put_of_half_a_deck_is_refused_and_patch_changes_what_is_named(script: Script, deck: dict[str, Any]) -> None:
    path = f"decks/{deck['key']}/"
    status, answer = script.call("PUT", path, {"version": 1, "name": "only a name"})
    assert status == 400
    assert {"cards", "notes", "visibility", "pool", "agreed", "tags", "maybe", "folder", "built"} <= {
        detail["field"] for detail in answer["error"]["details"]
    }
    after = script.done("PATCH", path, {"version": 1, "name": "only a name"})
    assert after["name"] == "only a name"
    assert _same({**deck, "name": "", "text": ""}, {**after, "name": "", "text": ""})


def test_text_or_fields_may_change_and_both_at_once_are_refused(script: Script, deck: dict[str, Any]) -> None:
    path = f"decks/{deck['key']}/"
    text = deck["text"] + "1x Terrah 02\n"
    status, answer = script.call("PUT", path, {**deck, "text": text, "name": "Other"})
    assert (status, answer["error"]["details"][0]["field"]) == (400, "text")
    after = script.done("PUT", path, {**deck, "text": text})
    assert len(after["cards"]) == len(deck["cards"]) + 1
    again = script.done("PUT", path, {**after, "cards": after["cards"][:1]})
    assert again["cards"] == after["cards"][:1]


def test_a_deck_keeps_its_game(script: Script, deck: dict[str, Any]) -> None:
    status, answer = script.call("PATCH", f"decks/{deck['key']}/", {"version": 1, "game": "cthulhu"})
    assert (status, answer["error"]["details"][0]["field"]) == (400, "game")


@pytest.mark.parametrize(
    ("version", "tag", "status"),
    [
        (None, None, 400),
        (1, None, 200),
        (7, None, 409),
        (None, '"1-abc"', 200),
        (None, 'W/"1"', 200),
        (None, "*", 200),
        (None, '"7-abc"', 412),
        (None, '"7", "1"', 200),
        (7, '"1"', 409),
        (None, "nonsense", 412),
    ],
)
def test_a_change_names_the_version_it_is_made_from(
    version: int | None, tag: str | None, status: int, script: Script, deck: dict[str, Any]
) -> None:
    body = {"name": "Two"} | ({} if version is None else {"version": version})
    headers = {} if tag is None else {"If-Match": tag}
    assert script.call("PATCH", f"decks/{deck['key']}/", body, **headers)[0] == status


RULES = {
    "name": "Cup",
    "cut_size": 8,
    "points_win": 2,
    "tie_breaks": ["direct"],
    "target": 7,
    "rounds_planned": 6,
    "decks_required": True,
    "first_day": "2026-05-01",
    "venue": "Café Crystal, Hamburg",
    "edition": "first",
}


@pytest.fixture
def event(script: Script) -> dict[str, Any]:
    group = script.done("POST", "groups/", {"name": "Friday", "members": ["Roland", "Elinor"]})
    made = script.done("POST", "events/", RULES | {"group": group["key"]})
    read_back: dict[str, Any] = script.done("GET", f"events/{made['key']}/")
    assert {name: read_back[name] for name in RULES} == RULES
    assert read_back["group"] == group["key"]
    return read_back


def test_an_event_is_the_same_when_sent_back(script: Script, event: dict[str, Any]) -> None:
    after = script.done("PUT", f"events/{event['key']}/", event)
    assert _same(event, after)
    assert after["version"] > event["version"]
    status, _answer = script.call("PUT", f"events/{event['key']}/", event)
    assert status == 409


def test_put_of_half_an_event_is_refused_and_patch_changes_what_is_named(script: Script, event: dict[str, Any]) -> None:
    path = f"events/{event['key']}/"
    status, answer = script.call("PUT", path, {"name": "Cfg renamed", "version": event["version"]})
    assert status == 400
    assert {"cut_size", "points_win", "group"} <= {detail["field"] for detail in answer["error"]["details"]}
    after = script.done("PATCH", path, {"name": "Cfg renamed"}, **{"If-Match": f'"{event["version"]}"'})
    assert _same({**event, "name": "Cfg renamed"}, after)
    assert script.done("PATCH", path, {"group": None, "version": after["version"]})["group"] is None


def test_a_result_and_a_player_are_the_same_when_sent_back(script: Script, event: dict[str, Any]) -> None:
    path = f"events/{event['key']}/"
    script.done("PATCH", path, {"version": event["version"], "decks_required": False})
    script.done("POST", f"{path}players/", {"names": ["Roland", "Elinor"]})
    asked = {"fixed_table": 4, "party": "Hamburg", "without_deck": "Left at home"}
    script.done("PATCH", f"{path}players/2/", asked)
    player = script.done("GET", f"{path}players/2/")
    assert {name: player[name] for name in asked} == asked
    script.done("PATCH", f"{path}players/2/", player)
    assert script.done("GET", f"{path}players/2/") == player
    seen = Client().get(f"/api/v1/{path}players/2/").json()
    assert (seen["fixed_table"], seen["party"], seen["without_deck"]) == (None, "", "")
    (table,) = script.done("POST", f"{path}rounds/", {"number": 1})["rounds"][0]["pairings"]
    result = f"{path}pairings/{table['id']}/result/"
    script.done("PUT", result, {"crystals": [7, 2]})
    table = script.done("GET", result)
    assert script.done("PUT", result, table) == table
    status, answer = script.call("PUT", result, {**table, "outcome": "draw"})
    assert (status, answer["error"]["details"][0]["field"]) == (400, "outcome")


def test_only_the_organiser_changes_an_event(event: dict[str, Any], stranger: User) -> None:
    assert Script(stranger).call("PUT", f"events/{event['key']}/", event)[0] == 403


def test_the_sheet_of_a_match_is_the_same_when_sent_back(script: Script) -> None:
    match = script.done("POST", "matches/", {"players": ["Roland", "Elinor"], "me": "a", "sheet": {"target": 7}})
    path = f"matches/{match['key']}/agreed/"
    after = script.done("PUT", path, script.done("GET", path))
    assert after["sheet"] == match["sheet"]
    assert script.call("PUT", path, {"target": 6, "version": after["version"]})[0] == 400
    changed = script.done("PATCH", path, {"target": 6, "version": after["version"]})
    assert changed["sheet"] == match["sheet"] | {"target": 6}


def test_a_season_and_a_collection_are_the_same_when_sent_back(script: Script, event: dict[str, Any]) -> None:
    base = f"groups/{event['group']}/seasons/"
    season = script.done("POST", base, {"name": "Spring", "first": "2026-03-01", "last": "2026-04-01"})
    assert script.done("PUT", f"{base}{season['key']}/", season) == season
    assert script.call("PUT", f"{base}{season['key']}/", {"name": "Only"})[0] == 400
    assert script.done("PATCH", f"{base}{season['key']}/", {"name": "May"}) == season | {"name": "May"}
    collection = script.done("PATCH", "collection/", {"boxes": {"promo": 1}})
    assert script.done("PUT", "collection/", collection) == collection
    assert script.call("PUT", "collection/", {"boxes": {"promo": 2}})[0] == 400


def test_a_recorded_game_is_the_same_when_sent_back(script: Script) -> None:
    match = script.done("POST", "matches/", {"players": ["Roland", "Elinor"], "me": "a"})
    path = f"matches/{match['key']}/"
    game = {"version": match["version"], "winner": "a", "dragons": 2, "ended": "out_of_cards"}
    before = script.done("POST", f"{path}games/", game)
    after = script.done("PUT", f"{path}games/1/", script.done("GET", f"{path}games/1/"))
    assert _same(before, after)
    changed = script.done("PUT", f"{path}games/1/", {**after["games"][0], "dragons": 1, "version": after["version"]})
    assert changed["games"][0]["dragons"] == 1


def test_a_guide_is_the_same_when_sent_back(script: Script, deck: dict[str, Any]) -> None:
    path = f"decks/{deck['key']}/guides/"
    script.done("PUT", f"{path}de/", {"text": "Mit [[Terrah 01]] beginnen.", "version": 0})
    (guide,) = script.done("GET", path)["results"]
    assert _same(guide, script.done("PUT", f"{path}de/", guide))
    again = script.done("GET", f"{path}de/")
    assert again["version"] == guide["version"] + 1
    status, answer = script.call("PUT", f"{path}de/", {**again, "txt": "x"})
    assert (status, answer["error"]["details"][0]["field"]) == (400, "txt")


def test_a_declared_format_can_be_sent_again_as_another(script: Script) -> None:
    declaration = {"base": "custom", "size": 20, "banned": ["Terrah 01"], "least": {"leadership": 2}}
    key = script.done("POST", "decks/formats/", {"name": "Twenty", "declaration": declaration, "listed": True})["key"]
    house = script.done("GET", f"decks/formats/{key}/")
    again = script.done("POST", "decks/formats/", house)
    assert again["key"] != key
    assert {**again, "key": "", "url": "", "created": ""} == {**house, "key": "", "url": "", "created": ""}


def test_a_link_to_a_pool_watching_and_notes_are_the_same_when_sent_back(
    script: Script, roland: User, facts: Catalogue
) -> None:
    host = person(roland)
    draft = f"drafts/{begun(host)}/"
    Draft.objects.update(log_rule=Draft.LogRule.END, watching=Draft.Watching.AFTER)
    play_to_the_end(Draft.objects.get().key, host)
    script.done("PUT", f"{draft}share/", {"picks": True})
    shown = script.done("GET", f"{draft}share/")
    assert shown["picks"] and script.done("PUT", f"{draft}share/", shown) == shown
    watching = script.done("PUT", f"{draft}watching/", {"watching": "after", "new_link": True})
    assert script.done("PUT", f"{draft}watching/", watching) == watching == script.done("GET", f"{draft}watching/")
    script.done("PUT", f"{draft}notes/", {"text": "Two dragons\n"})
    notes = script.done("GET", f"{draft}notes/")
    assert script.done("PUT", f"{draft}notes/", notes) == notes == script.done("GET", f"{draft}notes/")
    open_cards = {"players": 2, "peoples": ["Vulca", "Hoax", "Mimix"], "sharing": "rotisserie"}
    draft = f"drafts/{script.done('POST', 'drafts/', open_cards)['draft']['key']}/"
    for step in ("start", "pause"):  # or the wishes would be carried out
        script.done("POST", f"{draft}{step}/")
    cards = script.done("GET", draft)["table"]["piles"][0][-3:]
    wishes = script.done("PUT", f"{draft}wishlist/", {"cards": cards})
    assert wishes == {"cards": cards} == script.done("GET", f"{draft}wishlist/")
    assert script.done("PUT", f"{draft}wishlist/", wishes) == wishes


def test_a_card_list_is_the_same_when_sent_back(script: Script, facts: Catalogue) -> None:
    made = script.done("POST", "drafts/lists/", {"name": "Cube", "cards": ["Vulca 03"], "shared": True})
    path = f"drafts/lists/{made['key']}/"
    assert script.done("PUT", path, made) == made == script.done("GET", path)


ABOUT = {"place": "Café Crystal, Hamburg", "about": "Thursdays from 19:00.", "listed": True}


def test_a_group_and_its_members_are_the_same_when_sent_back(script: Script, elinor: User) -> None:
    made = script.done("POST", "groups/", {"name": "Friday", "me": "Roland", "members": ["Elinor"], **ABOUT})
    path = f"groups/{made['key']}/"
    group = script.done("GET", path)
    assert group == made and {name: group[name] for name in ABOUT} == ABOUT
    assert script.done("PUT", path, group) == group == script.done("GET", path)
    assert script.call("PUT", path, {"about": "only that"})[0] == 400
    assert Script(elinor).call("PUT", path, group)[0] == 403
    changed = script.done("PATCH", path, {"about": "Fridays."})
    assert _same(changed, group | {"about": "Fridays."})
    assert script.call("PATCH", path, {"fingerprint": group["fingerprint"], "about": "Sundays."})[0] == 409
    for member in script.done("GET", f"{path}members/")["results"]:
        assert script.done("PATCH", f"{path}members/{member['id']}/", member) == member
    again = script.done("POST", "groups/", {**changed, "me": "Roland"})
    own = {"key": "", "url": "", "members": [member["name"] for member in group["members"]]}
    assert {**again, "members": [member["name"] for member in again["members"]], "key": "", "url": ""} == changed | own


# Of a match: who starts its first game is random.
OF_ITS_OWN = ("key", "url", "created", "next_starter")


def test_a_match_and_its_games_can_be_sent_again_as_another(script: Script) -> None:
    made = script.done("POST", "matches/", {"players": ["Roland", "Elinor"], "me": "a", "sheet": {"target": 7}})
    game = {"winner": "a", "dragons": 2, "crystal_cards": 0, "ended": "out_of_cards"}
    for winner in "ab":
        made = script.done(
            "POST", f"matches/{made['key']}/games/", game | {"winner": winner, "version": made["version"]}
        )
    match = script.done("GET", f"matches/{made['key']}/")
    again = script.done("POST", "matches/", {**match, "me": "a"})
    for each in match["games"]:
        again = script.done("POST", f"matches/{again['key']}/games/", {**each, "version": again["version"]})
    assert again["key"] != match["key"] and len(again["games"]) == 2
    assert {**again, **{name: match[name] for name in OF_ITS_OWN}} == match


def test_a_match_of_a_group_can_be_sent_again_as_another(script: Script) -> None:
    group = script.done("POST", "groups/", {"name": "Friday", "members": ["Roland", "Elinor"]})
    ids = [member["id"] for member in group["members"]]
    match = script.done("POST", "matches/", {"group": group["key"], "members": ids})
    again = script.done("POST", "matches/", match)
    assert {**again, **{name: match[name] for name in OF_ITS_OWN}} == match
    assert script.call("POST", "matches/", {**match, "players": ["Roland", "Nobody"]})[0] == 400
