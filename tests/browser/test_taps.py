"""Taps on a scrolled page: what has changed stands in view afterwards, and nothing else has moved away."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect

from boards.core.lessons import Lesson
from boards.shipped_lessons import shipped_lessons
from tests.browser.conftest import Visitor
from tests.browser.steps import until
from tests.browser.test_board import BOARD
from tests.effort import THOROUGH

Visitors = Callable[..., Visitor]
STILL = "document.getAnimations().length === 0"
# The gate learns where a card asks a question, and the last one; the high board of the ships stands in the next test.
LEARNT = [key for key in shipped_lessons() if THOROUGH or key in ("leadership", "win")]
IN_VIEW = """one => {
    const { top, bottom } = one.getBoundingClientRect();
    return bottom > top && top >= -1 && bottom <= innerHeight + 1;
}"""


def in_view(part: Locator) -> None:
    """The whole of it is on the screen."""
    expect(part).to_be_visible()
    assert part.evaluate(IN_VIEW), f"{part} is off the screen: {part.bounding_box()}"


def scrolled(page: Page, by: int) -> int:
    """As far down as it goes up to here."""
    page.evaluate("top => scrollTo({ top, behavior: 'instant' })", by)
    return int(page.evaluate("scrollY"))


def does(page: Page, lesson: Lesson, number: int) -> None:
    """Tap the button of the right step, and see where the page stands then."""
    step = page.locator(f'.deeds a[href$="do={quote(lesson.do[number][0])}"]')
    in_view(step)
    before = page.url
    step.tap()
    page.wait_for_function("before => location.href !== before", arg=before)
    until(page, STILL)


@pytest.mark.parametrize("key", LEARNT)
def test_a_lesson_keeps_its_task_and_its_buttons_on_the_screen(key: str, visitor: Visitors) -> None:
    lesson, keys = shipped_lessons()[key], list(shipped_lessons())
    page = visitor(in_hand=True).goes_to(f"/board/learn/{key}/")
    task = page.locator("#table [role=status]")
    for part in (task, page.locator(".board .side:not(.upper) .hand"), page.locator("#deeds")):
        in_view(part)  # all of them on one screen
    for number in range(len(lesson.do)):
        scrolled(page, 200 if number % 2 else 60)
        does(page, lesson, number)
        in_view(task.locator("> *").last)
    expect(task).to_contain_text("Well done.")
    if key == keys[-1]:
        return
    page.get_by_role("link", name="Next lesson").tap()
    page.wait_for_url(f"**/learn/{keys[keys.index(key) + 1]}/")
    until(page, STILL)
    in_view(page.get_by_role("heading", level=1))
    in_view(task)


def test_a_small_phone_sees_task_and_buttons_too(visitor: Visitors) -> None:
    page = visitor({"width": 360, "height": 640}, in_hand=True).goes_to("/board/learn/ships/")
    for top in (0, 150, 300):
        scrolled(page, top)
        in_view(page.locator("#table [role=status]"))
        in_view(page.locator("#deeds"))


def test_the_board_stays_where_it_was_scrolled_to(visitor: Visitors) -> None:
    page = visitor(in_hand=True).goes_to(BOARD)
    for _step in range(2):
        step = page.locator(".deeds button").first
        step.scroll_into_view_if_needed()
        before, url = page.evaluate("scrollY"), page.url
        assert before > 100
        step.tap()
        page.wait_for_function("before => location.href !== before", arg=url)
        until(page, STILL)
        in_view(page.locator("#deeds [role=status] > *").first)
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
