"""Contact sheets of the key pages: a phone’s for the documents (`python -m tests.screenshots`), and one with every
width by day and by night for review (`python -m tests.pictures --sheet FOLDER`)."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, BrowserContext

from tests.browser.conftest import Site
from tests.browser.page_checks import opened
from tests.browser.states import Told
from tests.browser.test_pictures import sight_of
from tests.pictures import KEYS, LOOKS, SCREENS

FOLDER = Path(os.environ.get("TENMOONS_PICTURES", "."))
ACROSS, SHOWN, LABEL, GAP = 5, (234, 506), 22, 12
PAPER, INK = "#d9d6cc", "#1a1d29"
# Rulings whose second board is shown.
BOARDS = ("r0-36", "r1-021", "r0-31", "r0-48", "r0-23", "r0-18", "r0-22", "r4-22", "r1-053", "r0-30", "r0-39", "r1-138")
LOW = 440  # pixels: the height of a screen on the sheet of every width


def test_contact_sheets(filled: tuple[Site, Told], people: dict[str, BrowserContext], browser: Browser) -> None:
    site, told = filled
    seen: dict[str, list[tuple[str, Image.Image]]] = {look: [] for look in LOOKS}
    for key in KEYS:
        page = opened(people[key.role], sight_of(told, key), site.url, unfolded=False)
        page.set_viewport_size({"width": 390, "height": 844})
        page.wait_for_load_state("networkidle")  # drawn cards come after the page
        for look in LOOKS:
            page.emulate_media(color_scheme="light" if look == "light" else "dark", reduced_motion="reduce")
            picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
            seen[look].append((key.picture, picture.resize(SHOWN, Image.Resampling.LANCZOS)))
    for look, pictures in seen.items():
        sheet(pictures).save(
            FOLDER / f"contact-{'day' if look == 'light' else 'night'}.jpg", quality=78, optimize=True, progressive=True
        )


def test_sheet_of_every_width(filled: tuple[Site, Told], people: dict[str, BrowserContext]) -> None:
    """One row per page; beside the sheet, each whole page at full size."""
    site, told = filled
    rows: list[tuple[str, list[Image.Image]]] = []
    for key in KEYS:
        page = opened(people[key.role], sight_of(told, key), site.url, unfolded=False)
        rows.append((key.picture, []))
        for width, height in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            for look in LOOKS:
                page.emulate_media(color_scheme="light" if look == "light" else "dark", reduced_motion="reduce")
                name = f"{key.picture}-{width}-{'day' if look == 'light' else 'night'}.png"
                page.screenshot(path=FOLDER / name, animations="disabled", full_page=True)
                screen = Image.open(FOLDER / name).convert("RGB").crop((0, 0, width, height))
                rows[-1][1].append(screen.resize((round(width * LOW / height), LOW), Image.Resampling.LANCZOS))
    wide_sheet(rows).save(FOLDER / "sheet.jpg", quality=82, optimize=True, progressive=True)


def test_sheet_of_boards(site: Site, browser: Browser) -> None:
    """Twelve boards on a phone: by day above, by night below."""
    page = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce").new_page()
    seen: list[Image.Image] = []
    for look in ("light", "dark"):
        page.emulate_media(color_scheme=look)
        for rule in BOARDS:
            page.goto(f"{site.url}/board/rules/{rule}/", wait_until="networkidle")
            drawn = Image.open(io.BytesIO(page.locator(".board").nth(1).screenshot())).convert("RGB")
            seen.append(
                drawn.resize((SHOWN[0], round(drawn.height * SHOWN[0] / drawn.width)), Image.Resampling.LANCZOS)
            )
    page.context.close()
    across, height = len(BOARDS) // 2, max(picture.height for picture in seen) + GAP
    whole = Image.new("RGB", (across * (SHOWN[0] + GAP) + GAP, 4 * height + GAP), PAPER)
    for number, picture in enumerate(seen):
        whole.paste(picture, (GAP + number % across * (SHOWN[0] + GAP), GAP + number // across * height))
    whole.save(FOLDER / "boards.webp", quality=60, method=6)


def wide_sheet(rows: list[tuple[str, list[Image.Image]]]) -> Image.Image:
    """Return a row of screens for each page, with its name above."""
    width = max(sum(screen.width + GAP for screen in screens) for _name, screens in rows) + GAP
    whole = Image.new("RGB", (width, len(rows) * (LOW + LABEL + GAP) + GAP), PAPER)
    pen, font = ImageDraw.Draw(whole), ImageFont.load_default(size=14)
    for number, (name, screens) in enumerate(rows):
        x, y = GAP, GAP + number * (LOW + LABEL + GAP)
        pen.text((x, y), name, fill=INK, font=font)
        for screen in screens:
            whole.paste(screen, (x, y + LABEL))
            x += screen.width + GAP
    return whole


def sheet(pictures: list[tuple[str, Image.Image]]) -> Image.Image:
    """Return a grid of screens, each with its name below."""
    width, height = SHOWN[0] + GAP, SHOWN[1] + LABEL + GAP
    rows = -(-len(pictures) // ACROSS)
    whole = Image.new("RGB", (ACROSS * width + GAP, rows * height + GAP), PAPER)
    pen, font = ImageDraw.Draw(whole), ImageFont.load_default(size=14)
    for number, (name, picture) in enumerate(pictures):
        x, y = GAP + number % ACROSS * width, GAP + number // ACROSS * height
        whole.paste(picture, (x, y))
        pen.text((x, y + SHOWN[1] + 3), name, fill=INK, font=font)
    return whole
