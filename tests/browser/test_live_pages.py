"""An open page: changes made before its socket opened appear without a reload and without waiting."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DESK, PHONE, Visitor
from tests.browser.journeys.test_thumb import opened
from tests.browser.steps import has_its_scripts, sends, until
from tests.browser.test_page_traffic import begins, opens_a_practice_for_one

# Sockets only open when the test says so, and nothing polls until then. With `window.holds`, socket messages wait in
# `window.held`.
SOCKETS_LATER = """
window.setInterval = () => 0;
window.sockets = [];
window.held = [];
window.holds = false;
const Real = window.WebSocket;
window.WebSocket = class {
  static OPEN = 1;
  constructor(address) { this.address = address; window.sockets.push(this); }
  get readyState() { return this.real?.readyState ?? 0; }
  connect() {
    this.real = new Real(this.address);
    for (const what of ["onopen", "onclose"]) this.real[what] = (event) => this[what]?.(event);
    const told = (event) => this.onmessage(event);
    this.real.onmessage = (event) => (window.holds ? window.held.push(() => told(event)) : told(event));
  }
  send(message) { this.real.send(message); }
  close() { this.real?.close(); }
};
"""


def test_what_changed_before_the_socket_opened_is_shown(visitor: Callable[..., Visitor]) -> None:
    """Round 1 is paired between the response of the page and the opening of its socket."""
    page = opened(partial(visitor, fresh=True), 2)
    desk = page.locator("#desk")
    page.add_init_script(SOCKETS_LATER)
    page.reload()
    until(page, "window.sockets.length")
    token = desk.locator("[name=csrfmiddlewaretoken]").first.input_value()
    paired = page.request.post(page.url.split("?")[0] + "do/pair/", form={"number": "1", "csrfmiddlewaretoken": token})
    assert paired.ok
    expect(desk).not_to_contain_text("Undo pairing")
    page.evaluate("() => { for (const one of window.sockets) one.connect(); }")
    expect(desk).to_contain_text("Undo pairing")


def test_a_request_that_is_no_longer_wanted_is_no_error(visitor: Callable[..., Visitor]) -> None:
    """A pending search is replaced by a newer one, then the page is left. There are no complaints."""
    player = visitor(PHONE)
    page = player.goes_to("/cards/rulings/")
    has_its_scripts(page)
    asked: list[Route] = []
    page.route("**/rulings/?*q=**", lambda route: asked.append(route))
    for words in ("razorjaw", "razorjaw cataclysm"):
        with page.expect_request("**/rulings/?*q=**"):
            page.get_by_label("Card names or words").fill(words)
    page.get_by_role("link", name="Ten Moons", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Play Blue Moon with your friends")
    assert len(asked) == 2
    assert player.complaints == []


def sit_in_a_lobby(visitor: Callable[..., Visitor]) -> tuple[Page, Visitor]:
    """Open a table for two: the page of its host, and the guest, who is ready."""
    host, guest = visitor(DESK), visitor(PHONE)
    table = sends(host, "/drafts/practice/", players=2, nickname="Roland", action="open")
    page = host.goes_to(table)
    sends(guest, table, f"{table}join/", nickname="Elinor")
    sends(guest, table, f"{table}ready/", ready="yes")
    guest.goes_to(table)
    expect(page.locator("#live .good")).to_have_count(1)
    return page, guest


def test_a_draft_that_begins_before_all_scripts_are_there_is_shown(visitor: Callable[..., Visitor]) -> None:
    """A slow connection: the script that receives changes is loaded before the page is ready to fetch them."""
    page, guest = sit_in_a_lobby(visitor)
    has_its_scripts(guest.page)
    held: list[Route] = []
    guest.page.route("**/push*.js", lambda route: held.append(route))
    guest.page.goto(guest.page.url, wait_until="commit")
    expect(guest.page.locator("head > script[src*=live]")).to_be_attached()
    page.get_by_role("button", name="Start now").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")
    held[0].continue_()
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text("Round 1")


def test_a_change_whose_answer_was_lost_is_asked_for_again(visitor: Callable[..., Visitor]) -> None:
    page, guest = sit_in_a_lobby(visitor)
    has_its_scripts(guest.page)
    guest.page.route("**/live/*", lambda route: route.abort(), times=1)
    with guest.page.expect_event("requestfailed"):
        page.get_by_role("button", name="Start now").click()
    expect(guest.page.get_by_role("heading", level=1)).to_contain_text("Round 1")
    guest.complaints.clear()  # the browser reports the lost request


def before_its_socket(visitor: Callable[..., Visitor]) -> Page:
    """Open the first packet of a table for one, as rendered by the site; its socket is not open yet."""
    player = visitor(DESK, fresh=True)
    table = opens_a_practice_for_one(player)
    begins(player, table)
    player.page.add_init_script(SOCKETS_LATER)
    page = player.goes_to(table)
    until(page, "window.sockets.length")
    return page


def test_the_focus_stays_on_its_button_when_the_table_comes_alive(visitor: Callable[..., Visitor]) -> None:
    """The socket’s first view finds the rendered packet; keyboard users continue from their button."""
    page = before_its_socket(visitor)
    page.locator(".packet input").first.focus()
    page.keyboard.press("ArrowRight")
    button = page.locator("[data-take]")
    expect(button).to_be_enabled()
    page.keyboard.press("Tab")
    expect(button).to_be_focused()
    page.evaluate("() => { for (const one of window.sockets) one.connect(); }")
    expect(page.locator("html[data-table=live]")).to_be_attached()
    expect(button).to_be_focused()


def test_a_view_that_was_overtaken_does_not_bring_back_the_packet_before(visitor: Callable[..., Visitor]) -> None:
    """A slow connection: the earlier table comes over the socket after a card was taken without it."""
    page = before_its_socket(visitor)
    page.evaluate("() => { window.holds = true; for (const one of window.sockets) one.connect(); }")
    until(page, "window.held.length")
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("pick 1 of")
    page.locator(".packet label").first.click()
    page.locator("[data-take]").click()
    expect(heading).to_contain_text("pick 2 of")
    until(page, "window.held.length > 1")
    page.evaluate("() => { window.held.shift()(); }")
    expect(page.locator("html[data-table=live]")).to_be_attached()
    assert "pick 2 of" in heading.inner_text()
    page.evaluate("() => { window.holds = false; for (const one of window.held.splice(0)) one(); }")
    assert "pick 2 of" in heading.inner_text()
    page.locator(".packet label").first.click()
    page.locator("[data-take]").click()
    expect(heading).to_have_text("The draft is over")
