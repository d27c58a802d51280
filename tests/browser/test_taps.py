"""Taps on a scrolled page: changes are in view afterwards, and nothing else has moved."""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from boards.shipped_lessons import shipped_lessons
from tests.browser.conftest import Visitor
from tests.browser.steps import WAIT_SECONDS, until
from tests.browser.test_board import BOARD
from tests.effort import THOROUGH

Visitors = Callable[..., Visitor]
STILL = "document.getAnimations().length === 0"
# The gate tests lessons in which a card asks, in which one is tapped on the table, and the last one.
LEARNT = [key for key in shipped_lessons() if THOROUGH or key in ("leadership", "retrieve", "deck")]
IN_VIEW = """one => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom > top && top >= -1 && bottom <= innerHeight + 1;
}"""


def in_view(part: Locator) -> None:
    """Check that all of it is on the screen, once the page has scrolled there after a swap."""
    expect(part).to_be_visible()
    end = time.monotonic() + WAIT_SECONDS
    while not part.evaluate(IN_VIEW):
        assert time.monotonic() < end, f"{part} is off the screen: {part.bounding_box()}"
        part.page.wait_for_timeout(50)


def scrolled(page: Page, by: int) -> int:
    """Scroll down as far as possible up to here."""
    page.evaluate("top => scrollTo({ top, behavior: 'instant' })", by)
    return int(page.evaluate("scrollY"))


def does(page: Page, step: str) -> None:
    """Tap the card or button of a step, and return the scroll position."""
    place = page.locator(f'.lesson a[href$="do={quote(step)}"]')
    in_view(place)
    before = page.url
    place.tap()
    page.wait_for_function("before => location.href !== before", arg=before)
    until(page, STILL)


def whole(page: Page) -> int:
    """Check that the lesson fits on the screen without scrolling; return where its sentence begins."""
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), page.url
    in_view(page.locator("#say"))
    return round(page.locator("#say").bounding_box()["y"])  # type: ignore[index]


@pytest.mark.parametrize("key", LEARNT)
def test_a_lesson_stands_on_one_screen_and_its_sentence_stays_in_its_place(key: str, visitor: Visitors) -> None:
    lesson, keys = shipped_lessons()[key], list(shipped_lessons())
    page = visitor({"width": 390, "height": 740}, in_hand=True).goes_to(f"/board/learn/{key}/")
    place = whole(page)
    for ways in lesson.do:
        right = ways[0]
        others = "".join(f':not([href$="do={quote(way)}"])' for way in ways)
        wrong = page.locator(f'.lesson a[href*="do="]{others}').first
        before = page.url
        wrong.tap()
        page.wait_for_function("before => location.href !== before", arg=before)
        until(page, STILL)
        assert whole(page) == place
        page.get_by_role("link", name="Show me").tap()
        page.wait_for_url("**show=1")
        until(page, STILL)
        does(page, right)
        assert whole(page) == place
    after = page.locator(".actions .primary")
    in_view(after)
    if key in ("deck", keys[-1]):
        expect(after).to_contain_text("Your first game")
        return
    after.tap()
    page.wait_for_url(f"**/learn/{keys[keys.index(key) + 1]}/")
    whole(page)


@pytest.mark.parametrize("size", [(360, 800), (390, 844), (412, 915)])
def test_the_way_on_from_a_lesson_is_in_view_on_taller_phones(size: tuple[int, int], visitor: Visitors) -> None:
    thumb = visitor({"width": size[0], "height": size[1]}, in_hand=True)
    for key, lesson in shipped_lessons().items():
        if THOROUGH or key in ("free", "gang"):
            page = thumb.goes_to(f"/board/learn/{key}/?l={'~'.join(ways[0] for ways in lesson.do)}")
            whole(page)
            in_view(page.locator(".actions .primary"))


def test_a_small_phone_and_large_letters_lose_nothing_of_a_lesson(visitor: Visitors) -> None:
    for size in ({"width": 320, "height": 568}, {"width": 360, "height": 640}):
        page = visitor(size, in_hand=True).goes_to("/board/learn/ships/")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for part in (page.locator(".lesson h1"), page.locator("#say"), page.locator(".actions > *").last):
        part.scroll_into_view_if_needed()
        in_view(part)


def test_the_board_stays_where_it_was_scrolled_to(visitor: Visitors) -> None:
    page = visitor(in_hand=True).goes_to(BOARD)
    for _step in range(2):
        step = page.locator(".actions button").first
        step.scroll_into_view_if_needed()
        before, url = page.evaluate("scrollY"), page.url
        assert before > 100
        step.tap()
        page.wait_for_function("before => location.href !== before", arg=url)
        until(page, STILL)
        in_view(page.locator("#actions [role=status] > *").first)
        assert abs(page.evaluate("scrollY") - before) < 400


def test_cards_are_laid_out_where_the_page_was_scrolled_to(visitor: Visitors) -> None:
    page = visitor(in_hand=True).goes_to("/board/edit/")
    page.get_by_label("Card name or number").fill("Volca")
    button = page.get_by_role("button", name="Add card")
    button.scroll_into_view_if_needed()
    button.tap()
    expect(page.locator(".board")).to_contain_text("Volca")
    until(page, STILL)
    in_view(button)
    page.get_by_label("Card name or number").fill("zzzz")
    button.tap()
    in_view(page.locator("#table :is([role=alert], p[role=status])").first)
