"""Set up: change a position by hand, and begin a game of two decks; what comes out is a text again."""

import re
from collections.abc import Mapping

from boards.core.card_codes import short_code
from boards.core.fields import MARKS, ZONE_NAMES, ZONES
from boards.core.read import read_position
from boards.core.write import write_position
from common.errors import Invalid
from common.text import gettext_noop
from game.engine.catalogue import CardFacts, Catalogue
from game.engine.state import new_game
from game.engine.table import Deck, lay_out, people_deck

EMPTY = "TM1 ph=engage el=fire"
# Where a card may be laid, without the digit of its player: the zone and a mark.
PLACES = ("h", "c", "c-", "s", "s*", "i", "l", "d", "x", "y", "t", "q")
# The fields a form can set; the others, counted or asked during the turn, are dropped.
SET_BY_HAND = ("turn", "ph", "el", "dr")
# Points and brackets that a card leaves behind.
_UNUSED_PARTS = re.compile(r"\.(?=\)|$)|\(\)")
_URL_FIELDS = ("set", "turn", "n", "ph", "el", "dr", "rnd")


def fields_of(text: str) -> dict[str, str]:
    words = text.replace("_", " ").partition("|")[0].split()[1:]
    fields = dict(word.partition("=")[::2] for word in words)
    return {name: value for name, value in fields.items() if name in _URL_FIELDS or name in ZONE_NAMES}


def laid(catalogue: Catalogue, text: str, card: CardFacts, place: str) -> str:
    """Return the text with a card laid at a place such as `c0` or `c-0`, and gone from where that side had it."""
    zone, mark, who = place[:1], place[1:-1], place[-1:]
    if f"{zone}{mark}" not in PLACES or who not in ("0", "1"):
        raise Invalid(gettext_noop("“%(place)s” isn’t a place on the board."), {"place": place[:8]})
    fields = _without(fields_of(text), card, who)
    if zone == "y":
        fields = {name: value for name, value in fields.items() if name[0] != "y"}
    cards = [fields.get(f"{zone}{who}", ""), f"{short_code(card.code)}{mark}"]
    lying = reversed(cards) if zone == "d" else cards
    return _written(catalogue, fields | {f"{zone}{who}": ".".join(filter(None, lying))})


def taken(catalogue: Catalogue, text: str, card: CardFacts, who: str) -> str:
    return _written(catalogue, _without(fields_of(text), card, who))


def changed(catalogue: Catalogue, text: str, values: Mapping[str, str]) -> str:
    """Return the text with other values of turn, phase, element, dragons or seed."""
    fields = fields_of(text) | {name: value for name, value in values.items() if name in _URL_FIELDS and value}
    return _written(catalogue, fields)


def begun(catalogue: Catalogue, decks: tuple[Deck, Deck], seed: int) -> str:
    """Return the text of a new game; the seed shuffles both decks and chooses the first player."""
    return write_position(new_game(lay_out(catalogue, decks), seed=seed))


def deck_of_people(catalogue: Catalogue, people: str) -> Deck:
    """The published deck of a people by its name; raises `Invalid` where it has none."""
    found = next((card.people for card in catalogue if card.people.value == people), None)
    cards = people_deck(catalogue, found) if found else ()
    if not cards:
        raise Invalid(gettext_noop("“%(people)s” has no published deck."), {"people": people[:40]})
    return Deck(cards, name=people)


def _written(catalogue: Catalogue, fields: Mapping[str, str]) -> str:
    text = " ".join(["TM1", *(f"{name}={value}" for name, value in fields.items() if value)])
    read_position(catalogue, text)
    return text


def _without(fields: dict[str, str], card: CardFacts, who: str) -> dict[str, str]:
    code = f"(?:{short_code(card.code)}|{card.code.replace(' ', '')})"
    gone = re.compile(rf"\b{code}\b[{re.escape(''.join(MARKS))}]*(?:\([^()]*\))?\.?")
    return {
        name: _UNUSED_PARTS.sub("", gone.sub("", value)) if name[0] in ZONES and name[1:] == who else value
        for name, value in fields.items()
    }
