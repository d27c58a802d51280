"""What several journeys do alike."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Site


def heading(page: Page, text: str | re.Pattern[str]) -> None:
    """The page says at its top what it is."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(text)


def meanwhile(site: Site, program: str) -> str:
    """Let time pass or others do something: run this in a process of its own, on the database of the site."""
    return site.shell.run(program)


def key_of(page: Page) -> str:
    """The key in the address: the longest part of it."""
    return max(page.url.split("?")[0].split("/")[3:], key=len)


def takes(page: Page) -> None:
    """Choose the first card of the packet and take it."""
    page.locator(".packet label").first.click()
    page.get_by_role("button", name="Take ").click()
