"""Import plan: the changes that loading a table would make, whole or partial; pure, no Django."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from cards.core.catalogue_csv import CARD_TABLE_COLUMNS, ParsedTable, TableError, card_contradictions, parse_card_table
from cards.core.facts import CardFacts
from cards.core.type_columns import still_valid_notes
from common.text import fold


@dataclass(frozen=True, slots=True)
class StoredCard:
    """A stored card: its facts, the names of the facts entered on this site, and the key of its row."""

    facts: CardFacts
    entered_here: frozenset[str] = frozenset()
    key: int = 0


@dataclass(frozen=True, slots=True)
class CardImportChange:
    """Change of one card: `fields` has the old and the new value of each differing field."""

    before: StoredCard
    after: CardFacts
    fields: Mapping[str, tuple[str, str]]
    entered_here: frozenset[str]


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes of a load. `wrong` lists cards that contradict the catalogue: index, column, message."""

    added: tuple[CardFacts, ...] = ()
    changed: tuple[CardImportChange, ...] = ()
    removed: tuple[StoredCard, ...] = ()
    same: int = 0
    wrong: tuple[tuple[int, str, str], ...] = ()

    @property
    def is_empty(self) -> bool:
        return not (self.added or self.changed or self.removed)


def format_fact(value: object) -> str:
    """Return a fact as the table writes it.

    >>> format_fact(None), format_fact(("PAIR", "GANG:red"))
    ('', 'PAIR; GANG:red')
    """
    if isinstance(value, tuple):
        return "; ".join(str(item) for item in value)
    return "" if value is None else str(value)


def fact_names_of(card: CardFacts) -> tuple[str, ...]:
    return tuple(field.name for field in fields(card))


def differences(before: CardFacts, after: CardFacts) -> dict[str, tuple[str, str]]:
    pairs = {name: (getattr(before, name), getattr(after, name)) for name in fact_names_of(after)}
    return {name: (format_fact(old), format_fact(new)) for name, (old, new) in pairs.items() if old != new}


def facts_digest(cards: Iterable[CardFacts]) -> str:
    """Return a fingerprint of a catalogue: equal exactly if all facts are."""
    ordered = sorted(cards, key=lambda card: card.code)
    rows = [[format_fact(getattr(card, name)) for name in fact_names_of(card)] for card in ordered]
    return hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode()).hexdigest()


@dataclass(slots=True)
class _ImportPlanBuilder:
    """Builds a plan: matches each line of the table with a stored card, each at most once."""

    by_code: dict[str, StoredCard]
    by_slot: dict[str, StoredCard]
    matched_codes: set[str] = field(default_factory=set)
    added: list[CardFacts] = field(default_factory=list)
    changed: list[CardImportChange] = field(default_factory=list)
    same: int = 0

    @classmethod
    def from_stored_cards(cls, stored: Sequence[StoredCard]) -> _ImportPlanBuilder:
        return cls(
            {stored_card.facts.code: stored_card for stored_card in stored},
            {stored_card.facts.slot: stored_card for stored_card in stored if stored_card.facts.slot},
        )

    def add_change(self, before: StoredCard, after: CardFacts, entered_here: frozenset[str]) -> None:
        self.matched_codes.add(before.facts.code)
        differing = differences(before.facts, after)
        if differing or entered_here != before.entered_here:
            self.changed.append(CardImportChange(before, after, differing, entered_here))
        else:
            self.same += 1

    def build_plan(self, *, removed: Iterable[StoredCard] = (), wrong: Iterable[tuple[int, str, str]] = ()) -> Plan:
        return Plan(tuple(self.added), tuple(self.changed), tuple(removed), self.same, tuple(wrong))


def plan_full(stored: Sequence[StoredCard], cards: Sequence[CardFacts]) -> Plan:
    """Plan to make the catalogue equal to the project’s own table, without touching facts entered on this site."""
    builder = _ImportPlanBuilder.from_stored_cards(stored)
    codes = {card.code for card in cards}
    for card in cards:
        stored_card = builder.by_code.get(card.code)
        if stored_card is None and card.slot:
            stored_card = builder.by_slot.get(card.slot)
            # The gap may have been filled here under a code that the table lists separately.
            stored_card = None if stored_card is not None and stored_card.facts.code in codes else stored_card
        if stored_card is None:
            builder.added.append(card)
        else:
            own = {name: getattr(stored_card.facts, name) for name in stored_card.entered_here}
            builder.add_change(stored_card, replace(card, **own), stored_card.entered_here)
    removed = [
        known for known in stored if known.facts.code not in builder.matched_codes and "code" not in known.entered_here
    ]
    return builder.build_plan(removed=removed)


def plan_partial(
    stored: Sequence[StoredCard],
    cards: Sequence[CardFacts],
    *,
    faults: Callable[[CardFacts], Iterable[tuple[str, str]]] = card_contradictions,
) -> Plan:
    """Plan to complete or add the cards of a table that someone filled in; never empties or removes anything.

    A line with a known code completes that card; a new code with a `slot` fills that gap; any other adds a card.
    """
    builder = _ImportPlanBuilder.from_stored_cards(stored)
    slugs = {known.facts.slug: known.facts.code for known in stored}
    wrong: list[tuple[int, str, str]] = []
    filled: dict[str, str] = {}
    for index, card in enumerate(cards):
        stored_card = builder.by_code.get(card.code)
        fault = _gap_error(card, stored_card, builder.by_slot, filled)
        if fault is None and stored_card is None and card.slug in slugs:
            fault = "code", f"reads like {slugs[card.slug]}, which the catalogue has; write the code like that"
        if fault is not None:
            wrong.append((index, *fault))
            continue
        stored_card = stored_card or builder.by_slot.get(card.slot)
        if stored_card is None:
            builder.added.append(card)
            continue
        filled[stored_card.facts.slot] = card.code
        after = _card_completed_by(stored_card.facts, card)
        wrong += [(index, column, sentence) for column, sentence in faults(after)]
        builder.add_change(stored_card, after, stored_card.entered_here | set(differences(stored_card.facts, after)))
    return builder.build_plan(wrong=wrong)


def _card_completed_by(card: CardFacts, by: CardFacts) -> CardFacts:
    data = {name: value for name in fact_names_of(by) if (value := getattr(by, name)) not in ("", None, ())}
    after = replace(card, **data)
    return replace(after, notes=still_valid_notes(card, after.notes, data))


def _gap_error(
    card: CardFacts, stored_card: StoredCard | None, by_slot: Mapping[str, StoredCard], filled: Mapping[str, str]
) -> tuple[str, str] | None:
    """Return why a card can’t fill the gap it names, as column and message."""
    slot = card.slot or (stored_card.facts.slot if stored_card else "")
    if slot and slot in filled:
        return "slot", f"{slot} is filled by {filled[slot]} in this file already"
    if not card.slot or (stored_card is not None and stored_card.facts.slot == card.slot):
        return None
    if stored_card is not None:
        return "slot", f"{card.code} is in the catalogue and does not fill {card.slot}"
    gap = by_slot.get(card.slot)
    if gap is None:
        return "slot", f"“{card.slot}” is not a gap of the catalogue"
    if gap.facts.known:
        return "slot", f"{card.slot} is filled by {gap.facts.code} already"
    if gap.facts.people is not card.people:
        return "people", f"{card.slot} is a card of {gap.facts.people}, not of {card.people}"
    return None


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
        known_card = by_code.get(fold(code)) if code else by_slot.get(slot)
        if known_card is None and not code:
            message = (
                f"“{slot[:40]}” is not a gap of the catalogue" if slot else "the line names neither a code nor a gap"
            )
            return cells, TableError(line, "slot" if slot else "code", message)
        base = known_card or by_slot.get(slot)
        if base is None and "people" in data:
            return cells, None
        if base is None:
            message = f"“{code[:40]}” is not in the catalogue; a new card needs its people too"
            return cells, TableError(line, "code", message)
        return {column: format_fact(getattr(base, column)) for column in CARD_TABLE_COLUMNS} | data, None

    return parse_card_table(text, complete=complete)
