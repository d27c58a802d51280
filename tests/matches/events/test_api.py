"""API of events: a whole event by script, what has changed since a version, files, and errors."""

from __future__ import annotations

import gzip
import json
import random
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import ApiToken, User
from matches.core.standings import DEFAULT_ORDER, TIE_BREAKS

pytestmark = pytest.mark.django_db


class Script:
    """A script with the token of an organiser."""

    def __init__(self, user: User | None) -> None:
        secret = ApiToken.issue(user=user, name="script")[1] if user else ""
        self.headers = {"Authorization": f"Bearer {secret}"} if user else {}
        self.client = Client()

    def call(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        answer = self.client.generic(
            method,
            f"/api/v1/{path}",
            json.dumps(body or {}),
            content_type="application/json",
            headers={**self.headers, **headers},
        )
        data = json.loads(answer.content) if answer.content else None
        return answer.status_code, data

    def done(self, method: str, path: str, body: object = None) -> Any:
        code, answer = self.call(method, path, body)
        assert code in (200, 201, 204), (code, answer)
        return answer


def results(script: Script, key: str, lots: random.Random) -> Any:
    event = script.done("GET", f"events/{key}/")
    for pairing in event["rounds"][-1]["pairings"]:
        if pairing["status"] == "open":
            crystals = [5, lots.randrange(5)]
            lots.shuffle(crystals)
            script.done("PUT", f"events/{key}/pairings/{pairing['id']}/result/", {"crystals": crystals})
    return script.done("GET", f"events/{key}/")


def test_an_event_is_deleted_until_somebody_is_paired(roland: User, stranger: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "By mistake"})["event"]["key"]
    script.done("POST", f"events/{key}/players/", {"names": ["Elinor", "Mira"]})
    assert Script(stranger).call("DELETE", f"events/{key}/")[0] == 403
    script.done("POST", f"events/{key}/rounds/", {"number": 1})
    assert script.call("DELETE", f"events/{key}/")[0] == 409
    script.done("DELETE", f"events/{key}/rounds/1/")
    tag = f'"{script.done("GET", f"events/{key}/")["event"]["version"]}"'
    script.done("POST", f"events/{key}/players/", {"names": ["Late"]})
    assert script.call("DELETE", f"events/{key}/", **{"If-Match": tag})[0] == 412
    script.done("DELETE", f"events/{key}/")
    assert script.call("GET", f"events/{key}/")[0] == 404


def test_a_script_runs_an_event_from_registration_to_the_winner(roland: User) -> None:
    lots, script = random.Random(1), Script(roland)
    key = script.done("POST", "events/", {"name": "By script", "cut_size": 8})["event"]["key"]
    script.done("POST", f"events/{key}/players/", {"names": [f"Player {n}" for n in range(1, 25)]})
    for number in range(1, 6):
        script.done("POST", f"events/{key}/rounds/", {"number": number})
        event = results(script, key, lots)
        if number == 2:
            script.done("PATCH", f"events/{key}/players/3/", {"playing": False})
            script.done("POST", f"events/{key}/players/", {"names": ["Late Lena"]})
    first = event["rounds"][0]["pairings"][0]
    corrected = script.done(
        "PUT", f"events/{key}/pairings/{first['id']}/result/", {"crystals": first["crystals"][::-1]}
    )
    assert corrected["crystals"] == first["crystals"][::-1]
    script.done("POST", f"events/{key}/stage/", {"to": "cut"})
    for number in range(6, 9):
        if number > 6:
            script.done("POST", f"events/{key}/rounds/", {"number": number})
        event = results(script, key, lots)
    event = script.done("POST", f"events/{key}/stage/", {"to": "finished"})
    assert event["champion"] in event_numbers(event) and event["event"]["status"] == "finished"
    assert len(event["standings"]) == 25 and all(row["reason"] for row in event["standings"])
    assert any("Late Lena" in row["text"] for row in script.done("GET", f"events/{key}/trail/")["results"])


def test_of_a_change_that_is_refused_nothing_is_done(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "All or nothing"})["event"]["key"]
    script.done("POST", f"events/{key}/players/", {"names": ["Elinor", "Mira"]})
    assert script.call("PATCH", f"events/{key}/players/1/", {"name": "Elinor the second", "checked_in": True})[0] == 409
    assert script.done("GET", f"events/{key}/")["players"][0]["name"] == "Elinor"
    script.done("POST", f"events/{key}/rounds/", {"number": 1})
    assert script.call("POST", f"events/{key}/rounds/1/", {"clock": "run", "closed": True})[0] == 409
    assert not script.done("GET", f"events/{key}/")["rounds"][0]["running"]


def event_numbers(event: Any) -> list[int]:
    return [player["number"] for player in event["players"]]


def test_what_cannot_be_done_is_said_in_one_shape(roland: User, stranger: User) -> None:
    script, other, nobody = Script(roland), Script(stranger), Script(None)
    key = script.done("POST", "events/", {"name": "Small"})["event"]["key"]
    script.done("POST", f"events/{key}/players/", {"names": ["Roland", "Elinor", "Mira", "Otto"]})
    script.done("POST", f"events/{key}/rounds/", {"number": 1})
    pairing = script.done("GET", f"events/{key}/")["rounds"][0]["pairings"][0]["id"]
    told = [
        (script.call("POST", f"events/{key}/rounds/", {"number": 1}), 409, "conflict"),
        (script.call("POST", f"events/{key}/rounds/", {"number": 2}), 409, "conflict"),
        (script.call("POST", f"events/{key}/rounds/", {"number": "x"}), 400, "invalid"),
        (other.call("POST", f"events/{key}/rounds/", {"number": 2}), 403, "not_allowed"),
        (nobody.call("POST", f"events/{key}/rounds/", {"number": 2}), 401, "not_authenticated"),
        (script.call("PUT", f"events/{key}/pairings/{pairing}/result/", {"crystals": [5, 5]}), 400, "invalid"),
        (script.call("PUT", f"events/{key}/pairings/999999/result/", {"crystals": [5, 0]}), 404, "not_found"),
        (script.call("GET", "events/nothing/"), 404, "not_found"),
        (script.call("POST", "events/", {"name": "x", "cut_size": 201}), 400, "invalid"),
        (script.call("POST", "events/", {"name": "x", "first_day": "2019-01-05", "is_past": False}), 409, "conflict"),
        (script.call("POST", f"events/{key}/players/", {}), 400, "invalid"),
        (other.call("GET", f"events/{key}/webhooks/"), 403, "not_allowed"),
    ]
    for (code, body), wanted, name in told:
        assert (code, body["error"]["code"]) == (wanted, name)


def test_a_round_is_taken_back_and_the_clock_runs(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "Small"})["event"]["key"]
    script.done("POST", f"events/{key}/players/", {"names": ["Roland", "Elinor", "Mira"]})
    script.done("POST", f"events/{key}/rounds/", {"number": 1, "byes": [2]})
    event = script.done("POST", f"events/{key}/rounds/1/", {"clock": "run"})
    assert event["rounds"][0]["running"] and event["rounds"][0]["pairings"][1]["a"] == 2
    script.done("DELETE", f"events/{key}/rounds/1/")
    script.done("POST", f"events/{key}/rounds/", {"number": 1})
    event = script.done("POST", f"events/{key}/rounds/1/", {"closed": True, "unfinished": True})
    assert event["rounds"][0]["status"] == "closed"


def test_a_script_takes_a_list_and_a_result_back_and_merges_two_entries(roland: User) -> None:
    script = Script(roland)
    base = f"events/{script.done('POST', 'events/', {'name': 'Saturday'})['key']}"
    script.done("POST", f"{base}/players/", {"names": ["Roland", "Elinor", "Lena", "Nora"]})
    assert len(script.done("POST", f"{base}/players/take-back/", {"first": 3, "last": 4})["players"]) == 2
    made = script.done("POST", f"{base}/players/", {"names": ["Elinor again"]})
    merge = f"{base}/players/{made[0]['number']}/merge/"
    assert script.call("POST", merge, {"into": made[0]["number"]})[0] == 409
    assert script.call("POST", merge, {"into": 99})[0] == 404
    after = script.done("POST", merge, {"into": 2})
    assert [player["name"] for player in after["players"]] == ["Roland", "Elinor"]
    undone = script.done("DELETE", f"{base}/players/2/merge/")
    assert [player["name"] for player in undone["players"]] == ["Roland", "Elinor", "Elinor again"]
    script.done("POST", merge, {"into": 2})
    table = script.done("POST", f"{base}/rounds/", {"number": 1})["rounds"][0]["pairings"][0]["id"]
    result = f"{base}/pairings/{table}/result/"
    assert script.call("DELETE", result)[0] == 409
    script.done("PUT", result, {"crystals": [5, 2]})
    assert script.done("DELETE", result)["status"] == "open"
    assert script.call("POST", f"{base}/players/take-back/", {"first": 1, "last": 2})[0] == 409


def test_with_since_an_answer_holds_only_what_has_changed(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "Small answers"})["key"]
    script.done("POST", f"events/{key}/players/", {"names": [f"Player {n}" for n in range(1, 31)]})
    mine = script.done("GET", f"events/{key}/?since=0")
    assert mine["since"] is None and len(mine["players"]) == 30
    paired = script.done("POST", f"events/{key}/rounds/?since={mine['version']}", {"number": 1})
    assert (paired["since"], paired["players"], len(paired["rounds"][0]["pairings"])) == (mine["version"], [], 15)
    table = paired["rounds"][0]["pairings"][0]
    script.done("PUT", f"events/{key}/pairings/{table['id']}/result/", {"crystals": [5, 2]})
    told = script.done("GET", f"events/{key}/?since={paired['version']}")
    assert [pairing["id"] for pairing in told["rounds"][0]["pairings"]] == [table["id"]]
    assert {row["number"] for row in told["standings"]} >= {table["a"], table["b"]}
    assert told["players"] == [] == told["gone"]["players"]
    same = script.done("GET", f"events/{key}/?since={told['version']}")
    assert (same["rounds"], same["standings"], same["version"]) == ([], [], told["version"])
    assert same["name"] == "Small answers"
    for nonsense in ("-1", "x"):
        assert script.call("GET", f"events/{key}/?since={nonsense}")[0] == 400


def test_with_since_every_action_answers_with_little(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "Small answers", "rounds_planned": 3})["key"]
    script.done("POST", f"events/{key}/players/", {"names": [f"Player {n}" for n in range(1, 41)]})
    paired = script.done("POST", f"events/{key}/rounds/", {"number": 1})
    for table in paired["rounds"][0]["pairings"]:
        told = script.done("PUT", f"events/{key}/pairings/{table['id']}/result/", {"crystals": [5, 2]})
        assert size(told) < 300, told
    version, whole = 0, 0
    for method, path, body, most in [
        ("GET", "", None, 30_000),
        ("GET", "", None, 1500),
        ("POST", "rounds/1/", {"clock": "run"}, 2000),
        ("PATCH", "players/9/", {"playing": False}, 2000),
    ]:
        told = script.done(method, f"events/{key}/{path}?since={version}", body)
        whole = whole or size(told)
        assert (told["since"] is None) == (version == 0)
        assert size(told) < most, (path, size(told))
        version = told["version"]
    told = script.done("PATCH", f"events/{key}/?since={version}", {"venue": "Hall 2", "version": version})
    assert size(told) < 1500
    assert whole > 8000


def test_an_action_that_prefers_little_answers_with_what_it_changed(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "Small answers", "rounds_planned": 3})["key"]
    version = script.done("POST", f"events/{key}/stage/", {"to": "open"})["version"]
    script.done("POST", f"events/{key}/players/", {"names": [f"Player {n}" for n in range(1, 21)]})
    steps: list[tuple[str, str, dict[str, Any]]] = [
        ("POST", "rounds/", {"number": 1}),
        ("POST", "rounds/1/", {"clock": "run"}),
        ("PATCH", "players/9/", {"playing": False}),
        ("PATCH", "", {"venue": "Hall 2"}),
    ]
    before = version + 1
    for method, path, body in steps:
        said = body if path else body | {"version": before}
        address = f"/api/v1/events/{key}/{path}"
        headers = script.headers | {"Prefer": 'respond-async, return="minimal"'}
        answer = script.client.generic(method, address, json.dumps(said), "application/json", headers=headers)
        told = answer.json()
        assert (answer["Preference-Applied"], told["since"]) == ("return=minimal", before), (path, told)
        assert [player["number"] for player in told["players"]] == ([9] if path == "players/9/" else [])
        assert sum(len(each["pairings"]) for each in told["rounds"]) == (10 if path == "rounds/" else 0)
        before = told["version"]
    address = f"/api/v1/events/{key}/rounds/1/"
    for headers, query in (({"Prefer": "return=representation"}, ""), ({"Prefer": "return=minimal"}, "?since=0")):
        answer = script.client.post(
            address + query, {"clock": "pause"}, "application/json", headers=script.headers | headers
        )
        assert answer.json()["since"] is None and not answer.has_header("Preference-Applied")
    answer = script.client.post(
        "/api/v1/events/not-there/stage/", {"to": "open"}, headers=script.headers | {"Prefer": "return=minimal"}
    )
    assert answer.status_code == 404


def test_what_is_made_is_compressed_for_a_token_too(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "Small answers"})["key"]
    script.done("POST", f"events/{key}/players/", {"names": [f"Player {n}" for n in range(1, 11)]})
    headers = {**script.headers, "Accept-Encoding": "gzip"}
    body = {"number": 1}
    answer = script.client.post(f"/api/v1/events/{key}/rounds/", body, "application/json", headers=headers)
    assert (answer.status_code, answer["Content-Encoding"]) == (201, "gzip")
    assert len(json.loads(gzip.decompress(answer.content))["rounds"][0]["pairings"]) == 5


def size(told: object) -> int:
    """Return the size of an answer in bytes."""
    return len(json.dumps(told, ensure_ascii=False))


def test_nothing_new_is_answered_without_a_look_at_the_rows(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "Asked often"})["key"]
    script.done("POST", f"events/{key}/players/", {"names": ["Roland", "Elinor"]})
    script.done("POST", f"events/{key}/rounds/", {"number": 1})
    version = script.done("GET", f"events/{key}/?since=0")["version"]
    with CaptureQueriesContext(connection) as asked:
        told = script.done("GET", f"events/{key}/?since={version}")
    assert (told["since"], told["rounds"], told["final"], told["champion"]) == (version, [], [], None)
    assert not [
        statement["sql"]
        for statement in asked
        if "matches_registration" in statement["sql"] or "matches_pairing" in statement["sql"]
    ]


def test_nothing_new_in_a_finished_event_still_names_the_champion(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "Over", "cut_size": 2})["key"]
    script.done("POST", f"events/{key}/players/", {"names": ["Roland", "Elinor"]})
    script.done("POST", f"events/{key}/rounds/", {"number": 1})
    results(script, key, random.Random(1))
    script.done("POST", f"events/{key}/stage/", {"to": "finished"})
    whole = script.done("GET", f"events/{key}/?since=0")
    told = script.done("GET", f"events/{key}/?since={whole['version']}")
    assert told["since"] == whole["version"] and told["champion"] == whole["champion"] is not None


def test_what_is_merged_along_the_way_is_the_whole_event(roland: User) -> None:
    lots, script = random.Random(4), Script(roland)
    key = script.done("POST", "events/", {"name": "Merged"})["key"]
    script.done("POST", f"events/{key}/players/", {"names": [f"Player {n}" for n in range(1, 10)]})
    version = script.done("GET", f"events/{key}/")["version"]
    there = script.done("PATCH", f"events/{key}/", {"check_in": True, "version": version})
    held = _merged({}, script.done("GET", f"events/{key}/?since=0"))
    script.done("PATCH", f"events/{key}/players/5/", {"checked_in": True})
    script.done("PATCH", f"events/{key}/", {"check_in": False, "version": there["version"] + 1})
    steps: list[tuple[str, dict[str, Any]]] = [
        ("players/", {"names": ["Player 10"]}),
        ("players/take-back/", {"first": 9, "last": 10}),
        ("players/2/merge/", {"into": 3}),
        ("rounds/", {"number": 1}),
    ]
    for path, body in steps:
        script.done("POST", f"events/{key}/{path}", body)
        held = _merged(held, script.done("GET", f"events/{key}/?since={held['version']}"))
    script.done("DELETE", f"events/{key}/rounds/1/")
    script.done("POST", f"events/{key}/rounds/", {"number": 1})
    table = script.done("GET", f"events/{key}/")["rounds"][0]["pairings"][0]["id"]
    script.done("POST", f"events/{key}/rounds/1/", {"extra": [{"id": table, "minutes": 5}]})
    held = _merged(held, script.done("GET", f"events/{key}/?since={held['version']}"))
    results(script, key, lots)
    held = _merged(held, script.done("GET", f"events/{key}/?since={held['version']}"))
    played = script.done("GET", f"events/{key}/pairings/{table}/result/")
    forfeit = {"crystals": played["crystals"], "forfeit": True}
    script.done("PUT", f"events/{key}/pairings/{table}/result/", forfeit)
    held = _merged(held, script.done("GET", f"events/{key}/?since={held['version']}"))
    whole = script.done("GET", f"events/{key}/")
    assert held["players"] == {player["number"]: player for player in whole["players"]}
    assert held["standings"] == {row["number"]: row for row in whole["standings"]}
    assert held["pairings"] == {pairing["id"]: pairing for each in whole["rounds"] for pairing in each["pairings"]}


def _merged(held: dict[str, Any], told: Any) -> dict[str, Any]:
    """Return what a script has after an answer with `since`, as docs/api.md says."""
    lists = {
        "players": {player["number"]: player for player in told["players"]},
        "standings": {row["number"]: row for row in told["standings"]},
        "pairings": {pairing["id"]: pairing for each in told["rounds"] for pairing in each["pairings"]},
    }
    if told["since"] is None:
        return {"version": told["version"], **lists}
    gone = {
        "players": told["gone"]["players"],
        "standings": told["gone"]["players"],
        "pairings": told["gone"]["pairings"],
    }
    kept = {name: {row: line for row, line in held[name].items() if row not in gone[name]} for name in lists}
    return {"version": told["version"], **{name: kept[name] | lists[name] for name in lists}}


def test_a_token_is_told_that_nothing_has_changed(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "Same"})["key"]
    first = script.client.get(f"/api/v1/events/{key}/", headers=script.headers)
    told = script.headers | {"If-None-Match": first["ETag"]}
    assert script.client.get(f"/api/v1/events/{key}/", headers=told).status_code == 304
    script.done("POST", f"events/{key}/players/", {"names": ["Mira"]})
    assert script.client.get(f"/api/v1/events/{key}/", headers=told).status_code == 200


def test_a_result_carries_its_games_for_the_tie_break(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "By games", "tie_breaks": ["games"]})["key"]
    script.done("POST", f"events/{key}/players/", {"names": ["Roland", "Elinor", "Mira", "Otto"]})
    tables = script.done("POST", f"events/{key}/rounds/", {"number": 1})["rounds"][0]["pairings"]
    path = f"events/{key}/pairings/{{}}/result/"
    code, told = script.call("PUT", path.format(tables[0]["id"]), {"crystals": [5, 2], "games": [2, 3]})
    assert (code, told["error"]["rule"]) == (400, "MATCH-01")
    script.done("PUT", path.format(tables[0]["id"]), {"crystals": [5, 0]})
    entered = script.done("PUT", path.format(tables[1]["id"]), {"crystals": [3, 5], "games": [1, 3]})
    assert entered["games"] == [1, 3]
    event = script.done("GET", f"events/{key}/")
    assert event["rounds"][0]["pairings"][0]["games"] is None
    assert [row["number"] for row in event["standings"]][:3] == [tables[1]["b"], tables[0]["a"], tables[1]["a"]]
    again = script.done("DELETE", path.format(tables[1]["id"]))
    assert again["games"] is None


def test_every_tie_break_of_the_registry_is_allowed_not_only_the_usual_ones(roland: User) -> None:
    assert set(DEFAULT_ORDER) < set(TIE_BREAKS)
    script, every = Script(roland), list(TIE_BREAKS)[::-1]
    made = script.done("POST", "events/", {"name": "You’ve used all your codes. Create new ones.", "tie_breaks": every})
    assert made["tie_breaks"] == every
    assert script.done("POST", "events/", {"name": "The usual ones"})["tie_breaks"] == list(DEFAULT_ORDER)
    code, told = script.call("POST", "events/", {"name": "Unknown", "tie_breaks": ["coin"]})
    assert code == 400 and told["error"]["details"][0]["field"].startswith("tie_breaks")


def test_the_files_of_an_event_are_listed_and_each_is_there(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "Files"})["key"]
    script.done("POST", f"events/{key}/players/", {"names": ["Roland", "Elinor"]})
    listed = script.done("GET", f"events/{key}/files/")["results"]
    names = {file["name"] for file in listed}
    assert names >= {"standings.csv", "results.csv", "event.json", "poster.pdf"}
    assert not names & {"bracket.pdf", "pairings.pdf", "slips.pdf"}
    assert script.call("GET", f"events/{key}/files/slips.pdf")[0] == 404
    script.done("POST", f"events/{key}/rounds/", {"number": 1})
    listed = script.done("GET", f"events/{key}/files/")["results"]
    assert {file["name"] for file in listed} == names | {"pairings.pdf", "slips.pdf"}
    for file in listed:
        answer = script.client.get(file["url"], headers=script.headers)
        assert (answer.status_code, answer["Content-Type"]) == (200, file["media_type"]), file
        assert answer["Content-Disposition"].endswith(f'filename="{key}-{file["name"]}"')
    code, told = script.call("GET", f"events/{key}/files/standings.doc")
    assert (
        code == 404
        and "That file doesn’t exist. The files are" in told["error"]["message"]
        and "standings.csv" in told["error"]["message"]
    )


def test_a_list_of_names_asks_about_each_that_may_be_somebody_expected(roland: User) -> None:
    script = Script(roland)
    key = script.done("POST", "events/", {"name": "Alike"})["key"]
    script.done("POST", f"events/{key}/players/", {"names": ["Klara Weiß", "Ben Ott"]})
    asked = {"names": ["Klara W.", "Somebody Else", "Bn Ott"], "new": False}
    code, told = script.call("POST", f"events/{key}/players/", asked)
    details = told["error"]["details"]
    assert code == 409
    assert [(one["field"], one["suggestions"]) for one in details] == [
        ("names.0", ["Klara Weiß"]),
        ("names.2", ["Ben Ott"]),
    ]
    assert script.done("GET", f"events/{key}/")["players"][2:] == []
    script.done("POST", f"events/{key}/players/", asked | {"new": True})
    assert len(script.done("GET", f"events/{key}/")["players"]) == 5
