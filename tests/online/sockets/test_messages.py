"""The socket of a game, against a real server: a seat’s own view, its actions, and nothing that it may not know."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from typing import Any
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from online.sockets.consumer import HELLO_FIELDS
from tests.drafts.sockets.conftest import Served
from tests.drafts.sockets.test_documented import shown
from tests.drafts.sockets.test_messages import Browser

pytestmark = [pytest.mark.xdist_group("crash"), pytest.mark.filterwarnings("ignore")]
SESSION, LANGUAGE = "sessionid_load", "language_load"
START = "from benchmarks.online.games import main; main({0}, {1!r})"
# The rows of a game: by action the place, the versions of both views after it.
ROWS = (
    "import json; from online.models import GameAction; "
    "print(json.dumps(list(GameAction.objects.filter(game__key={0!r}).values_list('place', 'view_0', 'view_1'))))"
)
OF_MEMBER = """
from accounts.models import Person
from online.core.terms import GameTerms
from online.games import services
from online.games.decks import DeckChoice
person = Person.objects.get(user__username={0!r})
new = services.NewGame(GameTerms(), DeckChoice(people="Vulca"), "beginner", DeckChoice(people="Hoax"), True)
print(services.create_game(person, new).game.key)
"""
OPEN: list[ClientConnection] = []


@pytest.fixture(autouse=True)
async def _closed() -> AsyncIterator[None]:
    yield
    while OPEN:
        await OPEN.pop().close()


async def opened(site: Served, key: str, *headers: str, cookie: str = "") -> ClientConnection:
    address = f"{site.url.replace('http', 'ws')}/ws/games/{key}/"
    more = [("Cookie", cookie), *(tuple(header.split(": ", 1)) for header in headers)]
    OPEN.append(await connect(address, origin=site.url, additional_headers=more))  # type: ignore[arg-type]
    return OPEN[-1]


async def heard(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), 20))
    return message


class Seat:
    """A player at the table: every message of the socket, and the newest view."""

    def __init__(self, socket: ClientConnection, seat: dict[str, Any]) -> None:
        self.socket, self.place = socket, seat["place"]
        self.heard: list[dict[str, Any]] = []

    @property
    def view(self) -> dict[str, Any]:
        return dict(self.heard[-1]["view"])

    async def read(self, kind: str = "view") -> dict[str, Any]:
        self.heard.append(await heard(self.socket))
        assert self.heard[-1]["type"] == kind
        return self.heard[-1]

    async def act(self, do: str, version: int | None = None, number: int = 7) -> dict[str, Any]:
        body = {"do": do, "version": self.view["version"] if version is None else version, "id": number}
        await self.socket.send(json.dumps(body))
        return await self.read("act")


async def at_table(site: Served, hello: str = "{}") -> tuple[str, list[Seat]]:
    """Return both players of a new game, each with the first view."""
    (game,) = json.loads(site.shell.run(START.format(1, "")))
    seats = []
    for seat in game["seats"]:
        socket = await opened(site, game["key"], cookie=f"{SESSION}={seat['session']}")
        await socket.send(hello)
        seats.append(Seat(socket, seat))
        await seats[-1].read()
    return game["key"], sorted(seats, key=lambda each: each.place)


async def play(site: Served, key: str, seats: list[Seat], steps: int) -> None:
    """Carry out any offers; an action the opponent can’t see brings it no message, so the next one has the next
    version."""
    chance = random.Random(5)
    for _step in range(steps):
        mine, other = sorted(seats, key=lambda seat: not seat.view["yours"])
        if mine.view["status"] == "over":
            return
        assert mine.view["offers"] and not other.view["yours"] and not other.view["offers"]
        answer = await mine.act(chance.choice(mine.view["offers"])["do"])
        assert (answer["ok"], answer["id"]) == (True, 7)
        (*_before, last) = json.loads(site.shell.run(ROWS.format(key)))
        assert last[1 + mine.place] == mine.view["version"]
        if last[1 + other.place] > other.view["version"]:
            assert (await other.read())["view"]["version"] == last[1 + other.place]


async def test_who_acts_gets_the_view_and_the_opponent_only_what_changed_for_it(served: Served) -> None:
    key, seats = await at_table(served)
    said_at_start = len(served.log.read_text())
    await play(served, key, seats, 60)
    for seat in seats:
        numbers = [message["view"]["version"] for message in seat.heard]
        assert numbers == sorted(set(numbers))
    assert "Traceback" not in served.log.read_text()[said_at_start:]


async def test_a_socket_is_told_the_facts_of_a_card_once_and_of_no_hidden_one(served: Served) -> None:
    key, seats = await at_table(served)
    await play(served, key, seats, 16)
    for seat in seats:
        views = [message["view"] for message in seat.heard]
        told = [code for view in views for code in view["cards"]]
        assert told and len(told) == len(set(told))
        in_frames = {code for view in views for frame in view.get("frames", ()) for code in frame["cards"]}
        leaders = {view[side]["leader"] for view in views for side in ("you", "opponent")}
        assert {*told, *in_frames} <= leaders | {code for view in views for code in _codes(view)}


def _codes(part: Any) -> set[str]:
    """Return the codes of the cards that a view names, but for the table of facts."""
    if isinstance(part, dict):
        values = [value for name, value in part.items() if name != "cards" or isinstance(value, list)]
        return {code for value in values for code in _codes(value)}
    if isinstance(part, list):
        return {code for each in part for code in _codes(each)}
    return {part, part[1:]} if isinstance(part, str) else set()


async def test_a_refused_action_says_why_and_brings_the_view(served: Served) -> None:
    _key, seats = await at_table(served)
    mine, other = sorted(seats, key=lambda seat: not seat.view["yours"])
    offer, version = mine.view["offers"][0]["do"], mine.view["version"]
    for seat, do, sent in ((mine, "fly", version), (other, offer, other.view["version"]), (mine, offer, version + 1)):
        answer = await seat.act(do, sent, 8)
        assert (answer["ok"], answer["id"], answer["view"]["status"]) == (False, 8, "playing")
        assert answer["error"]["code"] in ("conflict", "invalid") and answer["error"]["message"]
    # What is no action is passed over, and the socket stays open.
    for message in ({}, {"do": 1, "version": version}, {"do": offer, "version": "1"}, {"do": offer, "version": True}):
        await mine.socket.send(json.dumps(message))
    assert (await mine.act(offer, version))["ok"]
    again = await mine.act(offer, version)
    assert (again["ok"], again["error"]["code"]) == (False, "conflict")
    # docs/api.md shows these messages.
    hello, view, action, taken, refused = shown()[-6:-1]
    assert hello.keys() == HELLO_FIELDS and action.keys() == {"do", "version", "id"}
    for told, message in ((view, mine.heard[0]), (taken, mine.heard[-2]), (refused, again)):
        assert told.keys() == message.keys() and told["view"].keys() < message["view"].keys()
    assert refused["error"].keys() == again["error"].keys()


async def test_against_the_computer_the_answer_shows_its_moves_one_by_one(served: Served) -> None:
    (game,) = json.loads(served.shell.run(START.format(1, "beginner")))
    socket = await opened(served, game["key"], cookie=f"{SESSION}={game['seats'][0]['session']}")
    await socket.send("{}")
    seat, chance = Seat(socket, game["seats"][0]), random.Random(1)
    await seat.read()
    while seat.view["status"] == "playing":
        turn = seat.view["turn"]
        await seat.act(chance.choice(seat.view["offers"])["do"])
        if seat.view["turn"] > turn + 1:
            break
    assert [frame for frame in seat.view["frames"] if frame["by"] == "opponent"]
    # A page that comes back asks for what it has missed.
    last = seat.view["frames"]
    again = await opened(served, game["key"], cookie=f"{SESSION}={game['seats'][0]['session']}")
    await again.send(json.dumps({"since": seat.heard[-2]["view"]["version"]}))
    missed = (await heard(again))["view"]["frames"]
    assert [frame["text"] for frame in missed] == [frame["text"] for frame in last]


async def close_code(site: Served, key: str, *messages: str, cookie: str = "") -> int | None:
    socket = await opened(site, key, cookie=cookie)
    for message in messages:
        await socket.send(message)
    with pytest.raises(ConnectionClosed) as closed:
        while True:
            await heard(socket)
    return closed.value.rcvd.code if closed.value.rcvd else None


async def test_strangers_and_what_is_no_message_get_no_socket(served: Served) -> None:
    one, two = json.loads(served.shell.run(START.format(2, "")))
    cookie = f"{SESSION}={one['seats'][0]['session']}"
    assert await close_code(served, one["key"], "{}") == 4401
    assert await close_code(served, two["key"], "{}", cookie=cookie) == 4401
    assert await close_code(served, "nothing2here", "{}", cookie=cookie) == 4404
    for message in ("no json", "[]", '{"since": "1"}', '{"since": true}', '{"seat_token": "x"}', "[" * 3000):
        assert await close_code(served, one["key"], message, cookie=cookie) == 4400
    assert await close_code(served, one["key"], "{}", "[]", cookie=cookie) == 4400


async def test_a_socket_speaks_the_language_of_the_page(served: Served) -> None:
    (game,) = json.loads(served.shell.run(START.format(1, "club")))
    session, asks = f"{SESSION}={game['seats'][0]['session']}", set()
    for cookie, accepted in ((f"{session}; {LANGUAGE}=de", "nl"), (session, "nl"), (session, "en")):
        socket = await opened(served, game["key"], f"Accept-Language: {accepted}", cookie=cookie)
        await socket.send("{}")
        message = (await heard(socket))["view"]
        headers = {"Cookie": cookie, "Accept-Language": accepted}
        page = Request(f"{served.url}/play/{game['key']}/view/", headers=headers)
        body = json.loads((await asyncio.to_thread(urlopen, page, timeout=60)).read())
        assert {**message, "meta": None} == {**body, "meta": None}
        asks.add(message["question"]["ask"])
    assert len(asks) == 3


async def test_a_socket_ends_with_its_session(served: Served) -> None:
    browser = Browser(served)
    form = {"username": "socketgame", "password1": "a long pass phrase 7", "password2": "a long pass phrase 7"}
    await asyncio.to_thread(browser.post, "/accounts/signup/", **form)
    key = served.shell.run(OF_MEMBER.format("socketgame"))
    cookie = "; ".join(f"{each.name}={each.value}" for each in browser.cookies)
    socket = await opened(served, key, cookie=cookie)
    await socket.send("{}")
    assert (await heard(socket))["view"]["status"] == "playing"
    await asyncio.to_thread(browser.post, "/accounts/logout/")
    with pytest.raises(ConnectionClosed) as closed:
        await heard(socket)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 4401
