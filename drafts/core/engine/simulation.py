"""Simulation: a whole draft by bots; the same set-up, catalogue and seed give the same draft."""

import random
from dataclasses import dataclass

from cards.core.facts import Catalogue
from drafts.core.engine.bots import BotCompany, Reason, explain_bot_pick, play_bots
from drafts.core.engine.play import begin_draft
from drafts.core.engine.setup import Setup, pool_codes_of, shuffle_pool
from drafts.core.engine.state import DraftPick, State
from drafts.core.engine.valuation import weigh_packet
from drafts.core.ways.entries import begin
from game.evidence import Evidence


@dataclass(frozen=True, slots=True)
class SimulatedDraft:
    """A finished draft: the last state, and the picks in order."""

    state: State
    picks: tuple[DraftPick, ...]


def simulate(
    setup: Setup,
    catalogue: Catalogue,
    *,
    seed: str,
    evidence: Evidence | None = None,
    company: BotCompany = BotCompany.MIXED,
) -> SimulatedDraft:
    """Shuffle and let bots draft at every seat; raises `Invalid` if the catalogue lacks cards of the pool.

    Without evidence, all cards have the same value to the bots.
    """
    deal = shuffle_pool(pool_codes_of(setup, catalogue), random.Random(f"deal/{seed}"))
    seats, levels = frozenset(range(setup.players)), company.levels_of_seats(setup.players)
    state, picks = play_bots(
        begin(setup, deal), seats, catalogue.by_code, evidence or Evidence(), seed=f"bots/{seed}", levels=levels
    )
    return SimulatedDraft(state, tuple(picks))


def reasons_for_picks(played: SimulatedDraft, catalogue: Catalogue, evidence: Evidence) -> list[Reason]:
    """Why each pick was made, in the order of the picks."""
    setup, reasons = played.state.setup, list[Reason]()
    levels = BotCompany.MIXED.levels_of_seats(setup.players)
    state: State = begin_draft(setup, played.state.deal)
    for pick in played.picks:
        view = state.view(pick.seat)
        left = setup.figures.kept - len(view.pool)
        weighed = weigh_packet(view.packet, view.pool, catalogue.by_code, evidence, left=left)
        reasons.append(explain_bot_pick(weighed, pick.card, catalogue.by_code, levels[pick.seat]))
        state = state.after(pick)
    return reasons
