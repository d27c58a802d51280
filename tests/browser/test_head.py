"""The frame of every page: five tabs at the bottom of a phone, in line on a desk, never covering anything in use."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visitor
from tests.effort import first_in_gate

Visitors = Callable[..., Visitor]
CUT = """name => {
    document.querySelector('.me').textContent = name;
    return [...document.querySelectorAll('.bar a')].filter(one => one.checkVisibility()).filter(one => {
        const { left, right, width, height } = one.getBoundingClientRect();
        const cut = !one.matches('.me') && one.scrollWidth > one.clientWidth;
        return left < 0 || right > innerWidth || width < 44 || height < 44 || cut;
    }).map(one => one.textContent.trim());
}"""
# Focused elements below the upper edge of the tabs.
BEHIND = """() => {
    const tabs = document.querySelector('.tabs'), at = document.activeElement;
    const covered = at !== document.body && tabs.checkVisibility() && !tabs.contains(at) && !at.closest('.sticky')
        && at.getBoundingClientRect().bottom > tabs.getBoundingClientRect().top + 1;
    return covered ? at.outerHTML : '';
}"""


def test_a_long_name_cuts_none_of_the_ways_in(visitor: Visitors) -> None:
    player = visitor({"width": 390, "height": 640})
    page = player.goes_to("/help/glossary/")
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 640})
        for name in ("Organiser", "Donaudampfschifffahrtskapitän"):
            assert page.evaluate(CUT, name) == [], (width, name)
        player.fits()


@pytest.mark.parametrize("language", first_in_gate(["ru", "en", "de", "nl"]))  # Russian has the longest words
def test_five_words_lie_in_one_row_at_the_foot_of_a_phone(visitor: Visitors, language: str) -> None:
    reader = visitor({"width": 320, "height": 640})
    reader.context.set_extra_http_headers({"Accept-Language": language})
    page = reader.goes_to("/cards/")
    words = page.locator(".tabs a")
    boxes = [words.nth(place).bounding_box() for place in range(words.count())]
    assert [round(box["y"] + box["height"]) for box in boxes if box] == [640] * 5
    expect(page.locator(".tabs [aria-current]")).to_have_count(1)


def test_with_large_letters_the_words_take_a_second_row(visitor: Visitors) -> None:
    player = visitor({"width": 320, "height": 640})
    page = player.goes_to("/cards/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(CUT, "Roland") == []


def test_the_tabs_cover_nothing_that_has_focus_and_go_while_somebody_types(visitor: Visitors) -> None:
    page = visitor(PHONE).goes_to("/decks/check/")
    for _each in range(40):
        page.keyboard.press("Tab")
        page.wait_for_timeout(20)
        assert page.evaluate(BEHIND) == ""
    expect(page.locator(".tabs")).to_be_visible()
    page.get_by_role("textbox").first.focus()
    expect(page.locator(".tabs")).to_be_hidden()


def test_a_page_for_both_hands_has_a_way_out_instead_of_the_words(visitor: Visitors) -> None:
    for size in (PHONE, DESK):
        page = visitor(size).goes_to("/board/learn/")
        page.get_by_role("main").get_by_role("listitem").get_by_role("link").first.click()
        expect(page.get_by_role("navigation", name="Main")).to_have_count(0)
        page.get_by_role("link", name="Close").click()
        expect(page.get_by_role("navigation", name="Main")).to_be_visible()


def test_on_a_phone_help_language_and_mode_are_on_ones_own_page(visitor: Visitors) -> None:
    page = visitor(PHONE).goes_to("/cards/")
    foot = page.get_by_role("contentinfo")
    expect(foot.get_by_role("link", name="Help")).to_be_hidden()
    page.get_by_role("link", name="You", exact=True).click()
    for name in ("Help", "Rules by number"):
        expect(foot.get_by_role("link", name=name)).to_be_visible()
    for name in ("Deutsch", "Light or dark mode"):
        expect(foot.get_by_role("button", name=name, exact=True)).to_be_visible()
