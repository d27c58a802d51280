"""The fifteen journeys, 12: an editor with the box at hand fills a gap on the phone, and takes a slip back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESK, PHONE, Site, Visitor
from tests.browser.steps import run_on_site

Visitors = Callable[..., Visitor]
# A session for an editor of the running site: its own database, in a process of its own.
SIGN_IN = """
from django.contrib.auth.models import Group
from django.conf import settings
from django.test import Client
from accounts.models import User
user, made = User.objects.get_or_create(username="Elinor-the-editor")
user.groups.add(Group.objects.get(name="Catalogue editor"))
client = Client()
client.force_login(user)
name = settings.SESSION_COOKIE_NAME
print(f"{name}={client.cookies[name].value}")
"""


@pytest.fixture(scope="module")
def session(site: Site) -> str:
    """Return the session of an editor, as in its cookie."""
    return run_on_site(site, SIGN_IN)


def editor(visitor: Visitors, session: str, screen: dict[str, int]) -> Visitor:
    """Log a visitor in as an editor."""
    page = visitor(screen)
    name, value = session.split("=")
    page.context.add_cookies([{"name": name, "value": value, "url": page.url}])
    return page


# Thirty of a people, one of them from a box whose moons are unknown.
OPEN = [number for number in range(1, 32) if number not in (30, 31)]
WAITING = "\n".join(["Name: Waits", "Leader: Terrah 00", *(f"Terrah {number:02}" for number in OPEN), "Inter 407"])


def test_12_the_collector(visitor: Visitors, session: str) -> None:
    """An editor with the box fills a gap and the moons of a card on the phone; a deck that was unknown is legal."""
    player = visitor(PHONE)
    deck = player.goes_to("/decks/check/")
    deck.get_by_role("textbox", name="List").fill(WAITING)
    deck.get_by_role("button", name="Save as a deck").click()
    expect(deck.get_by_role("heading", name="Can’t tell yet")).to_be_visible()

    person = editor(visitor, session, PHONE)
    page = person.goes_to("/cards/keeping/upload/")
    page.get_by_label("or paste it here").fill("code,moons\nInter 407,2\n")
    page.get_by_role("button", name="Preview changes").click()
    expect(page.get_by_role("heading", name="Preview")).to_be_visible()
    for screen in (DESK, PHONE):
        page.set_viewport_size(screen)  # type: ignore[arg-type]
        person.fits()
    page.get_by_role("button", name="Apply these changes").click()
    expect(page.get_by_text("Done: 0 cards added, 1 changed.")).to_be_visible()
    deck.reload()
    expect(deck.get_by_role("heading", name="Legal")).to_be_visible()
    player.fits()

    person.goes_to("/cards/keeping/")
    person.fits()
    page.get_by_role("link", name="Fill in Tutu slot 8", exact=True).click()
    person.fits()
    page.locator("[name=code]").fill("Tutu 808")
    page.locator("[name=name]").fill("Ferryman")
    page.locator("[name=number]").fill("808")
    page.locator("[name=type]").select_option("character")
    page.locator("[name=moons]").fill("2")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved in the catalogue.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ferryman")
    page.get_by_text("Names, sets and history").click()
    page.get_by_role("link", name="Change history").click()
    person.fits()
    page.get_by_role("button", name="Undo Tutu 808 moons").click()
    expect(page.get_by_text("is “–” again")).to_be_visible()
    expect(page.get_by_text("undone", exact=True)).to_be_visible()
