"""Keyboard only: a draft to its end and a game on the companion, with visible focus that is never lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.conftest import DESK, Site, Visitor
from tests.browser.states import Told
from tests.browser.steps import has_its_scripts, until

Visitors = Callable[..., Visitor]
ROUNDS, PACKET = 1, 3
AT_IT = "one => one === document.activeElement"
# A radio of the packet is drawn by its card, so the outline may be on an adjacent or surrounding element.
SEEN = """() => {
    const one = document.activeElement, around = one.closest('label');
    const ringed = part => part && getComputedStyle(part).outlineStyle !== 'none';
    return one !== document.body && (ringed(one) || ringed(around) || ringed(one.nextElementSibling));
}"""

# A focused element may be below the sticky bar at the bottom.
BEHIND = """() => {
    const one = document.activeElement, bar = document.querySelector('main .sticky, main .finder-bar');
    return one !== document.body && !bar.contains(one) && getComputedStyle(bar).position !== 'static'
        && one.getBoundingClientRect().bottom > bar.getBoundingClientRect().top
        && one.getBoundingClientRect().top < bar.getBoundingClientRect().bottom;
}"""
RING = """selector => {
    const part = document.querySelector(selector);
    part.setAttribute('hx-get', part.getAttribute('hx-get').replace(/(since|version)=\\d+/, '$1=0'));
    if (part.value) part.value = 0;
    window.before = document.activeElement;
    htmx.process(part);
    htmx.trigger(part, 'ring');
}"""


def tabs_to(page: Page, goal: Locator) -> None:
    """Press Tab until it is focused, and check that it is visible."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if goal.evaluate(AT_IT):
            break
    expect(goal).to_be_focused()
    sees_where(page)


def sees_where(page: Page) -> None:
    """Check that the focus is on something, and visible."""
    assert page.evaluate(SEEN), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")


def keeps_the_focus(page: Page) -> None:
    """Check that after a swap, the next Tab continues from there and not from the top of the page."""
    assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"


def test_a_draft_is_set_up_played_and_ended_by_keyboard_alone(visitor: Visitors) -> None:
    page = visitor(DESK).goes_to("/drafts/practice/")
    tabs_to(page, page.locator("summary", has_text="Packet size and rounds"))
    page.keyboard.press("Enter")
    for label, value in (("Cards per packet", PACKET), ("Rounds", ROUNDS)):
        field = page.get_by_label(label, exact=label == "Rounds")
        tabs_to(page, field)
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.type(str(value))
    tabs_to(page, page.get_by_label("Your name"))
    page.keyboard.type("Roland")
    page.keyboard.press("Enter")
    begin = page.get_by_role("button", name="Start now")
    expect(begin.or_(page.locator("#packet-heading")).first).to_be_attached()
    while begin.count():
        tabs_to(page, begin.first)
        page.keyboard.press("Enter")
        page.wait_for_load_state("load")
        expect(begin.or_(page.locator("#packet-heading")).first).to_be_attached()
    has_its_scripts(page)
    heading = page.get_by_role("heading", level=1)
    for number in range(1, ROUNDS * (PACKET - 1) + 1):
        before = heading.inner_text()
        expect(page.locator(".packet label").first).to_be_visible()
        tabs_to(page, page.locator(".packet input").first)
        page.keyboard.press("ArrowRight")
        expect(page.locator(".packet :checked")).to_have_count(1)
        sees_where(page)
        tabs_to(page, page.locator("[data-take]"))
        page.keyboard.press("Enter")
        expect(heading).not_to_have_text(before)
        if number < ROUNDS * (PACKET - 1):
            expect(page.locator(".packet label").first).to_be_visible()
            keeps_the_focus(page)
    expect(heading).to_have_text("The draft is over")


@pytest.mark.thorough
def test_a_card_that_was_taken_leaves_the_focus_to_the_next_one(visitor: Visitors) -> None:
    page = visitor(DESK).goes_to("/drafts/new/")
    page.locator("label", has=page.locator("[name=players][value='2']")).click()
    page.get_by_label("Your name").fill("Roland")
    page.locator("label", has=page.locator("[value=rotisserie]")).click()
    page.get_by_role("button", name="Against bots").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("It’s your turn")
    has_its_scripts(page)
    mine = page.locator(".turn-seats li", has_text="Roland").locator(".num")
    page.locator(".open-card input:enabled").first.focus()
    for taken in range(1, 3):
        expect(page.get_by_role("heading", level=1)).to_have_text("It’s your turn")
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        expect(mine).to_have_text(str(taken))
        until(page, "document.activeElement.matches('.open-card input:enabled')")


@pytest.mark.thorough  # a draft, a deck and a lesson are done by keys in the gate
def test_a_game_is_noted_on_the_companion_by_keyboard_alone(visitor: Visitors) -> None:
    page = visitor(DESK).goes_to("/matches/new/")
    for label, name in (("First player", "Roland"), ("Second player", "Elinor")):
        tabs_to(page, page.get_by_role("textbox", name=label))
        page.keyboard.type(name)
    page.keyboard.press("Enter")
    companion = page.get_by_role("link", name="Open score tracker")
    expect(companion).to_be_visible()
    tabs_to(page, companion)
    page.keyboard.press("Enter")
    expect(page.locator("#companion.live")).to_be_visible()
    wins = page.get_by_role("button", name="Roland wins the fight")
    tabs_to(page, wins)
    for fights in range(1, 5):
        page.keyboard.press("Enter")
        expect(page.locator('[data-show="moves"] li')).to_have_count(fights)
        keeps_the_focus(page)
    record = page.get_by_role("button", name="Record game")
    expect(record).to_be_visible()
    tabs_to(page, record)
    page.keyboard.press("Enter")
    expect(page.locator('[data-show="game"]')).to_have_text("Game 2")
    keeps_the_focus(page)
    undo = page.get_by_role("button", name="Undo")
    tabs_to(page, undo)
    page.keyboard.press("Enter")
    expect(page.locator('[data-show="game"]')).to_have_text("Game 1")


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("state", "role", "part", "link"),
    [
        ("matches:event event", "organiser", "#standings", "#standings a.player-name"),
        ("decks:edit private deck", "host", "#deck-version", "#built a.row"),
    ],
)
def test_what_has_the_focus_has_it_after_an_exchange(
    filled: tuple[Site, Told], people: dict[str, BrowserContext], state: str, role: str, part: str, link: str
) -> None:
    page = _opened(filled, people, state, role)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator(link).nth(1).focus()
    before = page.evaluate("document.activeElement.href")
    page.evaluate(RING, part)
    until(page, "!window.before.isConnected && document.activeElement !== document.body")
    assert page.evaluate("document.activeElement.href") == before
    page.close()


@pytest.mark.thorough
@pytest.mark.parametrize(("state", "role"), [("decks:index choose", "host"), ("decks:edit private deck", "host")])
def test_nothing_that_has_the_focus_is_behind_the_bar_of_a_phone(
    filled: tuple[Site, Told], people: dict[str, BrowserContext], state: str, role: str
) -> None:
    page = _opened(filled, people, state, role)
    for _ in range(60):
        page.keyboard.press("Tab")
        assert not page.evaluate(BEHIND), page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
    page.close()


def _opened(filled: tuple[Site, Told], people: dict[str, BrowserContext], state: str, role: str) -> Page:
    site, told = filled
    path = next(sight.path for sight in told.sights if sight.name == state)
    page = people[role].new_page()
    page.goto(site.url + path, wait_until="networkidle")
    return page
