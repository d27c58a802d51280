"""What a page costs its browser: number of style recalculations and layouts.

Both are counted, not timed, so a busy machine changes nothing. The times are printed beside them (`-s`).
"""

from __future__ import annotations

from typing import NamedTuple

import pytest
from playwright.sync_api import BrowserContext, CDPSession, Page, ViewportSize

from tests.browser.conftest import Site
from tests.browser.states import COUNTED, COUNTED_IN_GATE, Sight, Told
from tests.effort import THOROUGH, first_in_gate

SCREENS: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 800}}
# Tappable elements that don’t leave the page, in the order people use them.
TAPS = "main :is(.choice, .tap, .chip-menu > summary, .segments label, .ask > summary, summary, label)"
SETTLED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200))))"
# A card’s container is recalculated when its width is known, and when its picture is loaded.
STYLES, STYLES_A_CARD, STYLES_A_TAP = 100, 8, 60
LAYOUTS, LAYOUTS_A_TAP = 40, 20
SMALL_FIELDS = """() => [...document.querySelectorAll('input, select, textarea')]
    .filter(one => !['hidden', 'checkbox', 'radio', 'range', 'file'].includes(one.type))
    .filter(one => parseFloat(getComputedStyle(one).fontSize) < 16)
    .map(one => one.outerHTML.slice(0, 80))"""


class Counts(NamedTuple):
    """Counters of the browser for a page so far."""

    styles: int
    layouts: int
    milliseconds: float

    def since(self, before: Counts) -> Counts:
        """Return the difference."""
        return Counts(
            self.styles - before.styles, self.layouts - before.layouts, self.milliseconds - before.milliseconds
        )


def counts_of(devtools: CDPSession) -> Counts:
    """Return the browser’s counters."""
    named = {one["name"]: one["value"] for one in devtools.send("Performance.getMetrics")["metrics"]}
    return Counts(int(named["RecalcStyleCount"]), int(named["LayoutCount"]), 1000 * named["TaskDuration"])


def looked_at(page: Page, address: str) -> tuple[Counts, Counts, int]:
    """Return the cost of opening a page and of a tap on it, and its number of cards."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable")
    devtools.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.goto(address)
    page.evaluate(SETTLED)
    opened = counts_of(devtools)
    cards = page.locator(".card, .row").count()
    assert not page.evaluate(SMALL_FIELDS), address
    tapped = Counts(0, 0, 0)
    place = page.locator(TAPS).filter(visible=True).first
    if place.count():
        place.scroll_into_view_if_needed()
        page.evaluate(SETTLED)
        before = counts_of(devtools)
        place.click(timeout=5000, force=True)
        page.evaluate(SETTLED)
        tapped = counts_of(devtools).since(before)
    devtools.detach()
    return opened, tapped, cards


def sights(told: Told) -> list[Sight]:
    """Return one state for each counted page, in the last permitted role."""
    by_name = {sight.name: sight for sight in told.sights if sight.status == 200}
    return [by_name[name] for name in (COUNTED if THOROUGH else COUNTED_IN_GATE)]


@pytest.mark.parametrize("screen", first_in_gate(SCREENS))
def test_a_page_is_worked_out_a_few_times_and_not_thousands(
    screen: str, filled: tuple[Site, Told], people: dict[str, BrowserContext]
) -> None:
    site, told = filled
    costly = []
    for sight in sights(told):
        page = people[sight.role].new_page()
        page.set_viewport_size(SCREENS[screen])
        opened, tapped, cards = looked_at(page, site.url + sight.path)
        page.close()
        print(f"{sight.name:30} {cards:3} cards; opened {_line(opened)}; tapped {_line(tapped)}")
        most = Counts(STYLES + STYLES_A_CARD * cards, LAYOUTS, 0)
        if opened.styles > most.styles or opened.layouts > most.layouts:
            costly.append(f"{sight.name}, {cards} cards: {opened}")
        if tapped.styles > STYLES_A_TAP + cards or tapped.layouts > LAYOUTS_A_TAP:
            costly.append(f"{sight.name}, {cards} cards, a tap: {tapped}")
    assert not costly, "\n".join(costly)


def _line(counts: Counts) -> str:
    return f"{counts.styles} styles, {counts.layouts} layouts, {counts.milliseconds:.0f} ms"
