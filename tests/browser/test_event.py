"""Forty players on Saturday, in small: an organiser runs an event from a phone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visitor

Visitors = Callable[..., Visitor]


def test_an_organiser_runs_an_event_from_a_phone(visitor: Visitors) -> None:
    organiser = visitor(PHONE)
    page = organiser.goes_to("/matches/events/new/")
    page.get_by_label("Name of the event").fill("Saturday")
    page.get_by_label("Your name, as others see it").fill("Roland")
    page.get_by_role("button", name="Open the event").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Saturday")
    organiser.fits()
    code = page.locator(".code").inner_text()

    page.get_by_label("Enter players, a name on each line").fill("Roland\nElinor\nMira")
    page.get_by_role("button", name="Enter them").click()
    player = visitor(PHONE)
    theirs = player.goes_to(f"/matches/e/{code}/")
    theirs.get_by_label("Your name, as others see it").fill("Otto")
    theirs.get_by_role("button", name="Enter the event").click()
    expect(theirs.get_by_role("heading", name="Otto, number 4")).to_be_visible()

    for number in (1, 2):
        page.reload()
        page.get_by_role("button", name=f"Pair round {number}").click()
        expect(page.get_by_role("heading", name=f"Round {number}")).to_be_visible()
        for _table in range(2):
            form = page.locator("form.result").filter(has=page.get_by_role("button", name="Enter ")).first
            form.locator("input[name=a]").fill("5")
            form.locator("input[name=b]").fill("3")
            form.get_by_role("button", name="Enter ").click()
        organiser.fits()
    expect(page.locator(".standings .player-name")).to_have_count(4)
    expect(page.locator(".standings .why").first).not_to_be_empty()

    page.get_by_role("link", name="Round 1").click()
    first = page.locator(".tables li").first
    first.get_by_text("Correct").first.click()
    first.locator("input[name=a]").fill("2")
    first.locator("input[name=b]").fill("5")
    first.get_by_role("button", name="Correct").click()
    expect(page.locator(".tables li").first).to_contain_text("2 : 5")

    wall = visitor(DESK)
    wall.goes_to(page.url.split("?")[0].removeprefix(wall.url) + "wall/")
    expect(wall.page.get_by_role("heading", level=1)).to_contain_text("Round 2")
    wall.fits()
