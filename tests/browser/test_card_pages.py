"""Pages of cards: their length on a phone, their number of requests, and one filled button on each."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import DESK, PHONE, Visitor

Visitors = Callable[..., Visitor]
SCREENS = "() => document.documentElement.scrollHeight / innerHeight"
# Characters without and with a board, a booster, a leader, a little-known card, a long name, one of the other game.
CARDS = (
    "vulca-03",
    "mimix-13",
    "vulca-18",
    "flit-13",
    "khind-00",
    "tutu-slot-1",
    "mimix-31",
    "coc-from-the-first-degree-to-the-last",
)


def test_a_card_is_two_screens_of_a_phone_and_one_button_is_filled(visitor: Visitors) -> None:
    reader = visitor(PHONE)
    for slug in CARDS:
        page = reader.goes_to(f"/cards/{slug}/")
        expect(page.locator(".btn.primary:visible")).to_have_count(1)
        assert page.evaluate(SCREENS) <= 2, slug
        reader.fits()


@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("/cards/", 12),
        ("/cards/?q=fire>3", 12),
        ("/cards/?view=rows", 12),
        ("/cards/compare/?card=vulca-01&card=vulca-02&card=hoax-15&card=coc-doppelganger", 12),
    ],
)
def test_pictures_of_a_list_come_with_the_page_and_on_one_sheet(visitor: Visitors, path: str, most: int) -> None:
    reader = visitor(DESK, fresh=True)
    asked: list[str] = []

    def note(request: Request) -> None:
        asked.append(request.url)

    reader.page.on("request", note)
    page = reader.goes_to(path)
    page.mouse.wheel(0, 10_000)
    page.wait_for_timeout(1500)
    files = {url for url in asked if not url.endswith(("/worker.js", "/offline/"))}
    assert len(files) <= most, "\n".join(sorted(files))
    for picture in page.locator("#results img").all()[::10]:
        picture.scroll_into_view_if_needed()
        assert picture.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
