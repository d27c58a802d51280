"""The fifteen journeys, 9: forty players on Saturday, run from a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Site, Visitor
from tests.browser.steps import heading, key_of, meanwhile

Visitors = Callable[..., Visitor]
RESULTS = """
from matches.models import Event
from matches.events.queries import event_view
from matches.events.result_services import enter
event = Event.objects.get(key="{key}")
for one in event_view(event.key).current.missing:
    enter(by=event.owner, key=event.key, pairing=one.row.pk, crystals=(5, one.row.pk % 5))
"""
ILLEGAL = "Name: One card\nLeader: Terrah 00\nTerrah 01\n"


def results_come_in(site: Site, page: Page) -> None:
    """From the other phones of the hall."""
    meanwhile(site, RESULTS.format(key=key_of(page)))
    page.reload()
    expect(page.get_by_text("all results are in.")).to_be_visible()


@pytest.mark.thorough  # test_thumb runs an event by touch, tests/matches/events one of 200 players
def test_9_forty_players_on_saturday(visitor: Visitors, site: Site) -> None:
    """Entered by code, paired in two taps, corrected two rounds later, cut to eight; every place says why."""
    organiser = visitor(PHONE)
    page = organiser.goes_to("/")
    page.get_by_role("link", name="Run an event").click()
    page.get_by_role("link", name="New event").first.click()
    page.get_by_label("Name of the event").fill("Saturday")
    page.get_by_label("Your name, as others see it").fill("Roland")
    page.get_by_label("Cut to the best").select_option("8")
    page.get_by_text("Points, tie-breaks, decks, calendar").click()
    page.get_by_label("A legal deck has to be handed in").check()
    page.get_by_role("button", name="Open the event").click()
    heading(page, "Saturday")
    organiser.fits()
    code = page.locator(".code").first.inner_text()
    page.get_by_label("Enter players, a name on each line").fill("\n".join(f"Player {n}" for n in range(1, 40)))
    page.get_by_role("button", name="Enter them").click()
    theirs, number = enters(visitor, code)

    page.reload()
    page.get_by_role("link", name="Players", exact=True).click()
    mine = page.get_by_role("listitem").filter(has_text=re.compile(r"^\s*Otto"))
    expect(mine).to_contain_text("Illegal")
    mine.get_by_role("link", name="Otto").click()
    expect(page.get_by_role("link", name="DECK-02")).to_be_visible()
    page.get_by_role("link", name="Back to Saturday").click()
    page.get_by_role("link", name="Rules of the event").click()  # so many have none that all may play
    page.get_by_text("Points, tie-breaks, decks, calendar").click()
    page.get_by_label("A legal deck has to be handed in").uncheck()
    page.get_by_role("button", name="Save").click()

    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_role("heading", name="Round 1")).to_be_visible()
    mine_now = theirs.get_by_role("region", name=f"Otto, number {number}")
    mine_now.get_by_text("Another score").click()
    mine_now.get_by_label("Crystals of").first.fill("5")
    mine_now.get_by_label("Crystals of").last.fill("3")
    mine_now.get_by_role("button", name="Report").click()
    expect(page.get_by_text("reported by one")).to_have_count(1)
    results_come_in(site, page)
    page.get_by_role("button", name="Pair round 2").click()
    wall = visitor(DESK)
    wall.goes_to(f"/matches/events/{key_of(page)}/wall/")
    heading(wall.page, "Round 2")
    expect(wall.page.get_by_role("region", name="Pairings by name")).to_contain_text(re.compile(r"Otto\s+table \d+"))
    wall.fits()
    comes_and_goes(site, page)
    organiser.fits()
    corrects_round_two(page)
    ends(organiser, page)


def enters(visitor: Visitors, code: str) -> tuple[Page, int]:
    """By the code on the wall, with a deck that will not do."""
    player = visitor(PHONE)
    page = player.goes_to("/decks/check/")
    page.get_by_label("List").fill(ILLEGAL)
    page.get_by_role("button", name="Save as a deck").click()
    page.wait_for_url(re.compile(r"/decks/\w{12}/"))
    player.goes_to("/matches/events/")
    page.get_by_label("Short code on the wall").fill(code)
    page.get_by_role("button", name="Go to the event").click()
    page.get_by_label("Your name, as others see it").fill("Otto")
    page.get_by_role("button", name="Enter the event").click()
    expect(page.get_by_role("heading", name="Otto, number 40")).to_be_visible()
    page.get_by_role("button", name="Hand in").click()
    expect(page.get_by_role("link", name="One card")).to_be_visible()
    player.fits()
    return page, 40


def comes_and_goes(site: Site, page: Page) -> None:
    """Somebody drops, somebody comes late, and the rounds go on."""
    results_come_in(site, page)
    page.get_by_role("link", name="Players", exact=True).click()
    page.get_by_role("button", name="Drop Player 7", exact=True).click()
    page.get_by_role("link", name="Back to Saturday").click()
    page.get_by_text("Enter players", exact=True).click()
    page.get_by_label("Enter players, a name on each line").fill("Latecomer")
    page.get_by_role("button", name="Enter them").click()
    for number in (3, 4):
        page.get_by_role("button", name=f"Pair round {number}").click()
        results_come_in(site, page)
    expect(page.get_by_role("region", name="Standings")).to_contain_text("Player")


def corrects_round_two(page: Page) -> None:
    """A wrong result of round two, found in round four: the standings follow."""
    standings = page.get_by_role("region", name="Standings")
    before = standings.inner_text()
    page.get_by_role("link", name="Results", exact=True).click()
    page.get_by_role("navigation", name="Rounds").get_by_role("link", name="Round 2").click()
    page.get_by_role("navigation", name="Tables").get_by_role("link").first.click()
    page.locator("#table-1").get_by_role("button", name="2:5", exact=True).click()
    expect(page.locator("#table-1 summary").first).to_contain_text("2:5")
    page.get_by_role("link", name="Back to Saturday").click()
    expect(standings).not_to_have_text(before)


def ends(organiser: Visitor, page: Page) -> None:
    """A place that explains itself, the cut of eight, a PDF for the board."""
    page.get_by_role("region", name="Standings").get_by_role("row").nth(3).get_by_role("link").click()
    expect(page.get_by_role("region", name=re.compile("^Place "))).to_contain_text("Opponents")
    organiser.fits()
    page.get_by_role("link", name="Saturday").click()
    page.get_by_text("Begin the cut of 8").click()
    page.get_by_role("button", name="Begin it now").click()
    page.get_by_text("Wall, paper, files").click()
    link = page.get_by_role("link", name="Standings (PDF)").get_attribute("href") or ""
    answer = page.request.get(organiser.url + link)
    assert answer.headers["content-type"] == "application/pdf"
    organiser.fits()
