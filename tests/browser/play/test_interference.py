"""Interference cards on two phones: a question is kept open, passed by the clock, and answered."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site, Visitor
from tests.browser.play.players import (
    OUT_OF_REACH,
    OVERFLOW,
    PHONE,
    chooses,
    next_to_decide,
    starts_game,
    taps,
    view_of,
)
from tests.browser.steps import until

Visitors = Callable[..., Visitor]
IS_PASSED = "(version) => gameTable.state.view.version > version && gameTable.state.view.meta.pause === null"


def sits_down(visitor: Visitor, path: str) -> Page:
    page = visitor.goes_to(path)
    until(page, "() => document.documentElement.dataset.game === 'live'")
    return page


def test_one_waits_one_lets_the_clock_pass_and_one_interferes(site: Site, visitor: Visitors) -> None:
    host, guest = visitor(PHONE, in_hand=True, fresh=True), visitor(PHONE)
    path = starts_game(site, host, guest, interference=True)
    pages = sits_down(host, path), sits_down(guest, path)
    chance, left = random.Random(3), {"waits", "clock", "interferes"}
    for _step in range(120):
        if not left:
            break
        page = next_to_decide(pages)
        other = pages[pages[0] is page]
        view = view_of(page)
        if view["meta"]["pause"] is None:
            taps(page, view, chooses(view, chance))
            until(page, f"() => gameTable.state.view.version > {view['version']}")
            continue
        interferes = [one for one in view["offers"] if one["kind"] == "interfere"]
        if interferes and "interferes" in left:
            page.keyboard.press("w")
            waits_for_its_answer(page, other)
            taps(page, view_of(page), interferes[0])
            until(page, "() => gameTable.state.view.last.length >= 0 && !gameTable.state.pending")
            left.discard("interferes")
        elif "waits" in left:
            page.get_by_role("button", name="Wait", exact=True).click()
            waits_for_its_answer(page, other)
            page.locator('.acts [data-do="pass"]').click()
            left.discard("waits")
        else:
            left.discard("clock")
        page.wait_for_function(IS_PASSED, arg=view["version"], timeout=15_000)
    assert not left


def waits_for_its_answer(page: Page, other: Page) -> None:
    """Check that a question stays open, whole on the screen, longer than any pause, and that the other sees nothing."""
    before = view_of(other)
    expect(page.locator("[data-pause]")).to_be_hidden()
    expect(page.get_by_role("button", name="Wait", exact=True)).to_have_count(0)
    page.wait_for_timeout(5_500)
    assert view_of(page)["yours"] and not view_of(other)["yours"]
    assert {**view_of(other), "heard": 0} == {**before, "heard": 0}
    assert page.evaluate(OVERFLOW)[:2] == [0, 0]
    assert not page.evaluate(OUT_OF_REACH)
