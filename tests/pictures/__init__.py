"""Pictures of twenty key pages at three widths, by day and by night, and how far a page may be from its picture."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageChops

KEPT = Path(__file__).resolve().parent / "kept"
STAMP = KEPT / "chromium.txt"
SCREENS = {390: 844, 768: 1024, 1280: 800}
LOOKS = ("light", "dark")
# Share of the pixels of the small picture that may differ. Letters, dates and codes are within it.
TOLERANCE = 0.03
# How far one of a pixel's three colours may be off before the pixel differs, of 255.
NEAR = 56


@dataclass(frozen=True, slots=True)
class Key:
    """A key page: its picture's name, and which state of `tests.browser.states` it shows to whom.

    `hidden` are parts that are never the same twice: dealt cards, codes. `query` says which part of the page.
    """

    picture: str
    state: str
    role: str
    hidden: str = ".qr, .share"
    query: str = ""


KEYS = (
    Key("home", "home", "anonymous", ".fan, .today details"),
    Key("mine", "mine", "organiser"),
    Key("cards", "cards:index", "anonymous"),
    Key("cards-rows", "cards:index as rows", "anonymous"),
    Key("card", "cards:card card", "anonymous"),
    Key("people", "cards:people card people=vulca", "anonymous"),
    Key("rulings", "cards:rulings", "anonymous"),
    Key("deck", "decks:deck public deck", "anonymous"),
    Key("builder", "decks:edit private deck", "host"),
    Key("verdict", "decks:check answered", "host"),
    Key("draft-new", "drafts:create", "anonymous"),
    Key("draft-table", "drafts:detail running draft", "player", ".packet, .pool, .qr, .share"),
    Key("draft-done", "drafts:detail finished draft", "host", ".fan, .highlights, .pool, .figures, .qr, .share"),
    Key("match", "matches:detail match", "host"),
    Key("companion", "matches:table match", "host"),
    Key("event-desk", "matches:event event", "organiser"),
    Key("event-wall", "matches:event_wall finished", "anonymous"),
    Key("season", "matches:group_season group", "organiser", query="?all=1"),
    Key("style", "style", "anonymous"),
    Key("not-found", "error 404", "anonymous"),
)


def file_of(key: Key, width: int, look: str) -> Path:
    """Return the file of the picture."""
    return KEPT / f"{key.picture}-{width}-{'day' if look == 'light' else 'night'}.jpg"


def small(png: bytes) -> Image.Image:
    """Return a screen at half its size: enough to see what moved, small enough to keep."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    return picture.resize((picture.width // 2, picture.height // 2), Image.Resampling.BOX)


def keep(seen: Image.Image, path: Path) -> None:
    """Keep it as the accepted picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    seen.save(path, quality=52, optimize=True)


def difference(seen: Image.Image, path: Path) -> float:
    """Return the share of pixels that differ; 1 where there is no picture or it has another size."""
    if not path.exists():
        return 1.0
    kept = Image.open(path).convert("RGB")
    if kept.size != seen.size:
        return 1.0
    size = (seen.width // 2, seen.height // 2)
    a, b = (picture.resize(size, Image.Resampling.BOX) for picture in (seen, kept))
    bands = ImageChops.difference(a, b).split()
    worst = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(worst.histogram()[NEAR:]) / (size[0] * size[1])
