"""Simulation: a whole draft played by bots; the same set-up, catalogue and seed give the same draft."""

from __future__ import annotations

import random
from dataclasses import dataclass

from cards.core.facts import Catalogue
from drafts.core.engine.bots import play_bots
from drafts.core.engine.play import Pick, State, begin
from drafts.core.engine.setup import Setup, pool_of, shuffle
from game.evidence.tables import Evidence


@dataclass(frozen=True, slots=True)
class SimulatedDraft:
    """A finished draft: its end, and the picks in the order in which they were made."""

    state: State
    picks: tuple[Pick, ...]


def play_out(setup: Setup, catalogue: Catalogue, *, seed: str, evidence: Evidence | None = None) -> SimulatedDraft:
    """Shuffle and let bots draft at every seat; raises `Invalid` for a catalogue that lacks cards of the pool.

    Without evidence bots know of no card what it is worth.
    """
    deal = shuffle(pool_of(setup, catalogue), random.Random(f"deal/{seed}"))
    seats = frozenset(range(setup.players))
    state, picks = play_bots(begin(setup, deal), seats, catalogue.by_code, evidence or Evidence(), seed=f"bots/{seed}")
    return SimulatedDraft(state, tuple(picks))
