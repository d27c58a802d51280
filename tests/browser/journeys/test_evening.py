"""An evening of three phones: from the last pick to the second evening, tap by tap."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, Visitor
from tests.browser.steps import has_its_scripts, heading, key_of, run_on_site

Visitors = Callable[..., Visitor]
TO_THE_END = """
from drafts.models import Draft
from tests.drafts.tables import play_to_the_end
draft = Draft.objects.get(key="{key}")
play_to_the_end(draft.key, *[seat.person for seat in draft.seats.all()])
"""
GAMES = 2  # with three dragons each; five crystals win the match


def tap(page: Page, name: str | re.Pattern[str], leads_to: str | re.Pattern[str]) -> None:
    """Tap a button once; return the step of the evening that follows."""
    has_its_scripts(page)
    before = page.url
    page.get_by_role("main").get_by_role("button", name=name).first.click()
    page.wait_for_url(lambda url: url != before)
    expect(page.locator(".chain [aria-current]")).to_have_text(leads_to)


def says(page: Page, phrase: str) -> None:
    page.get_by_text("Say something").click()
    page.get_by_role("button", name=phrase).click()


def sit_down(host: Visitor, others: list[Visitor]) -> Page:
    """Open three phones in the lobby of one draft; the last of them says hello."""
    page = host.goes_to("/drafts/new/")
    page.get_by_role("radio", name="3").first.check(force=True)
    page.get_by_label("Your name").first.fill("Roland")
    page.get_by_role("button", name="Invite friends").click()
    expect(page.get_by_text("Bots fill the 2 free seats. Seats are drawn at random.")).to_be_visible()
    for person, name in zip(others, ("Elinor", "Mira"), strict=True):
        other = person.goes_to(page.url.removeprefix(person.url))
        other.get_by_label("Your name").fill(name)
        other.get_by_role("button", name="Join").first.click()
        expect(other.get_by_role("button", name="I’m ready")).to_be_visible()
    expect(page.locator(".place.free")).to_have_count(0)
    return page


def test_an_evening_of_three_phones(visitor: Visitors, site: Site) -> None:
    """One tap from the last pick to the match, one to its first point, to the rematch and to the next evening."""
    people = [visitor(PHONE) for _ in range(3)]
    page = sit_down(people[0], people[1:])
    says(people[2].page, "Hello!")
    expect(page.locator(".word")).to_contain_text("Mira: Hello!")
    page.get_by_role("button", name="Start without waiting").first.click()
    expect(page.locator(".packet label").first).to_be_visible()
    expect(people[1].page.locator(".packet label").first).to_be_visible()
    expect(people[1].page.locator("html[data-table=live]")).to_be_attached()
    expect(people[1].page.locator(".word")).to_be_attached()  # comes after the table itself
    says(page, "Good luck!")
    expect(people[1].page.locator(".word")).to_contain_text("Roland: Good luck!")
    people[1].page.get_by_role("button", name="Hide phrases").click()
    expect(people[1].page.locator(".word")).to_have_text("")
    run_on_site(site, TO_THE_END.format(key=key_of(page)))

    for person in people:
        heading(person.page, "The draft is over")
    tap(people[0].page, "Build deck and play", re.compile("Match|Standings"))
    for person in people[1:]:
        tap(person.page, "Build a deck from this pool", "Deck")
    for person in people[1:]:
        tap(person.page, re.compile("^(Play matches|Your match)"), re.compile("Match|Standings"))
        person.fits()
    a, b = [person.page for person in people if "of-draft" not in person.page.url]
    assert a.url == b.url
    b.reload()
    expect(b.get_by_text("A deck has been chosen")).to_be_visible()
    third = next(person.page for person in people if "of-draft" in person.page.url)
    expect(third.locator("main")).to_contain_text(re.compile(r"sits out"))
    a.get_by_role("button", name=re.compile("wins, dragons: 3$")).first.click()
    expect(a.locator("#match")).to_contain_text("1.")
    for game in range(1, GAMES):
        a.locator("#record").get_by_text("3", exact=True).first.click()
        a.get_by_role("button", name=re.compile("won$")).first.click()
        expect(a.locator("#match")).to_contain_text(f"{game + 1}.")
    tap(a, "Rematch", "Match")
    a.go_back()
    tap(a, "Next opponent", re.compile("Match|Standings"))
    third.goto(f"{people[0].url}{a.locator('.chain a').last.get_attribute('href')}")
    third.reload()  # it is there already, and only polls every 20 seconds
    expect(third.get_by_text("Round 2 · 0 of 1 played")).to_be_visible()
    third.get_by_role("button", name="Same again next time").click()
    expect(third.get_by_text("The other players’ seats are reserved for them.")).to_be_visible()
