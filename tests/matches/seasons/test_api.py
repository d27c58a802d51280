"""API of groups and seasons: members, invitations, head-to-head and strengths."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.models import Group, PastResult
from tests.matches.builders import group_match, made_group
from tests.matches.events.test_api import Script
from tests.matches.seasons.past_matches import SEASON, WRONG

pytestmark = pytest.mark.django_db


@pytest.fixture
def group(roland: User) -> Group:
    return made_group(roland, "Elinor")


@pytest.fixture
def script(roland: User) -> Script:
    return Script(roland)


def filled(group: Group, script: Script) -> str:
    script.done("POST", f"groups/{group.key}/imports/", {"text": SEASON, "name": "spring.csv"})
    return f"groups/{group.key}"


def test_a_script_invites_and_somebody_joins_leaves_and_takes_over(group: Group, script: Script, elinor: User) -> None:
    other, base = Script(elinor), f"groups/{group.key}"
    assert script.done("GET", f"{base}/invitation/") == {"key": None, "url": None}
    key = script.done("POST", f"{base}/invitation/")["key"]
    opened = other.done("GET", f"groups/join/{key}/")
    assert (opened["group"], [member["name"] for member in opened["free"]]) == (group.key, ["Elinor"])
    pk = group.members.get(name="Elinor").pk
    joined = other.done("POST", f"groups/join/{key}/", {"member": pk})
    assert (joined["name"], joined["role"]) == ("Elinor", "member")
    assert other.call("POST", f"groups/join/{key}/", {"name": "Elinor 2"})[0] == 409
    assert [result["role"] for result in other.done("GET", f"{base}/members/")["results"]] == ["member", "owner"]
    script.done("DELETE", f"{base}/invitation/")
    assert other.call("GET", f"groups/join/{key}/")[0] == 404 == other.call("POST", f"groups/join/{key}/")[0]
    assert script.call("POST", f"{base}/leave/")[0] == 409
    script.done("PUT", f"{base}/owner/", {"member": pk})
    assert script.call("PUT", f"{base}/owner/", {"member": pk})[0] == 403
    script.done("POST", f"{base}/leave/")
    assert [result["role"] for result in other.done("GET", f"{base}/members/")["results"]] == ["owner", "left"]
    mira = other.done("POST", f"{base}/members/", {"name": "Mira"})
    other.done("DELETE", f"{base}/members/{mira['id']}/")
    assert other.call("DELETE", f"{base}/members/{mira['id']}/")[0] == 404


def test_seasons_are_named_changed_and_forgotten(group: Group, script: Script) -> None:
    base = f"groups/{group.key}/seasons"
    made = script.done("POST", f"{base}/", {"name": "Spring", "first": "2025-03-01", "last": "2025-03-21"})
    assert script.done("GET", f"{base}/{made['key']}/") == made and script.done("GET", f"{base}/")["results"] == [made]
    changed = script.done("PUT", f"{base}/{made['key']}/", {**made, "name": "Spring 2025", "last": None})
    assert script.done("PATCH", f"{base}/{made['key']}/", {"order": "best", "best": 3})["best"] == 3
    assert (changed["key"], changed["name"], changed["last"]) == (made["key"], "Spring 2025", None)
    for body, code in (
        ({"name": "spring 2025", "first": "2025-03-01"}, 409),
        ({"name": "B", "first": "2025-03-01", "last": "2025-02-01"}, 400),
        ({"name": "B", "first": "soon"}, 400),
        ({"name": "B", "first": "2025-03-01", "order": "luck"}, 400),
        ({"name": "B", "first": "2025-03-01", "best": 0}, 400),
        ({}, 400),
    ):
        assert script.call("POST", f"{base}/", body)[0] == code
    script.done("DELETE", f"{base}/{made['key']}/")
    assert script.call("GET", f"{base}/{made['key']}/")[0] == 404


def test_the_table_of_a_season_says_why_and_how_it_moved(group: Group, script: Script) -> None:
    base = filled(group, script)
    whole = script.done("GET", f"{base}/season/")
    assert [(row["player"], row["crystals_for"], row["drawn"]) for row in whole["standings"]] == [
        ("Roland", 12, 1),
        ("Elinor", 8, 1),
        ("Mira", 0, 0),
    ]
    assert whole["standings"][0]["reason"] == "points per match: 2.33, Elinor has 1" and whole["matches"] == 4
    assert whole["days"] == ["2025-03-14", "2025-03-21", "2025-03-28"]
    mira = next(course for course in whole["courses"] if course["player"] == "Mira")
    assert mira["crystals"] == [None, None, 0] and len(mira["ratings"]) == 1
    assert script.done("GET", f"{base}/season/?to=2025-03-14")["matches"] == 1
    assert script.call("GET", f"{base}/season/?to=soon")[0] == 400
    assert script.call("GET", f"{base}/season/?season=nothing")[0] == 404
    standings = script.done("GET", f"{base}/standings/")["results"]
    assert next((row["player"], row["won"], row["drawn"]) for row in standings) == ("Roland", 2, 1)


def test_head_to_head_a_player_and_strengths(group: Group, script: Script) -> None:
    base = filled(group, script)
    read_back = script.done("GET", f"{base}/season/duel/?a=Elinor&b=Roland")
    assert (read_back["duel"]["won_a"], read_back["duel"]["won_b"], read_back["duel"]["drawn"]) == (0, 2, 1)
    assert [line["name"] for line in read_back["played_b"]] == ["Vulca", "Hoax"] and len(read_back["matches"]) == 3
    player = script.done("GET", f"{base}/season/player/?name=Elinor")
    assert player["row"]["place"] == 2 and len(player["ratings"]) == 4 and len(player["duels"]) == 2
    for path in ("duel/?a=Elinor&b=Nobody", "duel/", "player/?name=Nobody", "player/"):
        assert script.call("GET", f"{base}/season/{path}")[0] == 404
    strengths = script.done("GET", f"{base}/season/strengths/")
    flit = strengths["peoples"][0]
    assert (flit["what"], flit["games"], flit["percent"]) == ("Flit", 9, None)
    assert "far too few" in flit["says"] and flit["low_percent"] < flit["high_percent"]


def test_a_past_season_is_judged_kept_once_and_taken_back(group: Group, script: Script) -> None:
    base = f"groups/{group.key}/imports/"
    judged = script.done("POST", base, {"text": WRONG, "dry_run": True})["preview"]
    assert (judged["ready"], judged["new"], judged["wrong"]) == (False, 4, 1)
    assert judged["lines"][-1]["faults"][0]["column"] == "date" and not PastResult.objects.exists()
    code, refused = script.call("POST", base, {"text": WRONG})
    assert code == 400 and [detail["line"] for detail in refused["error"]["details"]] == [6, 6]
    kept = script.done("POST", base, {"text": SEASON, "name": "spring.csv"})
    assert kept["kept"]["count"] == 4 and PastResult.objects.count() == 4
    assert script.call("POST", base, {"text": SEASON})[0] == 409
    pk = kept["kept"]["id"]
    back = script.done("DELETE", f"{base}{pk}/")
    assert back["taken_back"] and not PastResult.objects.exists()
    assert script.call("DELETE", f"{base}{pk}/")[0] == 409 and script.call("DELETE", f"{base}999/")[0] == 404
    assert [result["count"] for result in script.done("GET", base)["results"]] == [4]
    named = script.done("POST", base, {"text": SEASON.replace("Elinor", "Elinorr"), "names": {"Elinorr": "Elinor"}})
    assert named["kept"]["count"] == 4 and named["preview"]["names"][0]["choice"] == "Elinor"
    for body in ({}, {"text": ""}, {"text": 5, "names": []}, {"text": "x"}):
        assert script.call("POST", base, body)[0] == 400


def test_strangers_look_and_change_nothing(group: Group, script: Script, stranger: User) -> None:
    base = filled(group, script)
    pk = group.members.get(name="Elinor").pk
    for visitor, refused in ((Script(stranger), 403), (Script(None), 401)):
        for path in ("members/", "seasons/", "season/", "season/strengths/", "season/files/standings.csv"):
            assert visitor.client.get(f"/api/v1/{base}/{path}", headers=visitor.headers).status_code == 200
        for method, path, body in (
            ("POST", "members/", {"name": "Otto"}),
            ("DELETE", f"members/{pk}/", {}),
            ("GET", "invitation/", {}),
            ("POST", "invitation/", {}),
            ("DELETE", "invitation/", {}),
            ("POST", "leave/", {}),
            ("PUT", "owner/", {"member": pk}),
            ("POST", "seasons/", {"name": "B", "first": "2025-01-01"}),
            ("GET", "imports/", {}),
            ("POST", "imports/", {"text": SEASON}),
            ("POST", "imports/", {"text": SEASON, "dry_run": True}),
            ("DELETE", "imports/1/", {}),
        ):
            assert visitor.call(method, f"{base}/{path}", body)[0] == refused, (method, path)
    assert PastResult.objects.count() == 4 and group.members.count() == 3


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("PUT", "members/"),
        ("GET", "leave/"),
        ("GET", "owner/"),
        ("PUT", "invitation/"),
        ("DELETE", "seasons/"),
        ("POST", "season/"),
        ("POST", "season/duel/"),
        ("POST", "season/strengths/"),
        ("PUT", "imports/"),
        ("POST", "season/files/standings.csv"),
    ],
)
def test_the_wrong_method_is_refused(group: Group, script: Script, method: str, path: str) -> None:
    assert script.call(method, f"groups/{group.key}/{path}")[0] == 405


@pytest.mark.parametrize("path", ["season/", "season/strengths/", "season/duel/?a=Roland&b=Elinor", "standings/"])
@pytest.mark.parametrize("matches", [1, 6])
def test_the_answers_ask_the_same_few_queries(
    *,
    group: Group,
    script: Script,
    django_assert_max_num_queries: DjangoAssertNumQueries,
    path: str,
    matches: int,
) -> None:
    base = filled(group, script)
    for _ in range(matches):
        group_match(group, "Roland", "Elinor", ("a", 3), ("a", 0))
    with django_assert_max_num_queries(18):
        script.done("GET", f"{base}/{path}")
