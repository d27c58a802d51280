"""Partial tables: a code or a slot on each line, and only the columns to change."""

from collections.abc import Iterable, Mapping

from cards.core.catalogue_csv import CARD_TABLE_COLUMNS, ParsedTable, TableError, parse_card_table
from cards.core.facts import CardFacts
from cards.core.import_plan import value_text
from common.text import fold


def parse_partial_table(text: str, known: Iterable[CardFacts]) -> ParsedTable:
    """Parse a table in which an empty cell or a missing column means no change.

    Each line is completed from its card, found by `code` or `slot`; never raises for the contents of the text.
    """
    cards = list(known)
    by_code = {fold(card.code): card for card in cards}
    by_slot = {card.slot: card for card in cards if card.slot}

    def complete(line: int, cells: Mapping[str, str]) -> tuple[Mapping[str, str], TableError | None]:
        data = {column: cell.strip() for column, cell in cells.items() if cell and cell.strip()}
        code, slot = data.get("code", ""), data.get("slot", "")
        met = by_code.get(fold(code)) if code else by_slot.get(slot)
        if met is None and not code:
            message = (
                f"“{slot[:40]}” is not a gap of the catalogue" if slot else "the line names neither a code nor a gap"
            )
            return cells, TableError(line, "slot" if slot else "code", message)
        base = met or by_slot.get(slot)
        if base is None and "people" in data:
            return cells, None
        if base is None:
            message = f"“{code[:40]}” is not in the catalogue; a new card needs its people too"
            return cells, TableError(line, "code", message)
        return {column: value_text(getattr(base, column)) for column in CARD_TABLE_COLUMNS} | data, None

    return parse_card_table(text, complete=complete)
