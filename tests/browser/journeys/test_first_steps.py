"""The fifteen journeys, 1 to 3: what one person does alone, on a phone, with only the pages’ help."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visitor
from tests.browser.steps import has_its_scripts, heading

Visitors = Callable[..., Visitor]
FOREIGN = ("Launch Burning Earth", "Launch Rain of Fire", "Scorch the Inflammable")


def test_1_first_minute(visitor: Visitors) -> None:
    """One sentence, three pills, each works at once; no registration, no empty list."""
    guest = visitor(PHONE)
    page = guest.goes_to("/")
    heading(page, "Play Blue Moon with your friends")
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    doors = page.get_by_role("navigation", name="Main features").get_by_role("link")
    expect(doors).to_have_count(2)
    guest.fits()

    page.get_by_label("Search for a card, two cards (for a ruling), a deck or a rule").fill("mekartas")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Mekarthas the Shrewd").first).to_be_visible()
    steps: dict[str, Callable[[], None]] = {
        "Check a deck": lambda: checks_a_deck(page),
        "Start a draft": lambda: drafts_at_once(page),
    }
    page.get_by_role("link", name="Cards", exact=True).first.click()
    expect(page.locator("main .card").first).to_be_visible()
    for door, works in steps.items():
        page.get_by_role("link", name="Ten Moons", exact=True).click()
        page.get_by_role("main").get_by_role("link", name=door, exact=True).click()
        expect(page.get_by_label("Password")).to_have_count(0)
        expect(page.locator("main .empty:not(#checked *)")).to_have_count(0)
        works()
        guest.fits()
        page.goto(guest.url)
    page.get_by_role("link", name="Play", exact=True).click()
    page.get_by_role("link", name="Write down a result").click()
    scores_at_once(page)


def checks_a_deck(page: Page) -> None:
    """Two lines are enough for a verdict."""
    page.get_by_role("textbox", name="List").fill("Leader: Terrah 00\nDrowning Rain Storm")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".verdict")).to_contain_text("1 of 30 cards")


def drafts_at_once(page: Page) -> None:
    """The first packet appears after one tap."""
    page.get_by_role("button", name="Against bots").click()
    heading(page, "Round 1")
    expect(page.get_by_role("radio")).not_to_have_count(0)


def scores_at_once(page: Page) -> None:
    """Two names, and the first game can be recorded."""
    page.get_by_role("textbox", name="First player").fill("Roland")
    page.get_by_role("textbox", name="Second player").fill("Elinor")
    page.get_by_role("button", name="Start match").click()
    expect(page.get_by_role("button", name="Roland won")).to_be_visible()


def test_2_the_rule_at_the_table(visitor: Visitors) -> None:
    """Two taps, two names: the answer in a sentence at the top of the screen, and where it comes from."""
    player = visitor(PHONE)
    page = player.goes_to("/")
    page.get_by_role("link", name="Cards", exact=True).first.click()
    page.get_by_role("link", name="Rulings").first.click()
    page.get_by_label("Card names or words").fill("cast cataclysm razorjaw")
    page.get_by_role("button", name="Ask").click()
    first = page.get_by_role("article").first
    answer = first.get_by_role("paragraph").first
    expect(answer).to_contain_text("Mekarthas ignores all icons")
    expect(answer).to_be_in_viewport()
    assert len(answer.inner_text()) < 160, "a wall of text"
    expect(first).to_contain_text("Short FAQ of the first edition, question 19")
    for name in ("Cast Cataclysm", "Ravenous Razorjaw", "Mekarthas the Shrewd"):
        expect(first.get_by_role("link", name=name, exact=True)).to_be_visible()
    expect(page.get_by_text("1 mentions all of these cards")).to_be_visible()
    player.fits()
    first.get_by_role("link", name="With Mekarthas active").click()
    heading(page, "With Mekarthas active")
    expect(page.get_by_text("Why: interpretation C-27")).to_be_visible()


def test_3_a_deck_on_the_bus(visitor: Visitors) -> None:
    """A people deck, foreign cards until it is too many, the swap, a hand, a link; a tunnel in between."""
    player = visitor(PHONE)
    page = player.goes_to("/decks/new/")
    page.get_by_text("Terrah", exact=True).click()
    page.get_by_role("button", name="Create deck").click()
    tally = page.locator("#tally")
    expect(tally).to_contain_text("30 of 30 cards · 6 of 10 moons")
    puts_in(page, "Drowning Rain Storm", "31 of 30")
    for number, name in enumerate(FOREIGN, start=32):
        if number == 34:
            page.route("**/cards/", lambda route: route.abort())
        puts_in(page, name, f"{min(number, 33)} of 30")
    expect(page.get_by_text("You’re offline. Your changes will be saved when you’re back.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("You’re offline. Your changes will be saved when you’re back.")).to_be_visible()
    page.unroute("**/cards/")
    expect(tally).to_contain_text("34 of 30 cards · 12 of 10 moons")
    player.complaints.clear()  # the browser reports the lost request

    page.get_by_role("checkbox", name="My deck (34)").click()
    expect(page.locator(".deck-list")).to_contain_text("Flash the Incendiary")
    page.get_by_role("link", name="Done").click()
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("12 of 10 moons")
    for name in (*FOREIGN, "Flash the Incendiary"):
        expect(verdict.locator(".sum")).to_contain_text(name)
    player.fits()
    page.get_by_role("link", name="Make it legal").click()
    page.locator("button.primary").first.click()
    expect(page.get_by_text("The deck is legal.")).to_be_visible()
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Deck statistics").click()
    expect(page.get_by_role("region", name="Opening hand").get_by_role("checkbox")).to_have_count(6)
    player.fits()
    page.get_by_role("link", name="Go to deck", exact=True).click()
    link = page.get_by_label("Link").input_value()
    friend = visitor(PHONE).goes_to(link.removeprefix(player.url))
    heading(friend, "Terrah")
    expect(friend.locator(".verdict")).to_contain_text("Legal")


def puts_in(page: Page, name: str, size: str) -> None:
    """Find a card and tap it: its button stays in reach of the thumb."""
    has_its_scripts(page)
    page.get_by_role("searchbox").fill(name)
    expect(page.get_by_role("region", name="Cards").get_by_role("listitem")).to_have_count(1)
    button = page.get_by_role("button", name=f"Add {name}")
    button.scroll_into_view_if_needed()
    before = button.bounding_box()
    changed = page.locator(f"#{button.get_attribute('id')}")
    button.click()
    expect(page.get_by_role("button", name=f"Remove {name}").first).to_be_visible()
    expect(page.locator("#tally")).to_contain_text(size)
    assert changed.bounding_box() == before, "the tap has moved the page away"
