"""How much better bots draft than those that go by printed values: crystals of their decks against each other's.

Every draft of two is drafted twice with the same packets and seats swapped. Of each pool the thirty cards that are
worth most by the evidence are played against the other's, by greedy players, with either starting.

    python -m benchmarks.drafts.strength [DRAFTS [FIRST]] [--level LEVEL] [--results FILE]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.drafts import bots_by_printed_values
from benchmarks.stored_results import StoredResults
from cards.core.catalogue_csv import read_catalogue_file
from cards.core.facts import PEOPLES, Catalogue
from decks.core.building.best_of_pool import best_deck_from_pool
from drafts.core.engine.bots import BotLevel, choose_bot_card
from drafts.core.engine.play import PassState, apply_pick, initial_pass_state
from drafts.core.engine.setup import Setup, pool_codes_of, shuffle_pool
from drafts.core.engine.state import DraftPick
from game.arena import crystals_of_game
from game.evidence import Measurements, mean_with_interval, read_evidence

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "bluemoon"
PEOPLES_OF_TWO = 3
SAY_EVERY = 50


def draft(
    catalogue: Catalogue, evidence: Measurements, number: int, *, level: BotLevel, seat: int
) -> tuple[PassState, float]:
    """Play a draft of two, today’s bots at one seat; also return the seconds of their longest pick."""
    chance = random.Random(f"draft {number}")
    setup = Setup(2, tuple(chance.sample(PEOPLES, PEOPLES_OF_TWO)))
    state = initial_pass_state(setup, shuffle_pool(pool_codes_of(setup, catalogue), chance))
    longest, kept, seed = 0.0, setup.figures.kept, str(number)
    while not state.is_over:
        for at in state.awaited_seats:
            view, began = state.view(at), time.process_time()
            if at == seat:
                card = choose_bot_card(view, catalogue.by_code, evidence, kept_at_end=kept, seed=seed, level=level)
                longest = max(longest, time.process_time() - began)
            else:
                card = bots_by_printed_values.choose(view, catalogue.by_code, kept_at_end=kept, seed=seed)
            state = apply_pick(state, DraftPick(at, view.round, view.number, card))
    return state, longest


def measure(catalogue: Catalogue, evidence: Measurements, number: int, level: BotLevel) -> dict[str, list[float]]:
    """Play a draft with both seatings: crystals of today’s bots in each, and the longest pick."""
    scores, picks = list[float](), list[float]()
    for seat in (0, 1):
        state, longest = draft(catalogue, evidence, number, level=level, seat=seat)
        picks.append(longest)
        decks = [best_deck_from_pool(hand, catalogue.by_code, evidence) for hand in state.hands]
        start = (number + seat) % 2
        scores.append(crystals_of_game(catalogue, decks[seat], decks[1 - seat], start=start, seed=number))
    return {"scores": scores, "picks": picks}


def say(rows: Sequence[dict[str, list[float]]]) -> None:
    """Print the results. Both games of a draft have the same packets, so the interval counts drafts."""
    scores = [score for row in rows for score in row["scores"]]
    picks = [pick for row in rows for pick in row["picks"]]
    won, lost = sum(max(score, 0) for score in scores), sum(max(-score, 0) for score in scores)
    each, games = (
        mean_with_interval(sum(row["scores"]) / 2 for row in rows),
        sum(score > 0 for score in scores) / len(scores),
    )
    sys.stdout.write(
        f"{len(rows)} drafts, {len(scores)} games: {won / (won + lost):.1%} of crystals; {each.value:+.2f} a game "
        f"({each.low:+.2f} to {each.high:+.2f}); won {games:.1%}; "
        f"longest pick: median {median(picks) * 1000:.1f} ms, most {max(picks) * 1000:.1f} ms\n"
    )
    sys.stdout.flush()


def main(drafts: int, first: int, level: BotLevel, results: Path | None) -> None:
    """Draft, build, play, and print the results."""
    catalogue, evidence = read_catalogue_file(FOLDER / "cards.csv"), read_evidence(FOLDER)
    stored = StoredResults(results)
    for number in range(first, first + drafts):
        if number not in stored:
            stored.add(number, dict(measure(catalogue, evidence, number, level)))
        if (number - first + 1) % SAY_EVERY == 0 or number == first + drafts - 1:
            say(list(stored.rows.values()))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drafts", type=int, nargs="?", default=2000)
    parser.add_argument("first", type=int, nargs="?", default=0)
    parser.add_argument("--level", type=BotLevel, default=BotLevel.EXPERT)
    parser.add_argument("--results", type=Path, help="a file of what was measured; an interrupted run goes on there")
    asked = parser.parse_args()
    main(asked.drafts, asked.first, asked.level, asked.results)
