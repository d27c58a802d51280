"""Game of a pasted list: as its heading says, else as the names on its lines tell."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cards.core.facts import BLUE_MOON, Catalogue
from decks.core.text.cthulhu_lines import split_line
from decks.core.text.parse import named_game
from decks.core.text.result import MAX_LINE

MAX_LINES = 400  # lines that are looked at
_INSIDE = re.compile(r'>([^<>]+)<|"([^"]{2,80})"')


@dataclass(frozen=True, slots=True)
class ToldGame:
    """The game of a list; `lines` of `total` lines name its cards. `said`: whether the list or somebody says so."""

    game: str
    said: bool
    lines: int = 0
    total: int = 0


def tell_game(text: str, catalogues: Mapping[str, Catalogue], chosen: str = "") -> ToldGame:
    """The game of a list: the chosen one, the one its heading names, or the one whose cards most of its lines name."""
    said = chosen if chosen in catalogues else named_game(text)
    if said:
        return ToldGame(said, said=True)
    hits, total = dict.fromkeys(catalogues, 0), 0
    for line in text[:100_000].splitlines()[:MAX_LINES]:
        if not line.strip():
            continue
        total += 1
        forms = list(_forms(line))
        for game, cards in catalogues.items():
            hits[game] += any(cards.lookup(form) for form in forms)
    best = max(hits, key=lambda game: (hits[game], game == BLUE_MOON), default=BLUE_MOON)
    return ToldGame(best, said=False, lines=hits.get(best, 0), total=total)


def _forms(line: str) -> Iterator[str]:
    """The parts of a line that may be the name of a card."""
    if len(line) <= MAX_LINE:  # a longer one is no line of a list; to take it apart would cost the square of its length
        pasted = split_line(line.split("#", 1)[0])
        yield line.strip()
        yield pasted.name
        yield from (f"{pasted.name} ({place})" for place in pasted.places)
    yield from (match[1] or match[2] for match in _INSIDE.finditer(line))
    yield from (cell.strip() for cell in re.split(r"[,;\t]", line) if len(cell.strip()) > 2)
