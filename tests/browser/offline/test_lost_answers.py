"""A pick without a response: the page sends it again, finds that it was made, or says that it was not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from enum import Enum, auto

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.browser.conftest import DESK, Visitor
from tests.browser.steps import has_its_scripts
from tests.browser.test_page_traffic import opens_a_practice_for_one

Visitors = Callable[..., Visitor]
CLOSE_GOING_AWAY = 1011
# A hovered row gets its link marked as well.
MY_CARDS = "#pool :is(li, button)[data-peek]"


class Fault(Enum):
    """When the server dies: never, with the pick unread, or with the pick written and the response unsent."""

    NONE = auto()
    PICK_UNREAD = auto()
    ANSWER_UNSENT = auto()


class Line:
    """A page’s connection to the site. A fault happens once; while sockets are `cut`, none can be opened, and while it
    is `silent`, no request gets a response."""

    def __init__(self, page: Page) -> None:
        self.fault, self.cut, self.silent = Fault.NONE, False, False
        self.sent: list[str] = []
        page.route_web_socket(re.compile("/ws/drafts/"), self._open)
        page.route(re.compile("/drafts/.*/(live|pick)/$"), self._asked)

    def _asked(self, route: Route) -> None:
        if self.silent:
            route.abort()
        else:
            route.continue_()

    def _open(self, socket: WebSocketRoute) -> None:
        if self.cut:
            socket.close(code=CLOSE_GOING_AWAY)
            return
        server = socket.connect_to_server()

        def die() -> None:
            self.fault = Fault.NONE
            server.close()
            socket.close(code=CLOSE_GOING_AWAY)

        def from_page(text: str | bytes) -> None:
            card = json.loads(text).get("card")
            if card is not None:
                self.sent.append(card)
            if card is not None and self.fault is Fault.PICK_UNREAD:
                die()
            else:
                server.send(text)

        def from_server(text: str | bytes) -> None:
            if self.fault is not Fault.ANSWER_UNSENT:
                socket.send(text)
            elif json.loads(text)["type"] == "pick":
                die()

        socket.on_message(from_page)
        server.on_message(from_server)


def takes(page: Page, at: int = 0) -> str:
    """Take a card of the packet; return its code."""
    radio = page.locator("[data-packet] [name=card]").nth(at)
    card = radio.get_attribute("value")
    assert card
    page.locator("[data-packet] label").nth(at).click()
    page.get_by_role("button", name=re.compile("^Pick ")).click()
    return card


def comes_to(page: Page, number: int) -> None:
    """Wait until the socket is open and has sent this packet."""
    expect(page.locator("[data-packet]")).to_have_attribute("data-packet", f"1.{number}")
    expect(page.locator("html[data-table=live]")).to_be_attached()


def begins(player: Visitor) -> None:
    """Start a table for two with a bot, whose packet passes as soon as one has chosen."""
    page = player.goes_to(opens_a_practice_for_one(player, packet=6))
    has_its_scripts(page)
    page.get_by_role("button", name=re.compile("^Start[: ]")).click()
    expect(page.locator("html[data-table=live]")).to_be_attached()
    expect(page.locator("#packet-heading")).to_be_focused()


def test_a_pick_without_an_answer_is_sent_again_found_to_be_made_or_refused_in_words(visitor: Visitors) -> None:
    player = visitor(DESK, fresh=True)
    line, page = Line(player.page), player.page
    begins(player)
    second_tab = player.context.new_page()
    second_tab.goto(page.url)
    comes_to(second_tab, 1)

    line.fault = Fault.PICK_UNREAD
    first = takes(page)
    comes_to(page, 2)
    assert line.sent == [first, first]

    line.fault = Fault.ANSWER_UNSENT
    second = takes(page)
    comes_to(page, 3)
    assert line.sent == [first, first, second]  # found to be made
    expect(page.get_by_role("alert")).to_have_count(0)

    comes_to(second_tab, 3)
    line.fault, line.cut, line.silent = Fault.PICK_UNREAD, True, True
    third = takes(page)
    expect(page.get_by_role("alert")).to_contain_text("will be sent when you’re back.")
    elsewhere = takes(second_tab, at=1)
    comes_to(second_tab, 4)
    line.cut = line.silent = False
    comes_to(page, 4)
    expect(page.get_by_role("alert")).to_contain_text(
        "arrived too late: the packet has moved on. Nothing else was picked."
    )
    # The browser reports requests without a response, the last one only after the line is back.
    player.complaints[:] = [complaint for complaint in player.complaints if "net::ERR_FAILED" not in complaint]
    assert third != elsewhere
    expect(page.locator(MY_CARDS)).to_have_count(3)

    # The network is there, but no socket: the pick being sent goes without one, and so does the next.
    line.fault, line.cut = Fault.PICK_UNREAD, True
    takes(page)
    expect(page.locator(MY_CARDS)).to_have_count(4)
    expect(page.locator("[data-packet]")).to_have_attribute("data-packet", "1.5")
    takes(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("The draft is over")
    assert len(line.sent) == 5
