"""Text encodings: decodes a file in UTF-8, UTF-16, or one of the old one-byte encodings, which are guessed.

Lists of cards are a few short words, too little for the statistics of general detectors (charset-normalizer takes "Müde
Krieger" for Cyrillic). Whether words mix accented with plain letters distinguishes the languages of the site.
"""

import re
from dataclasses import dataclass

from common.errors import Detail, Invalid
from common.text import gettext_noop
from decks.core.text.result import MAX_DECK_BYTES

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_BINARY_CHARACTERS = re.compile("[\x00-\x08\x0e-\x1f\x7f]")
_BYTE_ORDER_MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
# The first bytes of PNG, JPEG, GIF and TIFF; WebP and the pictures of phones (HEIC, AVIF) have theirs a little later.
_PICTURE_SIGNATURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*")
_OFFSET_PICTURE_SIGNATURES = ((8, b"WEBP"), (4, b"ftyp"))
PICTURE_SENT_MESSAGE = gettext_noop("This is a picture, not a list. Type or copy the list as text.")
ENCODING_GUESSED_MESSAGE = gettext_noop(
    "The file isn’t UTF-8, so it was read as %(encoding)s. Check that accented letters look right, or save it as "
    "UTF-8 to be sure."
)
GUESSED_LINE_MESSAGE = gettext_noop(
    "Line %(line)d isn’t UTF-8, so the file was read as %(encoding)s: “%(shown)s”. Check that accented letters "
    "look right, or save it as UTF-8 to be sure."
)
NOT_UTF_8_MESSAGE = gettext_noop(
    "This text isn’t UTF-8. In %(encoding)s, the line would be “%(shown)s”. Save the file as UTF-8 and try again."
)


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A text and its encoding; `guessed` if nothing in the file states it.

    `line` (1-based) and `column` are the first place that is not UTF-8, or 0 if that wasn’t the problem.
    """

    text: str
    encoding: str
    guessed: bool = False
    line: int = 0
    column: int = 0

    @property
    def template(self) -> str:
        """Return the message for the sender, a template to translate; empty if nothing is wrong."""
        return "" if not self.guessed else GUESSED_LINE_MESSAGE if self.line else ENCODING_GUESSED_MESSAGE

    @property
    def params(self) -> dict[str, object]:
        excerpt = _LINE_BREAK.split(self.text)[self.line - 1].strip()[:60] if self.line else ""
        return {"encoding": self.encoding, "line": self.line, "shown": excerpt}


def decode_text_file(raw: bytes) -> DecodedText:
    """Decode the bytes of a file; raises `Invalid` if it is too long, a picture, or (with the line) not text."""
    if raw.startswith(_PICTURE_SIGNATURES) or any(
        raw[offset : offset + 4] == mark for offset, mark in _OFFSET_PICTURE_SIGNATURES
    ):
        raise Invalid(PICTURE_SENT_MESSAGE)
    if len(raw) > 2 * MAX_DECK_BYTES:
        raise Invalid(gettext_noop("The file is larger than %(limit)d bytes."), {"limit": 2 * MAX_DECK_BYTES})
    decoded = _decode_bytes(raw)
    binary = _BINARY_CHARACTERS.search(decoded.text)
    if binary:
        line = decoded.text.count("\n", 0, binary.start()) + 1
        message = gettext_noop("This isn’t a text file.")
        raise Invalid(message, details=(Detail(message, line=line),))
    return decoded


def _decode_bytes(raw: bytes) -> DecodedText:
    for mark, encoding in _BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            name = "UTF-8" if encoding == "utf-8-sig" else "UTF-16"
            return DecodedText(raw.decode(encoding, errors="replace").removeprefix("\ufeff"), name)
    shape = _utf_16_without_mark(raw)
    if shape:
        return DecodedText(raw.decode(shape, errors="replace"), "UTF-16", guessed=True)
    try:
        return DecodedText(raw.decode("utf-8"), "UTF-8")
    except UnicodeDecodeError as error:
        encoding = _one_byte_encoding(raw)
        # In these encodings a byte is a character, so positions in bytes and in text are the same.
        text = raw.decode("latin-1").translate(_WINDOWS_1252_ONLY) if encoding == LATIN else raw.decode(encoding)
        before = text[: error.start]
        line, column = len(_LINE_BREAK.findall(before)) + 1, error.start - max(before.rfind("\n"), before.rfind("\r"))
        return DecodedText(text, encoding, guessed=True, line=line, column=column)


LATIN = "Latin-1"
CYRILLIC_ENCODINGS = ("Windows-1251", "KOI8-R")
# Quotes, dashes and the ellipsis, which Windows writes where Latin-1 has control characters.
_WINDOWS_1252_ONLY = {
    code: bytes([code]).decode("cp1252") for code in range(0x80, 0xA0) if code not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}
# Letters in all three encodings; A8 and B8 are Ё and ё of Windows, A3 and B3 are Ё and ё of KOI8-R.
_NON_ASCII_WORD = re.compile(rb"[A-Za-z\xa3\xa8\xb3\xb8\xc0-\xff]{2,}")
_ASCII_LETTER = re.compile(rb"[A-Za-z]")
# The letters of Russian, most frequent first.
_RUSSIAN_LETTERS = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"


def _one_byte_encoding(raw: bytes) -> str:
    """Return the encoding of text that isn’t UTF-8. Latin words mix accented and plain letters, Russian ones don’t."""
    accented = [word for word in _NON_ASCII_WORD.findall(raw) if not word.isascii()]
    russian = [word for word in accented if not _ASCII_LETTER.search(word)]
    if 2 * len(russian) <= len(accented):
        return LATIN
    costs = {name: cost for name in CYRILLIC_ENCODINGS if (cost := _russian_penalty(raw, russian, name)) is not None}
    return min(costs, key=lambda name: costs[name], default=LATIN)


def _russian_penalty(raw: bytes, words: list[bytes], encoding: str) -> tuple[int, int] | None:
    """Rate how unlikely words are in an encoding: odd capitals first, then rare letters; None if impossible."""
    try:
        raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    decoded = [word.decode(encoding) for word in words]
    odd = sum(not (word.islower() or word.isupper() or word.istitle()) for word in decoded)
    rank = len(_RUSSIAN_LETTERS)
    letters = "".join(decoded).lower()
    return odd, sum(_RUSSIAN_LETTERS.index(letter) if letter in _RUSSIAN_LETTERS else rank for letter in letters)


def _utf_16_without_mark(raw: bytes) -> str:
    """Return the UTF-16 variant of a text without byte order mark: every other byte is 0 (Latin) or 4 (Cyrillic)."""
    sample = raw[:400]
    if len(sample) < 4:
        return ""
    half = len(sample) // 2
    for first, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if sum(byte in (0, 4) for byte in sample[first::2]) > half * 0.7:
            return name
    return ""
