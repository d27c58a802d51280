"""Instruction counts of the cores, which no load changes; seconds are in the benchmarks.

A count is for one Python version. Where one rises for a good reason, raise its mark with the reason in the commit.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import Any

import pytest

from benchmarks import legality as decks_to_judge
from benchmarks import pairing as fields
from benchmarks.repair import broken
from benchmarks.standings import PLAYERS, results
from cards.core.facts import PEOPLES, Catalogue, People
from cards.core.search import CardNameIndex, parse_query, search_cards
from decks.core.building import repair_deck
from decks.core.legality import judge_deck
from game.engine.state import new_game
from game.engine.table import Deck, game_table_of_decks, published_codes
from game.players import PlayerFunction, play_to_end, random_player
from game.players.greedy import GreedyPlayer
from matches.core.pairing import pair_round
from matches.core.standings import compute_standings


def instructions(work: Callable[[], object]) -> int:
    """Count the instructions of Python code that some work takes; a hundred times slower than the work."""
    work()  # what is cached for the next time
    count = 0

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return count


def calls(work: Callable[[], object]) -> int:
    """Count the calls of functions, Python’s and built-in ones."""
    count = 0

    def profile(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def bare_loop() -> int:
    total = 0
    for moon in [1] * 30:
        total += moon
    return total


def test_the_verdict_on_a_deck_takes_few_times_the_instructions_of_adding_up_its_moons(facts: Catalogue) -> None:
    """On the clock, 25 times the bare loop is the most (`benchmarks.legality`)."""
    bare = instructions(bare_loop)
    for name, deck in decks_to_judge.decks(facts).items():
        assert instructions(partial(judge_deck, deck, facts)) < 8 * bare, name


def test_pairing_and_standings_grow_no_faster_than_the_field() -> None:
    pairing = {players: calls(partial(pair_round, fields.played(players, 4), seed=99)) for players in (500, 1000)}
    assert pairing[1000] < 2.1 * pairing[500] and pairing[1000] < 180 * 1000
    played = results()
    half = [match for match in played if max(match.a, match.b or 0) < PLAYERS // 2]
    whole, part = (
        calls(partial(compute_standings, range(players), matches))
        for players, matches in ((PLAYERS, played), (PLAYERS // 2, half))
    )
    assert whole < 80 * PLAYERS and part < whole


def test_a_repair_asks_the_solver_and_does_not_try_swaps_itself(facts: Catalogue) -> None:
    lots = random.Random(3)
    for people in PEOPLES[:3]:
        assert calls(partial(repair_deck, broken(facts, people, lots), facts)) < 16_000, people


def test_a_search_of_all_cards_looks_at_columns_not_at_cards(facts: Catalogue) -> None:
    index = CardNameIndex(facts)
    for text in ("fire>4 type:character", "fire", "shield people:vulca sort:earth"):
        query = parse_query(text).query
        search_cards(query, index.cards, index)
        assert calls(partial(search_cards, query, index.cards, index)) < 10 * len(index.cards), text


@pytest.mark.parametrize(("player", "most"), [(random_player, 25_000), (GreedyPlayer(), 450_000)])
def test_a_game_of_the_engine_takes_so_many_calls(facts: Catalogue, player: PlayerFunction, most: int) -> None:
    table = game_table_of_decks(
        facts, (Deck(published_codes(facts, People.VULCA)), Deck(published_codes(facts, People.HOAX)))
    )
    for seed in (1, 2):
        board = new_game(table, seed=seed).copy_board()
        assert calls(partial(play_to_end, board, (player, player), random.Random(seed))) < most
