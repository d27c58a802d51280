"""The game Call of Cthulhu, the living card game."""

from cards.core.search.cthulhu import CALL_OF_CTHULHU
from cards.games.cthulhu import display
from cards.games.cthulhu.csv_table import facts_of, parse, parse_part
from cards.games.cthulhu.facts import ATTRIBUTES, FACTIONS, KEY, TYPES, contradictions, set_order, subject_of
from cards.games.game import Face, Game

GAME = Game(
    key=KEY,
    title="Call of Cthulhu",
    parse=parse,
    facts_of=facts_of,
    order=set_order,
    faults=contradictions,
    face=Face(
        {
            "tile": "cards/faces/cthulhu_card.html",
            "full": "cards/faces/cthulhu_card.html",
            "row": "cards/faces/cthulhu_row.html",
        },
        display.context,
    ),
    picture=subject_of,
    sheet=display.sheet_of,
    name_of=display.name_of,
    kind_of=display.kind_of,
    unknown_of=display.unknown_of,
    keys=CALL_OF_CTHULHU,
    affiliations=FACTIONS,
    types=TYPES,
    tables=("topics", "readings", "errata", "lists", "list_entries", "rulings"),
    attributes=ATTRIBUTES,
    parse_part=parse_part,
)
