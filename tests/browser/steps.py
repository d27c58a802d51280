"""Steps shared by several journeys."""

from __future__ import annotations

import re
import time
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, Visitor
from tests.html import Forms

# As `expect` waits: a busy machine is slow, not wrong.
WAIT_SECONDS = 30.0


def heading(page: Page, text: str | re.Pattern[str]) -> None:
    """Expect the page’s heading."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(text)


def run_on_site(site: Site, program: str) -> str:
    """Let time pass or others act: run this in a process of its own, on the site’s database."""
    return site.shell.run(program)


def sends(visitor: Visitor, page: str, to: str = "", **typed: object) -> str:
    """Submit a page’s form, unchanged except for the typed values, without rendering the page; return where it leads.

    It is the form with the action `to`, or the first. Each of these is filled in by hand in a test of its own.
    """
    request = visitor.context.request
    forms = Forms(request.get(visitor.url + page).text()).forms
    fields = next(sent for action, sent in forms if "csrfmiddlewaretoken" in sent and to in ("", action))
    body = urlencode({**fields, **typed}, doseq=True)
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    answer = request.post(visitor.url + (to or page), data=body, headers=kind, max_redirects=0)
    assert answer.status == 302, answer.text()
    return answer.headers["location"]


def key_of(page: Page) -> str:
    """Return the key in the URL: the longest part of it."""
    return max(page.url.split("?")[0].split("/")[3:], key=len)


def takes(page: Page) -> None:
    """Choose the first card of the packet and take it; without scripts, the button doesn’t name the card."""
    page.locator(".packet label").first.click()
    page.get_by_role("button", name=re.compile(r"^Pick\b")).click()


def lets_the_site_choose(page: Page) -> None:
    """Tick thirty of the pool; before the script is loaded, the same button creates the deck at once."""
    expect(page.get_by_text("0 / 30", exact=True)).to_be_visible()
    page.get_by_role("button", name="Suggest 30 cards").click()
    expect(page.get_by_text("30 / 30")).to_be_visible()


def has_its_scripts(page: Page) -> None:
    """Wait for the scripts: before they run, a button submits its form and keys do nothing."""
    page.wait_for_load_state("load")


def until(page: Page, expression: str) -> None:
    """Wait until it is true in the page; evaluated from outside each time, as the page’s policy blocks evaluated
    texts."""
    end = time.monotonic() + WAIT_SECONDS
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never true: {expression}"
        page.wait_for_timeout(50)


def acts(page: Page) -> None:
    """Do the last action of the game table’s buttons, such as declining to start a fight."""
    expect(page.locator("html[data-game=live]")).to_be_attached()
    version = page.evaluate("gameTable.state.view.version")
    page.locator("#act .acts button:not([data-do^='@'], [aria-disabled])").last.click()
    until(page, f"gameTable.state.view.version > {version} && !gameTable.state.pending")
    assert page.evaluate("gameTable.state.problem") is None
