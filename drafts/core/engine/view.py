"""View of a seat, built from nothing: it holds what was put into it here and nothing else (DRAFT-18)."""

from dataclasses import dataclass

from common.text import gettext_noop
from drafts.core.engine.errors import NoSuchSeat
from drafts.core.engine.play import DraftState, can_exchange
from drafts.core.engine.setup import PassDirection, PassingMode


@dataclass(frozen=True, slots=True)
class PublicDraftState:
    """View of everyone at the table and of spectators: no card at all.

    `sizes[seat]` counts the cards of the packet in front of a seat (0 once it has chosen), `waiting[seat]` the packets
    that lie there, `kept[seat]` the cards it has kept; `of` is the number of picks in this round. When packets queue
    each seat has a place of its own in `places` (round and number), and `round` and `number` are the slowest's.
    """

    players: int
    round: int
    rounds: int
    number: int
    of: int
    last_deal: bool
    direction: PassDirection
    picked: tuple[bool, ...]
    sizes: tuple[int, ...]
    kept: tuple[int, ...]
    picks: int
    over: bool
    flow: PassingMode
    places: tuple[tuple[int, int], ...]
    waiting: tuple[int, ...]

    @property
    def awaited(self) -> tuple[int, ...]:
        return () if self.over else tuple(seat for seat, done in enumerate(self.picked) if not done)

    def receiver(self, seat: int) -> int:
        return (seat + self.direction.step) % self.players

    def giver(self, seat: int) -> int:
        return (seat - self.direction.step) % self.players


@dataclass(frozen=True, slots=True)
class SeatDraftState:
    """View of one seat: the table, the packet it has to choose from (empty while it waits), and its own picks.

    `round` and `number` name the packet it has, or waits for: what a pick has to say. `left` is the rest of the packet
    from which it has chosen, as long as that has not passed on.
    """

    table: PublicDraftState
    seat: int
    round: int
    number: int
    packet: tuple[str, ...]
    chosen: str
    left: tuple[str, ...]
    pool: tuple[str, ...]


def public_state_of(state: DraftState) -> PublicDraftState:
    setup, steps = state.setup, state.setup.steps
    made = tuple(map(len, state.hands))
    behind, last = min(made), len(steps) - 1
    at, number = steps[min(behind, last)]
    places = tuple(steps[min(count, last)] for count in made)
    if setup.flow is PassingMode.TOGETHER:
        waiting = tuple(int(count == behind and not state.is_over) for count in made)
    else:
        waiting = tuple(state.waiting_packet_count(seat) for seat in range(setup.players))
    return PublicDraftState(
        players=setup.players,
        round=at,
        rounds=setup.rounds,
        number=number,
        of=setup.sizes[at - 1] - 1,
        last_deal=setup.is_last_deal(at),
        direction=setup.direction(at),
        picked=tuple(not waits and not state.is_over for waits in waiting),
        sizes=tuple(
            len(state.piles[state.packet_index(at, places[at])]) if waits else 0 for at, waits in enumerate(waiting)
        ),
        kept=made,
        picks=state.count,
        over=state.is_over,
        flow=setup.flow,
        places=places,
        waiting=waiting,
    )


def seat_state_of(state: DraftState, seat: int, table: PublicDraftState | None = None) -> SeatDraftState:
    """The view of the player at `seat`; raises `NoSuchSeat`. `table` spares making the public facts once more."""
    if not 0 <= seat < state.setup.players:
        raise NoSuchSeat(gettext_noop("This draft has no seat %(seat)d."), {"seat": seat})
    hand, waits = state.hands[seat], not state.awaits(seat)
    own, last_place = state.next_place(seat), state.setup.steps[len(hand) - 1]
    together = state.setup.flow is PassingMode.TOGETHER
    at, number = (state.round, state.number) if together else own
    return SeatDraftState(
        table=table or public_state_of(state),
        seat=seat,
        round=at,
        number=number,
        packet=state.packet(seat),
        chosen=hand[-1] if waits and hand and not state.is_over else "",
        left=state.piles[state.packet_index(seat, last_place)] if can_exchange(state, seat) else (),
        pool=hand,
    )
