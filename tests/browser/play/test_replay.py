"""A replay and a watched game in a browser: by keys, by the slider, without a script, by ear, and how they look."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, Site, Visitor
from tests.browser.page_checks import AXE, BROKEN_NAMES, NARROW, TOO_MANY_PRIMARY, TOO_SMALL, findings
from tests.browser.play.players import PHONE, starts_game
from tests.browser.steps import run_on_site, until

Visitors = Callable[..., Visitor]
PLAY_ON = """
from online.games import endings
from online.models import Game
from tests.online import games_made
game = Game.objects.get(key="{key}")
people = [seat.person for seat in game.seats.all()]
played = games_made.play_on(game.key, *people, steps={steps})
if {over} and played.game.status == "playing":
    endings.resign(people[0], game.key)
"""


def game_of_two(site: Site, *visitors: Visitor, steps: int = 30, over: bool = True) -> str:
    path = starts_game(site, *visitors)
    run_on_site(site, PLAY_ON.format(key=path.split("/")[2], steps=steps, over=over))
    return path


def at_step(page: Page, number: int) -> None:
    expect(page).to_have_url(re.compile(rf"step={number}$"))
    expect(page.locator("#step")).to_have_value(str(number))


def looks_right(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not page.evaluate(TOO_SMALL)
    assert len(page.evaluate(TOO_MANY_PRIMARY)) <= 1
    assert not page.evaluate(BROKEN_NAMES)


def test_arrow_keys_and_the_slider_go_from_step_to_step(site: Site, visitor: Visitors) -> None:
    roland, elinor = visitor(DESK), visitor(PHONE)
    page = roland.goes_to(f"{game_of_two(site, roland, elinor)}replay/?step=3")
    until(page, "() => Boolean(window.htmx)")
    page.keyboard.press("ArrowRight")
    at_step(page, 4)
    said = page.locator("#said").inner_text()
    page.keyboard.press("ArrowRight")
    at_step(page, 5)
    assert page.locator("#said").inner_text() != said
    page.keyboard.press("ArrowLeft")
    at_step(page, 4)
    page.locator("#step").focus()
    page.keyboard.press("ArrowRight")
    at_step(page, 5)
    expect(page.locator("#step")).to_be_focused()
    page.get_by_role("link", name="Next step").click()
    at_step(page, 6)
    expect(page.locator("#step-next")).to_be_focused()
    page.get_by_role("button", name="Show my cards to everyone").click()
    at_step(page, 6)
    expect(page.get_by_role("button", name="Hide my cards")).to_be_visible()


def test_a_replay_works_without_a_script(site: Site, visitor: Visitors) -> None:
    path = game_of_two(site, visitor(DESK), visitor(PHONE))
    page = visitor(PHONE, scripts=False).goes_to(f"{path}replay/")
    page.get_by_role("link", name="Next step").click()
    at_step(page, 1)
    page.locator("#step").fill("7")
    page.get_by_role("button", name="Go to step").click()
    at_step(page, 7)
    page.get_by_role("link", name="Last step").click()
    assert page.locator("#step").get_attribute("max") == page.locator("#step").input_value()


@pytest.mark.parametrize("place", ["replay/?step=9", "replay/chances/", "watch/"])
def test_pages_after_and_beside_a_game_look_right(site: Site, visitor: Visitors, place: str) -> None:
    roland, elinor = visitor(PHONE), visitor(DESK)
    path = game_of_two(site, roland, elinor, over=place != "watch/")
    page = (visitor(PHONE, fresh=True) if place == "watch/" else roland).goes_to(path + place)
    for size in (PHONE, NARROW, DESK):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        looks_right(page)
    page.evaluate(AXE)
    assert not findings(page)


def test_an_onlooker_sees_what_is_played_without_loading_the_page_again(site: Site, visitor: Visitors) -> None:
    roland, elinor, onlooker = visitor(PHONE), visitor(DESK), visitor(PHONE, fresh=True)
    path = game_of_two(site, roland, elinor, steps=6, over=False)
    page = onlooker.goes_to(f"{path}watch/")
    until(page, "() => Boolean(window.htmx)")
    page.evaluate("window.stays = true")
    before = page.locator("#watch aside").inner_text()
    run_on_site(site, PLAY_ON.format(key=path.split("/")[2], steps=12, over=False))
    expect(page.locator("#watch aside")).not_to_have_text(before, timeout=15_000)
    assert page.evaluate("window.stays")
    run_on_site(site, PLAY_ON.format(key=path.split("/")[2], steps=0, over=True))
    expect(page.get_by_role("link", name="Replay")).to_be_visible(timeout=15_000)
