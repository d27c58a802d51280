"""The contact sheets of the key pages, on a phone by day and by night; run by `python -m tests.screenshots` alone."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, BrowserContext

from tests.browser.conftest import Site
from tests.browser.looking import opened
from tests.browser.states import Told
from tests.browser.test_pictures import sight_of
from tests.pictures import KEYS, LOOKS

FOLDER = Path(os.environ.get("TENMOONS_PICTURES", "."))
ACROSS, SHOWN, LABEL, GAP = 5, (234, 506), 22, 12
PAPER, INK = "#d9d6cc", "#1a1d29"


def test_contact_sheets(filled: tuple[Site, Told], people: dict[str, BrowserContext], browser: Browser) -> None:
    site, told = filled
    seen: dict[str, list[tuple[str, Image.Image]]] = {look: [] for look in LOOKS}
    for key in KEYS:
        page = opened(people[key.role], sight_of(told, key), site.url, unfolded=False)
        page.set_viewport_size({"width": 390, "height": 844})
        for look in LOOKS:
            page.emulate_media(color_scheme="light" if look == "light" else "dark", reduced_motion="reduce")
            picture = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
            seen[look].append((key.picture, picture.resize(SHOWN, Image.Resampling.LANCZOS)))
        page.close()
    for look, pictures in seen.items():
        sheet(pictures).save(
            FOLDER / f"contact-{'day' if look == 'light' else 'night'}.jpg", quality=78, optimize=True, progressive=True
        )


def sheet(pictures: list[tuple[str, Image.Image]]) -> Image.Image:
    """A grid of screens, each with its name below."""
    width, height = SHOWN[0] + GAP, SHOWN[1] + LABEL + GAP
    rows = -(-len(pictures) // ACROSS)
    whole = Image.new("RGB", (ACROSS * width + GAP, rows * height + GAP), PAPER)
    pen, font = ImageDraw.Draw(whole), ImageFont.load_default(size=14)
    for number, (name, picture) in enumerate(pictures):
        x, y = GAP + number % ACROSS * width, GAP + number // ACROSS * height
        whole.paste(picture, (x, y))
        pen.text((x, y + SHOWN[1] + 3), name, fill=INK, font=font)
    return whole
