"""Pasted lists of players: find the names, without what chats and numbered lists add to them; pure."""

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass

from common.errors import Invalid
from common.text import gettext_noop, remove_invisible
from matches.core.names import name_key

# `[18:22, 12.3.2026] Roland: …`, `12.03.26, 18:22 - Roland: …`: prefixes of chat messages.
_CHAT = re.compile(
    r"^\s*(?:\[[^\]]*\d{1,2}:\d{2}[^\]]*\]|\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s+\d{1,2}:\d{2}\S*(?:\s[AaPp]\.?[Mm]\.?)?\s*-)\s*"
)
_CHAT_SENDER = re.compile(r"^([^:]{1,60}):\s*")
_EMAIL = re.compile(r"[<(\[]?\b(?:mailto:)?[^\s<>()\[\],;@]+@[^\s<>()\[\],;@]+[>)\]]?")
# The name in a row of a table: `| 1 | Anna |`, `"Anna";3`.
_TABLE_CELL = re.compile(r'^\|[\s\d|.]*([^|]*?)\s*(?:\|.*)?$|^(?:\d+[,;])?"([^"]+)"(?:[,;].*)?$')
_TABLE_RULE = re.compile(r"[\s|:=+-]*-{3}[\s|:=+-]*")
_NOBODY = frozenset({"bye", "freilos", "vrij", "vrijloting", "бай", "свободен"})
_LIST_NUMBER = re.compile(r"^[\s>*#•·‣◦▪–—-]*\(?\d{1,3}\s*[.):\]–-]+\s*|^\s*\d{1,3}\s+(?=\D)")
_LIST_BULLET = re.compile(r"^[\s>*•·‣◦▪–—-]+|^\s*\[[ xX]?\]\s*")
_TIME_OF_DAY = re.compile(r"\s*\(?\b\d{1,2}:\d{2}\b\)?\s*$")
# A line that is the head of a message: `Roland, [12.03.2026 18:22]`, `Roland — Today at 18:22`.
_HEAD = re.compile(r"^.{1,60}(?:\[\d{1,2}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}:\d{2}.*\]|\s[—–]\s.*\d{1,2}:\d{2}.*)\s*$")
# Signs and words that a single name doesn’t contain: they come with a second person, a remark or a sentence.
_NOT_SINGLE_NAME = re.compile(r"[,;:!?()\[\]{}&+/]|\s[-–—]\s|\b(?:und|and|en|et|y|и)\b", re.IGNORECASE)
MAX_WORDS_IN_NAME = 4
# Maximum number of lines, and of letters read in a line: even with a chat’s prefix, names are far shorter.
MAX_LINES_PASTED, MAX_LINE = 5000, 300
_JOINERS = "\u200d\ufe0f\u20e3"


@dataclass(frozen=True, slots=True)
class PastedNames:
    """The names of a pasted list without duplicates, the lines that were left out, and the duplicate names.

    `unsure` are names that may be several names or none. `lines` are as pasted. `tidied` is true if somebody should
    check the names: text was removed, or a line was left out or is unsure.
    """

    names: tuple[str, ...]
    left_out: tuple[str, ...]
    doubled: tuple[str, ...]
    lines: tuple[str, ...]
    unsure: tuple[str, ...]
    tidied: bool


def parse_pasted_names(text: str, taken: Collection[str] = (), confirmed: Collection[str] = ()) -> PastedNames:
    """Read a pasted list: one name per line, or a single line with commas. `taken` are the names in the event.

    A line in `confirmed` is a name without changes. In a list with numbers or bullets, lines without a number or bullet
    are headings. Taken names go to `doubled`. Raises `Invalid` for more than `MAX_LINES_PASTED` lines.

    >>> found = parse_pasted_names("Saturday:\\n1. Anna 🌙\\n2) Ben\\n- Anna")
    >>> found.names, found.left_out, found.doubled
    (('Anna', 'Ben'), ('Saturday:',), ('Anna',))
    """
    lines = [line for line in remove_invisible(text).splitlines() if line.strip()]
    if len(lines) == 1 and max(map(lines[0].count, ",@")) > 1 and '"' not in lines[0]:
        lines = [part for part in re.split("[,;]", lines[0]) if part.strip()]
    lines = [line for line, below in zip(lines, [*lines[1:], ""], strict=True) if not _TABLE_RULE.fullmatch(below)]
    if len(lines) > MAX_LINES_PASTED:
        template = gettext_noop("The text has %(have)d lines; at most %(limit)d are read.")
        raise Invalid(template, {"have": len(lines), "limit": MAX_LINES_PASTED}, field="names")
    known = {line.strip() for line in confirmed}
    read = [
        (line.strip(), False) if line.strip() in known else _name_of_line(_without_trailing_numbers(line)[:MAX_LINE])
        for line in lines
    ]
    is_list = sum(marked for _name, marked in read) * 2 >= len(read)
    marked_any = any(marked for _name, marked in read)
    names: list[str] = []
    left_out, doubled = [], []
    keys, there = set[str](), {name_key(name) for name in taken}
    for line, (name, marked) in zip(lines, read, strict=True):
        if not name or line.rstrip().endswith(":") or _HEAD.match(line) or (marked_any and is_list and not marked):
            left_out.append(line.strip())
        elif name_key(name) in keys | there:
            doubled.append(name)
        else:
            keys.add(name_key(name))
            names.append(name)
    unsure = tuple(name for name in names if name not in known and not is_single_name(name))
    tidied = bool(left_out or unsure) or [name for name, _marked in read] != [" ".join(line.split()) for line in lines]
    return PastedNames(tuple(names), tuple(left_out), tuple(doubled), tuple(lines), unsure, tidied)


def is_single_name(name: str) -> bool:
    """Return whether this can only be a single name, without a second person, a remark or a sentence.

    >>> [is_single_name(name) for name in ("Anna de Vries", "Karl und Lisa Boot", "Felix (vegan)", "bin dabei")]
    [True, False, False, False]
    """
    small = name.lower() != name.upper() and not any(sign.isupper() for sign in name)
    return not small and not _NOT_SINGLE_NAME.search(name) and len(name.split()) <= MAX_WORDS_IN_NAME


def _without_trailing_numbers(line: str) -> str:
    """Return a spreadsheet row without the numbers after the name, such as points."""
    cells = line.split("\t")
    while len(cells) > 1 and not any(map(str.isalpha, cells[-1])):
        cells.pop()
    return " ".join(" ".join(cells).split())


def _name_of_line(line: str) -> tuple[str, bool]:
    """Return the name in a line, and whether a number or a bullet comes before it."""
    text = _CHAT.sub("", line)
    if text != line and (sender := _CHAT_SENDER.match(text)):
        message = text[sender.end() :]
        text = sender[1] if _is_remark(message) else message
    text = _EMAIL.sub("", text).strip(" ;")
    if cell := _TABLE_CELL.match(text):
        text = cell[1] or cell[2] or ""
    plain = _without_emoji(text)
    bare = _LIST_BULLET.sub("", _LIST_NUMBER.sub("", plain, count=1), count=1)
    name = " ".join(_TIME_OF_DAY.sub("", bare).split()).strip(",;*_")
    # A name consisting of emoji is kept; a number or a table rule isn’t a name.
    pictures = "".join(text.split()) if not name and not plain.strip() else ""
    is_name = any(letter.isalpha() for letter in name) and name.casefold() not in _NOBODY
    return pictures or (name if is_name else ""), bare.strip() != plain.strip()


def _is_remark(message: str) -> bool:
    """Return whether a message is a remark rather than a name or a line of a list: "bin dabei!", "👍"."""
    if _LIST_NUMBER.match(message) or message.rstrip().endswith(":"):
        return False
    words = _without_emoji(message).split()
    later_names = any(word[:1].isupper() for word in words[1:])
    return not words or (not later_names and (words[0][:1].islower() or len(words) > 1 or words[-1][-1] in "!?."))


def _without_emoji(text: str) -> str:
    signs = (sign for sign in text if unicodedata.category(sign) not in ("So", "Sk", "Cs") and sign not in _JOINERS)
    return "".join(signs)
