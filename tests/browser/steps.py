"""What several journeys do alike."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def heading(page: Page, text: str | re.Pattern[str]) -> None:
    """The page says at its top what it is."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(text)
