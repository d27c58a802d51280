"""My cards at the table, and the large card with its rulings, without leaving the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Site, Visitor
from tests.browser.page_checks import AXE, findings, measures
from tests.browser.steps import has_its_scripts, key_of, run_on_site, sends

Visitors = Callable[..., Visitor]
CARDS = ("Ketharkopas the Astronomer", "CoolCat", "Young Fox", "Flash the Incendiary")


def opens_a_packet(visitor: Visitor) -> Page:
    page = visitor.goes_to(
        sends(visitor, "/drafts/practice/", cards="\n".join(CARDS), packet=4, rounds=1, action="bots")
    )
    expect(page.locator("html[data-table=live]")).to_be_attached()
    return page


def takes(page: Page, name: str) -> None:
    page.locator(".choice").filter(has_text=name).click()
    page.get_by_role("button", name=f"Pick {name}").click()
    expect(page.locator(".choice").filter(has_text=name)).to_have_count(0)


def test_my_cards_are_a_drawer_on_a_phone_and_stay_as_i_left_them(visitor: Visitors) -> None:
    page = opens_a_packet(visitor(PHONE))
    handle = page.locator(".take [data-drawer]")
    expect(handle).to_be_hidden()
    takes(page, "CoolCat")
    expect(handle).to_contain_text("My picks 1")
    pool = page.locator("#pool")
    expect(pool).to_be_hidden()
    handle.click()
    expect(pool.get_by_role("button", name="CoolCat")).to_be_visible()
    expect(pool).to_contain_text("29 more to a 30-card deck")
    pool.get_by_label("show powers").check()
    expect(pool.locator(".power")).to_contain_text("odd printed value")
    pool.get_by_label("Group by").select_option(label="by value")
    expect(pool.locator("h3")).to_have_text("2 1")
    page.keyboard.press("Escape")
    expect(pool).to_be_hidden()
    expect(handle).to_be_focused()
    page.reload()
    expect(page.locator("html[data-table=live]")).to_be_attached()
    handle.click()
    expect(pool.get_by_label("Group by")).to_have_value("value")
    expect(pool.get_by_label("show powers")).to_be_checked()


def test_the_large_card_is_shown_by_key_by_pointing_and_from_my_cards(visitor: Visitors) -> None:
    page = opens_a_packet(visitor(DESK))
    address = page.url
    order = [radio.get_attribute("data-name") for radio in page.locator(".choice input").all()]
    page.keyboard.press(str(order.index("Ketharkopas the Astronomer") + 1))
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Ketharkopas the Astronomer")
    expect(dialog).to_contain_text("Does Chitter Chatter stop Ketharkopas?")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.locator(".choice").filter(has_text="Ketharkopas").hover()
    expect(page.get_by_role("tooltip")).to_contain_text("Does Chitter Chatter stop Ketharkopas?")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_be_hidden()
    covers_nothing_that_is_pointed_at(page)
    takes(page, "Ketharkopas the Astronomer")
    page.locator("#pool").get_by_role("button", name="Ketharkopas").click()
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    assert page.url == address


def covers_nothing_that_is_pointed_at(page: Page) -> None:
    """In a window of 900 px, a card in the middle leaves little room on either side; a click still chooses it."""
    page.set_viewport_size({"width": 900, "height": 800})
    for choice in page.locator(".choice").all():
        choice.hover()
        name = choice.locator("input").get_attribute("data-name") or ""
        expect(page.get_by_role("tooltip")).to_contain_text(name)
        panel, card = page.get_by_role("tooltip").bounding_box(), choice.bounding_box()
        assert panel and card
        assert panel["x"] >= card["x"] + card["width"] or panel["x"] + panel["width"] <= card["x"]
        assert 0 <= panel["x"] <= 900 - panel["width"] and 0 <= panel["y"] <= 800 - panel["height"]
        choice.click()
        expect(choice.locator("input")).to_be_checked()
    page.set_viewport_size(DESK)  # type: ignore[arg-type]


# What is being sent when a packet leaves: the page’s own listener has run before this one.
FLYING = """() => { window.flying = [];
    document.addEventListener('packet:leaves', () => flying.push(document.querySelectorAll('.ghost').length)); }"""


def test_a_packet_moves_as_it_is_passed_but_not_for_those_who_want_no_motion(visitor: Visitors) -> None:
    page = opens_a_packet(visitor(DESK))
    page.evaluate(FLYING)
    page.emulate_media(reduced_motion="no-preference")
    second = page.locator(".choice").nth(1)
    name = second.locator("input").get_attribute("data-name") or ""
    second.click()
    expect(page.get_by_role("button", name=f"Pick {name}")).to_be_enabled()
    second.click()  # another tap takes it, however long after the first
    expect(page.locator(".choice")).to_have_count(3)
    expect(page.locator(".ghost")).to_have_count(0)  # they end automatically
    page.emulate_media(reduced_motion="reduce")
    takes(page, page.locator(".choice input").first.get_attribute("data-name") or "")
    assert page.evaluate("flying") == [4, 0]


PLAYED_TO_THE_END = """
from drafts.models import Draft
from drafts.table import picks
from drafts.table.loaded import Visitor
from drafts.table.queries import visible_draft_for
from drafts.table.rows import load_draft
who = Visitor(Draft.objects.get(key="{key}").host_id)
while packet := (view := visible_draft_for(load_draft("{key}"), who).view).packet:
    picks.pick_card("{key}", visitor=who, card=packet[0], round_number=view.round, number=view.number)
"""
BROKEN_NAMES = """() => [...document.querySelectorAll('.for-deck .name')].filter(name => {
    const word = document.createRange();
    name.firstChild.data = 'Monduntergangs';
    word.selectNodeContents(name.firstChild);
    return new Set([...word.getClientRects()].map(line => Math.round(line.top))).size > 1;
}).length"""


@pytest.mark.thorough  # a whole draft to see its last page
def test_neighbours_are_named_whole_in_large_text_and_the_table_stands_beside_the_pool_on_a_desk(
    visitor: Visitors, site: Site
) -> None:
    reader = visitor(PHONE)
    page = reader.goes_to("/drafts/new/")
    page.get_by_role("button", name="Against bots").click()
    expect(page.locator("#packet-heading")).to_be_visible()
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    cut = "parts => parts.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"
    assert page.locator(".passing, .ways, .ways > *").evaluate_all(cut) == []
    reader.fits()
    run_on_site(site, PLAYED_TO_THE_END.format(key=key_of(page)))
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    page.reload()
    build = page.get_by_role("button", name="Build a deck from this pool")
    expect(build).to_be_in_viewport(ratio=1)
    pool, table = (page.locator(part).bounding_box() for part in (".cards-kept", ".people"))
    assert pool
    assert table
    assert table["x"] >= pool["x"] + pool["width"]
    assert table["y"] < pool["y"] + pool["height"]
    page.get_by_role("link", name="Reuse this set-up").focus()
    covered = """() => document.activeElement.getBoundingClientRect().bottom
        <= document.querySelector('.deck-bar').getBoundingClientRect().top"""
    assert page.evaluate(covered)
    reader.fits()


@pytest.mark.thorough  # a whole draft to see its last page
def test_on_a_phone_no_name_of_the_pool_is_broken_inside_a_word(visitor: Visitors, site: Site) -> None:
    reader = visitor(PHONE)
    page = reader.goes_to("/drafts/new/")
    page.get_by_role("button", name="Against bots").click()
    expect(page.locator("#packet-heading")).to_be_visible()
    run_on_site(site, PLAYED_TO_THE_END.format(key=key_of(page)))
    page.reload()
    expect(page.get_by_role("button", name="Build a deck from this pool")).to_be_visible()
    assert page.locator(".for-deck .name").count() >= 30
    for width in (390, 360, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(BROKEN_NAMES) == 0
        reader.fits()


def test_a_held_card_is_shown_large_and_not_chosen(visitor: Visitors) -> None:
    page = opens_a_packet(visitor(PHONE))
    page.locator(".choice").filter(has_text="CoolCat").dispatch_event(
        "pointerdown", {"pointerType": "touch", "clientX": 60, "clientY": 200, "bubbles": True}
    )
    dialog = page.get_by_role("dialog", name="CoolCat")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    expect(page.locator(".choice :checked")).to_have_count(0)


def has_no_finding(page: Page, state: str) -> None:
    has_its_scripts(page)
    page.evaluate(AXE)
    faults = findings(page) + measures(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert not faults, (state, faults)


@pytest.mark.thorough  # axe checks each URL in test_axe; these states need a finger or another moment
def test_drawer_large_card_and_television_have_no_finding_by_day_or_night(visitor: Visitors) -> None:
    page = opens_a_packet(visitor(PHONE))
    key = key_of(page)
    has_no_finding(page, "packet")
    takes(page, "CoolCat")
    page.locator(".take [data-drawer]").click()
    expect(page.locator("#pool")).to_be_visible()
    has_no_finding(page, "drawer")
    page.locator("#pool").get_by_role("button", name="CoolCat").press("Enter")
    expect(page.get_by_role("dialog", name="CoolCat")).to_be_visible()
    has_no_finding(page, "large card over the drawer")
    page.keyboard.press("Escape")
    expect(page.locator("#pool").get_by_role("button", name="CoolCat")).to_be_focused()
    television = visitor(DESK)
    has_no_finding(television.goes_to(f"/drafts/{key}/screen/"), "television while cards are drafted")
    lobby = visitor(PHONE).goes_to("/drafts/practice/")
    lobby.get_by_text("2", exact=True).first.click()
    lobby.get_by_label("Your name").fill("Roland")
    lobby.get_by_role("button", name="Invite friends").click()
    has_no_finding(lobby, "lobby")
    has_no_finding(television.goes_to(f"/drafts/{key_of(lobby)}/screen/"), "television in the lobby")
