"""The game Call of Cthulhu, the living card game."""

from operator import attrgetter

from cards.core.search.cthulhu import CALL_OF_CTHULHU_KEYS
from cards.games.cthulhu import display
from cards.games.cthulhu.csv_table import facts_from_row, parse_card_table, parse_partial_table
from cards.games.cthulhu.facts import ATTRIBUTES, FACTIONS, KEY, TYPES, card_contradictions, set_sort_key, subject_of
from cards.games.game import CardFace, CardGame

CTHULHU_GAME = CardGame(
    key=KEY,
    title="Call of Cthulhu",
    parse=parse_card_table,
    facts_of=facts_from_row,
    order=set_sort_key,
    faults=card_contradictions,
    face=CardFace(
        {
            "tile": "cards/faces/cthulhu_card.html",
            "full": "cards/faces/cthulhu_card.html",
            "row": "cards/faces/cthulhu_row.html",
        },
        display.face_context,
    ),
    picture=subject_of,
    sheet=display.card_detail_rows,
    name_of=attrgetter("label"),
    kind_of=display.faction_and_type,
    unknown_of=display.unknown_fact_labels,
    keys=CALL_OF_CTHULHU_KEYS,
    affiliations=FACTIONS,
    types=TYPES,
    tables=("topics", "readings", "errata", "lists", "list_entries", "rulings"),
    attributes=ATTRIBUTES,
    parse_part=parse_partial_table,
)
