"""Game of a pasted list: as its heading says, else as the names on its lines tell."""

import re
from collections.abc import Iterator, Mapping

from cards.core.facts import BLUE_MOON, MAX_SUGGESTED, Catalogue
from common.text import fold
from decks.core.legality import GAME_RULES
from decks.core.text.cleaning import BREAKS, cleaned
from decks.core.text.formats import TEXT_FORMATS, detect
from decks.core.text.headers import HEADER, HEADERS
from decks.core.text.near_names import card_clearly_meant
from decks.core.text.parse import named_game
from decks.core.text.pasted_lines import PastedLine, readings
from decks.core.text.result import MAX_LINE, DetectedGame

MAX_LINES, MAX_TEXT = 400, 100_000  # lines and letters that are looked at
_BESIDE = re.compile(
    r"^\s*(?:leader|inquisitor|emissary|family)\s*:\s*", re.IGNORECASE
)  # only decks of a people have them


def tell_game(text: str, catalogues: Mapping[str, Catalogue], chosen: str = "") -> DetectedGame:
    """The game of a list: the chosen one, the one its heading names, or the one whose cards most of its lines name.

    A line counts by codes and names, also behind a heading; where no card has its name, by the one that is meant.
    """
    named = chosen if chosen in catalogues else named_game(text)
    if named:
        return DetectedGame(named, is_explicit=True)
    hits, compared = dict.fromkeys(catalogues, 0), 0
    for line in _lines_with_names(text[:MAX_TEXT], catalogues)[:MAX_LINES]:
        forms = tuple(_possible_names(line))
        exact = [game for game, cards in catalogues.items() if any(cards.lookup(form) for form in forms)]
        exact = exact or [game for game in catalogues if GAME_RULES[game].has_leader and _BESIDE.match(line)]
        if not exact and forms and compared < MAX_SUGGESTED:
            compared += 1
            exact = [
                game for game, cards in catalogues.items() if any(card_clearly_meant(form, cards) for form in forms[:4])
            ]
        for game in exact:
            hits[game] += 1
    best = max(hits, key=lambda game: (hits[game], game == BLUE_MOON), default=BLUE_MOON)
    tie = hits.get(best, 0) > 0 and list(hits.values()).count(hits[best]) > 1
    return DetectedGame(best, is_explicit=False, tie=tie)


def _lines_with_names(text: str, catalogues: Mapping[str, Catalogue]) -> list[str]:
    """The lines of a list; of a file of another program those that its cards make."""
    rows = TEXT_FORMATS[detect(text)].rows
    read = rows(text, next(iter(catalogues.values())))[0] if rows and catalogues else []
    return [line for _number, line in read] or BREAKS.split(text)


def _possible_names(line: str) -> Iterator[str]:
    words = _BESIDE.sub("", cleaned(line).split("#", 1)[0].strip())
    header = HEADER.match(words)
    if header and fold(header["key"]) in HEADERS:
        return
    if words and len(words) <= MAX_LINE:  # a longer one is no line of a list, and would cost the square of its length
        for pasted in readings(words):
            yield from _parts(pasted)
    yield from (cell.strip() for cell in re.split(r"[,;\t]", words) if len(cell.strip()) > 2)


def _parts(pasted: PastedLine) -> Iterator[str]:
    yield pasted.name
    yield from (f"{pasted.name} ({place})" for place in pasted.places)
    yield from pasted.cells
