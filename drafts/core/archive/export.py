"""A log as text for people, as JSON for programs, and a pool as CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping

from cards.core.facts import CardFacts
from drafts.core.archive.log import PacketEntry


def as_text(title: str, entries: Iterable[PacketEntry], cards: Mapping[str, CardFacts]) -> str:
    """The log as it is read aloud: a heading a round, a line a pick, the card kept in front of those passed on."""
    lines, before = [title], 0
    for one in entries:
        if one.round != before:
            name = "Last deal" if one.last_deal else f"Round {one.round}"
            lines += ["", f"{name}, to the {one.direction.value}"]
            before = one.round
        passed = [_name(code, cards) for code in one.passed] + ["a card laid away"] * one.hidden
        by = "" if one.by == "player" else f" [{one.by}]"
        lines.append(f"{one.number}. {_name(one.taken, cards)}{by}  from  {', '.join(passed)}")
    return "\n".join(lines) + "\n"


def as_dict(entries: Iterable[PacketEntry]) -> list[dict[str, object]]:
    """The log for programs, cards by their codes."""
    return [
        {
            "round": one.round,
            "number": one.number,
            "of": one.of,
            "direction": one.direction.value,
            "packet": list(one.packet),
            "hidden": one.hidden,
            "taken": one.taken,
            "by": one.by,
        }
        for one in entries
    ]


def pool_as_csv(cards: Iterable[CardFacts]) -> str:
    """A pool: code, name, people, type, fire, earth and moons of every card; unknown values stay empty."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(["code", "name", "people", "type", "fire", "earth", "moons"])
    for card in cards:
        row = [card.code, card.label, card.people.value, card.type.value, card.fire, card.earth, card.moons]
        table.writerow([_cell(value) for value in row])
    return out.getvalue()


def _name(code: str, cards: Mapping[str, CardFacts]) -> str:
    card = cards.get(code)
    return f"{card.label} ({code})" if card is not None and card.label != code else code


def _cell(value: object) -> str:
    """The value as text that no spreadsheet takes for a formula."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text
