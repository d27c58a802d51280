"""The organiser’s thumb on a Saturday, counted: taps, keys and screens, for 41 and for 200 players."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Site, Visitor
from tests.browser.guide_pictures import keep
from tests.browser.steps import key_of, run_on_site, sends
from tests.browser.thumb import Thumb

Visitors = Callable[..., Visitor]
GIVEN = ("Anna", "Ben", "Carla", "Dirk", "Emma", "Finn", "Greta", "Hugo", "Ida", "Jan")
FAMILY = (
    *("Adler", "Bakker", "Costa", "Dahl", "Engel", "Fuchs", "Graf", "Hansen", "Ito", "Jansen"),
    *("Koch", "Lind", "Moreau", "Novak", "Olsen", "Petit", "Ricci", "Sand", "Vogel", "Weiss"),
)
TO_ROUND = """
from matches.models import Event
from matches.events.decks.queries import ProceedAnyway
from matches.events.queries import load_event
from matches.events import result_services, round_services
event = Event.objects.get(key="{key}")
for number in range(1, {rounds} + 1):
    round_services.pair_next_round(by=event.owner, key=event.key, number=number, anyway=ProceedAnyway(True))
    if number < {rounds}:
        for one in load_event(event.key).current.unreported:
            crystals = (5, one.row.table % 5)
            result_services.enter_result(by=event.owner, key=event.key, pairing=one.row.pk, crystals=crystals)
"""
LONG = ("Екатерина Добролюбова-Вознесенская", "Anneliese-Maria Hoffmann-Bergengruen")
DECKS = """
from matches.models import Event
from matches.events.decks import services
event = Event.objects.get(key="{key}")
event.decks_required = True
event.save()
one_card = "Name: One card\\nLeader: Terrah 00\\nTerrah 01\\n"
services.submit_pasted_deck(by=event.owner, key=event.key, number=14, text=one_card)
for number in range(1, event.registrations.count() + 1):
    if number != 14:
        services.waive_deck(by=event.owner, key=event.key, number=number, reason="lent")
"""


# Names that are visible more than once on the page, before anything is unfolded.
SEEN_TWICE = """names => {
    const words = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT), seen = [];
    while (words.nextNode())
        if (words.currentNode.parentElement.checkVisibility()) seen.push(words.currentNode.data.trim());
    return names.filter(name => seen.filter(text => text === name).length > 1);
}"""


def names(count: int) -> list[str]:
    return [f"{GIVEN[n // 20]} {FAMILY[n % 20]}" for n in range(count)]


def opened(visitor: Visitors, players: int, *others: str) -> Page:
    """Open the organiser’s page of an event with these players."""
    organiser = visitor(PHONE)
    event = sends(organiser, "/matches/events/new/", name="Saturday Cup", me="Roland")
    listed = "\n".join([*names(players), *others])
    sends(organiser, event, f"{event}do/add/", names=listed, seen=listed)  # seen: these similar names are right
    return organiser.goes_to(event)


def enters_one(page: Page, thumb: Thumb, table: int, score: str = "5:2") -> None:
    thumb.tap(page.get_by_role("navigation", name="Tables").locator(f"a[href='#table-{table}']"))
    thumb.tap(page.locator(f"#table-{table}").get_by_role("button", name=score, exact=True))
    expect(page.get_by_role("status").get_by_text(f"Table {table}:")).to_be_visible()


# Three results of a round in the gate, all twenty in `make thorough`. Of the hundred tables every fifth reports, so
# that all parts of their numbers are covered.
PLAYERS = [
    pytest.param(41, range(1, 21, 7), id="41"),
    pytest.param(41, range(1, 21), id="41 whole", marks=pytest.mark.thorough),
    pytest.param(200, range(5, 101, 5), id="200", marks=pytest.mark.thorough),
]


@pytest.mark.parametrize(("players", "tables"), PLAYERS)
def test_results_by_thumb(players: int, tables: range, visitor: Visitors, site: Site) -> None:
    """One result in two taps, each further one in two and a half without a key, an old result in three."""
    page = opened(visitor, players)
    address = page.url
    run_on_site(site, TO_ROUND.format(key=key_of(page), rounds=4))
    page.goto(address)
    thumb = Thumb(page)

    enters_one(page, thumb, 14)
    if players == 41:
        keep(page, "event-results-390")
    taps, keys, scrolled = thumb.counted()
    assert (taps, keys, scrolled) == (2, 0, 0.0)

    page.goto(address)
    for table in tables:
        if table != 14:
            enters_one(page, thumb, table)
    taps, keys, scrolled = thumb.counted()
    assert taps <= 2.5 * len(tables) and keys == 0 and scrolled <= 1

    page.goto(address)
    thumb.tap(page.get_by_role("navigation", name="Rounds").get_by_role("link", name="Round 2"))
    enters_one(page, thumb, 7, "1:5")
    taps, keys, scrolled = thumb.counted()
    assert (taps, keys, scrolled) == (3, 0, 0.0)

    if players == 41:  # the event’s page has three screens, and actions come up by number
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollHeight / innerHeight") <= 3
        assert page.evaluate(SEEN_TWICE, names(players)) == []
        page.get_by_role("navigation", name="Tables").locator("a[href='#table-20']").click()
        expect(page.locator("#results #table-20")).to_be_visible()


@pytest.mark.parametrize("players", [41, pytest.param(200, marks=pytest.mark.thorough)])
def test_players_paper_and_decks_by_thumb(players: int, visitor: Visitors, site: Site) -> None:
    """Slips in two taps, dropping in three, as it asks (in a long list the initial is one more); a fault in none."""
    page = opened(visitor, players)
    address = page.url
    key = key_of(page)
    run_on_site(site, DECKS.format(key=key))
    page.goto(address)
    thumb = Thumb(page)
    fault = page.locator(".faulty")
    expect(fault).to_be_in_viewport(ratio=1)
    expect(fault).to_contain_text("Illegal")
    thumb.tap(fault.get_by_role("link").first)
    expect(page.get_by_role("link", name="DECK-02")).to_be_in_viewport()
    assert thumb.counted() == (1, 0, 0.0)

    run_on_site(site, TO_ROUND.format(key=key, rounds=1))
    page.goto(address)
    thumb.tap(page.get_by_role("link", name="Players", exact=True))
    if players == 200:
        thumb.tap(page.get_by_role("navigation", name="Initials").get_by_role("link", name="V"))
    thumb.tap(page.locator("summary", has_text="Drop Anna Vogel"))
    thumb.tap(page.locator("details[open]").get_by_role("button", name="Yes, drop"))
    expect(page.get_by_role("button", name="Reinstate")).to_have_count(1)
    taps, keys, scrolled = thumb.counted()
    assert (taps, keys) == (4 if players == 200 else 3, 0) and scrolled <= 0.5

    page.goto(address)
    thumb.tap(page.get_by_text("Print", exact=True))
    slips = page.get_by_role("link", name="Round 1: result slips")
    expect(slips).to_be_in_viewport()
    assert page.request.get(site.url + (slips.get_attribute("href") or "")).headers["content-type"] == "application/pdf"
    thumb.taps += 1
    assert thumb.counted() == (2, 0, 0.0)


def test_the_desk_follows(visitor: Visitors, site: Site) -> None:
    """Changes made elsewhere appear at the desk automatically, without losing anything being typed."""
    page = opened(visitor, 6, *LONG)
    key = key_of(page)
    run_on_site(site, TO_ROUND.format(key=key, rounds=1))
    page.goto(f"{site.url}/matches/events/{key}/results/")
    expect(page.get_by_text("0 of 4 results in")).to_be_visible()
    elsewhere = page.context.new_page()
    elsewhere.goto(page.url)
    enters_one(elsewhere, Thumb(elsewhere), 1)
    expect(page.get_by_text("1 of 4 results in")).to_be_visible()
    other = page.locator("#table-3")
    other.get_by_text("Another score").click()
    other.get_by_label("’s crystals").first.fill("6")
    enters_one(elsewhere, Thumb(elsewhere), 2)
    page.wait_for_timeout(1500)
    expect(other.get_by_label("’s crystals").first).to_have_value("6")
    other.get_by_label("’s crystals").last.fill("2")
    other.get_by_role("button", name="Enter").click()
    expect(page.get_by_text("3 of 4 results in")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(elsewhere.get_by_text("2 of 4 results in")).to_be_visible()
    desk = page.context.new_page()
    desk.goto(f"{site.url}/matches/events/{key}/")
    expect(desk.get_by_text("2 results missing")).to_be_visible()
    enters_one(elsewhere, Thumb(elsewhere), 3)
    expect(desk.get_by_text("1 result missing")).to_be_visible()
    expect(desk.locator("#results")).to_contain_text("5:2")
    for screen in (PHONE, DESK):  # the longest names push nothing off the screen
        desk.set_viewport_size({"width": screen["width"], "height": screen["height"]})
        assert desk.evaluate("document.documentElement.scrollWidth <= innerWidth")
