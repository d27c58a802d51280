"""A whole six-player draft in the pure core, and the replay of a finished one: `python -m benchmarks.drafts.core`."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

from cards.core.catalogue_csv import read_catalogue_file
from drafts.core.engine.play import PassState, apply_pick, initial_pass_state, replay_picks
from drafts.core.engine.setup import Setup, default_peoples, shuffle_pool
from drafts.core.engine.state import DraftPick
from drafts.core.simulator import simulate_draft

CARDS = Path(__file__).resolve().parents[2] / "fixtures" / "bluemoon" / "cards.csv"
TIMES = 30


def draft(setup: Setup, deal: tuple[str, ...]) -> tuple[PassState, list[DraftPick]]:
    """Take a card of every packet at every seat; return the last state and the picks."""
    state, picks, chance = initial_pass_state(setup, deal), list[DraftPick](), random.Random(2)
    for at, number in setup.steps:
        for seat in range(setup.players):
            pick = DraftPick(seat, at, number, chance.choice(state.packet(seat)))
            state = apply_pick(state, pick)
            picks.append(pick)
    return state, picks


def as_read(picks: list[DraftPick]) -> list[DraftPick]:
    """Return the picks as database rows give them: no card is the same object as in the deal."""
    return [DraftPick(pick.seat, pick.round, pick.number, pick.card.encode().decode()) for pick in picks]


def best(work: object, *args: object) -> float:
    """Return the median milliseconds of several runs."""
    taken = []
    for _time in range(TIMES):
        began = time.perf_counter()
        work(*args)  # type: ignore[operator]
        taken.append((time.perf_counter() - began) * 1000)
    return sorted(taken)[TIMES // 2]


def main() -> None:
    """Print three lines."""
    catalogue = read_catalogue_file(CARDS)
    setup = Setup(6, default_peoples(6))
    deal = shuffle_pool([f"card-{at}" for at in range(setup.figures.pool)], random.Random(1))
    end, made = draft(setup, deal)
    picks = as_read(made)
    # The timed replay must be complete: the same state, with every card in its hand and the draft over.
    if replay_picks(setup, deal, picks) != end or not end.is_over:
        raise SystemExit("The replay does not lead to the end of the draft.")
    out = sys.stdout
    out.write(f"{len(picks)} picks of six players, pick by pick   {best(draft, setup, deal):6.2f} ms (mark: 10)\n")
    out.write(f"replay of the finished draft             {best(replay_picks, setup, deal, picks):6.2f} ms (mark: 2)\n")
    bots = best(lambda: simulate_draft(setup, catalogue, seed="1"))
    out.write(f"the same draft with bots that think      {bots:6.2f} ms\n")


if __name__ == "__main__":
    main()
