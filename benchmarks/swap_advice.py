"""Whether the best swap that is proposed helps: decks changed at random, with and without it, in games of fresh seeds.

    python -m benchmarks.swap_advice [DECKS [GAMES]] [--screened] [--results FILE]

Each deck is the published one of a people with some cards changed at random and made legal. The best proposal is played
against the nine published decks, the same games with and without it; none of these games was used to find it. The best
is the first by the evidence, or with `--screened` the one the page puts first after it has tried each for a few games.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from benchmarks.stored_results import StoredResults
from cards.core.catalogue_csv import read_catalogue_file
from cards.core.facts import PEOPLES, Catalogue, People
from common.wilson import wilson_interval
from decks.core.advice.measurement import CardSwap, Codes, screened_swaps
from decks.core.advice.swaps import SWAPS_PROPOSED, best_swaps
from decks.core.building import repair_deck
from decks.core.legality import DeckList, Entry, Format, Status, judge_deck
from game.arena import crystals_of_game
from game.engine.table import published_codes
from game.evidence import Measurements, mean_with_interval, read_evidence

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "bluemoon"
DECKS, GAMES, CHANGED = 100, 200, 6
FIRST_SEED = 1 << 20


def changed_deck(catalogue: Catalogue, people: People, chance: random.Random) -> DeckList:
    """Return a people’s published deck with some cards changed for any others, made legal with the fewest changes."""
    codes = list(published_codes(catalogue, people))
    others = [card.code for card in catalogue if card.playable and card.complete and card.code not in codes]
    for place in chance.sample(range(len(codes)), CHANGED):
        codes[place] = others.pop(chance.randrange(len(others)))
    deck = DeckList(
        name="changed", format=Format.CUSTOM, leaders=(f"{people} 00",), entries=tuple(Entry(code) for code in codes)
    )
    return deck if judge_deck(deck, catalogue).status is Status.LEGAL else repair_deck(deck, catalogue)[0].deck


class Measurement:
    """The catalogue, the evidence and the opposing decks."""

    def __init__(self) -> None:
        self.catalogue: Catalogue = read_catalogue_file(FOLDER / "cards.csv")
        self.evidence: Measurements = read_evidence(FOLDER)
        self.others = [published_codes(self.catalogue, people) for people in PEOPLES]

    def play(self, first: Codes, second: Codes, start: int, seed: int) -> int:
        """Play one game; return the crystals of the first deck."""
        return crystals_of_game(self.catalogue, first, second, start=start, seed=seed)

    def best(self, deck: DeckList, *, by_games: bool) -> CardSwap | None:
        """Return the first proposal."""
        swaps = best_swaps(deck, self.catalogue, self.evidence, limit=SWAPS_PROPOSED if by_games else 1)
        if by_games:
            swaps = screened_swaps(tuple(deck.codes), swaps, self.others, self.play)
        return next(iter(swaps), None)

    def gains(self, deck: Codes, swap: CardSwap, games: int) -> list[int]:
        """Return what the swap brought in each of these games."""
        gains = []
        for game in range(games):
            other, start, seed = self.others[game % len(self.others)], game // len(self.others) % 2, FIRST_SEED + game
            scores = [self.play(own, other, start, seed) for own in (swap.apply_to(deck), deck)]
            gains.append(scores[0] - scores[1])
        return gains


def say(rows: Sequence[dict[str, list[int]]]) -> None:
    """Print the results of all proposals together."""
    tried = [row["gains"] for row in rows if row["gains"]]
    if not tried:
        return
    better, every = (
        sum(sum(gains) > 0 for gains in tried),
        mean_with_interval(gain for gains in tried for gain in gains),
    )
    low, high = wilson_interval(better, len(tried))
    sys.stdout.write(
        f"{len(tried)} decks: the swap won more in {better} ({better / len(tried):.0%}, {low:.0%} to {high:.0%}); "
        f"{every.value:+.2f} crystals a game ({every.low:+.2f} to {every.high:+.2f})\n"
    )
    sys.stdout.flush()


def main(decks: int, games: int, *, by_games: bool, results: Path | None) -> None:
    """Measure deck after deck, and print the results after each."""
    measurement, stored = Measurement(), StoredResults(results)
    for number in range(decks):
        if number in stored:
            continue
        chance = random.Random(f"swap {number}")
        deck = changed_deck(measurement.catalogue, PEOPLES[number % len(PEOPLES)], chance)
        best = measurement.best(deck, by_games=by_games)
        gains = measurement.gains(tuple(deck.codes), best, games) if best else []
        stored.add(number, {"swap": [best.out, best.into, best.gain] if best else [], "gains": gains})
        say([stored.rows[done] for done in sorted(stored.rows)])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("decks", type=int, nargs="?", default=DECKS)
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("--screened", action="store_true", help="try the ten proposals first, as the page does")
    parser.add_argument("--results", type=Path, help="a file of what was measured; an interrupted run goes on there")
    asked = parser.parse_args()
    main(asked.decks, asked.games, by_games=asked.screened, results=asked.results)
