"""Cards of Call of Cthulhu in lists: by title, distinguished by set, number or descriptor."""

import re
from collections.abc import Iterable
from typing import Any

from cards.core.facts import CardFacts, Catalogue
from cards.games.cthulhu.facts import SET_NAMES
from common.text import fold
from decks.core.text.pasted_lines import PastedLine, likeliest_parse, possible_parses, with_count_from_brackets

MAX_PRINTINGS_OF_TITLE = 3  # a number in brackets up to this is a count, whatever the card’s own number (COC-02)
_TITLE_DASH_SUBTITLE = re.compile(r"^(?P<rest>.*\S)\s+[-–—,]\s+(?P<place>[^-–—,]+)$")
_F_NUMBER = re.compile(r"\bF\d{1,3}\b", re.IGNORECASE)


def parse_cthulhu_line(text: str, catalogue: Catalogue) -> tuple[PastedLine, tuple[CardFacts, ...]]:
    """Return the parts of a line and every card it can mean; no cards if the line can’t name any."""
    for pasted in possible_parses(text):
        cards = cards_of_pasted_line(pasted, catalogue)
        if cards:
            printed = {printing.number for card in cards for printing in getattr(card, "printings", ())}
            numbers = {int(number[1:]) for number in printed if number[1:].isdigit()}
            return with_count_from_brackets(pasted, numbers, surely=MAX_PRINTINGS_OF_TITLE), cards
    return likeliest_parse(text), ()


def cards_of_pasted_line(pasted: PastedLine, catalogue: Catalogue) -> tuple[CardFacts, ...]:
    """Return every card that a line may mean: several if set and number don’t distinguish them."""
    several: tuple[CardFacts, ...] = ()
    for name, places in _possible_titles(pasted):
        cards = catalogue.lookup(name)
        if len(cards) > 1:
            telling = tuple(place for place in places if any(_has_printing_with(card, (place,)) for card in cards))
            cards = tuple(card for card in cards if _has_printing_with(card, telling)) or cards
        if len(cards) == 1 and not (several and name in pasted.cells):
            return cards
        several = several or cards
    return several


def _possible_titles(pasted: PastedLine) -> Iterable[tuple[str, tuple[str, ...]]]:
    yield pasted.name, pasted.places
    match = _TITLE_DASH_SUBTITLE.match(pasted.name)
    if match:
        yield f"{match['rest']}, {match['place']}", pasted.places
        if _is_set_name(match["place"]):
            yield match["rest"], (*pasted.places, match["place"])
    for place in pasted.places:
        yield f"{pasted.name} ({place})", pasted.places  # a code that ends in brackets: "Opening Night (story)"
        yield f"{pasted.name}, {place}", pasted.places
    for cell in pasted.cells:
        yield cell, pasted.cells


def _is_set_name(text: str) -> bool:
    wanted = fold(text)
    return any(fold(set_) == wanted for set_ in SET_NAMES) or wanted in {"core", "core set"}


def _has_printing_with(card: Any, places: tuple[str, ...]) -> bool:
    """Return whether a printing of the card has the number and set next to its title."""
    if not places:
        return False
    text = " ".join(places)
    numbers = {number.upper() for number in _F_NUMBER.findall(text)}
    words = fold(_F_NUMBER.sub(" ", text))
    for printing in card.printings:
        where = {fold(printing.set), fold(printing.pack), fold(printing.key)} - {""}
        by_words = not words or any(words in place or place in words for place in where)
        if by_words and (not numbers or printing.number in numbers) and (words or numbers):
            return True
    return fold(card.type) in {fold(place) for place in places}
