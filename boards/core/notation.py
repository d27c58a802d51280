"""Notation of a position text: its fields, the words of phases, marks, counters and flags, and the codes of cards; the
grammar is in docs/boards.md.

A code is the first letter and the number: `V05` for Vulca 05, `M106` for Mutant 106. They are unique, since the
numbers of peoples and mutants don’t overlap. The whole code without its space (`Vulca05`) is read as well.
"""

from functools import lru_cache

from game.engine.catalogue import CardFacts, CardType, Catalogue, People

TEXT_VERSION = 1
SIGN = f"TM{TEXT_VERSION}"
# Zones of a player: the letter before the player’s digit, and the name on the board.
ZONES = {
    "h": "hand",
    "d": "deck",
    "c": "combat",
    "s": "support",
    "i": "ships",
    "x": "discard",
    "l": "pile",
    "t": "trophies",
    "y": "hyla",
    "q": "inquisitor",
}
ORDERED = {"deck", "discard", "pile"}
# Marks after a card, the zone they belong to ("" any), and the mask on the board.
MARKS = {
    "-": ("combat", "covered"),
    "*": ("support", "facedown"),
    "!": ("hand", "disclosed"),
    "+": ("", "landed"),  # in `pile`: the mask `leading`
    "~": ("", "used"),
    "$": ("", "freed"),
}
PHASES = ("begin", "lead", "engage", "char", "plays", "after", "power", "refresh", "end", "ending", "over")
ELEMENTS = ("none", "fire", "earth")
NUMBERS = {
    "plays": "plays",
    "combat": "combat_plays",
    "chars": "chars",
    "played": "played",
    "boosters": "boosters",
    "supports": "supports",
    "met": "met",
    "fromhand": "from_hand",
    "drawn": "drawn",
    "undone": "undone",
}
FLAGS = {
    "free": "free_next",
    "stop": "stopped",
    "again": "bounced",
    "led": "lead_done",
    "mutant": "mutant_pass",
    "cancelled": "cancelled",
    "learnt": "revealed",
    "start": "starting",
}
OTHER_FIELDS = frozenset([
    "r", "set", "seen", "turn", "n", "ph", "el", "dr", "flags", "pair", "gang", "fs", "aim", "ask", "by", "of",
    "last", "over", "rnd",
])  # fmt: skip
ZONE_NAMES = tuple(zone + who for who in "01" for zone in ZONES)
FIELD_NAMES = frozenset((*ZONE_NAMES, *NUMBERS, *OTHER_FIELDS))

# The version of this engine’s readings, raised whenever the same position would be judged differently. A text names the
# version under which it was written.
READINGS = 4
# Stands for the open question in the text for a seat that doesn’t answer it.
WAIT = "wait"
# The arguments of each entry in `Board.todo`: w a player, c a card or none, C cards, P cards in order, i a whole
# number, n a word, b yes or no.
FRAMES = {
    "turn": "w",
    "mulligan": "w",
    "fight_end": "",
    "text": "wc",
    "place": "wcn",
    "declined": "w",
    "window": "wncni",
    "pick": "wcCiinP",
    "pay": "wcC",
    "ask": "wcn",
    "snatch": "wci",
    "either": "wcCC",
    "each": "wcw",
    "more": "wcii",
    "return": "wci",
    "reveal": "wciCb",
    "shuffle": "w",
}
HIDDEN_CODE = "?"
# A card that a seat cannot see: without kind, values, icons and text.
HIDDEN_CARD = CardFacts(HIDDEN_CODE, list(People)[-1], CardType.UNKNOWN)


@lru_cache(maxsize=4096)
def short_card_code(code: str) -> str:
    word, _, rest = code.partition(" ")
    return word[0] + rest.replace(" ", "") if rest else code


def cards_by_code(catalogue: Catalogue) -> dict[str, CardFacts]:
    """Return the cards that can be in a position, by short code and by whole code."""
    cards = {card.code.replace(" ", ""): card for card in catalogue}
    return cards | {short_card_code(card.code): card for card in catalogue if card.known}
