"""Promises of an event page: it says when one is admitted, and its last state is available offline."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.journeys.test_saturday import enters
from tests.browser.offline.test_offline import CONTROLLED, READY, kept, waits_for
from tests.browser.offline.test_results_offline import an_event, forgives, paired
from tests.browser.steps import sends, until

Visitors = Callable[..., Visitor]
ATTEMPTS = 100


def in_pocket(page: Page) -> None:
    """Wait until the service worker controls and stores the page."""
    assert page.evaluate(READY)
    page.reload()  # a page opened while the worker started is only controlled after a reload
    until(page, CONTROLLED)
    waits_for(page, page.url.removeprefix(page.evaluate("location.origin")))


def copy_says(page: Page, path: str, words: str) -> None:
    """Wait until the copy of a path contains these words."""
    for _attempt in range(ATTEMPTS):
        if words in kept(page).get(path, ""):
            return
        page.wait_for_timeout(100)
    assert words in kept(page)[path]


def test_who_is_let_in_reads_it_on_the_page_that_waits(visitor: Visitors) -> None:
    organiser, guest = visitor(), visitor()
    event = sends(organiser, "/matches/events/new/", name="By hand", me="Roland", approval="on")
    sends(guest, event, f"{event}do/register/", name="Elinor")
    page = guest.goes_to(event)
    expect(page.locator("#enter")).to_contain_text("This page will tell you as soon as you’re in.")
    sends(organiser, event, f"{event}do/decide/", admit="1")
    expect(page.get_by_role("heading", name="Elinor, number 1")).to_be_visible()
    expect(page.locator("#result-queue")).to_be_attached()  # the whole page of a player
    assert page.locator("#enter").count() == 0


@pytest.mark.thorough  # as above, with the other answer
def test_who_is_refused_reads_that_too(visitor: Visitors) -> None:
    organiser, guest = visitor(), visitor()
    event = sends(organiser, "/matches/events/new/", name="By hand", me="Roland", approval="on")
    sends(guest, event, f"{event}do/register/", name="Elinor")
    page = guest.goes_to(event)
    expect(page.locator("#enter")).to_contain_text("This page will tell you as soon as you’re in.")
    sends(organiser, event, f"{event}do/decide/", admit="0")
    expect(page.locator("#enter")).to_contain_text("The organiser declined your request.")


def test_the_copy_of_a_player_shows_the_table_that_was_shown_last(visitor: Visitors) -> None:
    organiser, player = visitor(), visitor(pocket=True)
    desk, _key = an_event(organiser, ["Ada"])
    page = enters(player, desk.locator(".code").first.inner_text(), "Mira")
    in_pocket(page)
    path = page.url.removeprefix(player.url)
    expect(page.locator("#mine")).to_contain_text("Your table will appear here when round 1 is paired.")
    desk.reload()
    paired(desk)
    expect(page.locator("#mine")).to_contain_text("Table 1: you play Ada")
    copy_says(page, path, "Table 1: you play")
    player.context.set_offline(True)
    page.reload()
    expect(page.locator("#mine")).to_contain_text("Table 1: you play Ada")
    note = page.locator("#from-memory")
    expect(note).to_be_visible()
    assert note.inner_text().count(":") == 1  # in the time of day, which appears there once
    assert page.locator("script[src*='live']").count() == 1
    player.context.set_offline(False)
    expect(note).to_be_hidden()
    forgives(player)


def test_the_results_desk_is_there_without_a_network_and_comes_back_with_it(visitor: Visitors) -> None:
    organiser = visitor(pocket=True)
    page, key = an_event(organiser, ["Ada", "Ben", "Cleo", "Dan"])
    paired(page)
    page = organiser.goes_to(f"/matches/events/{key}/results/")
    in_pocket(page)
    page.locator("#table-1 .score-buttons button").first.click()
    expect(page.locator("#results")).to_contain_text("1 of 2 results in")
    copy_says(page, f"/matches/events/{key}/results/", "1 of 2 results in")
    assert 'name="csrfmiddlewaretoken" value=""' in kept(page)[f"/matches/events/{key}/results/"]
    organiser.context.set_offline(True)
    page.reload()
    expect(page.locator("#results")).to_contain_text("1 of 2 results in")
    organiser.goes_to(f"/matches/events/{key}/players/")  # which is never stored
    expect(page.get_by_role("heading", level=1)).to_have_text("You’re offline")
    organiser.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).not_to_have_text("You’re offline")
    forgives(organiser)
