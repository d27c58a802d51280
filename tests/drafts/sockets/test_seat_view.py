"""One shape of a seat's view: the socket, the API and the OpenAPI description agree, and a page reads its row once."""

from __future__ import annotations

import json
from typing import Any, get_type_hints

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from drafts.sockets.hub import ConnectedDraftSocket, DraftRoom, WantedMessages, view_changes
from drafts.table import services
from drafts.table.rows import load_draft
from drafts.table.seat_view import OwnFacts, PublicMessage, SeatFacts, TableFacts, public_message
from tests.drafts.tables import begun, by, person, setup_for, take, view_of
from tests.site.api.description import described

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("description")]
TYPES: dict[str, type | tuple[type, ...]] = {"integer": int, "string": str, "boolean": bool, "array": list}


@pytest.fixture(scope="module")
def schemas() -> dict[str, Any]:
    schemas: dict[str, Any] = described()["components"]["schemas"]
    return schemas


@pytest.mark.parametrize(
    ("shape", "name"),
    [(SeatFacts, "Seat"), (TableFacts, "DraftTable"), (OwnFacts, "OwnSeat"), (PublicMessage, "Draft")],
)
def test_what_the_socket_sends_stands_in_the_openapi_description(
    schemas: dict[str, Any], shape: type, name: str
) -> None:
    told = schemas[name]["properties"]
    # Who is silent is known to the sockets alone.
    assert set(get_type_hints(shape)) - {"away"} <= set(told)


def test_the_api_and_the_socket_say_the_same_of_one_seat(schemas: dict[str, Any], roland: User, elinor: User) -> None:
    key = begun(person(roland), person(elinor), pick_seconds=60)
    take(key, person(elinor))
    client = Client()
    client.force_login(roland)
    answer = client.get(f"/api/v1/drafts/{key}/").json()
    loaded = load_draft(key)
    room = DraftRoom(key)
    room.update_draft(loaded)

    async def nothing(message: dict[str, Any]) -> None: ...

    message = json.loads(
        ConnectedDraftSocket(room, by(person(roland)), WantedMessages.VIEWS, nothing).newest_message(loaded)
    )
    assert message["mine"] == answer["mine"]
    assert message["table"] == answer["table"]
    assert message["deadline"] == answer["deadline"]
    for seat, told in zip(message["seats"], answer["seats"], strict=True):
        assert seat.items() <= told.items()
    for name, kind in ((name, schemas["OwnSeat"]["properties"][name].get("type")) for name in message["mine"]):
        assert message["mine"][name] is None or isinstance(message["mine"][name], TYPES[kind])


def test_a_pick_of_somebody_else_is_a_few_bytes_for_the_others(roland: User, elinor: User) -> None:
    key = begun(person(roland), person(elinor), players=6)

    async def nothing(message: dict[str, Any]) -> None: ...

    room = DraftRoom(key)
    room.update_draft(load_draft(key))
    assert room.loaded is not None
    socket = ConnectedDraftSocket(room, by(person(roland)), WantedMessages.CHANGES, nothing)
    first = socket.newest_message(room.loaded)
    take(key, person(elinor))
    room.update_draft(load_draft(key))
    second = socket.newest_message(room.loaded)
    assert '"type": "view"' in first and '"mine":{' in first
    assert '"type":"change"' in second and "mine" not in second and len(second) < 220
    picked = view_of(key, person(elinor)).pool
    assert picked and not any(card in second for card in picked)


def test_changes_rebuild_the_view_they_lead_to(roland: User, elinor: User) -> None:
    key = begun(person(roland), person(elinor), players=3)

    def seen() -> PublicMessage:
        loaded = load_draft(key)
        assert loaded.state is not None
        return public_message(loaded.draft, loaded.seats, loaded.state.public(), {})

    before = seen()
    for user in (roland, elinor):
        take(key, person(user))
    after = seen()
    change = view_changes(before, after)
    table = change.pop("table")
    assert isinstance(table, dict)
    rebuilt = {**before, **{name: value for name, value in change.items() if name not in ("type", "now")}}
    rebuilt["table"] = {**(before["table"] or {}), **table}
    assert rebuilt == after


def test_a_live_page_reads_its_draft_once(roland: User, elinor: User) -> None:
    key = begun(person(roland), person(elinor), pick_seconds=600)
    client = Client()
    client.force_login(roland)
    client.get(f"/drafts/{key}/live/?status=drafting&step=none")
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"/drafts/{key}/live/?status=drafting&step=none").status_code == 200
    rows = [query["sql"] for query in queries if 'FROM "drafts_draft"' in query["sql"]]
    assert len(rows) == 1, rows
    assert len(queries) <= 10, [query["sql"] for query in queries]


def test_opening_a_table_is_one_transaction(roland: User) -> None:
    seated = services.create_draft(
        host=person(roland), setup=setup_for(3), company="mixed", log_rule="never", name="Thursday"
    )
    draft = load_draft(seated.key).draft
    assert (draft.version, draft.log_rule) == (1, "never")
