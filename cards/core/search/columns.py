"""The row of a card as a search sees it: its facts, and texts folded for looking through.

`cards.services` writes the derived columns into the table and `cards.search.find` computes them in memory, both from
here, so that a query means the same in both.
"""

from __future__ import annotations

from functools import lru_cache

from cards.core.facts import CardFacts
from cards.core.search.nodes import folded
from cards.core.search.predicate import Row

# Around each of several values in one text, so that a whole value can be asked for. Folding leaves none of these.
FENCE = "|"


def derived(card: CardFacts) -> dict[str, str | int | None]:
    """The columns that follow from the facts of a card.

    `name_text` fences every name, `icon_text` every icon both with and without its kind ("|GANG|GANG:red|"), and
    `tags_text` whatever else a game wants found: the pairs of the `tags` of its facts ("|faction:hastur|is:unique|").
    """
    icons = [part for icon in card.icons for part in (icon.kind.value, str(icon))]
    names = [name for name in dict.fromkeys(folded(name) for name in card.names) if name]
    power = folded(card.summary)
    return {
        "name_text": _fenced(names),
        "power_text": power,
        "icon_text": _fenced(list(dict.fromkeys(icons))),
        "tags_text": _fenced([f"{name}:{folded(value)}" for name, value in getattr(card, "tags", ())]),
        "search_text": " ".join(part for part in (*names, folded(card.title), power) if part),
        "sort_name": f"{'0' if card.known else '1'}{folded(card.label)}",
        "number_value": int(card.number) if card.number.isascii() and card.number.isdigit() else None,
    }


def _fenced(values: list[str]) -> str:
    return FENCE + FENCE.join(values) + FENCE if values else ""


@lru_cache(maxsize=4096)
def row_of(card: CardFacts) -> Row:
    """All columns of a card, facts and derived."""
    facts = {name: getattr(card, name) for name in CardFacts.__dataclass_fields__}
    return {**facts, "known": card.known, "complete": card.complete, **derived(card)}
