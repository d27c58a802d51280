"""The socket of a seat, against a real server: its own view at once, and nothing of anybody else's."""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benchmarks.draft_site import Site

pytestmark = [pytest.mark.xdist_group("crash"), pytest.mark.filterwarnings("ignore")]


@pytest.fixture(scope="module")
def served(ready: Path | None) -> Iterator[Site]:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        if ready is not None:
            shutil.copy(ready, site.database)
        site.start()
        yield site
        site.kill()


OPEN: list[ClientConnection] = []


@pytest.fixture(autouse=True)
async def _closed() -> AsyncIterator[None]:
    yield
    while OPEN:
        await OPEN.pop().close()


async def opened(site: Site, key: str) -> ClientConnection:
    address = f"{site.url.replace('http', 'ws')}/ws/drafts/{key}/"
    OPEN.append(await connect(address, origin=site.url))  # type: ignore[arg-type]
    return OPEN[-1]


class Seat:
    def __init__(self, socket: ClientConnection, heard: list[str]) -> None:
        self.socket, self.heard = socket, heard

    async def next(self) -> dict[str, Any]:
        text = str(await asyncio.wait_for(self.socket.recv(), 10))
        self.heard.append(text)
        found: dict[str, Any] = json.loads(text)
        return found

    async def view(self, place: list[int]) -> dict[str, Any]:
        """Read on until the packet of that place is in front of the seat."""
        while True:
            said = await self.next()
            mine = said.get("mine")
            if mine and [mine["round"], mine["number"]] == place and mine["packet"]:
                return dict(mine)

    async def pick(self, mine: dict[str, Any], card: str) -> dict[str, Any]:
        await self.socket.send(json.dumps({"round": mine["round"], "number": mine["number"], "card": card, "id": 7}))
        while (said := await self.next())["type"] != "pick":
            pass
        return said


async def sit(site: Site, key: str, token: str, heard: list[str]) -> Seat:
    socket = await opened(site, key)
    await socket.send(json.dumps({"seat_token": token}))
    return Seat(socket, heard)


async def test_a_pick_passes_the_packet_to_the_neighbour_at_once(served: Site) -> None:
    table, said_at_start = served.open_tables(1, 2)[0], len(served.log.read_text())
    words: list[list[str]] = [[], [], []]
    seats = [await sit(served, table["key"], token, words[at]) for at, token in enumerate(table["tokens"])]
    stranger = await sit(served, table["key"], "guessed", words[2])
    views = [await seat.view([1, 1]) for seat in seats]
    answer = await seats[0].pick(views[0], views[0]["packet"][0])
    assert (answer["ok"], answer["id"]) == (True, 7)
    again = await seats[0].pick(views[0], views[0]["packet"][1])
    assert (again["ok"], again["error"]["rule"]) == (False, "DRAFT-19")
    await seats[1].pick(views[1], views[1]["packet"][0])
    second = await seats[1].view([1, 2])
    assert sorted(second["packet"]) == sorted(views[0]["packet"][1:])
    assert (await stranger.next())["mine"] is None
    assert not [card for view in views for card in view["packet"] if any(f'"{card}"' in text for text in words[2])]
    assert not [card for card in views[1]["packet"] if any(f'"{card}"' in text for text in words[0][:2])]
    # Coming back: a new socket of the same seat has the right view at once, on any number of screens.
    for _screen in range(2):
        assert (await (await sit(served, table["key"], table["tokens"][1], [])).view([1, 2])) == second
    log = served.log.read_text()[said_at_start:]
    assert not [card for view in views for card in view["packet"] if card in log]
    assert not [token for token in table["tokens"] if token in log]


async def test_what_is_no_message_ends_the_socket(served: Site) -> None:
    table = served.open_tables(1, 2)[0]
    for said in ("no json", "[]", '"x"', json.dumps({"x": "y" * 5000})):
        socket = await opened(served, table["key"])
        await socket.send(said)
        with pytest.raises(ConnectionClosed):
            await asyncio.wait_for(socket.recv(), 10)


async def test_no_table_and_no_other_site_get_a_socket(served: Site) -> None:
    table = served.open_tables(1, 2)[0]
    address = served.url.replace("http", "ws")
    socket = await opened(served, "nothing2here")
    await socket.send("{}")
    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(socket.recv(), 10)
    with pytest.raises(InvalidStatus):
        await connect(f"{address}/ws/drafts/{table['key']}/", origin="https://elsewhere.example")  # type: ignore[arg-type]
