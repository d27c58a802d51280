"""What several journeys do alike."""

from __future__ import annotations

import re
import time
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, Visitor
from tests.html import Forms

WAIT_SECONDS = 15.0


def heading(page: Page, text: str | re.Pattern[str]) -> None:
    """The page says at its top what it is."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(text)


def meanwhile(site: Site, program: str) -> str:
    """Let time pass or others do something: run this in a process of its own, on the database of the site."""
    return site.shell.run(program)


def sends(visitor: Visitor, page: str, to: str = "", **typed: object) -> str:
    """Send the form of a page, as it stands but for what is typed, without the page being drawn; where that leads.

    It is the form that goes `to` an address, or the first. By hand each of these is filled in by a test of its own.
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
    """The key in the address: the longest part of it."""
    return max(page.url.split("?")[0].split("/")[3:], key=len)


def takes(page: Page) -> None:
    """Choose the first card of the packet and take it; without scripts the button doesn’t name the card."""
    page.locator(".packet label").first.click()
    page.get_by_role("button", name=re.compile(r"^Pick\b")).click()


def lets_the_site_choose(page: Page) -> None:
    """Thirty of the pool are ticked; before the script is there, the same button makes the deck at once."""
    expect(page.get_by_text("0 / 30", exact=True)).to_be_visible()
    page.get_by_role("button", name="Suggest 30 cards").click()
    expect(page.get_by_text("30 / 30")).to_be_visible()


def has_its_scripts(page: Page) -> None:
    """Scripts are run when a page is parsed: before, a button sends its form and a key means nothing."""
    page.wait_for_load_state("load")


def until(page: Page, expression: str) -> None:
    """Wait until it holds in the page; asked from outside each time, as the page's policy refuses to evaluate texts."""
    end = time.monotonic() + WAIT_SECONDS
    while not page.evaluate(expression):
        assert time.monotonic() < end, f"never true: {expression}"
        page.wait_for_timeout(50)


def acts(page: Page) -> None:
    """Do the last of what the buttons of a game's table offer, such as declining to start a fight."""
    expect(page.locator("html[data-game=live]")).to_be_attached()
    version = page.evaluate("gameTable.state.view.version")
    page.locator("#act .acts button:not([data-do^='@'], [aria-disabled])").last.click()
    until(page, f"gameTable.state.view.version > {version} && !gameTable.state.pending")
    assert page.evaluate("gameTable.state.problem") is None
