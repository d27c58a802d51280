"""One full report of a 30-card deck against a bare loop that adds up 30 moons: `python -m benchmarks.legality`.

The decks are the Terrah box as a custom deck (legal, one finding), the same with two faults, and a draft deck. All
times are the best of several runs of one process; the ratio is what counts, for it depends little on the machine.
"""

from __future__ import annotations

import sys
import timeit
from collections.abc import Callable
from pathlib import Path

from cards.core.catalogue_csv import read_catalogue_file
from cards.core.facts import Catalogue, People
from decks.core.legality import DeckList, Entry, Format, judge_deck, people_deck

CARDS = Path(__file__).resolve().parent.parent / "fixtures" / "bluemoon" / "cards.csv"
ALLOWED = 25


def decks(facts: Catalogue) -> dict[str, DeckList]:
    """Return the decks to judge, by kind."""
    codes = [card.code for card in people_deck(facts, People.TERRAH)]
    entries = tuple(Entry(code) for code in codes)
    faulty = (*(Entry(code) for code in codes if code not in ("Terrah 09", "Terrah 10", "Terrah 11")),)
    more = (Entry("Vulca 03"), Entry("Flit 15"), Entry("Flit 16"))
    plain = tuple(Entry(card.code) for card in facts if card.people is People.VULCA and card.playable)[:30]
    return {
        "30 own cards, legal": DeckList(entries=plain, leaders=("Vulca 00",)),
        "Terrah box, legal": DeckList(entries=entries, leaders=("Terrah 00",)),
        "12 moons, illegal": DeckList(entries=faulty + more, leaders=("Terrah 00",)),
        "a card twice, illegal": DeckList(entries=entries[:-1] + entries[:1], leaders=("Terrah 00",)),
        "draft deck": DeckList(entries=plain, format=Format.DRAFT, pool=tuple(codes) + tuple(e.code for e in plain)),
    }


def best(call: Callable[[], object], *, runs: int = 300, number: int = 100) -> float:
    """Return microseconds of one call, the best of many short runs, so that some fall into quiet moments."""
    return min(timeit.repeat(call, repeat=runs, number=number)) / number * 1e6


def main() -> int:
    """Print a line per deck; the status is 1 if a ratio is higher than allowed."""
    facts = read_catalogue_file(CARDS)
    moons = [1] * 30

    def bare() -> int:
        total = 0
        for moon in moons:
            total += moon
        return total

    worst = 0.0
    sys.stdout.write("deck                    report µs   bare loop µs   ratio\n")
    for name, deck in decks(facts).items():
        report, loop = best(lambda deck=deck: judge_deck(deck, facts).findings), best(bare)  # type: ignore[misc]
        worst = max(worst, report / loop)
        sys.stdout.write(f"{name:22} {report:10.2f} {loop:14.3f} {report / loop:7.1f}\n")
    sys.stdout.write(f"worst {worst:.1f}, allowed {ALLOWED}\n")
    return worst > ALLOWED


if __name__ == "__main__":
    sys.exit(main())
