"""What the public and one seat may know of a draft, copied field by field, so that nothing slips in (DRAFT-18)."""

from dataclasses import dataclass

from common.text import gettext_noop
from drafts.core.engine.errors import NoSuchSeat
from drafts.core.engine.play import DraftState, can_exchange
from drafts.core.engine.setup import PassDirection, PassingMode


@dataclass(frozen=True, slots=True)
class PublicDraftState:
    """What everyone may know of a draft, spectators included: no card at all.

    By seat: `sizes` are the cards in its packet (0 once it has picked), `waiting` the packets in front of it, `kept`
    the cards it keeps, `places` round and number of its next pick. `round` and `number` are those of the slowest seat;
    `of` is the number of picks in this round.
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
    """What one seat may know: the public part, its packet (empty while it waits), and its own picks (`pool`).

    A pick must name `round` and `number`. `chosen` is the card just picked and `left` the rest of that packet, until it
    has been passed.
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
    """Return what a seat may know; raises `NoSuchSeat`. Pass `table`, the public part, if you have it already."""
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
