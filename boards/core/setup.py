"""Set-up: changes a position by hand, or starts a game of two decks; the result is a position text."""

import re
from collections.abc import Mapping

from boards.core.notation import MARKS, ZONE_NAMES, ZONES, short_card_code
from boards.core.read import parse_position
from boards.core.write import position_as_text
from common.errors import Invalid
from common.text import gettext_noop
from game.engine.catalogue import CardFacts, Catalogue
from game.engine.state import new_game
from game.engine.table import Deck, game_table_of_decks, published_codes

EMPTY_POSITION = "TM1 ph=engage el=fire"
# Where a card can be placed, without the player’s digit: the zone and a mark.
CARD_PLACES = ("h", "c", "c-", "s", "s*", "i", "l", "d", "x", "y", "t", "q")
# The fields that a form can set. Fields about what happened during the turn are dropped.
FIELDS_SET_BY_HAND = ("turn", "ph", "el", "dr")
# Separators and brackets left behind by a removed card.
_UNUSED_PARTS = re.compile(r"\.(?=\)|$)|\(\)")
_URL_FIELDS = ("set", "turn", "n", "ph", "el", "dr", "rnd")


def parse_position_fields(text: str) -> dict[str, str]:
    words = text.replace("_", " ").partition("|")[0].split()[1:]
    fields = dict(word.partition("=")[::2] for word in words)
    return {name: value for name, value in fields.items() if name in _URL_FIELDS or name in ZONE_NAMES}


def position_with_card(catalogue: Catalogue, text: str, card: CardFacts, place: str) -> str:
    """Return the text with a card placed at, for example, `c0` or `c-0`, and removed from where that side had it."""
    zone, mark, who = place[:1], place[1:-1], place[-1:]
    if f"{zone}{mark}" not in CARD_PLACES or who not in ("0", "1"):
        raise Invalid(gettext_noop("“%(place)s” isn’t a place on the board."), {"place": place[:8]})
    fields = _fields_without_card(parse_position_fields(text), card, who)
    if zone == "y":
        fields = {name: value for name, value in fields.items() if name[0] != "y"}
    cards = [fields.get(f"{zone}{who}", ""), f"{short_card_code(card.code)}{mark}"]
    lying = reversed(cards) if zone == "d" else cards
    return _position_text(catalogue, fields | {f"{zone}{who}": ".".join(filter(None, lying))})


def position_without_card(catalogue: Catalogue, text: str, card: CardFacts, who: str) -> str:
    return _position_text(catalogue, _fields_without_card(parse_position_fields(text), card, who))


def position_with_values(catalogue: Catalogue, text: str, values: Mapping[str, str]) -> str:
    fields = parse_position_fields(text) | {
        name: value for name, value in values.items() if name in _URL_FIELDS and value
    }
    return _position_text(catalogue, fields)


def position_of_new_game(catalogue: Catalogue, decks: tuple[Deck, Deck], seed: int) -> str:
    """Return the text of a new game; the seed shuffles both decks and chooses the first player."""
    return position_as_text(new_game(game_table_of_decks(catalogue, decks), seed=seed))


def published_deck(catalogue: Catalogue, people: str) -> Deck:
    """Return the published deck of a people; raises `Invalid` if it has none."""
    found = next((card.people for card in catalogue if card.people.value == people), None)
    cards = published_codes(catalogue, found) if found else ()
    if not cards:
        raise Invalid(gettext_noop("“%(people)s” has no published deck."), {"people": people[:40]})
    return Deck(cards, name=people)


def _position_text(catalogue: Catalogue, fields: Mapping[str, str]) -> str:
    text = " ".join(["TM1", *(f"{name}={value}" for name, value in fields.items() if value)])
    parse_position(catalogue, text)
    return text


def _fields_without_card(fields: dict[str, str], card: CardFacts, who: str) -> dict[str, str]:
    code = f"(?:{short_card_code(card.code)}|{card.code.replace(' ', '')})"
    gone = re.compile(rf"\b{code}\b[{re.escape(''.join(MARKS))}]*(?:\([^()]*\))?\.?")
    return {
        name: _UNUSED_PARTS.sub("", gone.sub("", value)) if name[0] in ZONES and name[1:] == who else value
        for name, value in fields.items()
    }
