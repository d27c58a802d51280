"""Plan of measuring games: every deck and seed follows from the series, the number and one seed.

Series: `peoples` (published decks against each other), `drafted` (two random decks of thirty from the pool of three
peoples) and `exchanged` (two published decks in each of which some cards are exchanged for any others). Every game of
the last two says something of sixty cards at once, which is why they need far fewer games than trying card by card.
Of all these the crystals are kept; of `pace`, decks as in `drafted`, how many turns a game lasted.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from game.engine.catalogue import PEOPLES, CardFacts, Catalogue, People
from game.engine.table import published_codes
from game.evidence import DRAFTED

PEOPLES_SERIES, EXCHANGED, PACE = "peoples", "exchanged", "pace"
SERIES = (DRAFTED, EXCHANGED, PEOPLES_SERIES, PACE)
# The order of batches, so that an interrupted run has measured a part of everything.
ROUND = (DRAFTED, EXCHANGED, PEOPLES_SERIES, DRAFTED, EXCHANGED, PACE)
PAIRS = tuple(combinations(PEOPLES, 2))
DECK_SIZE = 30
POOL_PEOPLES = 3
EXCHANGED_CARDS = 8


@dataclass(frozen=True, slots=True)
class Planned:
    """One game to play: both decks, their peoples (none in a draft), who starts, and the seed.

    `pool` are the peoples whose cards both decks were drawn from, if any.
    """

    series: str
    number: int
    first: tuple[str, ...]
    second: tuple[str, ...]
    start: int
    seed: int
    peoples: tuple[People, People] | None = None
    pool: tuple[People, ...] = ()


def playable(catalogue: Catalogue) -> tuple[CardFacts, ...]:
    """Return the cards that can be in a deck and whose text the engine carries out, or that have none."""
    return tuple(
        card for card in catalogue if card.known and card.playable and card.type.value and card.moons is not None
    )


def planned(catalogue: Catalogue, series: str, number: int, seed: int) -> Planned:
    """Return the game with that number in a series; the players take turns in starting."""
    chance = random.Random(f"{seed} {series} {number}")
    peoples: tuple[People, People] | None = None
    pool: tuple[People, ...] = ()
    start = number % 2
    if series in (DRAFTED, PACE):
        pool = tuple(chance.sample(PEOPLES, POOL_PEOPLES))
        first, second = _drafted(catalogue, pool, chance)
    elif series == EXCHANGED:
        peoples = (chance.choice(PEOPLES), chance.choice(PEOPLES))
        first, second = (_exchanged(catalogue, people, chance) for people in peoples)
    else:
        peoples = PAIRS[number % len(PAIRS)]
        first, second = (published_codes(catalogue, people) for people in peoples)
        start = number // len(PAIRS) % 2
    return Planned(series, number, first, second, start, chance.randrange(1 << 30), peoples, pool)


def batches(games: int, size: int) -> Iterator[tuple[str, int, int]]:
    """Yield batches of games, the series in order: series, first number, how many."""
    played = dict.fromkeys(SERIES, 0)
    place = 0
    while games > 0:
        series, count = ROUND[place % len(ROUND)], min(size, games)
        yield series, played[series], count
        played[series] += count
        games -= count
        place += 1


def _drafted(
    catalogue: Catalogue, chosen: tuple[People, ...], chance: random.Random
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return two decks of the pool of some peoples (DRAFT-03): cards of their affiliation and their mutants."""
    marks = {people.value[0] for people in chosen}
    pool = [
        card.code
        for card in playable(catalogue)
        if card.people in chosen or (card.people is People.MUTANT and card.deck in marks)
    ]
    chance.shuffle(pool)
    return tuple(sorted(pool[:DECK_SIZE])), tuple(sorted(pool[DECK_SIZE : 2 * DECK_SIZE]))


def _exchanged(catalogue: Catalogue, people: People, chance: random.Random) -> tuple[str, ...]:
    """Return the published deck of a people with some cards exchanged for any others.

    Moons are ignored: under a limit, expensive cards would only come in together with cheap ones, and their values
    could not be separated.
    """
    deck = published_codes(catalogue, people)
    others = [card.code for card in playable(catalogue) if card.code not in deck]
    out = set(chance.sample(deck, EXCHANGED_CARDS))
    return tuple(sorted([code for code in deck if code not in out] + chance.sample(others, EXCHANGED_CARDS)))
