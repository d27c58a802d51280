"""Call of Cthulhu, the living card game."""

from __future__ import annotations

from cards.games.cthulhu import face
from cards.games.cthulhu.facts import ATTRIBUTES, FACTIONS, KEY, TYPES, contradictions, set_order
from cards.games.cthulhu.table import facts_of, parse
from cards.games.game import Face, Game
from cards.search.cthulhu import CALL_OF_CTHULHU

GAME = Game(
    key=KEY,
    title="Call of Cthulhu",
    parse=parse,
    facts_of=facts_of,
    order=set_order,
    faults=contradictions,
    face=Face({"tile": "cards/_coc.html", "full": "cards/_coc.html", "row": "cards/_coc_row.html"}, face.context),
    sheet=face.sheet_of,
    name_of=face.name_of,
    kind_of=face.kind_of,
    unknown_of=face.unknown_of,
    keys=CALL_OF_CTHULHU,
    affiliations=FACTIONS,
    types=TYPES,
    tables=("topics", "readings", "errata", "lists", "list_entries", "rulings"),
    attributes=ATTRIBUTES,
)
