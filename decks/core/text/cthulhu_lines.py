"""Lines of Call of Cthulhu lists as forums and programs write them: count, title, set and number."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cards.core.facts import CardFacts, Catalogue
from cards.games.cthulhu.facts import FACTIONS, SETS, TYPES
from common.text import fold

_BULLET = re.compile(r"^(?:[-*•–—+>]+\s+|\d{1,2}\.\s+(?=\S))")
_COUNT_FIRST = re.compile(r"^[(\[]?(?P<count>\d{1,2})\s*[x×]?[)\]]?\s*[x×]?\s+(?P<rest>\S.*)$", re.IGNORECASE)
_COUNT_TIGHT = re.compile(r"^(?P<count>\d{1,2})[x×](?P<rest>\S.*)$", re.IGNORECASE)
_X_FIRST = re.compile(r"^[(\[]?[x×]\s*(?P<count>\d{1,2})[)\]]?\s+(?P<rest>\S.*)$", re.IGNORECASE)
_COUNT_LAST = re.compile(
    r"^(?P<rest>.*\S)\s*[(\[]?(?:[x×]\s*(?P<count>\d{1,2})|(?P<before>\d{1,2})\s*[x×])[)\]]?$", re.I
)
_BRACKETS = re.compile(r"^(?P<rest>.*\S)\s*[(\[{<](?P<place>[^()\[\]{}<>]*)[)\]}>]$")
_NUMBER = re.compile(r"^(?P<rest>.*\S)[\s,#-]+(?P<place>F\d{1,3})$", re.IGNORECASE)
_DASH = re.compile(r"^(?P<rest>.*\S)\s+[-–—,]\s+(?P<place>[^-–—,]+)$")
_F_NUMBER = re.compile(r"\bF\d{1,3}\b", re.IGNORECASE)
_DECORATION = re.compile(r"^[\s=*_~#:.>\[\]<-]+|[\s=*_~#:.<\[\]>-]+$")
_COUNTS = re.compile(r"\(?\b(?:x\s*)?\d{1,3}(?:\s*(?:x|cards?))?\b\)?|\bcards?\b|[:()–—-]", re.IGNORECASE)
_HEADINGS = frozenset(
    fold(word)
    for word in (
        *TYPES,
        *(f"{kind}s" for kind in TYPES),
        "conspiracies",
        "stories",
        "story deck",
        "support",
        "supports",
        "attachments",
        "locations",
        "main",
        "main deck",
        "maindeck",
        "deck",
        "decklist",
        "deck list",
        "list",
        "total",
        "in total",
        "neutrals",
        "resources",
        "draw deck",
        "sideboard",
        *FACTIONS,
        *(f"The {faction}" for faction in FACTIONS),
        "Miskatonic",
        "Shub",
        "Yog",
        "Order of the Silver Twilight",
    )
)
# Headings of other sites that say nothing about the cards.
IGNORED_HEADERS = frozenset(
    {"author", "by", "date", "deck type", "description", "event", "faction", "factions", "player"}
)
_PROSE = re.compile(r"^(?:by|from|deck by|created|exported|made)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PastedLine:
    """A line taken apart: the words that may be a title, the copies (None: not said), and set or number beside it."""

    name: str
    copies: int | None = None
    places: tuple[str, ...] = ()


def split_line(text: str) -> PastedLine:
    """Take a line apart.

    >>> split_line("- x3 Panic [Core Set] F77")
    PastedLine(name='Panic', copies=3, places=('F77', 'Core Set'))
    """
    rest, copies = _BULLET.sub("", text.strip()), None
    for form in (_COUNT_TIGHT, _COUNT_FIRST, _X_FIRST):
        match = form.match(rest)
        if match and copies is None:
            rest, copies = match["rest"], int(match["count"])
    places: list[str] = []
    for _turn in range(4):
        match = _COUNT_LAST.match(rest) if copies is None else None
        if match:
            rest, copies = match["rest"], int(match["count"] or match["before"])
            continue
        match = _BRACKETS.match(rest) or _NUMBER.match(rest)
        if match is None:
            break
        rest = match["rest"]
        places.append(match["place"].strip())
    return PastedLine(rest.strip(" ,"), copies, tuple(places))


def is_heading(text: str) -> bool:
    """Whether a line is a heading over cards: "Characters (24)", "--- Events ---", "2. Support cards", "Total: 50"."""
    if re.match(r"^\s*(?:[123]\s*[x×]?\s+|[x×]\s*[1-3]\s)", text) or re.search(r"\s[x×]\s*[123]$", text):
        return False
    bare = _COUNTS.sub(" ", _DECORATION.sub("", _BULLET.sub("", text)))
    return fold(bare) in _HEADINGS or (not fold(bare) and bool(text.strip(" -=*_~#")) is False)


def is_negative(text: str) -> bool:
    """Whether a line begins with a signed number, which is no quantity."""
    return bool(re.match(r"[+\-−–]\d", text))


def is_prose(text: str) -> bool:
    """Whether a line says who made the list, or something else that is about no card."""
    head, colon, _value = text.partition(":")
    return bool(_PROSE.match(text)) or (bool(colon) and fold(head) in IGNORED_HEADERS)


def cards_of(pasted: PastedLine, catalogue: Catalogue) -> tuple[CardFacts, ...]:
    """Every card that a line may mean: one where it is clear, several where set and number do not tell them apart."""
    for name, places in _readings(pasted):
        named = catalogue.lookup(name)
        if len(named) > 1:
            told = tuple(card for card in named if _fits(card, places))
            return told if told else named
        if named:
            return named
    return ()


def _readings(pasted: PastedLine) -> Iterable[tuple[str, tuple[str, ...]]]:
    yield pasted.name, pasted.places
    match = _DASH.match(pasted.name)
    if match:
        yield f"{match['rest']}, {match['place']}", pasted.places
        if _is_set(match["place"]):
            yield match["rest"], (*pasted.places, match["place"])
    for place in pasted.places:
        yield f"{pasted.name} ({place})", pasted.places  # a code that ends in brackets: "Opening Night (story)"
        yield f"{pasted.name}, {place}", pasted.places


def _is_set(text: str) -> bool:
    wanted = fold(text)
    return any(fold(set_) == wanted for set_ in SETS) or wanted in {"core", "core set"}


def _fits(card: Any, places: tuple[str, ...]) -> bool:
    """Whether a printing of the card has the number and the set that stand beside its title."""
    if not places:
        return False
    said = " ".join(places)
    numbers = {number.upper() for number in _F_NUMBER.findall(said)}
    words = fold(_F_NUMBER.sub(" ", said))
    for printing in card.printings:
        where = {fold(printing.set), fold(printing.pack), fold(printing.key)} - {""}
        by_words = not words or any(words in place or place in words for place in where)
        if by_words and (not numbers or printing.number in numbers) and (words or numbers):
            return True
    return fold(card.type) in {fold(place) for place in places}
