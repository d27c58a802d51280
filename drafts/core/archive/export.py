"""Export of a log: text for people, JSON for programs, and a pool as CSV."""

import csv
import io
from collections.abc import Iterable, Mapping

from cards.core.facts import CardFacts
from common.spreadsheet_cells import guarded_cell
from drafts.core.archive.log import PacketEntry


def as_text(title: str, entries: Iterable[PacketEntry], cards: Mapping[str, CardFacts]) -> str:
    """The log as it is read aloud: a heading a round, a line a pick, the card kept in front of those passed on."""
    lines, before = [title], 0
    for entry in entries:
        if entry.round != before:
            name = "Last deal" if entry.last_deal else f"Round {entry.round}"
            lines += ["", f"{name}, to the {entry.direction.value}"]
            before = entry.round
        passed = [_name(code, cards) for code in entry.passed] + ["a card laid away"] * entry.hidden
        by = "" if entry.by == "player" else f" [{entry.by}]"
        lines.append(f"{entry.number}. {_name(entry.taken, cards)}{by}  from  {', '.join(passed)}")
    return "\n".join(lines) + "\n"


def as_dict(entries: Iterable[PacketEntry]) -> list[dict[str, object]]:
    """The log for programs, cards by their codes."""
    return [
        {
            "round": entry.round,
            "number": entry.number,
            "of": entry.of,
            "direction": entry.direction.value,
            "packet": list(entry.packet),
            "hidden": entry.hidden,
            "taken": entry.taken,
            "by": entry.by,
        }
        for entry in entries
    ]


def pool_as_csv(cards: Iterable[CardFacts]) -> str:
    """A pool: code, name, people, type, fire, earth and moons of every card; unknown values stay empty."""
    out = io.StringIO()
    table = csv.writer(out)
    table.writerow(["code", "name", "people", "type", "fire", "earth", "moons"])
    for card in cards:
        row = [card.code, card.label, card.people.value, card.type.value, card.fire, card.earth, card.moons]
        table.writerow([guarded_cell(value) for value in row])
    return out.getvalue()


def _name(code: str, cards: Mapping[str, CardFacts]) -> str:
    card = cards.get(code)
    return f"{card.label} ({code})" if card is not None and card.label != code else code
