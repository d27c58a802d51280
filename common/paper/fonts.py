"""Fonts of the papers: one family with Latin, Greek and Cyrillic, and the serif of the pages for titles, embedded."""

from pathlib import Path
from typing import Any, cast

from django.conf import settings

FONTS_FOLDER = Path(settings.BASE_DIR) / "static" / "fonts"
FONT_FAMILY = "Ten Moons Sans"
PLAIN, BOLD, TITLE = FONT_FAMILY, f"{FONT_FAMILY} Bold", "Ten Moons Serif"
_FONT_FILES = {PLAIN: "sans-regular.ttf", BOLD: "sans-bold.ttf", TITLE: "serif.ttf"}


def register_fonts() -> tuple[str, str]:
    """Register the fonts with reportlab; returns the names of the plain and the bold one."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    for name, file in _FONT_FILES.items():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(FONTS_FOLDER / file)))
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)
    return PLAIN, BOLD


def title_font_for(text: str) -> str:
    """Return the font of a title: the serif, or the bold one where the serif lacks a letter."""
    register_fonts()
    return TITLE if printable_text(text, TITLE) == text else BOLD


def printable_text(text: str, font: str = PLAIN) -> str:
    """Replace letters the font lacks by question marks, and drop soft hyphens."""
    from reportlab.pdfbase import pdfmetrics

    face = cast(Any, pdfmetrics.getFont(font)).face
    return "".join(letter if ord(letter) in face.charToGlyph else "?" for letter in text if letter != "\u00ad")
