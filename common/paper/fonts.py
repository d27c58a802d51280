"""Fonts of the papers, embedded: a sans and a serif, and fonts with letters of names that these lack.

A text is drawn as runs: parts of one font, script and direction, in the order in which they stand on paper.
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

from common.text import remove_invisible

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
# Stands for a letter that no font has.
MISSING_LETTER = "▯"
# Texts of these letters alone are drawn as they are.
_PLAIN_TEXT = re.compile("[ -~\u00a0-\u00ac\u00ae-\u017f\u0400-\u045f\u2010-\u2027]*")
_ISOLATED = re.compile("[\u2068\u2069]")
# Tones and selectors of emoji, which fonts of one colour cannot show.
_EMOJI_MODIFIER = re.compile(
    "[\ufe0f\u20e3\U0001f3fb-\U0001f3ff]|(?<=[\u203c-\u3299\ufe0f\U0001f000-\U0001faff])\u200d"
)
_HEBREW, _ARABIC, _INDIC, _LAST_SHAPED = 0x590, 0x600, 0x900, 0x1000


@dataclass(frozen=True, slots=True)
class Run:
    """A part of a text in one font; shaped where its letters join, change places or run from right to left."""

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
        """Return what reportlab draws."""
        from reportlab.pdfbase import pdfmetrics, ttfonts

        if not self.is_shaped or not cast(Any, pdfmetrics.getFont(self.font)).shapable:
            return self.text
        return cast(str, cast(Any, ttfonts).shapeStr(self.text, self.font, size))


def register_fonts() -> tuple[str, str]:
    """Register the fonts with reportlab; returns the names of the plain and the bold one."""
    from reportlab.pdfbase import pdfmetrics

    for name in (PLAIN, BOLD, TITLE):
        _face(name)
    pdfmetrics.registerFontFamily(PLAIN, normal=PLAIN, bold=BOLD, italic=PLAIN, boldItalic=BOLD)
    return PLAIN, BOLD


def _face(font: str) -> Any:
    """Return a font’s letters; registers it at the first use, as those of names are large and seldom needed."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    if font not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont(font, str(FONTS_FOLDER / _FONT_FILES[font])))
    return cast(Any, pdfmetrics.getFont(font)).face


@lru_cache(maxsize=4096)
def _font_with(letter: str, font: str) -> str:
    """Return the first font that has a letter; empty for none."""
    every = (font, PLAIN, _EMOJI, _HANGUL, _HAN)
    return next((each for each in every if ord(letter) in _face(each).charToGlyph), "")


def title_font_for(text: str) -> str:
    """Return the font of a title: the serif, or the bold one where the serif lacks a letter."""
    return TITLE if all(_font_with(letter, TITLE) == TITLE for letter in _visible(text)) else BOLD


def is_printable(text: str) -> bool:
    """Return whether the fonts have every letter."""
    return bool(_PLAIN_TEXT.fullmatch(text)) or all(_font_with(letter, PLAIN) for letter in _visible(text))


def _visible(text: str) -> str:
    return _EMOJI_MODIFIER.sub("", remove_invisible(text))


@lru_cache(maxsize=4096)
def text_width(text: str, font: str) -> float:
    """Return the width of a text at size 1."""
    return sum(run.width for run in text_runs(text, font))


@lru_cache(maxsize=4096)
def text_runs(text: str, font: str) -> tuple[Run, ...]:
    """Return the runs of a text from left to right, without what nobody sees; what is isolated stays by itself."""
    _face(font)
    if _PLAIN_TEXT.fullmatch(text):
        return (Run(text, font, False),)
    return tuple(run for part in _ISOLATED.split(text) for run in _runs_in_order(_visible(part), font))


def is_single_run(text: str, font: str) -> bool:
    """Return whether a text is drawn in its font as it is."""
    return text_runs(text, font) == (Run(text, font, False),)


def _runs_in_order(text: str, font: str) -> list[Run]:
    """Return the runs in the order of the Unicode bidirectional algorithm, in a line from left to right."""
    levels = _direction_levels(text)
    runs: list[tuple[int, Run]] = []
    for (level, used, script), letters in groupby(_letters(text, levels, font), key=lambda letter: letter[:3]):
        runs.append((level, Run("".join(letter for *_same, letter in letters), used, bool(script))))
    for lowest in (2, 1):
        parts = [(turned, list(some)) for turned, some in groupby(runs, key=lambda run: run[0] >= lowest)]
        runs = [run for turned, some in parts for run in (reversed(some) if turned else some)]
    return [run for _level, run in runs]


def _letters(text: str, levels: list[int], font: str) -> Iterator[tuple[int, str, int, str]]:
    """Yield each letter with its level, font and script; marks and spaces stay with the letter before them."""
    used, script = font, 0
    for letter, level in zip(text, levels, strict=True):
        code, is_mark = ord(letter), unicodedata.category(letter) in ("Mn", "Mc", "Cf")
        if not (is_mark and code in _face(used).charToGlyph):
            used = _font_with(letter, font)
            if not used:
                used, letter = font, MISSING_LETTER
        if _HEBREW <= code < _LAST_SHAPED:
            script = _HEBREW if code < _ARABIC else _ARABIC if code < _INDIC else code >> 7
        elif letter.isalnum() or (level == 0 and not is_mark):
            script = 0
        yield level, used, script, letter


def _direction_levels(text: str) -> list[int]:
    """Return a level for each letter: 0 from left to right, 1 from right to left, 2 for numbers within that."""
    levels: list[int | None] = []
    strong = 0
    for letter in text:
        kind = unicodedata.bidirectional(letter)
        if kind in ("L", "R", "AL"):
            strong = int(kind != "L")
            levels.append(strong)
        elif kind == "NSM" and levels:
            levels.append(levels[-1])
        else:
            levels.append(2 * strong if kind in ("EN", "AN") else None)
    for at, level in enumerate(levels):
        if level is None:
            following = next((each for each in levels[at:] if each is not None), 0)
            levels[at] = min(levels[at - 1] or 0 if at else 0, following, 1)
    return [level or 0 for level in levels]
