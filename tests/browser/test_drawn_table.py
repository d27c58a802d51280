"""The script draws the table over existing content: what was drawn before leaves no trace."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.steps import until
from tests.browser.test_live_pages import SOCKETS_LATER, sit_in_a_lobby

GUARD_MS = 400
STEPS, LOOKS = 26, 5
DRAW = """views => {
    for (const view of views) {
        const detail = { view: { ...view, heard: Date.now() }, pending: null, problem: '', reached: true };
        document.dispatchEvent(new CustomEvent('table:draw', { detail }));
    }
}"""
# The table’s elements, without times, layout, and animations of cards.
SEEN = """() => {
    for (const radio of document.querySelectorAll('#packet [name=card]')) radio.dataset.checked = radio.checked;
    const table = document.querySelector('#table').cloneNode(true);
    for (const gone of table.querySelectorAll('noscript, .packet-strip, [data-left], [name=csrfmiddlewaretoken]'))
        gone.remove();
    const passing = ['style', 'src', 'loading', 'data-new', 'data-ends', 'data-short', 'checked', 'data-layout',
        'stroke-dasharray'];
    const shown = element => {
        const names = element.getAttributeNames().filter(name => !passing.includes(name)).sort();
        const said = names.map(name => `${name}="${name === 'class'
            ? [...element.classList].filter(one => one !== 'wide').sort().join(' ') : element.getAttribute(name)}"`);
        const kinds = { [Node.TEXT_NODE]: text => text.data.trim(), [Node.ELEMENT_NODE]: shown };
        const inner = [...element.childNodes].map(child => kinds[child.nodeType]?.(child));
        return `<${element.localName} ${said.join(' ')}>\\n${inner.filter(Boolean).join('\\n')}`;
    };
    return shown(table);
}"""


class Seat:
    """One of the two players at the table, as the site sees them."""

    def __init__(self, page: Page) -> None:
        self.page, self.address = page, page.url.split("?")[0]
        self.token = page.locator("[name=csrfmiddlewaretoken]").first.input_value()

    def view(self) -> dict[str, Any]:
        answer = self.page.request.get(f"{self.address}live/", headers={"Accept": "application/json"})
        return dict(answer.json())

    def does(self, deed: str, **form: Any) -> None:
        form = {"csrfmiddlewaretoken": self.token, **form}
        headers = {"Accept": "application/json", "Referer": self.address}
        assert self.page.request.post(f"{self.address}{deed}/", form=form, headers=headers).ok, deed

    def picks(self, chance: random.Random) -> None:
        mine = self.view()["mine"]
        cards, instead = (mine["packet"], "") if mine["packet"] else (mine["left"], mine["chosen"])
        place = {"round": mine["round"], "number": mine["number"]}
        if cards:
            self.does("pick", card=chance.choice(cards), instead=instead, **place)


def something_happens(host: Seat, guest: Seat, chance: random.Random) -> None:
    """Let somebody pick or exchange a card; now and then pause the table, or let a bot play."""
    view = host.view()
    number = 1 - view["mine"]["seat"]
    deed = chance.choice(["host", "host", "guest", "guest", "pause", "bot", "both"])
    if view["paused"]:
        host.does("resume")
    elif deed == "pause":
        host.does("pause")
    elif deed == "bot":
        guest.does("take-back" if view["seats"][number]["is_bot"] else f"seats/{number}/leave")
    else:
        for seat in {"host": [host], "guest": [guest], "both": [host, guest]}[deed]:
            seat.picks(chance)


def test_a_table_drawn_many_times_over_is_the_one_of_a_page_that_has_just_been_opened(
    visitor: Callable[..., Visitor],
) -> None:
    chance = random.Random(20)
    page, guest = sit_in_a_lobby(partial(visitor, fresh=True))
    page.get_by_role("button", name="Start now").click()
    expect(page.locator("html[data-table=live]")).to_be_attached()
    expect(guest.page.locator("html[data-table=live]")).to_be_attached()
    host, other = Seat(page), Seat(guest.page)
    page.context.add_init_script(SOCKETS_LATER)

    def opens(tab: Page) -> Page:
        tab.goto(host.address)
        until(tab, "window.sockets.length")
        return tab

    drawn, fresh = (page.context.new_page() for _tab in range(2))
    opens(drawn)
    missed: list[dict[str, Any]] = []
    for step in range(1, STEPS + 1):
        something_happens(host, other, chance)
        missed.append(host.view())
        if step % (STEPS // LOOKS):
            continue
        # Some views are never drawn, as on a slow connection.
        drawn.evaluate(DRAW, [view for view in missed[:-1] if chance.random() < 0.7] + missed[-1:])
        opens(fresh)
        for one in (fresh, drawn):
            one.wait_for_timeout(GUARD_MS)
        assert fresh.evaluate(SEEN) == drawn.evaluate(SEEN)
        missed.clear()
