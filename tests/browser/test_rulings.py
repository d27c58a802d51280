"""The rule at the table: mid-game, one hand on the phone, two card names and the ruling with both."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Visitor
from tests.effort import first_in_gate

Visitors = Callable[..., Visitor]


def test_two_card_names_give_the_ruling_with_both_without_scripts(visitor: Visitors) -> None:
    """With scripts it is the second journey."""
    player = visitor(PHONE, scripts=False)
    page = player.goes_to("/")
    page.get_by_role("link", name="Cards", exact=True).first.click()
    page.get_by_role("link", name="Rulings").first.click()
    page.get_by_label("Card names or words").fill("cast cataclysm razorjaw")
    page.get_by_role("button", name="Ask").click()
    expect(page.get_by_text("1 mentions all of these cards")).to_be_visible()
    first = page.locator(".ruling").first
    expect(first.locator(".answer")).to_contain_text("Mekarthas ignores all icons")
    expect(first).to_contain_text("Short FAQ of the first edition, question 19")
    expect(first.locator(".answer")).to_be_in_viewport()
    first.get_by_role("link", name="With Mekarthas active").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("With Mekarthas active")
    expect(page.get_by_text("Why: interpretation C-27")).to_be_visible()


@pytest.mark.parametrize(
    "path",  # test_axe measures the width of others, narrower
    first_in_gate(
        [
            *("/cards/rulings/r4-29/", "/cards/lists/4.2/", "/cards/rulings/", "/cards/coc-doppelganger/"),
            *("/cards/hoax-16/", "/cards/errata/", "/cards/peoples/khind/"),
        ],
        2,
    ),
)
def test_every_page_fits_its_screen(visitor: Visitors, path: str) -> None:
    guest = visitor(PHONE)
    page = guest.goes_to(path)
    guest.fits()
    page.set_viewport_size(DESK)  # type: ignore[arg-type]
    guest.fits()
