"""Sideboarding: what was changed between games, and whether it might be (DECK-19)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from cards.core.facts import Catalogue
from common.text import gettext_noop
from decks.core.legality.card_index import table_of
from decks.core.legality.case import in_a_row
from decks.core.legality.deck import DeckList, Format
from decks.core.legality.games import judge
from decks.core.legality.report import Finding, Report, Severity, in_order, status_of


@dataclass(frozen=True, slots=True)
class Swap:
    """Difference of two decks by code, a code of two copies twice; in the order of the lists."""

    out: tuple[str, ...]
    into: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.out or self.into)


def swap(before: DeckList, after: DeckList) -> Swap:
    """The cards swapped between two games; the order of lines does not matter."""
    return Swap(_left(before, after), _left(after, before))


def _left(one: DeckList, other: DeckList) -> tuple[str, ...]:
    there = Counter(other.codes)
    codes = []
    for code in one.codes:
        if there[code] > 0:
            there[code] -= 1
        else:
            codes.append(code)
    return tuple(codes)


def judge_next(before: DeckList, after: DeckList, catalogue: Catalogue, *, changes_open: bool = False) -> Report:
    """Judge a deck for the next game (DECK-19).

    After a draft unused picks may come in, and the new deck must again keep DECK-18. A constructed deck is locked
    unless the players agreed on something else before the match (`changes_open`).
    """
    report = judge(after, catalogue)
    changed = swap(before, after)
    beside = (before.leaders, before.inquisitors, before.families) != (after.leaders, after.inquisitors, after.families)
    if after.format is Format.DRAFT or changes_open or not (changed or beside):
        return report
    names = table_of(catalogue).names
    cards = tuple(dict.fromkeys(changed.into + changed.out))
    listed = in_a_row([names.get(code, code) for code in cards], len(cards))
    template = gettext_noop("The deck is locked for the match, and it was changed: %(cards)s.")
    if not changed:
        template = gettext_noop("The deck is locked for the match, and what lies beside it was changed.")
    finding = Finding("DECK-19", Severity.ERROR, template, {"cards": listed}, cards, len(changed.into), 0)
    findings = in_order([*report.findings, finding])
    return report._replace(findings=findings, status=status_of(findings))
