"""Every page in every main state: no finding of axe by day or by night, nothing too small to touch, nothing too wide.

The pages come from `tests/access`: a URL with a line there is checked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, expect

from tests.browser.conftest import ROOT, Site, Visitor
from tests.browser.page_checks import findings, in_large_letters, measures, opened
from tests.browser.states import MAIN_SIGHTS, Told
from tests.effort import THOROUGH

FLOORS = tuple(MAIN_SIGHTS)
Visitors = Callable[..., Visitor]
FORCED = """() => [...document.querySelectorAll('.btn, .chip, .panel, .card, input[type=text], select')]
    .filter(one => one.checkVisibility({ checkOpacity: true }) && getComputedStyle(one).borderTopStyle === 'none')
    .map(one => one.outerHTML.slice(0, 120))"""

# Text after a name stays after it, in either writing direction.
BESIDE_A_NAME = """() => ['b', 'a'].every(tag => {
    const line = document.createElement('p'), name = document.createElement(tag), score = document.createElement('i');
    name.textContent = '\u05d0\u05dc\u05d9\u05e0\u05d5\u05e8';
    score.textContent = '3 : 2';
    line.append(name, ' ', score);
    document.querySelector('main').prepend(line);
    return score.getBoundingClientRect().left >= name.getBoundingClientRect().right - 1;
})"""

LIVE = re.compile(r'<(\w+)[^>]*(?:role="(?:status|alert|log)"|aria-live="(?:polite|assertive)")[^>]*>')


def floor_of(name: str) -> str:
    """Return the app of a state, or "" for the site."""
    return next((floor for floor in FLOORS if floor and name.startswith(floor)), "")


@pytest.mark.parametrize("floor", FLOORS, ids=[floor or "site" for floor in FLOORS])
def test_no_state_of_a_page_has_a_finding(
    floor: str, filled: tuple[Site, Told], people: dict[str, BrowserContext], capsys: pytest.CaptureFixture[str]
) -> None:
    site, told = filled
    sights = [sight for sight in told.sights if floor_of(sight.name) == floor]
    if not THOROUGH:
        by_name = {sight.name: sight for sight in sights}
        sights = [by_name[name] for name in MAIN_SIGHTS[floor]]
    complaints = []
    for sight in sights:
        page = opened(people[sight.role], sight, site.url)
        found = findings(page) + (in_large_letters(page) if sight.name in MAIN_SIGHTS[floor] else []) + measures(page)
        complaints += [f"{sight.name}, {sight.role}, {finding}" for finding in found]
    pages = {sight.path for sight in sights}
    with capsys.disabled():
        print(f"\n{floor or 'site'}: {len(pages)} pages in {len(sights)} states, {len(complaints)} findings")
    assert sights
    assert not complaints, "\n".join(complaints)


def test_what_a_page_is_built_of_is_seen_in_forced_colours(
    filled: tuple[Site, Told], people: dict[str, BrowserContext]
) -> None:
    site, _told = filled
    page = people["anonymous"].new_page()
    page.emulate_media(forced_colors="active")
    page.goto(f"{site.url}/help/style/")
    assert page.evaluate("matchMedia('(forced-colors: active)').matches")
    assert not page.evaluate(FORCED)
    chosen = page.locator(".segments label:has(:checked)").first
    other = page.locator(".segments label:not(:has(:checked))").first
    assert _colours(chosen) != _colours(other)
    assert page.evaluate(BESIDE_A_NAME)
    page.close()


def _colours(part: Locator) -> tuple[str, str]:
    """Return the drawn colours of an element, and its `::before` content."""
    told: list[str] = part.evaluate(
        "one => [getComputedStyle(one).backgroundColor, getComputedStyle(one, '::before').content]"
    )
    return told[0], told[1]


def test_nothing_moves_for_whoever_wants_it_still(visitor: Visitors) -> None:
    page = visitor().goes_to("/help/style/")
    moving = page.evaluate(
        """() => [...document.querySelectorAll('*')].filter(one =>
            getComputedStyle(one).transitionDuration.split(', ').some(time => parseFloat(time) > 0.01)
            || getComputedStyle(one).animationName !== 'none').map(one => one.outerHTML.slice(0, 100))"""
    )
    assert not moving


def test_a_card_is_named_as_a_reader_speaks_it(visitor: Visitors) -> None:
    page = visitor({"width": 320, "height": 640}).goes_to("/cards/?q=Zig-nur-Don")
    card = page.locator(".packet a.card").first
    expect(card).to_have_accessible_name(
        re.compile(r"^Zig-nur-Don ?, mutant, fire 4 with shield, earth 0 with shield, stop", re.IGNORECASE)
    )


def test_a_live_region_says_what_changed_and_no_more() -> None:
    """No live region contains a packet, a pool, a table or a form."""
    loud = []
    for template in sorted((ROOT / "templates").rglob("*.html")):
        tags = LIVE.finditer(template.read_text(encoding="utf-8"))
        loud += [f"{template.name}: {tag[0]}" for tag in tags if tag[1] in ("main", "form", "table", "ol")]
    assert not loud
