"""Entries: how a draft begins in each way of sharing the cards, and its state after all answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from drafts.core.engine.play import initial_pass_state, replay_picks
from drafts.core.engine.setup import Setup
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import DraftPick, State
from drafts.core.ways.dealt import DealtState
from drafts.core.ways.rotisserie import RotisserieState
from drafts.core.ways.winchester import WinchesterState
from drafts.core.ways.winston import WinstonState

_BEGIN: Mapping[Sharing, Callable[[Setup, Sequence[str]], State]] = {
    Sharing.PACKETS: initial_pass_state,
    Sharing.SAME_POOL: DealtState.begin,
    Sharing.SEALED: DealtState.begin,
    Sharing.ROTISSERIE: RotisserieState.begin,
    Sharing.WINCHESTER: WinchesterState.begin,
    Sharing.WINSTON: WinstonState.begin,
}


def initial_state(setup: Setup, deal: Sequence[str]) -> State:
    """Return the state before the first answer; raises `Invalid` unless `deal` holds each card of the pool once."""
    return _BEGIN[setup.sharing](setup, deal)


def replay_answers(setup: Setup, deal: Sequence[str], picks: Iterable[DraftPick]) -> State:
    """Return the state after all answers in their order; raises like `State.after`."""
    if setup.sharing is Sharing.PACKETS:
        return replay_picks(setup, deal, picks)  # much faster than answer by answer
    state = initial_state(setup, deal)
    for pick in picks:
        state = state.after(pick)
    return state
