"""The socket of a seat, against a real server: its own view at once, and nothing of anybody else's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from http.cookiejar import CookieJar
from typing import Any
from unittest.mock import AsyncMock, Mock, patch
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.extensions.permessage_deflate import PerMessageDeflate
from websockets.frames import Frame

from benchmarks.drafts.site import Site
from common.errors import NotAllowed
from drafts.sockets import consumer
from drafts.table.loaded import Visitor
from live.sockets import handle_messages

pytestmark = [pytest.mark.xdist_group("crash"), pytest.mark.filterwarnings("ignore")]


# Tables that have begun and are still unused, by the address of their site and their shape.
TABLES: dict[tuple[object, ...], list[dict[str, Any]]] = {}
TABLES_AT_ONCE = 6
OPEN: list[ClientConnection] = []


def new_table(site: Site, players: int = 2, flow: str = "together", *house: int) -> dict[str, Any]:
    """Return a table that has begun; some are opened ahead."""
    left = TABLES.setdefault((site.url, players, flow, *house), [])
    if not left:
        left += site.open_tables(TABLES_AT_ONCE, players, flow, *house)
    return left.pop()


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
        body: dict[str, Any] = json.loads(text)
        return body

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
    table, said_at_start = new_table(served), len(served.log.read_text())
    words: list[list[str]] = [[], [], []]
    seats = [await sit(served, table["key"], token, words[at]) for at, token in enumerate(table["tokens"])]
    stranger = Seat(await opened(served, table["key"]), words[2])
    await stranger.socket.send("{}")
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


async def test_after_a_refused_pick_a_socket_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consumer, "pick_writer", Mock(write_async=AsyncMock(side_effect=NotAllowed("no"))))
    monkeypatch.setattr("live.sockets.asyncio.sleep", pause := AsyncMock())
    socket = Mock(send=AsyncMock(), who=Visitor(None))
    pick = {"type": "websocket.receive", "text": '{"round": 1, "number": 1, "card": "Vulca 01"}'}
    heard = AsyncMock(side_effect=[pick, pick, {"type": "websocket.disconnect"}])
    await handle_messages(socket, heard, consumer.handle_pick)
    assert (socket.send.call_count, pause.call_count) == (2, 2)


async def test_every_message_is_compressed_the_short_answer_to_a_pick_too(served: Site) -> None:
    table, compressed, read = new_table(served), list[bool](), PerMessageDeflate.decode

    def decode(self: PerMessageDeflate, frame: Frame, **limits: Any) -> Frame:
        compressed.append(frame.rsv1)
        return read(self, frame, **limits)

    with patch.object(PerMessageDeflate, "decode", decode):
        seat = await sit(served, table["key"], table["tokens"][0], [])
        mine = await seat.view([1, 1])
        await seat.pick(mine, mine["packet"][0])
    assert json.loads(seat.heard[-1])["type"] == "pick" and all(compressed[: len(seat.heard)])


async def close_code(site: Site, key: str, *said: str) -> int | None:
    socket = await opened(site, key)
    for message in said:
        await socket.send(message)
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await asyncio.wait_for(socket.recv(), 10)
    return closed.value.rcvd.code if closed.value.rcvd else None


async def test_what_is_no_message_ends_the_socket(served: Site) -> None:
    table, said_at_start = new_table(served), len(served.log.read_text())
    nested = "[" * 3000
    for said in (
        "no json",
        "[]",
        '"x"',
        json.dumps({"x": "y" * 5000}),
        nested,
        '{"want":"all"}',
        '{"token":"x"}',
        '{"seat_token":1}',
    ):
        assert await close_code(served, table["key"], said) == 4400
    for said in ("no json", "[]", nested, '{"card":' + nested[:2000]):
        assert await close_code(served, table["key"], "{}", said) == 4400
    assert "Traceback" not in served.log.read_text()[said_at_start:]


async def test_a_token_that_opens_no_seat_here_is_refused(served: Site) -> None:
    table, other = new_table(served), new_table(served)
    for token in ("guessed", "tm_0123456789abcdef", other["tokens"][0]):
        assert await close_code(served, table["key"], json.dumps({"seat_token": token})) == 4401
    assert await close_code(served, "nothing2here", json.dumps({"seat_token": "guessed"})) == 4404


async def test_a_long_message_is_not_unpacked(served: Site) -> None:
    line = await connect(f"{served.url.replace('http', 'ws')}/ws/ring/draft.k3j9x2m4p5q6/", origin=served.url)  # type: ignore[arg-type]
    OPEN.append(line)
    with pytest.raises(ConnectionClosed) as closed:
        await line.send(" " * 1_000_000)
        await line.recv()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


async def test_an_unknown_address_of_a_socket_is_refused_and_not_written_to_the_log(served: Site) -> None:
    said_at_start = len(served.log.read_text())
    for path in ("/ws/anything", "/ws/drafts/abc/SECRETLINK/", "/ws/ring/x/"):
        with pytest.raises(InvalidStatus):
            await connect(f"{served.url.replace('http', 'ws')}{path}", origin=served.url)  # type: ignore[arg-type]
    log = served.log.read_text()[said_at_start:]
    assert "Traceback" not in log and "SECRETLINK" not in log


async def test_a_cookie_with_a_strange_name_ends_no_socket(served: Site) -> None:
    address = f"{served.url.replace('http', 'ws')}/ws/drafts/{new_table(served)['key']}/"
    OPEN.append(await connect(address, origin=served.url, additional_headers={"Cookie": "a/b=1; c@d=2"}))  # type: ignore[arg-type]
    await OPEN[-1].send("{}")
    assert json.loads(await asyncio.wait_for(OPEN[-1].recv(), 10))["type"] == "view"


class Browser:
    """A visitor with cookies."""

    def __init__(self, site: Site) -> None:
        self.site, self.cookies = site, CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def post(self, path: str, **said: str) -> str:
        self._opener.open(self.site.url + path, timeout=30).read()
        token = next(cookie.value or "" for cookie in self.cookies if cookie.name.startswith("csrftoken"))
        data = urlencode({**said, "csrfmiddlewaretoken": token}).encode()
        request = Request(self.site.url + path, data, {"Referer": self.site.url})
        return str(self._opener.open(request, timeout=30).geturl())

    async def socket(self, key: str) -> ClientConnection:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        address = f"{self.site.url.replace('http', 'ws')}/ws/drafts/{key}/"
        OPEN.append(await connect(address, origin=self.site.url, additional_headers={"Cookie": cookies}))  # type: ignore[arg-type]
        await OPEN[-1].send("{}")
        await asyncio.wait_for(OPEN[-1].recv(), 10)
        return OPEN[-1]


async def test_an_open_socket_does_not_outlive_its_session(served: Site) -> None:
    table, browser, other = new_table(served), Browser(served), Browser(served)
    said = {
        "username": f"socket{table['key']}",
        "password1": "a long pass phrase 7",
        "password2": "a long pass phrase 7",
    }
    await asyncio.to_thread(browser.post, "/accounts/signup/", **said)
    login = {"login": said["username"], "password": said["password1"]}
    await asyncio.to_thread(other.post, "/accounts/login/", **login)
    leaving, watching = await browser.socket(table["key"]), await other.socket(table["key"])
    changed = {"oldpassword": said["password1"], "password1": "another phrase 88", "password2": "another phrase 88"}
    await asyncio.to_thread(browser.post, "/accounts/password/change/", **changed)
    for socket in (leaving, watching):
        with pytest.raises(ConnectionClosed) as closed:
            await asyncio.wait_for(socket.recv(), 10)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
    leaving = await browser.socket(table["key"])
    await asyncio.to_thread(browser.post, "/accounts/logout/")
    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(leaving.recv(), 10)


async def test_no_table_and_no_other_site_get_a_socket(served: Site) -> None:
    table = new_table(served)
    address = served.url.replace("http", "ws")
    socket = await opened(served, "nothing2here")
    await socket.send("{}")
    with pytest.raises(ConnectionClosed):
        await asyncio.wait_for(socket.recv(), 10)
    with pytest.raises(InvalidStatus):
        await connect(f"{address}/ws/drafts/{table['key']}/", origin="https://elsewhere.example")  # type: ignore[arg-type]
