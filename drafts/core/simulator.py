"""Simulator: whole drafts by bots; the same set-up, catalogue and seed give the same draft.

Counting the cards of many drafts runs in its own process, so that the site still answers requests: the child reads a
pickled task from standard input and writes the sums so far as lines of JSON.
"""

import base64
import json
import os
import pickle
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import astuple, dataclass
from typing import IO

from cards.core.facts import CardFacts, Catalogue
from decks.core.building.best_of_pool import best_deck_from_pool
from drafts.core.archive.card_counts import CardCounts, add_deck_to_counts, add_draft_to_counts, new_counts
from drafts.core.archive.log import MadePick
from drafts.core.engine.bots import BotLineup, PickReason, explain_bot_pick, play_bots
from drafts.core.engine.play import initial_pass_state
from drafts.core.engine.setup import Setup, pool_codes_of, shuffle_pool
from drafts.core.engine.state import DraftPick, State
from drafts.core.engine.valuation import weigh_packet
from drafts.core.ways.entries import initial_state
from game.evidence import Measurements

MAX_DRAFTS, MAX_DRAFTS_WITH_DECKS = 1000, 300
NICENESS = 10
_SECONDS_BETWEEN_LINES = 0.5


@dataclass(frozen=True, slots=True)
class SimulatedDraft:
    """A finished draft: the last state, and the picks in order."""

    state: State
    picks: tuple[DraftPick, ...]


def simulate_draft(
    setup: Setup,
    catalogue: Catalogue,
    *,
    seed: str,
    evidence: Measurements | None = None,
    company: BotLineup = BotLineup.MIXED,
) -> SimulatedDraft:
    """Let bots draft a shuffled deal; raises `Invalid` if cards are missing. Without evidence, values are equal."""
    deal = shuffle_pool(pool_codes_of(setup, catalogue), random.Random(f"deal/{seed}"))
    seats, levels = frozenset(range(setup.players)), company.levels_of_seats(setup.players)
    state, picks = play_bots(
        initial_state(setup, deal),
        seats,
        catalogue.by_code,
        evidence or Measurements(),
        seed=f"bots/{seed}",
        levels=levels,
    )
    return SimulatedDraft(state, tuple(picks))


def reasons_for_picks(played: SimulatedDraft, catalogue: Catalogue, evidence: Measurements) -> list[PickReason]:
    """Return why each pick was made, in the order of the picks."""
    setup, reasons = played.state.setup, list[PickReason]()
    levels = BotLineup.MIXED.levels_of_seats(setup.players)
    state: State = initial_pass_state(setup, played.state.deal)
    for pick in played.picks:
        seat_state = state.view(pick.seat)
        left = setup.figures.kept - len(seat_state.pool)
        weighed = weigh_packet(seat_state.packet, seat_state.pool, catalogue.by_code, evidence, left=left)
        reasons.append(explain_bot_pick(weighed, pick.card, catalogue.by_code, levels[pick.seat]))
        state = state.after(pick)
    return reasons


@dataclass(frozen=True, slots=True)
class SimulationTask:
    """What to simulate: how many `drafts`, and whether to build the best deck of each pool."""

    setup: Setup
    company: BotLineup
    drafts: int
    with_decks: bool
    seed: str
    cards: tuple[CardFacts, ...]
    evidence: Measurements


def simulate_drafts(task: SimulationTask) -> Iterator[CardCounts]:
    """Yield the sums after each draft; the same task gives the same sums."""
    cards, counts = Catalogue(task.cards), new_counts()
    pool, setup = pool_codes_of(task.setup, cards), task.setup
    for number in range(task.drafts):
        seed = f"{task.seed}/{number}"
        played = simulate_draft(setup, cards, seed=seed, evidence=task.evidence, company=task.company)
        picks = [MadePick(pick.seat, pick.round, pick.number, pick.card, "bot") for pick in played.picks]
        add_draft_to_counts(counts, setup, played.state.deal, pool, picks, "bot")
        if task.with_decks:
            for hand in played.state.hands:
                add_deck_to_counts(counts, hand, best_deck_from_pool(hand, cards.by_code, task.evidence))
        yield counts


def task_as_line(task: SimulationTask) -> str:
    return base64.b64encode(pickle.dumps(task)).decode()


def write_card_counts(task: SimulationTask, out: IO[str]) -> None:
    """Write the sums as they grow, now and then and at the end."""
    written = 0.0
    for done, counts in enumerate(simulate_drafts(task), start=1):
        if done == task.drafts or time.monotonic() - written >= _SECONDS_BETWEEN_LINES:
            written = time.monotonic()
            out.write(
                json.dumps({"done": done, "counts": {code: astuple(count) for code, count in counts.items()}}) + "\n"
            )
            out.flush()


if __name__ == "__main__":
    os.nice(NICENESS)
    # The parent is this program, so its pickled data can be trusted.
    write_card_counts(pickle.loads(base64.b64decode(sys.stdin.readline())), sys.stdout)
