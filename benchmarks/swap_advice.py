"""Whether the best swap that is proposed helps: decks changed at random, with and without it, in games of fresh seeds.

    python -m benchmarks.swap_advice [DECKS [GAMES]]

Each deck is the published one of a people with some cards changed at random and made legal. The first proposal of the
evidence is played against the nine published decks, the same games with and without it; none of these games was used to
find it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

from cards.core.catalogue_csv import read_cards
from cards.core.facts import PEOPLES, Catalogue, People
from decks.core.advice.swaps import swapped, swaps_of
from decks.core.building import repair
from decks.core.legality import DeckList, Entry, Format, Status, judge
from game.engine.table import people_deck
from game.evidence.plan import played
from game.evidence.tables import read_evidence
from game.evidence.worth import mean

FOLDER = Path(__file__).resolve().parent.parent / "fixtures" / "bluemoon"
DECKS, GAMES, CHANGED = 100, 200, 6
FIRST_SEED = 1 << 20


def changed_deck(catalogue: Catalogue, people: People, chance: random.Random) -> DeckList:
    """A people's published deck with some cards changed for any others, made legal with the fewest changes."""
    codes = list(people_deck(catalogue, people))
    others = [card.code for card in catalogue if card.playable and card.complete and card.code not in codes]
    for place in chance.sample(range(len(codes)), CHANGED):
        codes[place] = others.pop(chance.randrange(len(others)))
    deck = DeckList(
        name="changed", format=Format.CUSTOM, leaders=(f"{people} 00",), entries=tuple(Entry(code) for code in codes)
    )
    return deck if judge(deck, catalogue).status is Status.LEGAL else repair(deck, catalogue)[0].deck


def main(decks: int, games: int) -> None:
    """Print how the proposals did, deck by deck added up."""
    catalogue, evidence = read_cards(FOLDER / "cards.csv"), read_evidence(FOLDER)
    others = [people_deck(catalogue, people) for people in PEOPLES]
    better = tried = 0
    every: list[int] = []
    for number in range(decks):
        chance = random.Random(f"swap {number}")
        deck = changed_deck(catalogue, PEOPLES[number % len(PEOPLES)], chance)
        best = next(iter(swaps_of(deck, catalogue, evidence, most=1)), None)
        if best is None:
            continue
        before, after = tuple(deck.codes), tuple(swapped(deck, best).codes)
        gains = []
        for game in range(games):
            other, start, seed = others[game % len(others)], game // len(others) % 2, FIRST_SEED + game
            scores = [played(catalogue, one, other, start=start, seed=seed) for one in (after, before)]
            gains.append(scores[0] - scores[1])
        every += gains
        tried, better = tried + 1, better + (sum(gains) > 0)
        found = mean(every)
        sys.stdout.write(
            f"{tried} decks: the swap won more in {better} ({better / tried:.0%}); {found.value:+.2f} crystals a game "
            f"({found.low:+.2f} to {found.high:+.2f}); promised {best.gain:+.2f}\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    asked = [int(text) for text in sys.argv[1:3]]
    main(*(asked + [DECKS, GAMES][len(asked) :]))
