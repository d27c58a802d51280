"""Make a broken deck legal, over the whole catalogue: seconds until the fewest changes are proven.

`python -m benchmarks.repair [--decks N]`. Each deck breaks three rules at once: too many cards (DECK-02), too many
moons (DECK-03), a card twice (DECK-08). Beside it stands the time of adding up the sums of all swaps of one card, as
somebody would by hand, so that the ratio means something on any machine. Of as many other decks, each full of
foreign moons before three more foreign cards were put in, it counts where the three stay, and why not elsewhere.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from pathlib import Path

from cards.core.catalogue_csv import read_catalogue_file
from cards.core.facts import PEOPLES, CardFacts, Catalogue, People
from decks.core.building import repair_deck, repair_with_added
from decks.core.legality import DeckList, Entry, judge_deck, people_deck

CARDS = Path(__file__).resolve().parent.parent / "fixtures" / "bluemoon" / "cards.csv"
WANTED = {"DECK-02", "DECK-03", "DECK-08"}


def broken(catalogue: Catalogue, people: People, lots: random.Random) -> DeckList:
    """Return a people’s deck with faults: heavy foreign cards added, one card twice."""
    codes = [card.code for card in people_deck(catalogue, people)]
    heavy = [card.code for card in catalogue if card.people is not people and (card.moons or 0) >= 2]
    codes += lots.sample([code for code in heavy if code not in codes], 7)
    entries = [Entry(code, 2 if at == 3 else 1) for at, code in enumerate(codes)]
    return DeckList(leaders=(f"{people.value} 00",), entries=tuple(entries))


def by_hand(deck: DeckList, catalogue: Catalogue) -> int:
    """Return how many swaps of one card keep the moons, counted one by one."""
    held = [catalogue[code] for code in deck.codes]
    fits = 0
    for card in catalogue:
        for at in range(len(held)):
            fits += _moons([*held[:at], card, *held[at + 1 :]], deck.leaders[0]) <= 10
    return fits


def _moons(cards: list[CardFacts], leader: str) -> int:
    return sum(card.moons or 0 for card in cards if not leader.startswith(card.people.value))


def with_three_added(catalogue: Catalogue, people: People, lots: random.Random) -> tuple[DeckList, list[str]]:
    """Return a legal deck with as many foreign moons as possible, by lot, and three more foreign cards added last."""
    foreign = [card for card in catalogue if card.people is not people and card.playable and card.moons]
    own = [card.code for card in catalogue if card.people is people and card.playable]
    lots.shuffle(foreign)
    added, codes, moons = [card.code for card in foreign[:3]], [], 0
    for card in foreign[3:]:
        if moons + (card.moons or 0) <= 10:
            codes.append(card.code)
            moons += card.moons or 0
    entries = [*lots.sample(own, 30 - len(codes)), *codes, *added]
    return DeckList(leaders=(f"{people.value} 00",), entries=tuple(map(Entry, entries))), added


def kept(catalogue: Catalogue, count: int, lots: random.Random) -> Counter[str]:
    """Count how often the nearest legal deck keeps all three, how often that costs more changes, and how often no deck
    has them."""
    counted: Counter[str] = Counter()
    for at in range(count):
        deck, added = with_three_added(catalogue, PEOPLES[at % len(PEOPLES)], lots)
        if set(added) <= set(repair_deck(deck, catalogue, added=added)[0].deck.codes):
            counted["kept"] += 1
        else:
            counted["dearer" if repair_with_added(deck, catalogue, added=added) else "impossible"] += 1
    return counted


def main() -> None:
    """Print the distribution of the times and the ratio."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--decks", type=int, default=100)
    count = parser.parse_args().decks
    catalogue, lots = read_catalogue_file(CARDS), random.Random(10)
    decks = [broken(catalogue, PEOPLES[at % len(PEOPLES)], lots) for at in range(count)]
    broken_rules = [{finding.code for finding in judge_deck(deck, catalogue).findings} >= WANTED for deck in decks]
    repair_deck(decks[0], catalogue)  # loads the solver
    times, proven = [], 0
    for deck in decks:
        began = time.process_time()
        nearest = repair_deck(deck, catalogue, seconds=2.0)[0]
        times.append(time.process_time() - began)
        proven += nearest.proven
    began = time.process_time()
    by_hand(decks[0], catalogue)
    hand = time.process_time() - began
    times.sort()
    p50, p95 = times[len(times) // 2], times[int(len(times) * 0.95)]
    sys.stdout.write(
        f"{count} decks, {sum(broken_rules)} of them breaking three rules, {len(catalogue)} cards\n"
        f"proven fewest: {proven} of {count}\n"
        f"seconds: median {p50:.3f}, 95th percentile {p95:.3f}, longest {times[-1]:.3f}\n"
        f"one round of swaps by hand: {hand:.3f} s; the 95th percentile is {p95 / hand:.2f} times that\n"
    )
    three = kept(catalogue, count, lots)
    sys.stdout.write(
        f"three foreign cards put in last: the nearest deck keeps all in {three['kept']} of {count}, in"
        f" {three['dearer']} keeping them costs more changes and is offered first, in {three['impossible']} no legal"
        " deck holds them\n"
    )


if __name__ == "__main__":
    main()
