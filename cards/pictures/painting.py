"""Painter: cards and link previews as PNG, with the typeface of the site and the fonts of the PDFs, the same on every
machine.

What took long to paint is cached on disk by a digest of its content. A digest always names the same picture, so nothing
must be deleted when a card changes. Errors count as cache misses: a full or broken disk costs time, never a response.
"""

from __future__ import annotations

import hashlib
import io
import json
import logging
import pickle
import zlib
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpResponse

from cards.core.art.link_picture import MAX_PICTURES_IN_ROW, card_row_preview_svg
from cards.core.facts import PEOPLES, CardType, Catalogue
from cards.games import GAMES
from common import typesetting

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

cache_logger = logging.getLogger("tenmoons.cache")
FACES_CACHE, SHEETS_CACHE = "card_faces", "card_sheets"  # the caches of the settings
_UNREADABLE_ERRORS = (OSError, EOFError, zlib.error, pickle.UnpicklingError)


def digest_of(parts: Iterable[str | bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        body = part.encode() if isinstance(part, str) else part
        digest.update(f"{len(body)}:".encode() + body)
    return digest.hexdigest()


def cached_picture(cache: str, digest: str) -> bytes | None:
    try:
        stored: bytes | None = caches[cache].get(digest)
    except _UNREADABLE_ERRORS as error:
        cache_logger.warning("a kept picture cannot be read: %s", error)
        return None
    return stored


def write_picture(cache: str, digest: str, picture: bytes) -> None:
    """Cache a picture, if possible."""
    try:
        caches[cache].set(digest, picture)
    except OSError as error:
        cache_logger.warning("a picture cannot be kept: %s", error)


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


def paint_card_faces(drawn: Sequence[Any]) -> list[Picture]:
    """Return pictures of `FACE_SIZE` of cards from `card_print_data`; each is painted once and then cached."""
    names = [face_digest(drawing) for drawing in drawn]
    stored = {name: cached_picture(FACES_CACHE, name) for name in names}
    fresh = {name: drawing for name, drawing in zip(names, drawn, strict=True) if stored[name] is None}
    painted = {name: _decode_picture(body) for name, body in stored.items() if body is not None}
    if fresh:
        drawings = {"cards": list(fresh.values())}
        for name, body in zip(fresh, typesetting.typeset_pngs(_FACE, drawings, dots_per_inch=_FACE_DPI), strict=True):
            painted[name] = _decode_picture(body)
            write_picture(FACES_CACHE, name, as_jpeg(painted[name], _FACE_JPEG_QUALITY))
    return [painted[name] for name in names]


def _decode_picture(picture: bytes) -> Picture:
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
    return typesetting.typeset_pngs("cards/pictures/back.typ", {}, dots_per_inch=_FACE_DPI)[0]


def card_row_response(cards: Sequence[Any], title: str, text: str) -> HttpResponse:
    """Return the picture as a response that no shared cache stores: a chat or the reader’s browser loads it."""
    svg = card_row_preview_svg([GAMES[card.game].picture(card) for card in cards[:MAX_PICTURES_IN_ROW]], title, text)
    return HttpResponse(svg_as_png(svg), content_type="image/png", headers={"Cache-Control": "private, max-age=3600"})


def leaders_of_peoples(catalogue: Catalogue, peoples: Sequence[str]) -> list[Any]:
    leaders = {card.people.value: card for card in catalogue if card.type is CardType.LEADER}
    return [leaders[people] for people in peoples if people in leaders]


def random_leaders(catalogue: Catalogue, seed: str) -> list[Any]:
    start = sum(seed.encode()) % len(PEOPLES)
    return leaders_of_peoples(catalogue, [*PEOPLES[start:], *PEOPLES[:start]])
