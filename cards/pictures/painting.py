"""Painter: cards and links as PNG, with the fonts of the PDFs, the same on every machine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

import resvg_py

from cards.pictures.printed import printed_card
from common import typesetting

FAMILY = "FiraGO"


@lru_cache(maxsize=64)
def painted(svg: str) -> bytes:
    """A PNG of the size the SVG says; the last ones are kept, for a link is opened by many at once."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_dirs=[typesetting.font_folder()],
            font_family=FAMILY,
            serif_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )


_DOTS_PER_INCH = 165  # 409 pixels across a card


def painted_cards(cards: Iterable[Any]) -> list[bytes]:
    """Cards as they are printed, as PNG of 409 by 572, in the reader's language."""
    drawn = [printed_card(card) for card in cards]
    return (
        typesetting.pictures("cards/pictures/face.typ", {"cards": drawn}, dots_per_inch=_DOTS_PER_INCH) if drawn else []
    )


@cache
def card_back() -> bytes:
    """The back of every card, as PNG of the same size."""
    return typesetting.pictures("cards/pictures/back.typ", {}, dots_per_inch=_DOTS_PER_INCH)[0]
