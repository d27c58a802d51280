"""The fifteen journeys, 9: a Saturday with three phones, an organiser and a display, and a draft day with real cards.

Forty-one players, pasted and by the code, deck duty, a dispute, a correction, a late entry, a drop, a penalty, the cut;
then twelve at draft tables, four of them without a phone. Its screens are the pictures of the organiser's guide.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE, Site, Visitor
from tests.browser.guide_pictures import keep
from tests.browser.journeys.test_thumb import names
from tests.browser.journeys.test_wall import CROWDED, WALL
from tests.browser.steps import heading, key_of, run_on_site, takes

pytestmark = pytest.mark.thorough  # minutes long; tests/matches/events tests each step separately
Visitors = Callable[..., Visitor]
BY_CODE = ("Otto Kramer", "Vera Lindt")
FIRST_BY_CODE = 40
RESULTS = """
from matches.models import Event
from matches.events.queries import load_event
from matches.events.result_services import enter_result
event = Event.objects.get(key="{key}")
for one in load_event(event.key).current.unreported:
    enter_result(by=event.owner, key=event.key, pairing=one.row.pk, crystals=(5, one.row.pk % 5))
"""
LEGAL = """
from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES
from decks.core.building import initial_deck
from decks.core.text import format_deck
print(format_deck(initial_deck(PEOPLES[{nth}], catalogue()), catalogue()))
"""
ILLEGAL = "Name: One card\nLeader: Terrah 00\nTerrah 01\n"
# Players with a phone but no browser in this test.
ENTER = """
from accounts.models import Person
from matches.events.entry import services
for name in {names}:
    services.register_player(by=Person.objects.create(nickname=name), key="{key}", name=name)
"""
DRAFT_ON = """
from drafts.models import Draft
from drafts.table import services
from drafts.table.rows import load_draft
from drafts.table.transactions import transact
from matches.models import Event
for pod in Event.objects.get(key="{key}").pods.select_related("draft"):
    def step():
        while (loaded := load_draft(pod.draft.key)).draft.status == Draft.Status.DRAFTING:
            for seat in loaded.seats:
                again = load_draft(pod.draft.key)
                if again.draft.status == Draft.Status.DRAFTING:
                    services.set_bot_plays(again, again.seats[seat.number], bot=True)
    transact(step)
"""


def opened(organiser: Visitor, name: str, *, kind: str = "Crystals", cut_size: str = "0") -> Page:
    """Create an event from Play, with deck duty unless it is a draft."""
    page = organiser.goes_to("/")
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("main").get_by_role("link", name=re.compile("^Events")).click()
    page.get_by_role("link", name="New event").first.click()
    page.get_by_label("Name of the event").fill(name)
    page.get_by_role("radio", name=kind).check()
    page.get_by_label("Your name, as others see it").fill("Roland")
    page.locator("[name=venue]").fill("Café Crystal, Harbour Street 3")
    page.locator("[name=cut_size]").select_option(cut_size)
    if kind != "Draft event":
        page.get_by_text("Game and deck lists").click()
        page.get_by_label("Require a legal deck").check()
    page.get_by_role("button", name="Create event").click()
    heading(page, name)
    return page


def pasted(page: Page, people: list[str]) -> None:
    """Paste a list from a chat: numbers, emoji and a heading are shown as they will be read, then entered."""
    lines = [f"{number}. {name} 🌙" for number, name in enumerate(people, start=1)]
    box = page.get_by_label("Names, one per line")
    box.fill("\n".join(["Saturday, who comes:", *lines, "- " + people[0]]))
    page.get_by_role("button", name="Add players").click()
    expect(page.get_by_text(f"{len(people)} names found. Check them, then add them.")).to_be_visible()
    expect(page.get_by_text("Already registered, or listed twice:")).to_contain_text(people[0])
    page.get_by_text("names found. Check them, then add them.").scroll_into_view_if_needed()
    keep(page, "event-paste-390")
    page.get_by_role("button", name="Add players").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()


def enters(player: Visitor, code: str, name: str, *, deck: str = "") -> Page:
    """Enter a player with a phone: the deck first, then the code on the display."""
    if deck:
        page = player.goes_to("/decks/check/")
        page.get_by_role("textbox", name="List").fill(deck)
        page.get_by_role("button", name="Save as a deck").click()
        page.wait_for_url(re.compile(r"/decks/\w{12}/"))
    page = player.goes_to("/matches/events/")
    page.get_by_label("Event or draft code").fill(code)
    page.get_by_role("button", name="Join", exact=True).click()
    page.get_by_label("Your name, as others see it").fill(name)
    page.get_by_role("button", name="Join event").click()
    expect(page.get_by_role("heading", name=re.compile(f"^{name}, number"))).to_be_visible()
    if deck:
        page.get_by_role("button", name="Submit deck").click()
        expect(page.get_by_role("button", name="Submit deck")).to_be_visible()
    player.fits()
    return page


def own_panel(page: Page, name: str) -> Locator:
    """Return the event page’s panel for this player."""
    return page.get_by_role("region", name=re.compile(f"^{name}, number"))


def results_come_in(site: Site, page: Page) -> None:
    """Report from the phones of the other players."""
    run_on_site(site, RESULTS.format(key=key_of(page)))
    page.reload()
    expect(page.locator("#results")).to_contain_text(re.compile(r"(\d+) of \1 results in"))


def test_9_a_whole_saturday(visitor: Visitors, site: Site) -> None:
    """Entered, paired, disputed, corrected, cut and won; the winner stands first on page, display and paper."""
    organiser, otto, vera = visitor(PHONE), visitor(PHONE), visitor(PHONE)
    page = opened(organiser, "Saturday Cup", cut_size="8")
    address, code = page.url, page.locator(".code").first.inner_text()
    pasted(page, names(FIRST_BY_CODE - 1))
    refused = [
        complaint for complaint in organiser.complaints if "400" in complaint
    ]  # the list that is shown before it is entered
    assert len(refused) == 1
    organiser.complaints.clear()
    theirs = enters(otto, code, BY_CODE[0], deck=run_on_site(site, LEGAL.format(nth=0)))
    other = enters(vera, code, BY_CODE[1], deck=ILLEGAL)
    expect(other.get_by_text("Illegal").first).to_be_visible()
    desk = helps(visitor(DESK), page)
    deck_duty(site, page, desk, address)

    page.goto(address)
    page.get_by_role("button", name=re.compile("^Plan ")).click()
    page.get_by_text("Set pairings manually").click()
    page.get_by_label("One pair of player numbers per line, e.g. 3 7").fill(f"{FIRST_BY_CODE} {FIRST_BY_CODE + 1}")
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.locator("#results")).to_be_visible()
    page.get_by_role("button", name="Start clock").click()
    for tab, opponent in ((theirs, BY_CODE[1]), (other, BY_CODE[0])):  # automatically
        expect(tab.get_by_text(re.compile(rf"Table \d+: you play {opponent}"))).to_be_visible()
        expect(tab.locator("#event-state")).to_have_text("under way")
    wall = visitor(WALL)
    wall.goes_to(f"/matches/events/{key_of(page)}/wall/")
    expect(wall.page.locator(".wall-page:not([hidden]) li")).to_have_count(41)
    assert wall.page.evaluate(CROWDED) == []
    keep(wall.page, "event-wall-1920")
    dispute(theirs, other, desk, address)
    middle(site, page, desk)
    ends(organiser, site, page, wall.page)


def helps(helper: Visitor, page: Page) -> Page:
    """Return the laptop at the desk becomes a scorekeeper by the link."""
    page.get_by_role("link", name="Helpers").click()
    link = page.locator(".share").first.inner_text()
    desk = helper.goes_to("/")
    desk.goto(link)
    desk.locator("[name=name]").fill("Elinor")
    desk.get_by_role("main").get_by_role("button").click()
    heading(desk, "Saturday Cup")
    helper.fits()
    return desk


def deck_duty(site: Site, page: Page, desk: Page, address: str) -> None:
    """An illegal deck says why at once; the desk hands in for a player without a phone, and waives another deck."""
    page.goto(address)
    faulty = page.locator(".faulty")
    expect(faulty.get_by_role("listitem").filter(has_text=BY_CODE[1])).to_contain_text("Illegal")
    keep(page, "event-desk-390")
    desk.goto(address)
    desk.get_by_role("link", name="Players", exact=True).click()
    desk.get_by_role("link", name="Adler, Anna").click()
    desk.get_by_label("Or paste it").fill(run_on_site(site, LEGAL.format(nth=1)))
    desk.get_by_role("button", name="Submit deck").click()
    expect(desk.get_by_text("Legal").first).to_be_visible()
    desk.get_by_role("link", name="Back to Saturday Cup").click()
    desk.get_by_role("link", name="Players", exact=True).click()
    desk.get_by_role("link", name="Bakker, Anna").click()
    desk.locator("[name=reason]").fill("plays with a borrowed deck")
    desk.get_by_role("button", name="Let them play").click()
    expect(desk.get_by_role("button", name="Edit")).to_be_visible()


def dispute(theirs: Page, other: Page, desk: Page, address: str) -> None:
    """The two reports differ; the desk accepts one with a tap, and both phones show it."""
    expect(own_panel(theirs, BY_CODE[0]).get_by_text("You win")).to_be_visible()
    keep(theirs, "event-your-table-390")
    for screen, name, score in ((theirs, BY_CODE[0], "5:2"), (other, BY_CODE[1], "3:5")):
        row = own_panel(screen, name).get_by_role("group", name=BY_CODE[0])
        row.get_by_role("button", name=score, exact=True).click()
    expect(theirs.get_by_text("Your reports don’t match. Report again or call the organiser.")).to_be_visible()
    desk.goto(address)
    first = desk.locator(".desk-table").first
    expect(first).to_contain_text("disputed")
    keep(desk, "event-dispute-1280")
    first.get_by_role("button", name=f"Accept {BY_CODE[0]}’s report: 5 : 2").click()
    for screen in (theirs, other):
        expect(screen.get_by_text("Result recorded.")).to_be_visible()


def middle(site: Site, page: Page, desk: Page) -> None:
    """A late entry, a drop, a penalty that counts, and in round four the correction of round two."""
    results_come_in(site, page)
    page.locator("summary", has_text="Add players").click()
    page.get_by_label("Names, one per line").fill("Latecomer")
    page.get_by_role("button", name="Add players").click()
    page.get_by_role("button", name=re.compile(r"Pair round 2( anyway)?$")).click()
    page.get_by_role("link", name="Players", exact=True).click()
    page.locator("summary", has_text="Drop Anna Dahl").click()
    page.get_by_role("button", name="Yes, drop").click()
    page.get_by_role("link", name="Back to Saturday Cup").click()
    results_come_in(site, page)
    page.get_by_role("button", name=re.compile(r"Pair round 3( anyway)?$")).click()
    penalty(page)
    results_come_in(site, page)
    page.get_by_role("button", name=re.compile(r"Pair round 4( anyway)?$")).click()
    desk.reload()
    standings = page.get_by_role("region", name="Standings")
    standings.locator(".show-all").click()
    before = standings.inner_text()
    desk.get_by_role("navigation", name="Rounds").get_by_role("link", name="Round 2").click()
    desk.get_by_role("navigation", name="Tables").get_by_role("link").first.click()
    desk.locator("#table-1").get_by_role("button", name="2:5", exact=True).click()
    expect(desk.locator("#table-1 summary").first).to_contain_text("2:5")
    expect(standings).not_to_have_text(before)  # on the organiser’s phone, automatically


def penalty(page: Page) -> None:
    """Penalise with a match loss: noted with a reason, applied by a button, with an undo."""
    page.get_by_role("link", name="Players", exact=True).click()
    page.get_by_role("link", name="Engel, Anna").click()
    page.get_by_label("What").select_option("match_loss")
    page.locator("#note-text").fill("two cards too many, twice")
    page.get_by_role("button", name="Note", exact=True).click()
    page.get_by_role("button", name=re.compile("^Apply match loss at table")).click()
    expect(page.get_by_role("status").get_by_text(re.compile(r"0 : 5|5 : 0"))).to_be_visible()
    heading(page, "Saturday Cup")


def ends(organiser: Visitor, site: Site, page: Page, wall: Page) -> None:
    """Play the cut, with a player leaving between its rounds, and the final; one winner on page, display and paper."""
    results_come_in(site, page)
    page.get_by_role("button", name=re.compile(r"Pair round 5( anyway)?$")).click()
    results_come_in(site, page)
    page.get_by_text("Cut to top 8").click()
    page.get_by_role("button", name=re.compile("^Start (playoff|anyway)$")).click()
    page.get_by_role("button", name="Undo playoff pairing").click()
    page.get_by_text("Cut to top 8").click()
    page.get_by_role("button", name=re.compile("^Start (playoff|anyway)$")).click()
    results_come_in(site, page)
    gone = page.locator("#results .won").first.inner_text()
    page.get_by_role("link", name="Players", exact=True).click()
    page.locator("summary", has_text=f"Drop {gone}").click()
    page.get_by_role("button", name="Yes, drop").click()
    page.get_by_role("link", name="Back to Saturday Cup").click()
    # Whether the finalists have legal decks is up to their results.
    for name in ("Pair anyway: Semifinals", re.compile("^Pair( anyway)?: Final$")):
        page.get_by_role("button", name=name).click()
        results_come_in(site, page)
    page.get_by_text("Finish event").click()
    page.get_by_role("button", name="Finish").click()
    winner = page.get_by_text(re.compile("Winner: ")).first.inner_text().strip().removeprefix("Winner: ")
    assert winner != gone
    final = page.get_by_role("region", name="Final ranking")
    expect(final.locator("ol.final li").first).to_contain_text(winner)
    organiser.fits()
    wall.reload()
    expect(wall.get_by_text(f"Winner: {winner}")).to_be_visible()
    keep(wall, "event-bracket-1920")
    for name in ("Standings (PDF)", "Bracket (PDF)"):
        link = page.get_by_role("link", name=name, include_hidden=True).first.get_attribute("href") or ""
        assert page.request.get(organiser.url + link).headers["content-type"] == "application/pdf"


@pytest.mark.thorough  # tests/matches/events/drafts has the same day without a browser, the Saturday above with one
def test_9_a_draft_day_of_twelve(visitor: Visitors, site: Site) -> None:
    """Four pasted names have no phone: bots play at one table, cardboard at another, and round 1 is paired."""
    organiser, otto, vera = visitor(PHONE), visitor(PHONE), visitor(PHONE)
    page = opened(organiser, "Draft day", kind="Draft event")
    address, code = page.url, page.locator(".code").first.inner_text()
    page.get_by_label("Names, one per line").fill("\n".join(names(4)))
    page.get_by_role("button", name="Add players").click()
    run_on_site(site, ENTER.format(key=key_of(page), names=names(10)[4:]))
    phones = [enters(player, code, name) for player, name in zip((otto, vera), BY_CODE, strict=True)]
    page.goto(address)
    page.get_by_label("Maximum players per pod").select_option("4")
    page.locator("summary").get_by_text("Peoples in the draft").click()
    page.get_by_role("checkbox").last.uncheck()
    page.get_by_role("button", name="Seat pods").click()
    page.get_by_role("link", name="Pods").click()
    expect(page.get_by_text("no phone")).to_have_count(4)
    for phone in phones:  # automatically
        phone.get_by_role("link", name="Go to my pod").click()
    on_paper = cardboard(page, phones)
    for number in {1, 2, 3} - {on_paper}:
        pod = page.get_by_role("region", name=f"Pod {number}")
        if (asks := pod.locator("summary", has_text="Start")).count():  # for players without a phone
            asks.click()
        pod.get_by_role("button", name="Start").click()
        expect(page.get_by_text(f"Pod {number} has started.")).to_be_visible()
    keep(page, "event-draft-tables-390")
    organiser.fits()
    for phone in phones:
        expect(phone.locator(".packet label").first).to_be_visible()
        takes(phone)
    run_on_site(site, DRAFT_ON.format(key=key_of(organiser.goes_to(address.removeprefix(organiser.url)))))
    page.reload()
    page.get_by_role("button", name=re.compile(r"Pair round 1( anyway)?$")).click()
    expect(page.locator("#results .desk-table")).to_have_count(6)
    for phone in phones:
        phone.goto(address)
        expect(phone.get_by_text(re.compile(r"Table \d+: you play "))).to_be_visible()


def cardboard(page: Page, phones: list[Page]) -> int:
    """Continue with real cards at a table without one of the two phones; return its number."""
    busy = {key_of(phone) for phone in phones}
    links = {number: page.get_by_role("region", name=f"Pod {number}").locator(".share a") for number in (1, 2, 3)}
    keys = {number: (link.get_attribute("href") or "").split("/")[-2] for number, link in links.items()}
    free = next(number for number, key in keys.items() if key not in busy)
    page.get_by_role("region", name=f"Pod {free}").get_by_role("button", name="Draft with real cards").click()
    expect(page.get_by_role("link", name="Go to the real-card draft")).to_be_visible()
    return free
