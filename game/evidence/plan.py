"""Which games are played to measure cards: every deck and seed follows from the series, the number and one seed.

Series: `peoples` (published decks against each other), `drafted` (two random decks of thirty from the pool of three
peoples) and the name of a people (its published deck with some cards exchanged, against a published deck).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from game.engine.catalogue import PEOPLES, CardFacts, Catalogue, People
from game.engine.state import new_game
from game.engine.table import Deck, lay_out, people_deck
from game.players import play_out
from game.players.greedy import Greedy

PEOPLES_SERIES, DRAFTED = "peoples", "drafted"
DECK_SIZE = 30
POOL_PEOPLES = 3
EXCHANGED = 4
MOST_MOONS = 10
# A deck that breaks the moon limit is drawn again so often.
TRIES = 200


@dataclass(frozen=True, slots=True)
class Planned:
    """One game to play: both decks, and the cards that tell it from other games of its series."""

    series: str
    number: int
    first: tuple[str, ...]
    second: tuple[str, ...]
    seed: int


def all_series() -> tuple[str, ...]:
    """Every series, in the order they are measured."""
    return (PEOPLES_SERIES, DRAFTED, *(people.value for people in PEOPLES))


def playable(catalogue: Catalogue) -> tuple[CardFacts, ...]:
    """The cards that can be in a deck and whose text the engine carries out or that have none."""
    return tuple(
        card for card in catalogue if card.known and card.playable and card.type.value and card.moons is not None
    )


def planned(catalogue: Catalogue, series: str, number: int, seed: int) -> Planned:
    """The game of that number in a series."""
    chance = random.Random(f"{seed} {series} {number}")
    if series == PEOPLES_SERIES:
        place = number % (len(PEOPLES) ** 2)
        first = people_deck(catalogue, PEOPLES[place // len(PEOPLES)])
        second = people_deck(catalogue, PEOPLES[place % len(PEOPLES)])
    elif series == DRAFTED:
        first, second = _drafted(catalogue, chance)
    else:
        first = _exchanged(catalogue, People(series), chance)
        second = people_deck(catalogue, chance.choice(PEOPLES))
    return Planned(series, number, first, second, chance.randrange(1 << 30))


def _drafted(catalogue: Catalogue, chance: random.Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Two decks of the pool of three peoples (DRAFT-03): cards of their affiliation and their mutants."""
    chosen = chance.sample(PEOPLES, POOL_PEOPLES)
    marks = {people.value[0] for people in chosen}
    pool = [
        card.code
        for card in playable(catalogue)
        if card.people in chosen or (card.people is People.MUTANT and card.deck in marks)
    ]
    chance.shuffle(pool)
    return tuple(sorted(pool[:DECK_SIZE])), tuple(sorted(pool[DECK_SIZE : 2 * DECK_SIZE]))


def _exchanged(catalogue: Catalogue, people: People, chance: random.Random) -> tuple[str, ...]:
    """The published deck of a people with some cards exchanged for any others, within the moon limit (DECK-03)."""
    deck = people_deck(catalogue, people)
    others = [card.code for card in playable(catalogue) if card.code not in deck]
    for _ in range(TRIES):
        out = set(chance.sample(deck, EXCHANGED))
        found = tuple(sorted({code for code in deck if code not in out} | set(chance.sample(others, EXCHANGED))))
        if _moons(catalogue, found, people) <= MOST_MOONS:
            return found
    return deck


def _moons(catalogue: Catalogue, codes: Sequence[str], people: People) -> int:
    return sum(catalogue[code].moons or 0 for code in codes if catalogue[code].people is not people)


def crystals(catalogue: Catalogue, game: Planned) -> int:
    """Play a game between two greedy players: the crystals of the first deck, or those of the second below zero."""
    table = lay_out(catalogue, (Deck(game.first), Deck(game.second)))
    board = new_game(table, seed=game.seed).copy_board()
    play_out(board, (Greedy(), Greedy()), random.Random(game.seed))
    assert board.outcome is not None
    winner, _, scored = board.outcome
    return scored if winner == 0 else -scored
