"""How many requests a deck and two compared decks take in a new browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Visitor
from tests.effort import first_in_gate

Visitors = Callable[..., Visitor]
MOST = 12


def requests_of(page: Page, address: str) -> list[str]:
    """Return every request of a page, without cached ones."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    asked: list[str] = []
    page.wait_for_load_state("networkidle")  # the icon of the page before isn’t one of this page’s
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_load_state("networkidle")
    return asked


@pytest.mark.parametrize("screen", first_in_gate([PHONE, DESK]))
def test_a_deck_and_two_compared_take_few_requests(visitor: Visitors, screen: dict[str, int]) -> None:
    somebody = visitor(screen, fresh=True)
    page = somebody.goes_to("/decks/new/?people=terrah")
    page.get_by_role("button", name="Create deck").click()
    expect(page.get_by_role("link", name="Done")).to_be_visible()
    address = page.url.split("/edit/")[0] + "/"
    asked = requests_of(page, address)
    assert len(asked) <= MOST and any("/sheet." in url for url in asked), asked
    # Compared decks have their leaders’ pictures, and one sheet for each list of cards that the other doesn’t have.
    for other in ("vulca", address.rstrip("/").rsplit("/", 1)[1]):
        asked = requests_of(page, f"{somebody.url}/decks/compare/?a=terrah&b={other}")
        assert len(asked) <= MOST, " ".join(one.rpartition("/")[2] or one for one in asked)
        pictures = [url for url in asked[1:] if "/static/" not in url]
        sheets = [url for url in pictures if "/sheet." in url]
        assert len(sheets) == (2 if other == "vulca" else 0), sheets
        assert all("-00." in url for url in pictures if url not in sheets) and len(pictures) - len(sheets) <= 2, (
            pictures
        )
