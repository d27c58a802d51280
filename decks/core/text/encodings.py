"""Bytes of a file as text: UTF-8 and UTF-16 told by their marks or their shape, Latin-1 otherwise, and said so."""

from __future__ import annotations

import re
from dataclasses import dataclass

from common.errors import Detail, Invalid
from common.text import gettext_noop
from decks.core.text.result import MAX_SIZE

_BREAK = re.compile(r"\r\n|\r|\n")
_BINARY = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
GUESSED = gettext_noop(
    "The file is not UTF-8, so it was read as %(encoding)s; look whether the accents are right. To be sure, save it as "
    "UTF-8."
)
GUESSED_LINE = gettext_noop(
    "Line %(line)d is not UTF-8, so the file was read as %(encoding)s: “%(shown)s”. Look whether the accents are "
    "right; to be sure, save it as UTF-8."
)
NOT_UTF_8 = gettext_noop(
    "This is not UTF-8 text: in %(encoding)s, the line would be “%(shown)s”. Save the file as UTF-8, then it is read."
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text and its encoding; `guessed` where nothing in the file says that it is this one.

    `line` (1-based) and `column` are the first place that is not UTF-8, 0 where that is not what was wrong.
    """

    text: str
    encoding: str
    guessed: bool = False
    line: int = 0
    column: int = 0

    @property
    def template(self) -> str:
        """What to tell who sent it; empty for a file that is as it should be."""
        return "" if not self.guessed else GUESSED_LINE if self.line else GUESSED

    @property
    def params(self) -> dict[str, object]:
        """What fills the template."""
        shown = _BREAK.split(self.text)[self.line - 1].strip()[:60] if self.line else ""
        return {"encoding": self.encoding, "line": self.line, "shown": shown}


def decode(raw: bytes) -> Decoded:
    """Read the bytes of a file; raises `Invalid`, with the line, for one that is too long or is no text at all."""
    if len(raw) > 2 * MAX_SIZE:
        raise Invalid(gettext_noop("The file is longer than %(limit)d bytes."), {"limit": 2 * MAX_SIZE})
    found = _decoded(raw)
    binary = _BINARY.search(found.text)
    if binary:
        line = found.text.count("\n", 0, binary.start()) + 1
        message = gettext_noop("This is not a text file.")
        raise Invalid(message, details=(Detail(message, line=line),))
    return found


def _decoded(raw: bytes) -> Decoded:
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            name = "UTF-8" if encoding == "utf-8-sig" else "UTF-16"
            return Decoded(raw.decode(encoding, errors="replace").removeprefix("\ufeff"), name)
    shape = _utf_16_shape(raw)
    if shape:
        return Decoded(raw.decode(shape, errors="replace"), "UTF-16", guessed=True)
    try:
        return Decoded(raw.decode("utf-8"), "UTF-8")
    except UnicodeDecodeError as error:
        text = raw.decode("latin-1").translate(_WINDOWS)
        before = text[: error.start]  # in Latin-1 a byte is a letter
        line, column = len(_BREAK.findall(before)) + 1, error.start - max(before.rfind("\n"), before.rfind("\r"))
        return Decoded(text, "Latin-1", guessed=True, line=line, column=column)


# What Windows writes where Latin-1 has control characters: quotes, dashes, the ellipsis.
_WINDOWS = {
    code: bytes([code]).decode("cp1252") for code in range(0x80, 0xA0) if code not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}


def _utf_16_shape(raw: bytes) -> str:
    """UTF-16 without its mark has a zero in every other byte."""
    sample = raw[:400]
    if len(sample) < 4:
        return ""
    half = len(sample) // 2
    if sample[1::2].count(0) > half * 0.7:
        return "utf-16-le"
    return "utf-16-be" if sample[0::2].count(0) > half * 0.7 else ""
