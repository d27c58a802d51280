"""Pasted lines of either game: what chats, forums and web pages add is removed; count, name and the details beside it;
headings and comments.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from html import unescape

from cards.core.facts import CardType, People
from cards.games.cthulhu.facts import FACTIONS, TYPES
from common.text import fold
from decks.core.text.result import MAX_DECK_NAME

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


def clean_pasted_line(line: str) -> str:
    """Return a line without tags, entities, and date and author of a chat message; its quantity as digits and an x.

    >>> clean_pasted_line("[12.03.26, 18:20:11] Roland: 1.0 [b]Sear[/b]"), clean_pasted_line("<li>2х A &amp; B</li>")
    ('1  Sear', '2x A & B')
    """
    words = unescape(HTML_TAG.sub(" ", _BBCODE.sub(" ", without_invisible(line)))).strip()
    words = _CHAT.sub("", words)
    words = _CYRILLIC_TIMES.sub(r"\1x", _WHOLE_DECIMAL.sub(r"\1", words))
    return _NUMBERED.sub(r"\1 ", _FIGURES.sub("", words)).strip()


_MARKDOWN_EMPHASIS = re.compile(r"\*\*|__|~~|`")
_MARKDOWN_LINK = re.compile(r"\[\[([^\[\]]+)\]\]|\[([^\[\]]+)\]\(\S*\)")
_LIST_BULLET = re.compile(r"^(?:[-*•·–—+>✓✔☐☑✅]+\s+|\[[ xX]?\]\s+|\d{1,3}[.)]\s+(?=\S))")
_COUNT_FIRST = re.compile(
    r"^[(\[{<]?(?P<count>\d{1,2})\s*(?:[x×*]|(?:copies |cop(?:y|ies) )?of\b)?[)\]}>]?\s*[x×]?\s+(?P<rest>\S.*)$",
    re.IGNORECASE,
)
_BARE_NUMBER = re.compile(r"^(\d{1,2})\s+(?![x×*]\s|of\b|cop)", re.IGNORECASE)
_COUNT_JOINED_TO_NAME = re.compile(r"^(?P<count>\d{1,2})[x×*](?P<rest>\S.*)$", re.IGNORECASE)
_COUNT_AFTER_X = re.compile(r"^[(\[]?[x×]\s*(?P<count>\d{1,2})[)\]]?\s+(?P<rest>\S.*)$", re.IGNORECASE)
_COUNT_LAST = re.compile(
    r"^(?P<rest>.*\S)\s*[(\[]?(?:[x×*]\s*(?P<count>\d{1,2})|(?P<before>\d{1,2})\s*[x×])[)\]]?$", re.IGNORECASE
)
_WORDS_IN_BRACKETS = re.compile(r"^(?P<rest>.*\S)\s*[(\[{<](?P<place>[^()\[\]{}<>]*)[)\]}>]$")
_F_NUMBER = re.compile(r"^(?P<rest>.*\S)[\s,#-]+(?P<place>F\d{1,3})$", re.IGNORECASE)
# Only tried if a line names no card otherwise: many titles contain numbers, colons and dashes.
_LOOSE_FIRST = re.compile(r"^(?P<count>\d{1,2})\s*[:,;=–—-]\s*(?P<rest>\S.*)$")
_LOOSE_COUNT_LAST = re.compile(r"^(?P<rest>.*\S?\w)[)”\"]?(?:\s*(?:[:,;=–—-]|\.{2,})\s*|\s+)(?P<count>\d{1,2})$")
# The author and time of a chat message.
_CHAT_SPEAKER = re.compile(r"^(?:\[?\d{1,2}:\d{2}(?::\d{2})?\]?\s+)?(?:<?[\w .-]{1,30}>?:\s+(?=[x×(\[]?\d))?")
_COLUMN_SEPARATOR = re.compile(r"\s*(?:\t|\|)\s*")
_ONLY_COUNT = re.compile(r"[x×]?\s*(?P<count>\d{1,2})\s*[x×]?", re.IGNORECASE)

_DECORATIVE_CHARACTERS = re.compile(r"^[\s=*_~#:.>\[\]<|-]+|[\s=*_~#:.<\[\]>|-]+$")
_COUNT_IN_HEADING = re.compile(r"\(?\b(?:x\s*)?\d{1,3}(?:\s*(?:x|cards?))?\b\)?|\bcards?\b|[:()–—-]", re.IGNORECASE)
_KINDS = (*TYPES, *(kind.value for kind in CardType if kind), *(people.value for people in People), "other", "neutral")
_HEADING_WORDS = frozenset(
    fold(word)
    for word in (
        *_KINDS,
        *(f"{kind}s" for kind in _KINDS),
        *("conspiracies", "stories", "story deck", "attachments", "locations", "main", "main deck", "maindeck", "deck"),
        *("decklist", "deck list", "list", "total", "in total", "resources", "draw deck", "moons"),
        *FACTIONS,
        *(f"The {faction}" for faction in FACTIONS),
        *("Miskatonic", "Shub", "Yog", "Order of the Silver Twilight"),
        *("qty", "quantity", "count", "card", "name", "title", "qty card", "qty name", "count card", "count name"),
    )
)
_COUNTED_HEADING = re.compile(r"^[^\W\d_][\w &'’/-]{0,40}:?\s*[(\[](?P<count>\d{1,3})[)\]]:?$")
# Headings of cards that lie beside the deck, and headings after which cards are in the deck again.
_ASIDE = frozenset({"sideboard", "side", "side deck", "maybe", "maybeboard", "considering", "reserve", "ersatz"})
_ASIDE |= frozenset({"tokens", "vielleicht", "misschien", "запас", "может быть"})
_MAIN = frozenset({"main", "main deck", "maindeck", "deck", "draw deck"})
_LINK = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_TITLE = re.compile(r"\b(?:deck|decklist|list|liste|lijst|колода|список|by|von|door|от)\b|\w['’]s\b", re.IGNORECASE)
# Headings of other sites that say nothing about the cards.
_IGNORED = frozenset({"author", "by", "date", "deck type", "description", "event", "faction", "factions", "player"})
_PROSE_START = re.compile(r"^(?:by|from|deck by|created|exported|made|(?:deck )?created (?:with|by))\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line in parts: a possible title, the copies (None if not given), and set or number beside it.

    `cells` are the columns of a table line; any of them may be the name. `digits` is the copies as written if they are
    only a number, which may be the card’s own.
    """

    name: str
    copies: int | None = None
    places: tuple[str, ...] = ()
    cells: tuple[str, ...] = ()
    digits: str = ""


def split_pasted_line(text: str) -> PastedLine:
    """Take a line apart.

    >>> split_pasted_line("- x3 Panic [Core Set] F77")
    PastedLine(name='Panic', copies=3, places=('F77', 'Core Set'), cells=(), digits='')
    """
    rest, copies = plain_line(text), None
    digits = _BARE_NUMBER.match(rest)
    for form in (_COUNT_JOINED_TO_NAME, _COUNT_FIRST, _COUNT_AFTER_X):
        match = form.match(rest)
        if match and copies is None:
            rest, copies = match["rest"], int(match["count"])
    return replace(_without_set_and_number(rest, copies), digits=digits[1] if digits else "")


def _without_set_and_number(rest: str, copies: int | None = None) -> PastedLine:
    places: list[str] = []
    for _turn in range(4):
        match = _COUNT_LAST.match(rest) if copies is None else None
        if match:
            rest, copies = match["rest"], int(match["count"] or match["before"])
            continue
        match = _WORDS_IN_BRACKETS.match(rest) or _F_NUMBER.match(rest)
        if match is None:
            break
        rest = match["rest"]
        places.append(match["place"].strip())
    return PastedLine(rest.strip(' ,"“”'), copies, tuple(places))


def plain_line(text: str) -> str:
    """Return a line without bullets, checkboxes, list numbers, and what Markdown and forums put around words.

    >>> plain_line("- [x] **3x** [Panic](https://cards.example/panic)")
    '3x Panic'
    """
    rest = _MARKDOWN_LINK.sub(lambda match: match[1] or match[2], _MARKDOWN_EMPHASIS.sub("", text.strip())).strip()
    for _turn in range(3):
        rest = _LIST_BULLET.sub("", rest)
    return rest.strip()


def possible_parses(text: str) -> Iterator[PastedLine]:
    """Yield the ways to read a line that may name a card, the likeliest first."""
    whole = plain_line(text)
    yield PastedLine(whole)
    cells = tuple(cell for cell in _COLUMN_SEPARATOR.split(whole) if cell)
    if len(cells) > 1:
        yield _pasted_line_from_columns(cells)
    yield split_pasted_line(text)
    yield _without_set_and_number(whole)
    unsigned = _CHAT_SPEAKER.sub("", whole)
    if unsigned != whole:
        yield split_pasted_line(unsigned)
    for words, form in ((unsigned, _LOOSE_FIRST), (unsigned, _LOOSE_COUNT_LAST), (whole, _LOOSE_COUNT_LAST)):
        if match := form.match(words):
            yield replace(_without_set_and_number(match["rest"]), copies=int(match["count"]), digits=match["count"])


def likeliest_parse(text: str) -> PastedLine:
    """Return the most likely parts of a line that names no card."""
    columns = next((pasted for pasted in possible_parses(text) if pasted.cells), None)
    return with_count_from_brackets(columns or split_pasted_line(text))


def with_count_from_brackets(pasted: PastedLine, numbers: Collection[int] = (), *, surely: int = 0) -> PastedLine:
    """Return the line with its only number in brackets as its count; one of `numbers` only if it is small."""
    number = next((place for place in pasted.places if place.isdigit() and len(place) <= 2), "")
    if pasted.copies is not None or not number or (int(number) > surely and int(number) in numbers):
        return pasted
    return replace(pasted, copies=int(number), places=tuple(place for place in pasted.places if place != number))


def _pasted_line_from_columns(cells: tuple[str, ...]) -> PastedLine:
    """Read a line of a table: the first cell with only a number is the count, the first other cell the name."""
    count = next((number for cell in cells if (number := _ONLY_COUNT.fullmatch(cell))), None)
    words = tuple(cell for cell in cells if count is None or cell != count[0])
    name = _without_set_and_number(words[0]) if words else PastedLine("")
    places = (*name.places, *words[1:])
    digits = count[0] if count and count[0].isdigit() else ""
    return PastedLine(name.name, int(count["count"]) if count else name.copies, places, words, digits)


def is_heading(text: str) -> bool:
    """Return whether a line is a heading over cards: "Characters (24)", "--- Events ---", "Total: 50"."""
    if re.match(r"^\s*(?:[123]\s*[x×]?\s+|[x×]\s*[1-3]\s)", text) or re.search(r"\s[x×]\s*[123]$", text):
        return False
    bare = _heading_words(text)
    return bare in _HEADING_WORDS or bare in _ASIDE or (not bare and not re.search(r"\w", text.replace("_", "")))


def _heading_words(text: str) -> str:
    """Return the words of a heading without counts, decoration and case."""
    return fold(_COUNT_IN_HEADING.sub(" ", _DECORATIVE_CHARACTERS.sub("", plain_line(text))))


def is_aside(heading: str) -> bool | None:
    """Return True if the cards below a heading lie beside the deck, False if they are in it again, None otherwise."""
    bare = _heading_words(heading)
    return True if bare in _ASIDE else False if bare in _MAIN else None


def is_link(text: str) -> bool:
    return bool(_LINK.fullmatch(text.strip()))


def is_title(text: str) -> bool:
    """Return whether words that name no card look like a list’s title: "Roland’s storm deck", "Mimix by Elinor"."""
    return bool(_TITLE.search(text)) and len(text) <= MAX_DECK_NAME


def is_heading_with_count(text: str, least: int) -> bool:
    """Return whether a line that names no card is a heading with a count of `least` or more: "Gangs (12)"."""
    match = _COUNTED_HEADING.match(text)
    return bool(match) and int(match["count"]) >= least  # type: ignore[index]


def starts_with_signed_number(text: str) -> bool:
    """Return whether a line begins with a signed number, which isn’t a quantity."""
    return bool(re.match(r"[+\-−–]\d", text))


def is_prose(text: str) -> bool:
    """Return whether a line is about something other than a card, such as the author of the list."""
    head, colon, _value = text.partition(":")
    return bool(_PROSE_START.match(text)) or (bool(colon) and fold(head) in _IGNORED)
