"""A game against a friend by link: invited on one phone, accepted on another without an account."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Visitor
from tests.browser.steps import acts, heading

Visitors = Callable[..., Visitor]
TABLE = re.compile(r"/play/\w{12}/$")


def test_a_friend_joins_by_link_and_both_are_at_the_table(visitor: Visitors) -> None:
    host, friend = visitor(PHONE), visitor(PHONE)
    page = host.goes_to("/play/new/?people=Terrah")
    page.get_by_label("Your name").fill("Roland")
    page.get_by_role("button", name="Get an invitation link").click()
    heading(page, "Waiting for your opponent")
    host.fits()
    link = page.get_by_label("Link to this game").input_value()
    other = friend.goes_to(link.removeprefix(host.url))
    heading(other, "Roland invites you to a game")
    other.get_by_role("button", name="Change deck").click()
    other.get_by_role("link", name="Hoax deck").click()
    other.get_by_label("Your name").fill("Elinor")
    friend.fits()
    other.get_by_role("button", name="Play", exact=True).click()
    expect(other).to_have_url(TABLE)
    # The waiting page turns into the table.
    expect(page.locator("#game")).to_be_visible()
    heading(page, "")
    expect(page.locator("html[data-game=live]")).to_be_attached()
    acts(page if page.evaluate("gameTable.state.view.yours") else other)
