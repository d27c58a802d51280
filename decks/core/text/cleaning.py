"""Cleaning: removes what chats, forums and web pages add to the words of a list before a line is read."""

import re
from html import unescape

from cards.core.facts import People

# Line ends of pasted text: chats and office programs use more kinds than keyboards do.
BREAKS = re.compile(r"\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
# Soft hyphens, joiners, direction marks, and byte order marks inside a text.
_INVISIBLE = re.compile("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_HTML_NAMES = "abbr|b|blockquote|br|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|li|ol|p|pre|s|small|span|strong|sub|sup"
_HTML_NAMES += "|table|tbody|td|th|thead|tr|u|ul"
HTML_TAG = re.compile(rf"<(?:a\s|/a\b|/?(?:{_HTML_NAMES})\b)[^<>]{{0,300}}>", re.IGNORECASE)
_BBCODE_NAMES = (
    "align|b|center|c|code|color|colour|font|i|img|item|left|list|o|q|quote|right|s|size|spoiler|table|td|tr"
)
_BBCODE = re.compile(rf"\[/?(?:{_BBCODE_NAMES}|thing|u|url)(?:=[^\[\]]{{0,300}})?\]|\[\*\]", re.IGNORECASE)
# "[12.03.26, 18:20:11] Anna: 1 Sear", "3/12/26, 6:20 PM - Anna: 1 Sear"
_CHAT = re.compile(
    r"^\[?\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?\]?(?:\s+[-–—])?\s+"
    r"(?:[^:\n]{1,40}:\s+)?",
    re.IGNORECASE,
)
_WHOLE_DECIMAL = re.compile(r"^(\s*\d{1,2})[.,]0+(?=\s*[x×]?\s)", re.IGNORECASE)
_CYRILLIC_TIMES = re.compile(r"(?<=\d)(\s?)[хХ](?=[\s)\]]|$)|(?<![^\s(\[])[хХ](?=\s?\d)")
# "Sear 7/0", "Sear – 3 moons": the values and moons of a card after its name.
_FIGURES = re.compile(
    r"(?<![\s,–—-])[\s,–—-]+\(?(?:\d{1,2}\s*/\s*\d{1,2}|\d\s*(?:moons?|monde?|manen|maan|лун\w{0,2}))\)?$",
    re.IGNORECASE,
)
# "Vulca #5": after a people’s name, # and a number is the card’s number, not a comment.
_NUMBERED = re.compile(rf"\b({'|'.join(people.value for people in People)})\s+#\s?(?=\d{{1,3}}\b)", re.IGNORECASE)


def without_invisible(text: str) -> str:
    return _INVISIBLE.sub("", text)


def plain_line(line: str) -> str:
    """A line without tags, entities, and the date and author of a chat message; its quantity as digits and an x.

    >>> cleaned("[12.03.26, 18:20:11] Roland: 1.0 [b]Sear[/b]"), cleaned("<li>2х Fire &amp; Flames</li>")
    ('1 Sear', '2x Fire & Flames')
    """
    words = unescape(HTML_TAG.sub(" ", _BBCODE.sub(" ", without_invisible(line)))).strip()
    words = _CHAT.sub("", words)
    words = _CYRILLIC_TIMES.sub(r"\1x", _WHOLE_DECIMAL.sub(r"\1", words))
    return _NUMBERED.sub(r"\1 ", _FIGURES.sub("", words)).strip()
