"""The examples of the description are true: each was sent to a prepared site, accepted, and answered like that.

`python -m tests.site.api.examples` records them again: the bodies of the access table
(`tests/access/request_bodies.py`), and the site's answers.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from django.db import transaction
from django.urls import resolve
from pytest_django import DjangoDbBlocker

from cards.core.facts import Catalogue
from tenmoons.api.description import EXAMPLES_FILE, api_operations, recorded_examples
from tests.access.walk import addresses, answer, matching, rows
from tests.access.world import ROLES, World, undone_world
from tests.site.api.description import described

pytestmark = [pytest.mark.once, pytest.mark.django_db, pytest.mark.xdist_group("description")]
RECORD = os.environ.get("RECORD_EXAMPLES") == "yes"
# Of a list so many rows are shown, of a text so many characters.
ROWS, CHARACTERS, MANY_FIELDS = 2, 400, 100
# What needs a token, a worker, a message to another site or another state, and deletions; made from their schemas.
NOT_RECORDED = {
    *("deck_guides_delete", "deck_guides_read", "draft_partners_list", "drafts_compare", "drafts_hand_in"),
    *("drafts_hint", "drafts_step_in", "event_fixtures_arrange"),
    *("events_delete", "groups_delete", "matches_delete", "online_games_file", "paper_pools_enter", "paper_pools_read"),
    *("draft_wishlists_read", "draft_wishlists_save"),
    *("place_requests_withdraw", "strength_jobs_swap", "tokens_delete", "tokens_read", "webhooks_try"),
}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker, facts: Catalogue) -> Iterator[World]:
    yield from undone_world(django_db_blocker, facts)


@cache
def _operations() -> Mapping[tuple[str, str], str]:
    """Return the operation of an address and a method."""
    return {
        (resolve(re.sub(r"{\w+}", "1", path)).view_name, method.upper()): operation["operationId"]
        for path, method, operation in api_operations(described())
    }


def _examples(world: World) -> dict[str, dict[str, Any]]:
    """Return the body and the answer of each operation, for the first role that is allowed."""
    made: dict[str, dict[str, Any]] = {}
    for row in rows():
        operation = _operations().get((row.name, row.method))
        if operation is None or operation in made or "ok" not in row.expected:
            continue
        (address,) = matching(row, addresses(), set())
        role = next(role for role, expected in reversed([*zip(ROLES, row.expected, strict=True)]) if expected == "ok")
        response = answer(world, role, row, address)
        assert 200 <= response.status_code < 300, (str(row), response.content)
        sent = world.requests[address.name, address.parts, row.on, row.method][1]
        made[operation] = _recorded(response, {} if row.method in ("GET", "DELETE") else sent)
    return made | _of_an_event(world)


def _of_an_event(world: World) -> dict[str, dict[str, Any]]:
    """Return those for which the world has no event or group: they are run up to it."""
    made: dict[str, dict[str, Any]] = {}

    def send(method: str, path: str, body: Mapping[str, Any] | None = None, by: str = "organiser") -> Any:
        client = world.client(by, REMOTE_ADDR=f"10.9.0.{len(made)}")
        response = client.generic(method, f"/api/v1/{path}", json.dumps(body or {}), content_type="application/json")
        assert 200 <= response.status_code < 300, (path, response.content)
        name = _operations()[resolve(f"/api/v1/{path}").view_name, method]
        made[name] = _recorded(response, body or {})
        return json.loads(response.content) if response.content else None

    with transaction.atomic():
        path = f"events/{send('POST', 'events/', {'name': 'Friday cup', 'rounds_planned': 3})['key']}"
        send("POST", f"{path}/players/", {"names": ["Roland", "Elinor", "Mira", "Ben", "Bem"]})
        send("POST", f"{path}/players/take-back/", {"first": 5, "last": 5})
        send("POST", f"{path}/players/4/merge/", {"into": 1})
        send("DELETE", f"{path}/players/1/merge/")
        send("POST", f"{path}/helpers/", {"key": send("GET", f"{path}/helpers/")["judge_key"]}, "stranger")
        table = send("POST", f"{path}/rounds/", {"number": 1})["rounds"][0]["pairings"][0]["id"]
        send("PUT", f"{path}/pairings/{table}/result/", {"crystals": [5, 2]})
        send("DELETE", f"{path}/pairings/{table}/result/")
        path = f"events/{send('POST', 'events/', {'name': 'Draft day', 'format': 'draft'})['key']}"
        send("POST", f"{path}/players/", {"names": ["Roland", "Elinor", "Mira", "Ben"]})
        send("POST", f"{path}/pods/", {"most": 4})
        path = f"events/{send('POST', 'events/', {'name': 'Open house', 'approval': True})['key']}"
        send("POST", f"{path}/players/", {"name": "Mira", "is_me": True}, "stranger")
        asked = send("GET", f"{path}/requests/")["results"][0]["id"]
        send("POST", f"{path}/requests/{asked}/", {"admit": True})
        group = send("POST", "groups/", {"name": "Friday club", "members": ["Mira", "Elinor", "Elinore"]})
        _mira, elinor, other = (f"groups/{group['key']}/members/{member['id']}/" for member in group["members"][:3])
        send("POST", f"{other}merge/", {"into": group["members"][1]["id"]})
        send("DELETE", f"{other}merge/")
        send("DELETE", elinor)
        send("POST", f"{elinor}restore/")
        transaction.set_rollback(True)
    return made


def _recorded(response: Any, sent: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body that was sent as `request`, and the answer by its status."""
    made: dict[str, Any] = {"request": sent} if sent else {}
    kind = response.get("Content-Type", "")
    content = b"".join(response.streaming_content) if response.streaming else response.content
    text = content.decode() if kind.startswith(("text/", "application/json")) else ""
    text = re.sub(r"(tm|whsec)_[\w-]{12,}", r"\1_9f2c…", text.replace("http://testserver", "https://moons.example"))
    return made | {str(response.status_code): _shortened(json.loads(text)) if "json" in kind else text[:CHARACTERS]}


def _shortened(value: Any) -> Any:
    """Return a value with the first entries of its lists and tables, and the beginning of long texts."""
    if isinstance(value, dict):
        few = value if len(value) < MANY_FIELDS else dict([*value.items()][:ROWS])
        return {name: _shortened(inner) for name, inner in few.items()}
    if isinstance(value, str):
        return value[:CHARACTERS]
    return [_shortened(inner) for inner in value[:ROWS]] if isinstance(value, list) else value


def _fields(example: Mapping[str, Any]) -> Any:
    """Return what stays the same from site to site: the fields of body and answer."""
    return {part: sorted(value) if isinstance(value, Mapping) else "" for part, value in example.items()}


def test_every_example_is_accepted_and_was_answered_like_that(world: World) -> None:
    made = _examples(world)
    if RECORD:
        lines = (f"{json.dumps(name)}: {json.dumps(made[name], ensure_ascii=False)}" for name in sorted(made))
        EXAMPLES_FILE.write_text("{{\n{}\n}}\n".format(",\n".join(lines)), encoding="utf-8")
        recorded_examples.cache_clear()
    known = recorded_examples()
    wrong = sorted(name for name in {*made, *known} if _fields(made.get(name, {})) != _fields(known.get(name, {})))
    assert not wrong, "record them again: python -m tests.site.api.examples"
    assert set(_operations().values()) - set(made) == NOT_RECORDED
