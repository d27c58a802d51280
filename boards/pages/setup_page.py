"""Page on which cards are laid out by hand: where a card may lie, what lies there, turn and phase."""

from boards.core.fields import ELEMENTS as ELEMENT_FIELDS
from boards.core.fields import PHASES as PHASE_FIELDS
from boards.core.picture import picture_of
from boards.core.read import Position
from boards.core.setup import PLACES, fields_of
from boards.pages.addresses import board_url
from boards.pages.words import ELEMENTS, PLAYERS, describe_dragons, name_of, wording
from common.i18n import detail_message
from game.engine.board import PHASES
from game.engine.state import State

# The phases a position may be put into by hand; the others pass by themselves.
_PHASES = ("begin", "lead", "engage", "char", "plays", "power")
_DEFAULTS = {"turn": "0", "ph": "begin", "el": "none", "dr": "0"}


def setup_context(position: Position, text: str, to: str) -> dict[str, object]:
    fields = fields_of(text)
    places = [(place, wording(f"place {place}")) for place in PLACES]
    return {
        "picture": picture_of(position.state, position.seat),
        "notes": [(detail_message(note), note.rule) for note in position.notes],
        "position": text,
        "url": board_url(text),
        "to": to,
        "places": [(name, [(f"{place}{who}", label) for place, label in places]) for who, name in enumerate(PLAYERS)],
        "lying": _cards_on_board(position.state),
        "selects": [
            (field, wording(f"set {field}"), fields.get(field, _DEFAULTS[field]), choices)
            for field, choices in _choices().items()
        ],
        "seed": fields.get("rnd", "0").partition(".")[0],
    }


def _cards_on_board(state: State) -> list[tuple[str, str]]:
    """Return the cards that can be removed: all but those of draw decks, which are too many to list."""
    decks = {card for who in (0, 1) for card in state.deck(who)}
    named = [
        (state.table.owner[card], facts)
        for card, facts in enumerate(state.table.facts)
        if card not in decks and facts.known
    ]
    return [(f"{who}{facts.code}", f"{PLAYERS[who]}: {name_of(facts)}") for who, facts in named]


def _choices() -> dict[str, list[tuple[str, object]]]:
    """Return the values of turn, phase, element and dragons, by the field of the text."""
    return {
        "turn": [("0", PLAYERS[0]), ("1", PLAYERS[1])],
        "ph": [(name, wording(f"phase {PHASES[PHASE_FIELDS.index(name)]}")) for name in _PHASES],
        "el": [("none", wording("set el none")), *zip(ELEMENT_FIELDS[1:], ELEMENTS[1:], strict=True)],
        "dr": [(str(n), describe_dragons(n)) for n in range(-3, 4)],
    }
