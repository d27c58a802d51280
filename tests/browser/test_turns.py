"""Tables where seats take turns, on a phone with scripts: a take that doesn’t arrive, and one at piles by key."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visitor
from tests.browser.steps import has_its_scripts, until
from tests.effort import first_in_gate

Visitors = Callable[..., Visitor]
SETTLED = "() => !document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')"


def against_bots(visitor: Visitor, tile: str) -> Page:
    page = visitor.goes_to("/drafts/new/")
    page.locator("label", has=page.locator("[name=players][value='2']")).click()
    until(page, SETTLED)  # a click on a tile that is being exchanged is lost
    page.get_by_label("Your name").fill("Roland")
    page.locator("label", has=page.locator(f"[name=sharing][value={tile}]")).click()
    until(page, SETTLED)
    expect(page.locator(f"[name=sharing][value={tile}]")).to_be_checked()
    page.get_by_role("button", name="Against bots").click()
    expect(page.get_by_role("heading", name="It’s your turn")).to_be_visible()
    has_its_scripts(page)
    return page


@pytest.mark.parametrize("tile", first_in_gate(["rotisserie", "winchester"]))
def test_a_take_without_an_answer_is_said_and_can_be_sent_again(tile: str, visitor: Visitors) -> None:
    player = visitor(PHONE)
    page = against_bots(player, tile)
    mine = page.locator(".turn-seats li", has_text="Roland").locator(".num")
    if tile == "rotisserie":
        page.locator(".open-card label").first.click()
    take = page.get_by_role("button", name=re.compile("^Take")).first
    page.route("**/pick/", lambda route: route.abort())
    take.click()
    notice = page.get_by_role("alert")
    expect(notice).to_have_text("The site isn’t answering. Try again in a moment.")
    expect(notice).to_be_in_viewport()
    expect(mine).to_have_text("0")
    page.unroute("**/pick/")
    take.click()
    expect(mine).not_to_have_text("0")
    expect(notice).to_have_count(0)
    player.complaints.clear()  # the browser complains about the lost request
