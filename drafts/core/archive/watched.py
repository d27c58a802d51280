"""Watched draft: what onlookers see of a draft, round by round; pure.

They see it as players see each other’s logs afterwards: cards that nobody has kept are counted, not named (DRAFT-12).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from drafts.core.archive.log import PacketEntry, log_of_another, picks_of_state
from drafts.core.engine.state import State


@dataclass(frozen=True, slots=True)
class WatchedSeat:
    """A seat after some rounds: the cards it has kept, in order, and its packets. Without packets, `picks` is empty."""

    number: int
    name: str
    pool: tuple[str, ...]
    picks: tuple[PacketEntry, ...]


def finished_rounds(state: State) -> int:
    """Return how many rounds every seat has finished."""
    return state.public().rounds if state.is_over else state.round - 1


def watched_seats(state: State, names: Mapping[int, str], rounds: int) -> tuple[WatchedSeat, ...]:
    """Return every seat of `names` with what it had picked in so many rounds, and nothing that tells of later ones."""
    setup = state.setup
    if not setup.sharing.passes_packets:  # a card a round
        return tuple(WatchedSeat(seat, name, state.hands[seat][:rounds], ()) for seat, name in names.items())
    picks = [pick for pick in picks_of_state(state) if pick.round <= rounds]
    logs = ((seat, name, log_of_another(setup, state.deal, picks, seat)) for seat, name in names.items())
    return tuple(WatchedSeat(seat, name, tuple(entry.taken for entry in log), log) for seat, name, log in logs)
