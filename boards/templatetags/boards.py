"""`{% board picture %}`: the only way to draw a position; cards are links if the page passes URLs."""

from collections.abc import Mapping

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from boards.core.picture import MAX_DRAGONS, BoardCard, BoardPicture, BoardSide
from boards.core.sums import ValueCause
from boards.pages.words import PLAYERS, board_text, local_name, rule_url

register = template.Library()
register.filter("where_rule", rule_url)

_CARD_MARKS = ("covered", "facedown", "shown", "landed", "used", "met", "ignored")
# The upper side is drawn in this order, the lower side in reverse, so the last rows meet in the middle.
_ZONE_ROWS = (("hand",), ("ships",), ("support", "combat"))


@register.simple_tag
def board(drawn: BoardPicture, urls: Mapping[int, str] | None = None) -> SafeString:
    """Draw a position; `urls` are the links of cards by id. Its headings are of levels 3 and 4."""
    context = {
        "picture": drawn,
        "sides": [_board_side_view(drawn, side, upper=index == 0) for index, side in enumerate(drawn.sides)],
        "urls": urls or {},
        "phase": board_text(f"phase {drawn.phase}"),
    }
    return SafeString(render_to_string("boards/picture/board.html", context))


def _board_side_view(drawn: BoardPicture, side: BoardSide, *, upper: bool) -> dict[str, object]:
    grew = {name: f"{count:+d}".replace("-", "−") for name, count in side.grew.items()}
    rows = [
        [(name, board_text(f"zone {name}"), side.zones[name], grew.get(name, "")) for name in row if side.zones[name]]
        for row in _ZONE_ROWS
    ]
    return {
        "side": side,
        "grew": grew,
        "name": PLAYERS[side.who],
        "upper": upper,
        "own_turn": drawn.turn == side.who,
        "decides": drawn.deciding == side.who,
        "rows": [row for row in (rows if upper else reversed(rows)) if row],
        "piles": [(name, board_text(f"zone {name}"), side.zones[name]) for name in ("leader", "others", "discard")],
        "dragons": range(side.dragons),
        "no_dragons": range(MAX_DRAGONS - side.dragons),
    }


@register.filter
def leads_to(card: BoardCard, urls: Mapping[int, str]) -> str:
    return urls.get(card.id, "")


@register.filter
def describe_marks(card: BoardCard) -> str:
    chosen = (board_text("mark aimed", card=local_name(text)) for text in card.aimed)
    return ", ".join((*(board_text(f"mark {mark}") for mark in _CARD_MARKS if mark in card.marks), *chosen))


@register.filter
def describe_cause(cause: ValueCause) -> str:
    return board_text(f"cause {cause.how}", card=local_name(cause.card))
