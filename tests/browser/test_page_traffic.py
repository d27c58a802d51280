"""The load client’s page traffic matches a real browser’s: recorded here, compared with its file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request, WebSocket, expect

from benchmarks.drafts.page_bots import TRAFFIC, drawn_cards
from tests.browser.conftest import DESK, Visitor
from tests.browser.steps import sends

Visitors = Callable[..., Visitor]


class Recorder:
    """Requests of a page and messages of its sockets, with the key of the draft removed."""

    def __init__(self, page: Page, key: str) -> None:
        self.key = key
        self.requests: list[str] = []
        self.sockets: list[str] = []
        self.said: list[dict[str, Any]] = []
        self.handshakes: list[str] = []
        page.on("request", self._asked)
        page.on("websocket", self._opened)
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.webSocketWillSendHandshakeRequest", self._shook)

    def _path(self, url: str) -> str:
        return urlsplit(url).path.replace(self.key, "{key}")

    def _asked(self, request: Request) -> None:
        self.requests.append(f"{request.method} {self._path(request.url)}")

    def _opened(self, socket: WebSocket) -> None:
        self.sockets.append(self._path(socket.url))
        socket.on("framesent", lambda text: self.said.append(json.loads(text)))

    def _shook(self, event: dict[str, Any]) -> None:
        headers = {name.lower(): value for name, value in event["request"]["headers"].items()}
        self.handshakes.append(headers.get("sec-websocket-extensions", ""))

    def asked(self) -> list[str]:
        """Return the requests of a returning browser: without what it has cached."""
        kept = re.compile(r" /(static|cards/tiles|cards/pictures)/| /(favicon\.ico|manifest\.webmanifest|worker\.js)$")
        return [request for request in self.requests if not kept.search(request)]

    def drawn(self) -> list[str]:
        """Return its requests for drawn cards, which a returning browser has cached."""
        return sorted(
            path for _get, path in map(str.split, self.requests) if re.match("/cards/(tiles|pictures)/", path)
        )

    def clear(self) -> None:
        """Discard the recording."""
        self.requests.clear()
        self.sockets.clear()
        self.said.clear()


def opens_a_practice_for_one(player: Visitor, *, packet: int = 3) -> str:
    """Return the URL of the table, whose other seat a bot will have."""
    return sends(player, "/drafts/practice/", players=2, packet=packet, rounds=1, nickname="Roland", action="open")


def begins(host: Visitor, table: str) -> None:
    """Start the draft."""
    sends(host, table, f"{table}start/")


@pytest.mark.thorough  # for benchmarks/, which are run by hand; the next test counts a page’s requests
def test_the_load_client_does_what_a_browser_does(visitor: Visitors) -> None:
    player = visitor(DESK, fresh=True)
    table = opens_a_practice_for_one(player)
    begins(player, table)
    page = player.goes_to(table)
    expect(page.locator("html[data-table=live]")).to_be_attached()
    recorder = Recorder(page, page.url.rstrip("/").rsplit("/", 1)[1])

    page.reload()
    expect(page.locator("html[data-table=live]")).to_be_attached()
    assert recorder.asked() == TRAFFIC["at_the_start"]
    assert recorder.sockets == [TRAFFIC["socket"]]
    assert recorder.said == [TRAFFIC["hello"]]
    assert recorder.handshakes == [TRAFFIC["extensions"]]

    recorder.clear()
    for number in (1, 2):
        # The bot has the other seat, so that the last pick ends the draft.
        expect(page.locator("[data-packet]")).to_have_attribute("data-packet", f"1.{number}")
        page.locator("[data-packet] label").first.click()
        page.get_by_role("button", name=re.compile("^Pick ")).click()
        if number == 1:
            expect(page.locator("[data-packet]")).to_have_attribute("data-packet", "1.2")
            assert recorder.asked() == TRAFFIC["for_a_pick"]
            assert [sorted(message) for message in recorder.said] == [TRAFFIC["pick"]]
    expect(page.get_by_role("heading", level=1)).to_have_text("The draft is over")
    for _attempt in range(200):  # the proof is fetched once the page is loaded
        if len(recorder.asked()) >= len(TRAFFIC["at_the_end"]):
            break
        page.wait_for_timeout(50)
    assert recorder.asked() == TRAFFIC["at_the_end"]
    # The last page has a socket of its own, which announces when all picks are opened.
    for _attempt in range(200):
        if len(recorder.said) > 2:
            break
        page.wait_for_timeout(50)
    assert [sorted(message) for message in recorder.said[:2]] == [TRAFFIC["pick"]] * 2
    assert recorder.said[2:] == [TRAFFIC["hello_at_the_end"]]
    assert recorder.sockets == [TRAFFIC["socket"]]


def test_a_phone_that_was_never_here_asks_for_the_files_that_its_page_names_and_for_no_picture_later(
    visitor: Visitors,
) -> None:
    # Flying copies would request their pictures again, from the browser’s own cache.
    player = visitor(DESK, fresh=True)
    table, phone = opens_a_practice_for_one(player, packet=6), player.page
    begins(player, table)
    recorder = Recorder(phone, table.rstrip("/").rsplit("/", 1)[1])
    answer = phone.goto(player.url + table)
    assert answer is not None
    expect(phone.locator("html[data-table=live]")).to_be_attached()
    for number in range(1, 4):
        expect(phone.locator("[data-packet]")).to_have_attribute("data-packet", f"1.{number}")
        expect(phone.locator("[data-take]")).to_be_enabled()
        phone.keyboard.press("1")  # a pointer over a card would show it large
        phone.keyboard.press("Enter")
    expect(phone.locator("[data-packet]")).to_have_attribute("data-packet", "1.4")
    pictures = phone.locator("[data-packet] svg.scene")
    expect(pictures).to_have_count(3)  # they load once the page is in use
    assert pictures.first.evaluate("one => one.getBBox().width") > 0
    assert recorder.drawn() == sorted(drawn_cards(answer.text()))
