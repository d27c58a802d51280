"""The booklet’s example deck (rules 2.3, rows 14 and 15) built from nothing: by touch, and by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from cards.core.facts import Catalogue
from tests.browser.conftest import DESK, PHONE, Visitor
from tests.browser.steps import sends
from tests.decks.example_decks import sample_step_2

Visitors = Callable[..., Visitor]


def example(facts: Catalogue) -> tuple[list[str], list[str]]:
    """Return the example’s own cards in catalogue order, and the foreign ones."""
    codes = sorted(sample_step_2(facts), key=[card.code for card in facts].index)
    return [code for code in codes if code.startswith("Terrah")], [
        code for code in codes if not code.startswith("Terrah")
    ]


def begins(player: Visitor) -> Page:
    """Create the printed Flit deck to build on; with its scripts, as keys do nothing before."""
    return player.goes_to(sends(player, "/decks/new/?people=flit"))


def slug(code: str) -> str:
    return code.lower().replace(" ", "-")


def finished(page: Page) -> None:
    expect(page.locator("#tally")).to_contain_text("Legal")
    expect(page.locator("#tally")).to_contain_text("30 of 30 cards · 10 of 10 moons")
    page.wait_for_load_state("networkidle")  # the notice may be faster than the response to the tap
    page.reload()
    expect(page.locator("[data-line]")).to_have_count(30)
    expect(page.locator("#tally")).to_contain_text("30 of 30 cards · 10 of 10 moons")


def test_what_is_wrong_with_a_deck_is_hidden_until_somebody_asks(visitor: Visitors, facts: Catalogue) -> None:
    for device in (PHONE, DESK):
        player = visitor(device)
        page = player.goes_to(sends(player, "/decks/new/?people=flit", start="box"))
        page.locator("#results .tap-in").first.click()
        asks, popovers = page.locator("#tally > [popovertarget=why-now]"), page.locator("main [popover]")
        expect(asks).to_be_visible()
        assert [one.get_attribute("id") for one in popovers.all() if one.is_visible()] == []
        asks.click()
        expect(page.locator("#why-now")).to_be_visible()


@pytest.mark.thorough  # by keyboard it is built in the gate, and test_3_a_deck_on_the_bus builds by touch
def test_the_booklets_deck_is_built_by_touch(visitor: Visitors, facts: Catalogue) -> None:
    thumb = visitor(PHONE, in_hand=True)
    page = thumb.goes_to("/decks/new/")
    page.locator("label.people-door", has_text="Terrah").tap()
    page.get_by_text("the leader only").tap()
    page.get_by_role("button", name="Create deck").tap()
    expect(page.locator("#tally")).to_contain_text("0 of 30 cards")
    own, foreign = example(facts)
    for code in own:
        button = page.locator(f"#in-{slug(code)}")
        button.tap()
        expect(button).to_have_text("✓")  # at once, before the server has responded
    expect(page.locator("#tally")).to_contain_text(f"{len(own)} of 30 cards")
    thumb.fits()
    for code in foreign:
        page.get_by_role("searchbox").fill(facts[code].label)
        page.locator(f"#in-{slug(code)}").tap()
        expect(page.locator(f"#line-{slug(code)}")).to_be_attached()
    finished(page)


def test_the_booklets_deck_is_built_by_keyboard_alone(visitor: Visitors, facts: Catalogue) -> None:
    player = visitor(DESK)
    page = player.goes_to("/decks/new/?people=terrah")
    tab_to(page, "[name=start]")
    page.keyboard.press("ArrowDown")
    tab_to(page, "main form button.primary")
    page.keyboard.press("Enter")
    page.wait_for_url("**/edit/")  # with its scripts: keys do nothing before
    expect(page.locator("#tally")).to_contain_text("0 of 30 cards")
    own, foreign = example(facts)
    page.keyboard.press("/")
    for code in own:
        walk_to(page, f"in-{slug(code)}")
        page.keyboard.press("+")
    expect(page.locator("#tally")).to_contain_text(f"{len(own)} of 30 cards")
    for code in foreign:
        page.keyboard.press("/")
        page.keyboard.type(facts[code].label)
        expect(page.locator("#results [id^=in-]").first).to_have_id(f"in-{slug(code)}")
        walk_to(page, f"in-{slug(code)}")
        page.keyboard.press("Enter")
        expect(page.locator(f"#line-{slug(code)}")).to_be_attached()
    finished(page)


def test_a_card_taken_out_leaves_at_once_and_comes_back_by_undo(visitor: Visitors) -> None:
    player = visitor(DESK)
    page = begins(player)
    expect(page.locator("[data-line]")).to_have_count(30)
    # A style that a script sets on a replaced part isn’t an inline style, which the policy would block.
    page.evaluate("document.querySelector('#tally').style.opacity = '1'")
    page.locator("#out-flit-01").focus()
    page.keyboard.press("-")
    expect(page.locator("#line-flit-01")).to_have_count(0)
    expect(page.locator("#tally")).to_contain_text("29 of 30 cards")
    expect(page.locator("#in-flit-01")).to_have_text("+")
    page.keyboard.press("Control+z")
    expect(page.locator("#tally")).to_contain_text("30 of 30 cards")


def test_two_tabs_lose_nothing(visitor: Visitors) -> None:
    player = visitor(DESK)
    page = begins(player)
    other = player.context.new_page()
    other.goto(page.url)
    page.locator("#out-flit-01").click()
    expect(other.locator("#line-flit-01")).to_have_count(0)
    other.locator("#out-flit-02").click()
    expect(page.locator("#line-flit-02")).to_have_count(0)
    expect(page.locator("#tally")).to_contain_text("28 of 30 cards")


@pytest.mark.thorough  # two tabs, above, and the tunnel, below, lose nothing either
def test_a_tap_whose_answer_finds_the_deck_exchanged_meanwhile_is_shown_all_the_same(visitor: Visitors) -> None:
    player = visitor(DESK)
    with player.page.expect_websocket(lambda socket: "/deck." in socket.url):
        page = begins(player)
    held: list[Route] = []
    page.route("**/cards/", lambda route: held.append(route))
    with page.expect_request("**/cards/"):
        page.locator("#out-flit-01").click()
    other = player.context.new_page()
    other.goto(page.url)
    other.locator("#out-flit-02").click()
    expect(page.locator("#line-flit-02")).to_have_count(0)
    held[0].continue_()
    expect(page.locator("#line-flit-01")).to_have_count(0)
    expect(page.locator("#tally")).to_contain_text("28 of 30 cards")


def test_a_tap_in_a_tunnel_is_kept_until_there_is_light(visitor: Visitors) -> None:
    player = visitor(PHONE)
    page = begins(player)
    page.route("**/cards/", lambda route: route.abort())
    page.locator("#in-flit-01").click()
    expect(page.locator("#offline")).to_be_visible()
    page.unroute("**/cards/")
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator("#tally")).to_contain_text("29 of 30 cards")
    player.complaints.clear()  # the browser reports the lost request


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab never comes to {selector}")


def walk_to(page: Page, wanted: str) -> None:
    """Press the down arrow until the focus is on the button of a card."""
    for _ in range(80):
        if page.evaluate("document.activeElement.id") == wanted:
            return
        page.keyboard.press("ArrowDown")
    pytest.fail(f"The arrow never comes to {wanted}")
