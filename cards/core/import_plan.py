"""Import plan: what loading a table would change, computed before anything is written; pure, no Django."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace

from cards.core.catalogue_csv import card_contradictions
from cards.core.facts import CardFacts
from cards.core.type_columns import still_valid_notes

_EMPTY_VALUES = ("", None, ())


@dataclass(frozen=True, slots=True)
class StoredCard:
    """A stored card: its facts, the names of those filled on this site, and the key of its row."""

    facts: CardFacts
    here: frozenset[str] = frozenset()
    key: int = 0


@dataclass(frozen=True, slots=True)
class CardImportChange:
    """One card that becomes another: `fields` says for each differing one what it was and what it will be."""

    before: StoredCard
    after: CardFacts
    fields: Mapping[str, tuple[str, str]]
    here: frozenset[str]


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes of a load. `wrong` lists cards that contradict the catalogue: index, column, sentence."""

    added: tuple[CardFacts, ...] = ()
    changed: tuple[CardImportChange, ...] = ()
    removed: tuple[StoredCard, ...] = ()
    same: int = 0
    wrong: tuple[tuple[int, str, str], ...] = ()

    @property
    def empty(self) -> bool:
        return not (self.added or self.changed or self.removed)


def value_text(value: object) -> str:
    """A fact as the table writes it.

    >>> value_text(None), value_text((CardIcon.parse("PAIR"), CardIcon.parse("GANG:red")))
    ('', 'PAIR; GANG:red')
    """
    if isinstance(value, tuple):
        return "; ".join(str(item) for item in value)
    return "" if value is None else str(value)


def fact_names_of(card: CardFacts) -> tuple[str, ...]:
    """The names of the facts of a card, whichever game it is of."""
    return tuple(field.name for field in fields(card))


def differences(before: CardFacts, after: CardFacts) -> dict[str, tuple[str, str]]:
    pairs = {name: (getattr(before, name), getattr(after, name)) for name in fact_names_of(after)}
    return {name: (value_text(old), value_text(new)) for name, (old, new) in pairs.items() if old != new}


def facts_digest(cards: Iterable[CardFacts]) -> str:
    """A fingerprint of a catalogue: equal exactly when all facts are."""
    ordered = sorted(cards, key=lambda card: card.code)
    rows = [[value_text(getattr(card, name)) for name in fact_names_of(card)] for card in ordered]
    return hashlib.sha256(json.dumps(rows, ensure_ascii=False).encode()).hexdigest()


@dataclass(slots=True)
class _PlanBuilder:
    """A plan in the making: the stored card each line of the table matches, each at most once."""

    by_code: dict[str, StoredCard]
    by_slot: dict[str, StoredCard]
    met: set[str] = field(default_factory=set)
    added: list[CardFacts] = field(default_factory=list)
    changed: list[CardImportChange] = field(default_factory=list)
    same: int = 0

    @classmethod
    def of(cls, stored: Sequence[StoredCard]) -> _PlanBuilder:
        return cls(
            {known.facts.code: known for known in stored},
            {known.facts.slot: known for known in stored if known.facts.slot},
        )

    def change(self, before: StoredCard, after: CardFacts, here: frozenset[str]) -> None:
        self.met.add(before.facts.code)
        differing = differences(before.facts, after)
        if differing or here != before.here:
            self.changed.append(CardImportChange(before, after, differing, here))
        else:
            self.same += 1

    def plan(self, *, removed: Iterable[StoredCard] = (), wrong: Iterable[tuple[int, str, str]] = ()) -> Plan:
        return Plan(tuple(self.added), tuple(self.changed), tuple(removed), self.same, tuple(wrong))


def plan_whole(stored: Sequence[StoredCard], table: Sequence[CardFacts]) -> Plan:
    """Make the catalogue what the project's own table says, but leave alone every fact filled on this site."""
    work = _PlanBuilder.of(stored)
    codes = {card.code for card in table}
    for card in table:
        met = work.by_code.get(card.code)
        if met is None and card.slot:
            met = work.by_slot.get(card.slot)
            # The gap may have been filled here under a code that the table lists by itself.
            met = None if met is not None and met.facts.code in codes else met
        if met is None:
            work.added.append(card)
        else:
            own = {name: getattr(met.facts, name) for name in met.here}
            work.change(met, replace(card, **own), met.here)
    gone = [known for known in stored if known.facts.code not in work.met and "code" not in known.here]
    return work.plan(removed=gone)


def plan_addition(
    stored: Sequence[StoredCard],
    table: Sequence[CardFacts],
    *,
    faults: Callable[[CardFacts], Iterable[tuple[str, str]]] = card_contradictions,
) -> Plan:
    """Complete or add the cards of a table that somebody here has filled in; never empties or removes anything.

    A line whose code is known completes that card; a new code with a `slot` takes the place of that gap; any other
    new code is a new card.
    """
    work = _PlanBuilder.of(stored)
    slugs = {known.facts.slug: known.facts.code for known in stored}
    wrong: list[tuple[int, str, str]] = []
    filled: dict[str, str] = {}
    for index, card in enumerate(table):
        met = work.by_code.get(card.code)
        fault = _gap_mismatch(card, met, work.by_slot, filled)
        if fault is None and met is None and card.slug in slugs:
            fault = "code", f"reads like {slugs[card.slug]}, which the catalogue has; write the code like that"
        if fault is not None:
            wrong.append((index, *fault))
            continue
        met = met or work.by_slot.get(card.slot)
        if met is None:
            work.added.append(card)
            continue
        filled[met.facts.slot] = card.code
        after = _card_completed_by(met.facts, card)
        wrong += [(index, column, sentence) for column, sentence in faults(after)]
        work.change(met, after, met.here | set(differences(met.facts, after)))
    return work.plan(wrong=wrong)


def _card_completed_by(card: CardFacts, by: CardFacts) -> CardFacts:
    data = {name: value for name in fact_names_of(by) if (value := getattr(by, name)) not in _EMPTY_VALUES}
    after = replace(card, **data)
    return replace(after, notes=still_valid_notes(card, after.notes, data))


def _gap_mismatch(
    card: CardFacts, met: StoredCard | None, by_slot: Mapping[str, StoredCard], filled: Mapping[str, str]
) -> tuple[str, str] | None:
    """Why a card cannot fill the gap it names, as column and sentence."""
    slot = card.slot or (met.facts.slot if met else "")
    if slot and slot in filled:
        return "slot", f"{slot} is filled by {filled[slot]} in this file already"
    if not card.slot or (met is not None and met.facts.slot == card.slot):
        return None
    if met is not None:
        return "slot", f"{card.code} is in the catalogue and does not fill {card.slot}"
    gap = by_slot.get(card.slot)
    if gap is None:
        return "slot", f"“{card.slot}” is not a gap of the catalogue"
    if gap.facts.known:
        return "slot", f"{card.slot} is filled by {gap.facts.code} already"
    if gap.facts.people is not card.people:
        return "people", f"{card.slot} is a card of {gap.facts.people}, not of {card.people}"
    return None
