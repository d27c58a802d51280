"""Page on which cards are laid out by hand: where a card may lie, what lies there, turn and phase."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from boards.core.fields import ELEMENTS as ELEMENT_FIELDS
from boards.core.fields import PHASES as PHASE_FIELDS
from boards.core.picture import picture_of
from boards.core.read import Position
from boards.core.setup import PLACES, fields_of
from boards.pages.addresses import board_url
from boards.pages.words import ELEMENTS, PHASES, PLAYERS, name_of
from common.i18n import detail_message
from game.engine.board import PHASES as PHASE_NAMES
from game.engine.state import State

_PLACES = {
    "h": gettext_lazy("Hand"),
    "c": gettext_lazy("Combat area"),
    "c-": gettext_lazy("Combat area, covered"),
    "s": gettext_lazy("Support area"),
    "s*": gettext_lazy("Support area, face down"),
    "i": gettext_lazy("Ships"),
    "l": gettext_lazy("Leadership pile"),
    "d": gettext_lazy("On top of the draw deck"),
    "x": gettext_lazy("Discard pile"),
    "y": gettext_lazy("Hyla"),
    "t": gettext_lazy("Crystal cards"),
    "q": gettext_lazy("Inquisitor"),
}
# The phases a position may be put into by hand; the others pass by themselves.
_PHASES = ("begin", "lead", "engage", "char", "plays", "power")


def shown_setup(position: Position, text: str, to: str) -> dict[str, object]:
    """Everything the page shows of a position that is being laid out."""
    fields = fields_of(text)
    return {
        "picture": picture_of(position.state, position.seat),
        "notes": [detail_message(note) for note in position.notes],
        "position": text,
        "url": board_url(text),
        "to": to,
        "places": [(name, [(f"{place}{who}", _PLACES[place]) for place in PLACES]) for who, name in enumerate(PLAYERS)],
        "lying": _lying(position.state),
        "selects": _selects(fields),
        "seed": fields.get("rnd", "0").partition(".")[0],
    }


def _lying(state: State) -> list[tuple[str, str]]:
    """The cards on the board, to be taken away; those of draw decks are too many to be named."""
    decks = {card for who in (0, 1) for card in state.deck(who)}
    table = state.table
    named = [(card, facts) for card, facts in enumerate(table.facts) if card not in decks and facts.known]
    return [
        (f"{table.owner[card]}{facts.code}", f"{PLAYERS[table.owner[card]]}: {name_of(facts)}") for card, facts in named
    ]


def _selects(fields: dict[str, str]) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
    """Turn, phase, element and dragons, each with its choices."""
    phases = [(name, str(PHASES[PHASE_NAMES[PHASE_FIELDS.index(name)]])) for name in _PHASES]
    elements = [(name, str(said) or _("none yet")) for name, said in zip(ELEMENT_FIELDS, ELEMENTS, strict=True)]
    dragons = [(str(count), _dragons(count)) for count in range(-3, 4)]
    choices = (
        ("turn", _("Whose turn it is"), [(str(who), str(name)) for who, name in enumerate(PLAYERS)], "0"),
        ("ph", _("Phase"), phases, "begin"),
        ("el", _("Element of the fight"), elements, "none"),
        ("dr", _("Dragons"), dragons, "0"),
    )
    return [
        (field, title, [(value, said, fields.get(field, default) == value) for value, said in pairs])
        for field, title, pairs, default in choices
    ]


def _dragons(count: int) -> str:
    return f"{PLAYERS[int(count < 0)]}: {abs(count)}" if count else "0"
