"""The few changes that bring a deck back within its size and its moons, at once and without a solver.

The proposal keeps what was put in last, prefers cards that are owned, and puts a card of like values where one goes.
`decks.core.building.repair` proves the fewest changes; this is for a page that answers every tap.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace

from cards.core.facts import CardFacts, Catalogue
from decks.core.building.wishes import worth
from decks.core.legality import DeckList, Entry, Format, Report, Status, judge

MAX_CHANGES = 3  # more is a matter for the search that proves the fewest
_MAX_OUT = 5  # cards tried as the one that goes
_MAX_INTO = 12  # cards tried in the place of each
_LATEST = 3  # cards put in last, which go only where nothing else can


@dataclass(frozen=True, slots=True)
class Change:
    """A card that goes and the one that takes its place, None where the deck is too large."""

    out: str
    into: str | None = None


@dataclass(frozen=True, slots=True)
class Mending:
    """The changes, and the legal deck they lead to."""

    changes: tuple[Change, ...]
    deck: DeckList


def over_a_limit(report: Report) -> bool:
    """Whether a deck has too many cards or too many moons: what this module can repair."""
    large = report.required is not None and report.have > report.required
    return large or _moons_over(report) > 0


def mend(deck: DeckList, catalogue: Catalogue, *, owned: Collection[str] = ()) -> Mending | None:
    """Cards out while the deck is too large, then swaps while it has too many moons; None where that is not enough.

    The entries of the deck stand in the order in which they were put in.
    """
    changes: list[Change] = []
    now, report = deck, judge(deck, catalogue)
    while report.status is not Status.LEGAL:
        if len(changes) == MAX_CHANGES or not over_a_limit(report):
            return None
        change = _next_change(now, report, catalogue, owned)
        if change is None:
            return None
        now = changed(now, change)
        changes.append(change)
        report = judge(now, catalogue)
    return Mending(tuple(changes), now) if changes else None


def changed(deck: DeckList, change: Change) -> DeckList:
    """The deck after a change of one copy."""
    entries: list[Entry] = []
    for entry in deck.entries:
        copies = entry.copies - (entry.code == change.out)
        if copies:
            entries.append(Entry(entry.code, copies))
    if change.into is not None:
        entries.append(Entry(change.into))
    return replace(deck, entries=tuple(entries))


def _next_change(deck: DeckList, report: Report, catalogue: Catalogue, owned: Collection[str]) -> Change | None:
    """The first change that brings the deck nearer to its limits and breaks no other rule."""
    faults = {finding.code for finding in report.findings if finding.severity == "error"}
    small = report.required is None or report.have <= report.required
    before = _distance(report)
    for out in _going(deck, report, catalogue):
        for into in _coming(out, deck, report, catalogue, owned) if small else (None,):
            change = Change(out.code, into.code if into else None)
            after = judge(changed(deck, change), catalogue)
            new = {finding.code for finding in after.findings if finding.severity == "error"} - faults
            if not new and _distance(after) < before:
                return change
    return None


def _going(deck: DeckList, report: Report, catalogue: Catalogue) -> list[CardFacts]:
    """Cards that may go: those put in last at the end; with too many moons those that end it, the cheapest first."""
    over = _moons_over(report)
    moons = {row.card: row.moons or 0 for row in report.rows}
    codes = list(dict.fromkeys(code for code in deck.codes if code in catalogue))
    latest = set(codes[-_LATEST:])

    def order(card: CardFacts) -> tuple[bool, bool, int, int]:
        cost = moons.get(card.code, 0)
        return card.code in latest, cost < over, cost if cost >= over else -cost, worth(card)

    cards = [catalogue[code] for code in codes if not over or moons.get(code)]
    return sorted(cards, key=order)[:_MAX_OUT]


def _coming(
    out: CardFacts, deck: DeckList, report: Report, catalogue: Catalogue, owned: Collection[str]
) -> Iterator[CardFacts]:
    """Cards for the place of another: owned ones first, then by type and by how like their values are."""
    held = set(deck.codes)
    home = {catalogue[code].people for code in deck.leaders if code in catalogue}
    offered = [card for card in _offered(deck, catalogue) if card.playable and card.code not in held]

    def order(card: CardFacts) -> tuple[bool, bool, int, bool]:
        return card.code not in owned, card.type is not out.type, _apart(card, out), card.people not in home

    free = [card for card in offered if card.people in home or not card.moons]
    yield from sorted(free or offered, key=order)[:_MAX_INTO]


def _offered(deck: DeckList, catalogue: Catalogue) -> Iterable[CardFacts]:
    if deck.format is Format.DRAFT and deck.pool is not None:
        return [card for card in catalogue if card.code in deck.pool]
    return catalogue


def _apart(card: CardFacts, other: CardFacts) -> int:
    """How far the values of two cards are from each other."""
    return abs((card.fire or 0) - (other.fire or 0)) + abs((card.earth or 0) - (other.earth or 0))


def _moons_over(report: Report) -> int:
    if report.moons_have is None or report.moons_allowed is None:
        return 0
    return max(0, report.moons_have - report.moons_allowed)


def _distance(report: Report) -> int:
    """How far the deck is from its size and its moons."""
    size = 0 if report.required is None else abs(report.have - report.required)
    return size + _moons_over(report)
