"""The board in a browser: learning by thumb and by key, trying out, sharing, and viewing again offline."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visitor
from tests.browser.offline.test_offline import CONTROLLED, READY, waits_for
from tests.browser.steps import until
from tests.site.pages.weights import FILE_HEADERS, squeezed

Visitors = Callable[..., Visitor]
BOARD = "/board/?p=" + quote("TM1_ph=engage_el=fire_h0=V05.V12.V23_d0=V01.V02.V03_c0=V09_h1=H01.H06_c1=H02")
FIRST_LOAD = 70_000


def step(page: Page, name: str) -> None:
    """Do the action of a button or link of the list, and wait for the board after it."""
    before = page.url
    page.locator(".actions").get_by_text(name, exact=True).click()
    page.wait_for_function("before => location.href !== before", arg=before)


@pytest.mark.thorough  # test_taps learns lessons by touch, and the next test one by key
def test_a_lesson_is_learnt_by_thumb(visitor: Visitors) -> None:
    phone = visitor(in_hand=True)
    page = phone.goes_to("/board/learn/power/")
    page.locator(".hand a.place", has_text="Torch").tap()
    expect(page.get_by_text("With Torch you have 1 in fire; you need 5.")).to_be_visible()
    until(page, "document.getAnimations().length === 0")
    page.locator(".hand a.place", has_text="Volca").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Well done: 5 is enough.")
    phone.fits()
    page.get_by_role("link", name="Next: Boosters and supports").tap()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Your opponent has 7.")
    phone.goes_to("/board/learn/")
    expect(page.get_by_text("1 of 14 done")).to_be_visible()
    expect(page.locator(".tick-off:visible")).to_have_count(1)
    expect(page.get_by_role("link", name="Continue: Set-up, hand and leader")).to_be_visible()


def test_a_lesson_is_learnt_by_key(visitor: Visitors) -> None:
    page = visitor().goes_to("/board/learn/support/")

    def plays(card: str) -> None:
        """Tab to a card, and take it."""
        while not page.locator("a.place:focus", has_text=card).count():
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")

    plays("Volca")
    # Screen reader users get the focus at the next task, or at the reason; the next Tab continues from there.
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    plays("Whirling Hatchet")
    expect(page.locator("#say")).to_be_focused()
    plays("Lightning Bolts")
    expect(page.get_by_role("heading", level=1)).to_have_text("5 and 3 make 8. You needed 7.")
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_cards_are_laid_out_played_with_and_shared(visitor: Visitors) -> None:
    roland = visitor(in_hand=True)
    page = roland.goes_to("/board/edit/")
    for card, place, name in (("Volca", "c0", "Volca"), ("Vulca 12", "h0", "Shimmer")):
        page.get_by_label("Card name or number").fill(card)
        page.get_by_label("Where to put it").select_option(place)
        page.get_by_role("button", name="Add card").click()
        expect(page.locator(".board")).to_contain_text(name)
    # A search shows cards: one is tapped, the next one chosen by key, with the focus where it was.
    page.get_by_label("Where to put it").select_option("c1")
    page.get_by_label("Card name or number").fill("people:hoax type:character")
    page.get_by_label("Card name or number").press("Enter")
    page.locator("#lay-hoax-02").tap()
    expect(page.locator(".board .upper .combat")).to_contain_text("1")
    page.get_by_label("Where to put it").select_option("h1")
    page.locator("#lay-hoax-01").press("Enter")
    expect(page.locator(".board .upper .hand")).to_contain_text("1")
    expect(page.locator("#lay-hoax-01")).to_be_focused()
    roland.fits()
    page.get_by_role("link", name="Play on from here").click()
    step(page, "Fight on")
    expect(page.get_by_text("Why not the rest?")).to_be_visible()
    step(page, "Play Shimmer")
    expect(page.locator(".told li")).to_have_count(2)
    page.get_by_role("link", name="Undo").click()
    expect(page.get_by_role("link", name="Redo")).to_be_visible()
    page.get_by_role("link", name="Undo").click()
    step(page, "Retreat")
    expect(page.get_by_role("heading", name="Other lines you tried")).to_be_visible()
    shared = page.locator("#question").input_value().splitlines()[1]
    elinor = visitor(in_hand=True).goes_to(shared.removeprefix(roland.url))
    assert elinor.locator(".board").inner_text() == page.locator(".board").inner_text()


def test_without_a_network_what_was_looked_at_is_there_again(visitor: Visitors) -> None:
    phone = visitor(pocket=True)
    page = phone.goes_to(BOARD)
    assert page.evaluate(READY)
    until(page, CONTROLLED)
    page.reload()
    step(page, "Fight on")
    step(page, "Play Volca")
    waits_for(page, BOARD + "&l=continue~play-V05".replace("~", "%7E"))

    phone.context.set_offline(True)
    page.get_by_role("link", name="Undo").click()
    expect(page.locator("#from-memory")).to_be_visible()
    step(page, "Play Volca")  # as it was played before
    page.get_by_role("link", name="Undo").click()
    page.locator(".actions").get_by_text("Play Shimmer", exact=True).click()
    expect(
        page.get_by_text(
            "You’re offline and haven’t seen this step on this device. Undo, or go back to a step you have seen."
        )
    ).to_be_visible()
    expect(page.locator(".board")).to_contain_text("Volca")  # and the board is still there
    page.go_back()
    expect(page.locator(".board")).to_be_visible()
    phone.complaints[:] = [
        one for one in phone.complaints if not re.search("ERR_INTERNET_DISCONNECTED|ERR_FAILED|htmx:", one)
    ]


def test_a_board_is_light_on_a_phone_that_was_never_here(visitor: Visitors) -> None:
    phone = visitor(fresh=True)
    page = phone.page
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    addresses: dict[str, str] = {}
    sizes: dict[str, float] = {}
    session.on(
        "Network.requestWillBeSent", lambda asked: addresses.update({asked["requestId"]: asked["request"]["url"]})
    )
    session.on("Network.loadingFinished", lambda got: sizes.update({got["requestId"]: got["encodedDataLength"]}))
    page.goto(phone.url + BOARD, wait_until="networkidle")
    # The tests’ site sends static files uncompressed; a real one compresses them.
    weights = {addresses[one].removeprefix(phone.url)[:60]: size for one, size in sizes.items()}
    for address in weights:
        if address.startswith("/static/"):
            weights[address] = squeezed(address.removeprefix("/static/")) + FILE_HEADERS
    assert len(weights) > 5 and sum(weights.values()) < FIRST_LOAD, weights
