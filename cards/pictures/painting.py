"""Painting SVG as PNG, with the fonts of the PDFs, the same on every machine."""

from __future__ import annotations

import tempfile
from functools import cache, lru_cache
from pathlib import Path

import resvg_py

FAMILY = "FiraGO"


@cache
def _font_folder() -> str:
    """A folder of this process with the fonts as files, for the painter reads files only."""
    from pymupdf_fonts import fontbuffers

    folder = Path(tempfile.mkdtemp(prefix="tenmoons-fonts-"))
    for name in ("figo", "figbo"):
        (folder / f"{name}.ttf").write_bytes(fontbuffers[name]())
    return str(folder)


@lru_cache(maxsize=64)
def painted(svg: str) -> bytes:
    """A PNG of the size the SVG says; the last ones are kept, for a link is opened by many at once."""
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_dirs=[_font_folder()],
            font_family=FAMILY,
            serif_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )
