"""Painter: cards and link previews as PNG, with the typeface of the site and the fonts of the PDFs, the same on every
machine."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings

from cards.pictures.disk_cache import FACES_CACHE, digest_of, read_picture, write_picture
from common import typesetting

if TYPE_CHECKING:
    from PIL.Image import Image as Picture


@lru_cache(maxsize=64)
def svg_as_png(svg: str) -> bytes:
    """Return a PNG of the SVG’s size; the last ones are cached, because many open a link at once."""
    return typesetting.svg_to_png(svg)


FACE_SIZE = (409, 572)  # pixels of a painted card
_FACE_DPI = 165
_FACE = "cards/pictures/face.typ"
_FACE_JPEG_QUALITY = 94


def face_digest(drawn: Any) -> str:
    """Return the cache key of a drawn card: its words and picture, the template, and the painter’s version."""
    text = json.dumps(drawn, ensure_ascii=False, sort_keys=True, default=str)
    return digest_of([text, _face_template_source(), typesetting.typst_version(), f"{_FACE_DPI} {_FACE_JPEG_QUALITY}"])


@cache
def _face_template_source() -> bytes:
    return (Path(settings.BASE_DIR) / _FACE).read_bytes()


def card_faces(drawn: Sequence[Any]) -> list[Picture]:
    """Return pictures of `FACE_SIZE` of cards from `card_print_data`; each is painted once and then cached."""
    names = [face_digest(drawing) for drawing in drawn]
    stored = {name: read_picture(FACES_CACHE, name) for name in names}
    fresh = {name: drawing for name, drawing in zip(names, drawn, strict=True) if stored[name] is None}
    painted = {name: _open_picture(body) for name, body in stored.items() if body is not None}
    if fresh:
        drawings = {"cards": list(fresh.values())}
        for name, body in zip(fresh, typesetting.pictures(_FACE, drawings, dots_per_inch=_FACE_DPI), strict=True):
            painted[name] = _open_picture(body)
            write_picture(FACES_CACHE, name, as_jpeg(painted[name], _FACE_JPEG_QUALITY))
    return [painted[name] for name in names]


def _open_picture(picture: bytes) -> Picture:
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as face:
        rgb = face.convert("RGB")
    return rgb if rgb.size == FACE_SIZE else rgb.resize(FACE_SIZE)


def as_jpeg(picture: Picture, quality: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=quality)
    return out.getvalue()


def as_png(picture: Picture) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


@cache
def card_back_png() -> bytes:
    return typesetting.pictures("cards/pictures/back.typ", {}, dots_per_inch=_FACE_DPI)[0]
