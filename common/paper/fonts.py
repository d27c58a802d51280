"""Embedded fonts of the papers: a sans, a serif, and fonts for names in other scripts.

A text is drawn as runs: parts of one font, script and direction, in visual order.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, cast

from django.conf import settings

from common.text import RIGHT_TO_LEFT_LETTERS, remove_invisible

FONTS_FOLDER = Path(settings.BASE_DIR) / "static" / "fonts"
FONT_FAMILY = "Ten Moons Sans"
PLAIN, BOLD, TITLE = FONT_FAMILY, f"{FONT_FAMILY} Bold", "Ten Moons Serif"
_EMOJI, _HAN, _HANGUL = "Ten Moons Emoji", "Ten Moons Han", "Ten Moons Hangul"
_FONT_FILES = {
    PLAIN: "sans-regular.ttf",
    BOLD: "sans-bold.ttf",
    TITLE: "serif.ttf",
    _EMOJI: "names-emoji.ttf",
    _HAN: "names-han.ttf",
    _HANGUL: "names-hangul.ttf",
}
# Replaces a letter that no font has.
MISSING_LETTER = "▯"
# Texts of only these letters are drawn unchanged.
_PLAIN_TEXT = re.compile("[ -~\u00a0-\u00ac\u00ae-\u017f\u0400-\u045f\u2010-\u2027]*")
_ISOLATED = re.compile("[\u2068\u2069]")
# Tones and selectors of emoji, which single-colour fonts can’t show.
_EMOJI_MODIFIER = re.compile(
    "[\ufe0f\u20e3\U0001f3fb-\U0001f3ff]|(?<=[\u203c-\u3299\ufe0f\U0001f000-\U0001faff])\u200d"
)
# Scripts whose letters join, change places or run from right to left; each Indian script has its own block.
_FIRST_SHAPED, _FIRST_INDIC, _LAST_SHAPED = 0x590, 0x900, 0x1000
_TURNED = RIGHT_TO_LEFT_LETTERS
_RIGHT_TO_LEFT_PART = re.compile(rf"([{_TURNED}](?:[{_TURNED}\W\d_]*[{_TURNED}\d])?)")
_NUMBER = re.compile(r"(\d+(?:[.,:/]\d+)*)")


@dataclass(frozen=True, slots=True)
class TextRun:
    """A part of a text in one font; shaped if its letters join, change places or run from right to left."""

    text: str
    font: str
    is_shaped: bool

    @property
    def width(self) -> float:
        """Return the width at size 1."""
        from reportlab.pdfbase.pdfmetrics import stringWidth

        if shapes := getattr(self.drawn(1), "__shapeData__", None):
            return float(sum(shape.x_advance for shape in shapes)) / 1000
        return float(stringWidth(self.text, self.font, 1))

    def drawn(self, size: float) -> str:
        """Return the text or shaped text for reportlab."""
        from reportlab.pdfbase import pdfmetrics, ttfonts

        if not self.is_shaped or not cast(Any, pdfmetrics.getFont(self.font)).shapable:
            return self.text
        return cast(str, cast(Any, ttfonts).shapeStr(self.text, self.font, size))


def register_fonts() -> tuple[str, str]:
    """Register the fonts with reportlab; return the names of the regular and the bold one."""
    from reportlab.pdfbase import pdfmetrics

    for name in (PLAIN, BOLD, TITLE):
        _letters_of_font(name)
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)
    return PLAIN, BOLD


def _letters_of_font(font: str) -> Any:
    """Return a font’s letters; registered at first use, because the fonts for names are large and rarely needed."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    if font not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(font, str(FONTS_FOLDER / _FONT_FILES[font])))
    return cast(Any, pdfmetrics.getFont(font)).face


@lru_cache(maxsize=4096)
def _font_with(letter: str, font: str) -> str:
    """Return the first font that has a letter; empty if no font has it."""
    every = (font, PLAIN, _EMOJI, _HANGUL, _HAN)
    return next((each for each in every if ord(letter) in _letters_of_font(each).charToGlyph), "")


def title_font_for(text: str) -> str:
    """Return the font of a title: the serif, or the bold one if the serif lacks a letter."""
    return TITLE if all(_font_with(letter, TITLE) == TITLE for letter in _without_invisible(text)) else BOLD


def fonts_cover_text(text: str) -> bool:
    return bool(_PLAIN_TEXT.fullmatch(text)) or all(_font_with(letter, PLAIN) for letter in _without_invisible(text))


def _without_invisible(text: str) -> str:
    return _EMOJI_MODIFIER.sub("", remove_invisible(text))


@lru_cache(maxsize=4096)
def text_width(text: str, font: str) -> float:
    """Return the width of a text at size 1."""
    return sum(run.width for run in text_runs(text, font))


@lru_cache(maxsize=4096)
def text_runs(text: str, font: str) -> tuple[TextRun, ...]:
    """Return the runs of a text from left to right, without invisible characters; isolates stay separate."""
    _letters_of_font(font)
    if _PLAIN_TEXT.fullmatch(text):
        return (TextRun(text, font, False),)
    return tuple(run for part in _ISOLATED.split(text) for run in _runs_in_order(_without_invisible(part), font))


def is_single_run(text: str, font: str) -> bool:
    """Return whether a text is drawn in its font unchanged."""
    return text_runs(text, font) == (TextRun(text, font, False),)


def _runs_in_order(text: str, font: str) -> Iterator[TextRun]:
    """Yield the runs in visual order in a left-to-right line; right-to-left runs keep their numbers."""
    for index, part in enumerate(_RIGHT_TO_LEFT_PART.split(text)):
        if index % 2 == 0:
            yield from _runs_of_part(part, font, is_turned=False)
            continue
        for piece in reversed(_NUMBER.split(part)):
            yield from reversed(list(_runs_of_part(piece, font, is_turned=not piece.isdecimal())))


def _runs_of_part(text: str, font: str, *, is_turned: bool) -> Iterator[TextRun]:
    letters = groupby(_letters_with_fonts(text, font, is_turned=is_turned), key=lambda letter: letter[:2])
    for (used, script), some in letters:
        yield TextRun("".join(letter for *_same, letter in some), used, bool(script))


def _letters_with_fonts(text: str, font: str, *, is_turned: bool) -> Iterator[tuple[str, int, str]]:
    """Yield each letter with its font and script; marks stay with the letter before them."""
    used, script = font, 0
    for letter in text:
        code, is_mark = ord(letter), unicodedata.category(letter) in ("Mn", "Mc", "Cf")
        if not (is_mark and used and code in _letters_of_font(used).charToGlyph):
            used = _font_with(letter, font)
        if _FIRST_SHAPED <= code < _LAST_SHAPED:
            script = code >> (7 if code >= _FIRST_INDIC else 9)
        elif not (is_turned or is_mark):
            script = 0
        yield used or font, script, letter if used else MISSING_LETTER
