"""The whole chain on two phones: draft seat, pool, legal deck, deck of the match, crystals, standings."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, Visitor
from tests.browser.steps import heading, key_of, lets_the_site_choose, run_on_site, takes

Visitors = Callable[..., Visitor]
# The number of cards to keep depends on whether the Buka are among the peoples.
TO_THE_END = """
from drafts.models import Draft
from tests.drafts.tables import play_to_the_end
draft = Draft.objects.get(key="{key}")
play_to_the_end(draft.key, *[seat.person for seat in draft.seats.all()])
"""


@pytest.mark.thorough  # tests/matches/events/drafts/test_drafts walks the same chain without a browser
def test_from_the_draft_seat_to_the_standings(visitor: Visitors, site: Site) -> None:
    organiser, other = visitor(PHONE), visitor(PHONE)
    page = opens_the_night(organiser)
    guest = enters(other, page.locator(".code").first.inner_text())
    page.reload()
    page.get_by_label("Maximum players per pod").select_option("2")
    page.get_by_role("button", name="Seat pods").click()
    expect(page.get_by_role("link", name="Go to my pod")).to_be_visible()
    evening = page.url
    guest.reload()
    for screen in (page, guest):
        screen.get_by_role("link", name="Go to my pod").click()
    drafts(site, page, guest)
    for person in (organiser, other):
        builds_and_hands_in(person, evening)

    page.reload()
    page.get_by_role("button", name="Pair round 1").click()
    guest.reload()
    me = guest.get_by_role("region", name="Elinor, number 2")
    me.get_by_role("link", name="Score it game by game").click()
    # Each sees their own deck, frozen and judged, and of the other’s only that it is there.
    expect(guest.locator("main")).to_contain_text(re.compile(r"Elinor\s+from game 1\s+Legal"))
    expect(guest.locator("main")).to_contain_text(re.compile(r"Roland\s+from game 1\s+A deck has been chosen\."))
    other.fits()
    guest.goto(evening)
    for screen, name in ((guest, "Elinor, number 2"), (page, "Roland, number 1")):
        reports(screen, name)
    page.reload()
    page.get_by_text("Finish event", exact=True).click()
    page.get_by_role("button", name="Finish").click()
    first = page.get_by_role("region", name="Standings").get_by_role("row").nth(1)
    expect(first).to_contain_text("Elinor")
    first.get_by_role("link").click()
    expect(page.get_by_role("region", name=re.compile("^Rank "))).to_contain_text("Crystals")
    organiser.fits()


def opens_the_night(organiser: Visitor) -> Page:
    page = organiser.goes_to("/matches/events/new/")
    page.get_by_label("Name of the event").fill("Draft night")
    page.get_by_role("radio", name="Draft event").check()
    page.get_by_label("Your name, as others see it").fill("Roland")
    page.get_by_text("Game and deck lists").click()
    page.get_by_label("Require a legal deck").check()
    page.get_by_role("button", name="Create event").click()
    heading(page, "Draft night")
    page.get_by_label("Your name, as others see it").fill("Roland")
    page.get_by_role("button", name="Join event").click()
    return page


def enters(other: Visitor, code: str) -> Page:
    page = other.goes_to("/matches/events/")
    page.get_by_label("Event or draft code").fill(code)
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_label("Your name, as others see it").fill("Elinor")
    page.get_by_role("button", name="Join event").click()
    expect(page.get_by_role("heading", name="Elinor, number")).to_be_visible()
    return page


def drafts(site: Site, *pages: Page) -> None:
    """Pick the first cards by hand, the rest in a moment."""
    for page in pages:
        expect(page.get_by_role("button", name=re.compile("I’m ready|Start"))).to_be_visible()
        if (ready := page.get_by_role("button", name="I’m ready")).count():
            ready.click()
    for page in pages:
        expect(page.locator("#live .good")).to_have_count(1)
    begin = [page.get_by_role("button", name="Start now") for page in pages]
    next(button for button in begin if button.count()).click()
    for page in pages:
        expect(page.locator(".packet label").first).to_be_visible()
        takes(page)
    expect(pages[0].get_by_role("heading", level=1)).to_contain_text("pick 2 of")
    run_on_site(site, TO_THE_END.format(key=key_of(pages[0])))
    for page in pages:
        heading(page, "The draft is over")


def builds_and_hands_in(player: Visitor, evening: str) -> None:
    """Build thirty of the pool into a legal deck, and hand it in."""
    page = player.page
    lets_the_site_choose(page)
    page.get_by_role("button", name="Build a deck from this pool").click()
    expect(page.locator(".verdict").first).to_contain_text("30 of 30 cards")
    page.goto(evening)
    page.get_by_role("button", name="Submit deck").click()
    expect(page.get_by_text("Legal", exact=True).first).to_be_visible()


def reports(page: Page, name: str) -> None:
    """Report five crystals to two, for Elinor."""
    mine = page.get_by_role("region", name=name)
    mine.get_by_text("Another score").click()
    expect(mine.get_by_label("’s crystals")).to_have_count(2)
    for label in mine.get_by_label("’s crystals").all():
        label.fill("5" if "Elinor" in (label.evaluate("one => one.labels[0].textContent")) else "2")
    mine.get_by_role("button", name="Report").click()
