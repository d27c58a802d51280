"""The site’s three jobs, each from the home page to its end, on a phone and on a desk."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Visitor
from tests.browser.steps import lets_the_site_choose
from tests.effort import first_in_gate

Visitors = Callable[..., Visitor]
# What works on a phone is tried on a desk by `make thorough`.
SCREENS = [pytest.param(PHONE, id="390"), pytest.param(DESK, id="1280", marks=pytest.mark.thorough)]
# Set by `make screenshots`: the folder of the README’s pictures.
PICTURES = os.environ.get("TENMOONS_PICTURES", "")

# The booklet’s own example, 16a of its steps: one foreign card too many (DECK-03).
OWN = [number for number in range(1, 32) if number not in (5, 9, 10, 11, 15, 28, 30, 31)]
BOOKLET = "\n".join(
    ["Name: A first Terrah", "Format: custom", "Leader: Terrah 00"]
    + [f"Terrah {number:02}" for number in OWN]
    + ["Mutant 107", "Flash the Incendiary", "Scorch the Inflammable", "Mad Mike Magpie"]
    + ["Launch Burning Earth", "Launch Rain of Fire", "Caterpillar Eartheroder"]
)

# For each of two taps on a button, whether its form is sent.
TAPPED_TWICE = """button => {
  const sent = [];
  window.addEventListener("submit", (event) => sent.push(!event.defaultPrevented));
  button.click();
  button.click();
  return sent;
}"""


def picture(visitor: Visitor, name: str, *, full: bool = False) -> None:
    """Save a picture, if pictures are wanted; either way the page must fit its screen."""
    visitor.fits()
    if PICTURES:
        visitor.page.wait_for_load_state("networkidle")  # drawn cards come after the page
        visitor.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        width = visitor.page.viewport_size["width"] if visitor.page.viewport_size else 0
        visitor.page.screenshot(path=Path(PICTURES) / f"{name}-{width}.jpg", full_page=full, quality=82)


def take_a_card(page: Page) -> None:
    """Choose the first card of the packet and take it."""
    page.locator(".packet label").first.click()
    page.get_by_role("button", name=re.compile("^Pick")).first.click()


@pytest.mark.parametrize("screen", SCREENS)
def test_a_player_has_a_deck_judged_and_mends_it(visitor: Visitors, screen: dict[str, int]) -> None:
    player = visitor(screen)
    page = player.goes_to("/")
    picture(player, "home")
    page.get_by_role("link", name="Check a deck").first.click()
    page.get_by_role("textbox", name="List").fill(BOOKLET)
    page.get_by_role("button", name="Check", exact=True).click()
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("DECK-03")
    expect(verdict).to_contain_text("of 10 moons")
    verdict.evaluate("one => one.scrollIntoView()")
    picture(player, "verdict")

    page.get_by_role("textbox", name="List").fill(BOOKLET.replace("Caterpillar Eartheroder", "Terrah 30"))
    page.get_by_role("button", name="Save as a deck").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("A first Terrah")
    expect(page.locator(".verdict")).to_contain_text("Legal")
    picture(player, "deck", full=True)
    page.reload()
    expect(page.locator(".verdict")).to_contain_text("Legal")
    player.goes_to("/mine/")
    expect(page.get_by_role("link", name="A first Terrah")).to_be_visible()


@pytest.mark.thorough  # test_keyboard and test_lost_answers draft to the end, tests/drafts builds the deck
@pytest.mark.parametrize("screen", SCREENS)
def test_a_group_drafts_to_the_end_and_builds_a_deck(visitor: Visitors, screen: dict[str, int]) -> None:
    host = visitor(screen)
    page = host.goes_to("/drafts/new/")
    page.get_by_label("Your name").fill("Roland")
    picture(host, "draft-setup")
    page.get_by_role("button", name="Against bots").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Round 1")
    picture(host, "draft-table")
    for pick in range(9 * 4 + 3):
        heading = page.get_by_role("heading", level=1)
        before = heading.inner_text()
        if pick == 17:
            page.reload()
            expect(heading).to_have_text(before)
            picture(host, "draft-middle", full=True)
        take_a_card(page)
        expect(heading).not_to_have_text(before)
    expect(page.get_by_role("heading", level=1)).to_have_text("The draft is over")
    picture(host, "draft-pool")
    lets_the_site_choose(page)
    page.get_by_role("button", name="Build a deck from this pool").click()
    expect(page.locator(".verdict").first).to_contain_text("30 of 30 cards")
    picture(host, "draft-deck")


@pytest.mark.parametrize("screen", SCREENS)
def test_two_players_score_a_match_to_five_crystals(visitor: Visitors, screen: dict[str, int]) -> None:
    player = visitor(screen)
    page = player.goes_to("/matches/new/")
    page.get_by_role("textbox", name="First player").fill("Roland")
    page.get_by_role("textbox", name="Second player").fill("Elinor")
    # Two taps send it once: a second match would be one too many.
    sent = page.get_by_role("button", name="Start match").evaluate(TAPPED_TWICE)
    assert sent == [True, False]
    expect(page.get_by_role("heading", level=1)).to_contain_text("Roland")
    page.locator("#record").get_by_text("2", exact=True).first.click()
    page.get_by_role("button", name="Roland won").click()
    expect(page.locator(".next")).to_contain_text("Elinor starts the next game")
    picture(player, "match")
    page.reload()
    expect(page.locator(".next")).to_contain_text("Elinor starts the next game")
    page.locator("#record").get_by_text("1", exact=True).first.click()
    page.get_by_role("button", name="Roland won").click()
    expect(page.locator(".next")).to_contain_text("Roland won the match, 5 : 0")
    picture(player, "match-won", full=True)


def test_a_friend_joins_by_link_and_both_see_each_other_pick(visitor: Visitors) -> None:
    roland, elinor = visitor(DESK), visitor(PHONE)
    page = roland.goes_to("/drafts/new/")
    page.get_by_text("2", exact=True).first.click()
    expect(page.locator("#setup")).to_contain_text("3 picked for you")
    if page.locator("#setup [type=checkbox]:checked").count() != 3:
        pytest.fail("the peoples do not follow the number of players")
    page.get_by_label("Your name").fill("Roland")
    page.get_by_role("button", name="Invite friends").click()
    theirs = elinor.goes_to(page.url.removeprefix(roland.url))
    theirs.get_by_label("Your name").fill("Elinor")
    theirs.get_by_role("button", name="Join").click()
    expect(page.get_by_text("Elinor").first).to_be_visible()
    page.get_by_role("button", name="Start without waiting").click()
    for mine in (page, theirs):
        expect(mine.get_by_role("heading", level=1)).to_contain_text("pick 1 of 4")
    take_a_card(page)
    expect(theirs.locator("#live .seat[data-state=picked]")).to_have_count(1)
    take_a_card(theirs)
    for mine in (page, theirs):
        expect(mine.get_by_role("heading", level=1)).to_contain_text("pick 2 of 4")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_card_is_found_by_a_mistyped_name(visitor: Visitors, screen: dict[str, int]) -> None:
    player = visitor(screen)
    page = player.goes_to("/cards/")
    picture(player, "cards")
    page.locator("input[name=q]").first.fill("mekartas")
    page.keyboard.press("Enter")
    page.wait_for_url("**/cards/?q=mekartas*")
    page.get_by_role("link", name="Mekarthas the Shrewd").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Mekarthas")
    picture(player, "card", full=True)


CATALOGUE = [
    ("people", "/cards/peoples/vulca/"),
    ("rules", "/help/rules/"),
    ("events", "/matches/events/"),
    # test_axe measures it on a narrower screen.
    ("search", "/cards/?q=people:vulca+fire%3E%3D5"),
    ("ruling", "/cards/rulings/?q=cast+cataclysm+ravenous+razorjaw"),
    ("card-cthulhu", "/cards/?q=game:cthulhu+is:restricted"),
]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize(("name", "path"), first_in_gate(CATALOGUE, 3), ids=[name for name, _path in CATALOGUE])
def test_a_page_fits_every_screen(visitor: Visitors, screen: dict[str, int], name: str, path: str) -> None:
    reader = visitor(screen)
    reader.goes_to(path)
    picture(reader, name)


def test_everything_works_without_scripts(visitor: Visitors) -> None:
    player = visitor(PHONE, scripts=False)
    page = player.page
    page.goto(player.url + "/cards/?q=mekarthas")
    expect(page.get_by_text("Mekarthas the Shrewd").first).to_be_visible()
    page.goto(player.url + "/drafts/new/")
    page.get_by_role("button", name="Against bots").click()
    page.locator(".packet label").first.click()
    page.get_by_role("button", name=re.compile("^Pick")).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("pick 2")
