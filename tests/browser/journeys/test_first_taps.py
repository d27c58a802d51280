"""From a cold home page: taps to the first lesson, pick, legal deck, answer and game, and to my own match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK, PHONE, Visitor
from tests.browser.steps import heading

Visitors = Callable[..., Visitor]


@dataclass
class Thumb:
    """Taps on the first screen of a page, counted."""

    page: Page
    taps: int = 0

    def tap(self, what: Locator) -> None:
        """Tap a visible element without scrolling."""
        expect(what).to_be_in_viewport()
        what.click()
        self.taps += 1


@pytest.fixture
def guest(visitor: Visitors) -> Iterator[Thumb]:
    """Open the home page on a new visitor’s phone."""
    yield Thumb(visitor(PHONE).goes_to("/"))


def test_the_first_lesson_takes_one_tap(guest: Thumb) -> None:
    guest.tap(guest.page.get_by_role("link", name="Learn in five minutes"))
    expect(guest.page.locator(".lesson")).to_be_visible()
    assert guest.taps == 1


def test_the_first_pick_takes_two(guest: Thumb) -> None:
    guest.tap(guest.page.get_by_role("link", name="Start a draft"))
    guest.tap(guest.page.get_by_role("button", name="Against bots"))
    expect(guest.page.get_by_role("radio")).not_to_have_count(0)
    assert guest.taps == 2


def test_a_legal_deck_takes_two(guest: Thumb) -> None:
    guest.tap(guest.page.get_by_role("link", name="Decks", exact=True))
    guest.tap(guest.page.get_by_role("main").get_by_role("link", name="Vulca").first)
    expect(guest.page.get_by_text("Legal", exact=True).first).to_be_visible()
    assert guest.taps == 2


def test_an_answer_takes_one_after_typing(guest: Thumb) -> None:
    guest.page.get_by_role("searchbox").fill("mekarthas protected")
    guest.tap(guest.page.get_by_role("button", name="Ask"))
    expect(guest.page.get_by_role("main").get_by_text("Mekarthas").first).to_be_in_viewport()
    assert guest.taps == 1


def test_todays_packet_takes_one(guest: Thumb) -> None:
    guest.tap(guest.page.get_by_role("button", name="Take ").first)
    expect(guest.page.locator(".answers")).to_be_visible()
    assert guest.taps == 1


@pytest.mark.parametrize("width", [390, 360, DESK["width"]])
def test_names_of_todays_cards_at_home_are_legible_and_whole(width: int, visitor: Visitors) -> None:
    page = visitor({"width": width, "height": 844}).goes_to("/")
    sizes = page.locator(".fan .name").evaluate_all("all => all.map(one => parseFloat(getComputedStyle(one).fontSize))")
    assert len(sizes) == 5 and len({*sizes}) == 1 and sizes[0] >= 12
    assert not page.locator(".fan .name").evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth)")


def test_a_game_against_the_computer_takes_two(guest: Thumb) -> None:
    guest.tap(guest.page.get_by_role("link", name="Play", exact=True))
    guest.tap(guest.page.get_by_role("button", name="Start game"))
    # Who begins and which cards are dealt is drawn, so the first question can be any.
    expect(guest.page.locator("html[data-game=live]")).to_be_attached()
    expect(guest.page.locator(".hand .place")).not_to_have_count(0)
    assert guest.taps == 2


def test_my_running_match_takes_one_and_stands_in_the_first_place(guest: Thumb) -> None:
    page = guest.page
    page.goto(page.url + "matches/new/")
    page.get_by_role("textbox", name="First player").fill("Roland")
    page.get_by_role("textbox", name="Second player").fill("Elinor")
    page.get_by_role("button", name="Start match").click()
    expect(page.get_by_role("button", name="Roland won")).to_be_visible()
    page.get_by_role("link", name="Close").click()
    page.get_by_role("link", name="Ten Moons").click()
    heading(page, "Roland against Elinor")
    expect(page.get_by_role("link", name="Learn in five minutes")).to_be_hidden()
    guest.tap(page.get_by_role("link", name="Play on"))
    expect(page.get_by_role("button", name="Roland won")).to_be_visible()
    assert guest.taps == 1


@pytest.mark.parametrize("size", [(390, 740), (360, 640)])
def test_each_card_of_todays_packet_stands_above_the_tabs(size: tuple[int, int], visitor: Visitors) -> None:
    player = visitor({"width": size[0], "height": size[1]}, in_hand=True)
    for language in ("en", "de", "nl", "ru"):
        player.page.set_extra_http_headers({"Accept-Language": language})
        page = player.goes_to("/today/")
        expect(page.locator("html")).to_have_attribute("lang", language)
        cards = page.locator(".one-of button")
        expect(cards).to_have_count(5)
        tabs = page.locator(".tabs").bounding_box()
        for card in cards.all():
            box = card.bounding_box()
            assert box and tabs and box["height"] >= 44 and box["y"] + box["height"] <= tabs["y"], language


def test_the_name_of_who_opens_a_draft_is_asked_above_the_buttons(visitor: Visitors) -> None:
    page = visitor({"width": 390, "height": 740}, in_hand=True).goes_to("/drafts/new/")
    page.get_by_role("button", name="Invite friends").click()
    expect(page.locator("#id_nickname")).to_be_focused()
    field, bar = (page.locator(one).bounding_box() for one in ("#id_nickname", ".sticky.begin"))
    assert field and bar and field["y"] + field["height"] <= bar["y"]
    page.get_by_role("button", name="Against bots").click()
    heading(page, "Round 1")


def test_cards_of_ones_own_stand_in_the_place_of_the_peoples(visitor: Visitors) -> None:
    page = visitor().goes_to("/drafts/practice/")
    peoples = page.locator("summary", has_text="Peoples")
    expect(peoples).to_be_visible()
    page.get_by_text("Use my own card list").click()
    expect(peoples).to_be_visible()
    page.get_by_label("Card list").fill("Vulca 01")
    expect(peoples).to_be_hidden()
    page.get_by_label("Card list").fill("")
    expect(peoples).to_be_visible()


def test_a_card_of_todays_packet_that_is_held_is_shown_and_not_picked(visitor: Visitors) -> None:
    page = visitor(in_hand=True).goes_to("/today/")
    card = page.locator(".one-of li").first
    card.dispatch_event("pointerdown", {"pointerType": "touch", "bubbles": True, "clientX": 9, "clientY": 9})
    expect(page.locator("dialog.peek")).to_be_visible()
    card.locator("button").dispatch_event("click")
    expect(page.locator(".one-of button")).to_have_count(5)
