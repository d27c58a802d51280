"""A page that is open: what changed before its socket was there shows as well, without a reload and without a wait."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Visitor
from tests.browser.journeys.test_thumb import opened
from tests.browser.steps import until

# Every socket is opened only when the test says so, and nothing is asked for by time meanwhile.
SOCKETS_LATER = """
window.setInterval = () => 0;
window.sockets = [];
const Real = window.WebSocket;
window.WebSocket = class {
  static OPEN = 1;
  constructor(address) { this.address = address; window.sockets.push(this); }
  get readyState() { return this.real?.readyState ?? 0; }
  connect() {
    this.real = new Real(this.address);
    for (const what of ["onopen", "onmessage", "onclose"]) this.real[what] = (event) => this[what]?.(event);
  }
};
"""


def test_what_changed_before_the_socket_opened_is_shown(visitor: Callable[..., Visitor]) -> None:
    """Round 1 is paired between the answer of the page and the opening of its socket."""
    page = opened(visitor, 2)
    desk = page.locator("#desk")
    page.add_init_script(SOCKETS_LATER)
    page.reload()
    until(page, "window.sockets.length")
    token = desk.locator("[name=csrfmiddlewaretoken]").first.input_value()
    paired = page.request.post(page.url.split("?")[0] + "do/pair/", form={"number": "1", "csrfmiddlewaretoken": token})
    assert paired.ok
    expect(desk).not_to_contain_text("Start the clock")
    page.evaluate("() => { for (const one of window.sockets) one.connect(); }")
    expect(desk).to_contain_text("Start the clock")
