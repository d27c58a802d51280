"""Pictures of the organiser’s guide: small screens of the walks, only saved for `make screenshots`."""

from __future__ import annotations

import io
import os
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

WIDTH = 960  # of a picture of a desk or a wall; a phone’s keeps its own
# The port of this site means nothing to readers of the guide.
NO_PORT = """() => { for (const one of document.querySelectorAll('.wall-foot span, .share a'))
    one.textContent = one.textContent.replace(/^https?:..[^/]+/, 'https://moons.example'); }"""


def keep(page: Page, name: str) -> None:
    """Save the screen as `<name>.webp`, if pictures are wanted."""
    folder = os.environ.get("TENMOONS_PICTURES")
    if not folder:
        return
    page.wait_for_load_state("networkidle")
    page.evaluate(NO_PORT)
    picture = Image.open(io.BytesIO(page.screenshot(caret="initial"))).convert("RGB")
    picture.thumbnail((WIDTH, 10 * WIDTH), Image.Resampling.LANCZOS)
    picture.save(Path(folder) / f"{name}.webp", quality=75, method=6)
