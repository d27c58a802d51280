"""Every way of sharing the cards on phones without scripts, up to a deck: no gap on the way, no hint that is wrong.

The picks between the first and the last are made in another process; `test_six_phones` sends them all as forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Site, Visitor
from tests.browser.steps import heading, key_of, run_on_site

Visitors = Callable[..., Visitor]
NAMES = ("Roland", "Elinor", "Judith", "Stefan", "Miriam", "Anselm")
# So many picks are left for the phones at the end.
LAST_PICKS = 3
PLAY_ON = """
from drafts.models import Draft
from drafts.table import picks
from drafts.table.loaded import Visitor
from drafts.table.rows import load_draft
people = [seat.person_id for seat in Draft.objects.get(key="{key}").seats.order_by("number")]
while True:
    state = load_draft("{key}").state
    setup = state.setup
    wanted = setup.figures.pool if setup.sharing.has_piles else setup.players * setup.figures.kept
    if state.is_over or wanted - sum(map(len, state.hands)) <= {left}:
        break
    seat = state.awaited_seats[0]
    round_, number = state.next_pick(seat)
    card = state.choices(seat)[0]
    picks.pick_card("{key}", visitor=Visitor(people[seat]), round_number=round_, number=number, card=card)
"""
# Parts of a page that only scripts fill would be a gap on the screen.
GAPS = """() => [...document.querySelectorAll('main *')].filter(one => {
    const { width, height } = one.getBoundingClientRect();
    const full = 'img, svg, svg *, input, button, textarea, select';
    return width > 150 && height > 60 && getComputedStyle(one).position !== 'absolute' && !one.textContent.trim()
        && !one.matches(full) && !one.querySelector(full);
}).map(one => one.outerHTML.slice(0, 100))"""
WAYS: Mapping[str, tuple[int, str, str]] = {
    "Pass packets": (6, "packets", ""),
    "Same pool": (6, "same_pool", ""),
    "A pool each": (6, "same_pool", "Different cards for everyone"),
    "All cards open": (6, "rotisserie", ""),
    "Piles": (3, "winchester", ""),
    "Hidden piles": (3, "winchester", "Face down"),
}


def looks_whole(page: Page) -> None:
    """Fail if the page has a gap, or a hint that only scripts make true."""
    assert not page.evaluate(GAPS)
    expect(page.locator("main").get_by_text("Tap a card twice")).not_to_be_visible()
    expect(page.locator("main").get_by_role("link", name="How this works")).not_to_be_visible()


def sets_up(host: Visitor, players: int, tile: str, box: str) -> str:
    """Create a draft on the set-up page, where a way may only fit once the page is updated; return its address."""
    page = host.goes_to("/drafts/new/")
    page.locator("label", has=page.locator(f"[name=players][value='{players}']")).click()
    page.get_by_role("button", name="Update page").click()
    page.locator("label", has=page.locator(f"[name=sharing][value={tile}]")).click()
    if box:
        page.get_by_label(re.compile(box)).check()
    looks_whole(page)
    page.get_by_label("Your name").fill(NAMES[0])
    page.get_by_role("button", name="Invite friends").click()
    looks_whole(page)
    return page.url.removeprefix(host.url)


def picks_on(pages: dict[str, Page], count: int) -> None:
    """Let those pick whose turn it is, until the draft is over or so many have."""
    for _pick in range(count):
        for page in pages.values():
            page.reload()
            if page.get_by_role("heading", name="The draft is over").count():
                return
            looks_whole(page)
            takes(page)


def takes(page: Page) -> None:
    """Take the first card or pile, if the page offers one."""
    choices = page.locator(".packet label, .open-card:not(.gone) label")
    if page.get_by_text(re.compile("You picked|is choosing")).count():
        return
    if choices.count():
        choices.first.click()
    page.get_by_role("button", name=re.compile(r"^(Pick|Take)\b")).first.click()


@pytest.mark.thorough  # test_six_phones does the same by the test client
@pytest.mark.parametrize("way", WAYS)
def test_phones_without_scripts_draft_and_build(way: str, visitor: Visitors, site: Site) -> None:
    players, tile, box = WAYS[way]
    people = [visitor(PHONE, scripts=False) for _player in range(players)]
    address = sets_up(people[0], players, tile, box)
    for person, name in zip(people[1:], NAMES[1:], strict=False):
        page = person.goes_to(address)
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Join").click()
        page.get_by_role("button", name="I’m ready").click()
    host = people[0].goes_to(address)
    host.get_by_role("button", name="Start now").click()
    pages = {name: person.page for name, person in zip(NAMES, people, strict=False)}
    if tile != "same_pool":
        picks_on(pages, 1)
        run_on_site(site, PLAY_ON.format(key=key_of(host), left=LAST_PICKS * players))
        picks_on(pages, 10 * LAST_PICKS)
    for at, person in enumerate(people):
        page = person.goes_to(address)
        heading(page, re.compile("The draft is over|Your cards are dealt"))
        looks_whole(page)
        if at % 2:
            page.get_by_role("button", name="Suggest 30 cards").click()
        else:
            for card in page.locator("#pool [name=card]").all()[:30]:
                card.check()
            page.get_by_role("button", name="Build a deck from this pool").click()
        expect(page.locator(".verdict").first).to_contain_text("30 of 30 cards")
        expect(page.locator(".verdict").first).to_contain_text("Legal")
