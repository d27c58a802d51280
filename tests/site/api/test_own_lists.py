"""Own lists: narrowed by state, day, player, group and text, in an order, and only for a known caller."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from tenmoons.api.description import api_operations
from tests.drafts.tables import setup_for
from tests.site.api.description import described
from tests.site.api.test_round_trips import Script

pytestmark = pytest.mark.django_db
# Lists with a query, and their rows.
NARROWED = {
    "matches/": ["Mira", "Roland"],
    "matches/?sort=old": ["Roland", "Mira"],
    "matches/?q=friday": ["Roland"],
    "matches/?q=roland%20mira": ["Mira"],
    "matches/?player=elin": ["Roland"],
    "matches/?status=finished": [],
    "matches/?status=OPEN&to=2020-01-01": [],
    "events/?q=bremen": ["League"],
    "events/?player=mira": ["League"],
    "events/?from=2026-05-02": ["League"],
    "events/?to=2026-05-01&status=registration": ["Cup"],
    "events/?sort=day": ["Cup", "League"],
    "groups/?q=hamburg": ["Friday"],
    "groups/?player=mira": ["Monday"],
    "groups/?sort=name": ["Friday", "Monday"],
    "drafts/?q=two": ["Two evenings"],
    "drafts/?status=done": [],
    "drafts/?player=roland&sort=name": ["One evening", "Two evenings"],
    "decks/?q=hamburg": ["Earth"],
    "decks/?tag=club": ["Fire"],
    "decks/?tag=other": [],
    "decks/?folder=&sort=name": ["Earth"],
    "decks/?game=cthulhu": [],
    "decks/?from=2020-01-01&sort=name": ["Earth", "Fire"],
}
# Queries that can’t be read: the parameter that is named, and the message.
REFUSED = {
    "matches/?status=over": ("status", "“over” isn’t one of: finished, open."),
    "events/?sort=size": ("sort", "“size” isn’t one of: day, name, new, old."),
    "decks/?game=chess": ("game", "“chess” isn’t one of: bluemoon, cthulhu."),
    "decks/?include=all": ("include", "“all” isn’t one of: contents."),
    "drafts/?from=May": ("from", "“May” isn’t a date. Write it like 2025-03-14."),
    "groups/?status=open": ("status", "Unknown parameter “status”."),
    "cards/?q=peeple:vulca": ("q", "Unknown key “peeple”. Did you mean people?"),
}


@pytest.fixture
def script(roland: User, elinor: User, facts: object) -> Script:
    """Return two of each: one of Elinor's group, in May, and one besides."""
    script = Script(roland)
    group = script.done("POST", "groups/", {"name": "Friday", "members": ["Roland", "Elinor"], "place": "Hamburg"})
    script.done("POST", "groups/", {"name": "Monday", "members": ["Mira"]})
    members = [member["id"] for member in group["members"]]
    script.done("POST", "matches/", {"group": group["key"], "members": members})
    script.done("POST", "matches/", {"players": ["Roland", "Mira"], "me": "a"})
    script.done("POST", "events/", {"name": "Cup", "group": group["key"], "first_day": "2026-05-01"})
    league = script.done("POST", "events/", {"name": "League", "venue": "Bremen", "first_day": "2026-07-01"})
    script.done("POST", f"events/{league['key']}/players/", {"names": ["Mira"]})
    peoples = [people.value for people in setup_for(2).peoples]
    for name in ("One evening", "Two evenings"):
        script.done("POST", "drafts/", {"players": 2, "peoples": peoples, "name": name, "nickname": "Roland"})
    script.done("POST", "decks/", {"text": "Name: Fire\nLeader: Vulca 00", "tags": ["club"], "folder": "Cup"})
    script.done("POST", "decks/", {"text": "Name: Earth", "notes": "For Hamburg."})
    script.done("POST", "online-games/", {"name": "Roland"})
    return script


def names(script: Script, path: str) -> list[str]:
    """Return the rows of a list by name, of a match by its second player."""
    rows: list[dict[str, Any]] = script.done("GET", path)["results"]
    return [row["name"] if "name" in row else row["players"][1]["name"] for row in rows]


def test_a_list_is_narrowed_and_sorted(script: Script) -> None:
    assert {path: names(script, path) for path in NARROWED} == NARROWED


def test_a_list_is_narrowed_to_a_group(script: Script) -> None:
    key = script.done("GET", "groups/?q=friday")["results"][0]["key"]
    assert names(script, f"matches/?group={key}") == ["Roland"]
    (cup,) = script.done("GET", f"events/?group={key}")["results"]
    assert (cup["name"], cup["group"], cup["first_day"]) == ("Cup", key, "2026-05-01")
    assert names(script, "events/?group=nothing") == []


def test_games_are_narrowed_by_state_and_player(script: Script) -> None:
    for query, count in (("status=open", 1), ("status=over", 0), ("player=roland", 1), ("player=mira", 0)):
        assert script.done("GET", f"online-games/?{query}")["count"] == count, query


def test_a_list_of_decks_has_rows_and_their_contents_only_where_asked_for(script: Script) -> None:
    row, _other = script.done("GET", "decks/?sort=name")["results"]
    whole, _other = script.done("GET", "decks/?sort=name&include=contents")["results"]
    assert set(whole) - set(row) == {"cards", "notes", "maybe", "text", "report"}
    assert whole == script.done("GET", f"decks/{row['key']}/")
    assert row == {name: whole[name] for name in row}


def test_what_is_not_understood_is_refused_by_name(script: Script) -> None:
    seen = {}
    for path in REFUSED:
        status, answer = script.call("GET", path)
        assert status == 400, path
        (detail,) = answer["error"]["details"]
        seen[path] = detail["field"], detail["message"]
    assert seen == REFUSED


def own_lists() -> list[str]:
    return [
        path
        for path, method, operation in api_operations(described())
        if method == "get" and {} not in operation["security"] and "{" not in path
    ]


def test_nobody_has_no_list_of_their_own(client: Client) -> None:
    """401, not an empty list that looks like an answer."""
    paths = own_lists()
    assert len(paths) > 10
    assert {path: client.get(path).status_code for path in paths} == dict.fromkeys(paths, 401)


@pytest.mark.both
def test_no_text_is_too_odd_for_a_filter(script: Script) -> None:
    for path in ("matches", "events", "groups", "drafts", "drafts/paper", "decks", "online-games"):
        for text in ("%00", "%25_%5C'\"", "a%20" * 500):
            for name in ("q", "player", "group", "folder", "format"):
                assert script.call("GET", f"{path}/?{name}={text}")[0] in (200, 400), (path, name, text)
