"""A player’s thumb, counted: to the first pick, to a deck, over a limit, to the next match."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visitor
from tests.browser.steps import heading, takes
from tests.browser.thumb import Thumb

Visitors = Callable[..., Visitor]
# Taps, and how many screens are scrolled for them, at most.
MOST = {"first pick": (4, 1.0), "deck from a pool": (3, 1.0), "fix": (2, 1.0), "next match": (1, 1.0)}


@pytest.mark.thorough
def test_a_thumb_goes_from_the_first_pick_to_the_next_match(
    visitor: Visitors, capsys: pytest.CaptureFixture[str]
) -> None:
    player = visitor(PHONE)
    page = player.goes_to("/")
    thumb, told = Thumb(page), {}

    thumb.tap(page.get_by_role("link", name="Start a draft"))
    thumb.tap(page.get_by_role("button", name="Against bots"))
    thumb.tap(page.locator(".packet label").first)
    thumb.tap(page.get_by_role("button", name=re.compile("^Pick ")))
    told["first pick"] = thumb.counted()

    to_the_last_pick(page)
    thumb.tap(page.get_by_role("link", name="Build your deck"))
    thumb.tap(page.get_by_role("button", name="Suggest 30 cards"))
    expect(page.get_by_text("30 / 30")).to_be_visible()
    thumb.tap(page.get_by_role("button", name="Build a deck from this pool"))
    expect(page.locator(".verdict").first).to_contain_text("30 of 30 cards")
    told["deck from a pool"] = thumb.counted()

    over_the_limit(page)
    thumb.tap(page.locator("#tally > [popovertarget=why-now]"))
    thumb.tap(page.locator("#fix button.primary"))
    expect(page.locator("#tally")).to_contain_text("30 of 30 cards")
    told["fix"] = thumb.counted()

    a_group(page)
    thumb.tap(page.get_by_role("button", name=re.compile(r"Start .*(Roland – Elinor|Elinor – Roland)")))
    expect(page.get_by_role("button", name="Roland won")).to_be_visible()
    told["next match"] = thumb.counted()

    with capsys.disabled():
        for name, (taps, _keys, screens) in told.items():
            print(f"\n{name}: {taps} taps, {screens} screens", end="")
    dear = {name: seen for name, seen in told.items() if seen[0] > MOST[name][0] or seen[2] > MOST[name][1]}
    assert not dear


def to_the_last_pick(page: Page) -> None:
    """Take the first card each time until the end."""
    title = page.get_by_role("heading", level=1)
    while title.inner_text() != "The draft is over":
        before = title.inner_text()
        takes(page)
        expect(title).not_to_have_text(before)


def over_the_limit(page: Page) -> None:
    """Create a published deck with a card too many."""
    page.goto(page.url.split("/decks/")[0] + "/decks/new/?people=flit")
    page.get_by_role("button", name="Create deck").click()
    page.wait_for_url("**/edit/")
    page.get_by_role("searchbox").fill("Scorch the Inflammable")
    page.get_by_role("button", name="Add Scorch the Inflammable").click()
    expect(page.locator("#tally")).to_contain_text("31 of 30 cards")


def a_group(page: Page) -> None:
    """Create two people who play regularly, and their next round."""
    page.goto(page.url.split("/decks/")[0] + "/matches/groups/new/")
    page.get_by_label("Name of the group").fill("Thursday")
    page.get_by_label("Other members").fill("Roland\nElinor")
    page.get_by_role("button", name="Create group").click()
    heading(page, "Thursday")
    page.get_by_role("link", name="Pair next round").click()
