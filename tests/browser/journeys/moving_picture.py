"""The animated picture of the README: two phones draft with each other; only run by `python -m tests.screenshots`."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE, Site

FILE = Path(os.environ.get("TENMOONS_PICTURES", ".")) / "draft.webp"
MAX_BYTES = 2_000_000
WIDTH, GAP, EDGE = 300, 20, 16  # of a phone, between the phones, around them; pixels
NIGHT, RIM = "#0b1020", "#2c375c"
MILLISECONDS = 900
PICKS = 8


def test_two_phones_draft(site: Site, browser: Browser) -> None:
    """Roland opens a table, Elinor joins, they pick in turn; every step is a frame."""
    mine, theirs = _phone(browser), _phone(browser)
    frames: list[Image.Image] = []
    mine.goto(f"{site.url}/drafts/new/")
    mine.get_by_text("2", exact=True).first.click()
    mine.get_by_label("Your name").fill("Roland")
    mine.get_by_role("button", name="Invite friends").click()
    theirs.goto(mine.url)
    theirs.get_by_label("Your name").fill("Elinor")
    frames.append(_frame(mine, theirs))
    theirs.get_by_role("button", name="Join").click()
    expect(mine.get_by_text("Elinor").filter(visible=True).first).to_be_visible()
    frames.append(_frame(mine, theirs))
    mine.get_by_role("button", name="Start without waiting").click()
    for pick in range(PICKS):
        first, second = (mine, theirs) if pick % 2 else (theirs, mine)
        for page in (first, second):
            heading = page.get_by_role("heading", level=1)
            expect(heading).to_contain_text(f"Round {pick // 4 + 1}")
            expect(heading).to_contain_text(f"pick {pick % 4 + 1} of")
            page.locator(".packet label").nth(pick % 3 if pick % 4 < 2 else 0).tap()
            frames.append(_frame(mine, theirs))
            page.get_by_role("button", name=re.compile("^Pick ")).tap()
        frames.append(_frame(mine, theirs))
    frames[0].save(FILE, save_all=True, append_images=frames[1:], duration=MILLISECONDS, loop=0, quality=58, method=6)
    assert FILE.stat().st_size < MAX_BYTES
    for page in (mine, theirs):
        page.context.close()


def _phone(browser: Browser) -> Page:
    """Return a phone at night."""
    context = browser.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        has_touch=True,
        color_scheme="dark",
        reduced_motion="reduce",
    )
    context.set_default_timeout(30_000)
    return context.new_page()


def _frame(*pages: Page) -> Image.Image:
    """Return the phones side by side."""
    seen = []
    for page in pages:
        page.wait_for_timeout(250)  # pictures of cards that have just loaded
        page.evaluate("scrollTo(0, 0)")
        seen.append(Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB"))
    high = round(WIDTH * seen[0].height / seen[0].width)
    frame = Image.new("RGB", (2 * EDGE + len(seen) * WIDTH + (len(seen) - 1) * GAP, high + 2 * EDGE), NIGHT)
    for at, picture in enumerate(seen):
        left = EDGE + at * (WIDTH + GAP)
        frame.paste(RIM, (left - 2, EDGE - 2, left + WIDTH + 2, EDGE + high + 2))
        frame.paste(picture.resize((WIDTH, high), Image.Resampling.LANCZOS), (left, EDGE))
    return frame
