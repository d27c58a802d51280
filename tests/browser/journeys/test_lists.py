"""The fifteen journeys, 4, 11 and 12: boxes, lists and gaps, on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Visitor
from tests.browser.steps import heading

Visitors = Callable[..., Visitor]
OTHERS = (
    *(
        "Shotgun Blast",
        "Local Sheriff",
        "Slavering Gug",
        "Trent Dixon",
        "Erich Zann, Strange Virtuoso",
        "Shotgun",
        "Pulled Under",
    ),
    *("Hound of Tindalos", "Serpent from Yoth", "Things in the Ground", "Poltergeist", "The Black Goat's Rage"),
    "Adult Deep One",
)
FINDINGS = {
    "COC-02": "4 cards are called “Julia Brown”; you can have 3 with the same title.",
    "COC-07": "2 entries from restricted list 4.2; you can use only one: Museum Curator, Doppelgänger.",
    "COC-09": "4 cards are called “Alaskan Sledge Dog”. Errata removed the card’s own limit, so you can have 3.",
}


def saves(visitor: Visitor, lines: str) -> Page:
    """Paste a list and save it as a deck."""
    page = visitor.goes_to("/decks/check/")
    page.get_by_role("textbox", name="List").fill(lines)
    page.get_by_role("button", name="Save as a deck").click()
    page.get_by_role("button", name="Mark these cards as in use").click()
    return page


def is_called(page: Page, name: str) -> None:
    """Set one’s own name, as others of the shelf see it."""
    page.get_by_role("link", name="Display name").click()
    sheet = page.get_by_role("region", name="Display name")
    expect(sheet).to_be_in_viewport()
    sheet.get_by_role("textbox").fill(name)
    page.get_by_role("button", name="Save").click()


def test_4_two_friends_one_box(visitor: Visitors) -> None:
    """Both want Bashdin: the clash is shown before they meet, with who has it in what."""
    roland, elinor = visitor(PHONE), visitor(PHONE)
    page = roland.goes_to("/decks/")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("link", name="My collection").click()
    page.get_by_role("button", name="I own one Legends box").click()
    is_called(page, "Roland")
    page = saves(roland, "Name: Storm\nLeader: Terrah 00\nBashdin\n")
    expect(page.get_by_text("All its cards are in your collection.")).to_be_visible()
    page.get_by_role("link", name="My collection").click()
    invitation = page.get_by_label("Invitation").input_value()
    roland.fits()

    theirs = elinor.goes_to(invitation.removeprefix(roland.url))
    heading(theirs, "Share Roland’s collection?")
    theirs.get_by_role("button", name="Share").click()
    theirs.wait_for_url("**/shelf/")
    is_called(theirs, "Elinor")
    theirs = saves(elinor, "Name: Fire\nLeader: Vulca 00\nBashdin\n")
    clash = theirs.get_by_role("region", name="In my collection")
    expect(clash).to_contain_text("2 needed, 1 owned")
    for word in ("Bashdin", "Storm, Roland", "Fire, Elinor"):
        expect(clash).to_contain_text(word)
    elinor.fits()
    roland.goes_to("/decks/shelf/")
    clashes = page.get_by_role("region", name="Conflicts")
    for word in ("Bashdin", "2 needed, 1 owned", "Storm, Roland", "Fire, Elinor"):
        expect(clashes).to_contain_text(word)
    roland.fits()


def test_11_the_cthulhu_player(visitor: Visitors) -> None:
    """A list from a forum: two restricted entries, a title with an erratum, four of a name with two subtitles."""
    forum = ["2x Museum Curator", "1x Doppelgänger", "4x Alaskan Sledge Dog"]
    forum += ["2x Julia Brown, Insomniac", "2x Julia Brown, Oddly Amphibious", *(f"3x {name}" for name in OTHERS)]
    player = visitor(PHONE)
    page = player.goes_to("/decks/check/")
    page.get_by_role("textbox", name="List").fill("\n".join(["Game: cthulhu", "Format: tournament", *forum]))
    page.get_by_role("button", name="Check", exact=True).click()
    verdict = page.get_by_role("region", name="Not legal")
    expect(verdict).to_contain_text("3 problems")
    expect(verdict).to_contain_text("Checked against lists and errata 4.2")
    for rule, words in FINDINGS.items():
        finding = verdict.locator(".finding", has=page.get_by_role("link", name=rule, exact=True))
        expect(finding).to_contain_text(words)
    player.fits()
    for rule in FINDINGS:
        verdict.get_by_role("link", name=rule, exact=True).click()
        expect(page.locator(f"#{rule}")).to_be_in_viewport()
        expect(page.locator(f"#{rule}")).to_contain_text("Source:")
        page.go_back()
        expect(page.get_by_role("textbox", name="List")).to_have_value(re.compile("Sledge Dog"))
