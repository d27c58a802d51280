"""Packets going round: `replay` and `apply` (DRAFT-04 to DRAFT-12, DRAFT-19)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from common.errors import Invalid
from common.text import gettext_noop
from drafts.engine.errors import AlreadyPicked, DraftOver, NoSuchSeat, NotInPacket, NotYourPacket
from drafts.engine.setup import Setup

Packet = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """One card kept: who, of which packet of which round, which card."""

    seat: int
    round: int
    number: int
    card: str


@dataclass(frozen=True, slots=True)
class State:
    """A draft at one moment, all of it, secrets included; `view_for` says what a seat may know.

    `round` and `number` name the step that is under way (of the last one when the draft is over). `packets` lie in
    front of the seats, less what was kept of them; `picked` tells who has chosen in this step. `discards` are the last
    cards of the packets; the `leftover` of the pool joins them at the end.
    """

    setup: Setup
    deal: tuple[str, ...]
    round: int
    number: int
    packets: tuple[Packet, ...]
    picked: tuple[bool, ...]
    hands: tuple[Packet, ...]
    discards: Packet
    count: int
    over: bool

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that have still to choose in this step."""
        return () if self.over else tuple(seat for seat, done in enumerate(self.picked) if not done)

    @property
    def leftover(self) -> Packet:
        """What is never dealt (DRAFT-11)."""
        return self.deal[_dealt_before(self.setup, self.setup.rounds + 1) :]


class _Table:
    """The same, taken apart to be changed: one set of rules for `apply` and `replay`."""

    def __init__(self, state: State) -> None:
        self.setup = state.setup
        self.deal = state.deal
        self.round = state.round
        self.number = state.number
        self.packets = list(state.packets)
        self.picked = list(state.picked)
        self.missing = state.picked.count(False)
        self.hands = list(state.hands)
        self.discards = list(state.discards)
        self.count = state.count
        self.over = state.over

    def state(self) -> State:
        return State(
            setup=self.setup,
            deal=self.deal,
            round=self.round,
            number=self.number,
            packets=tuple(self.packets),
            picked=tuple(self.picked),
            hands=tuple(self.hands),
            discards=tuple(self.discards),
            count=self.count,
            over=self.over,
        )

    def take(self, pick: Pick) -> None:
        """One seat keeps one card; when it was the last to choose, the step ends."""
        self.check(pick)
        packet = self.packets[pick.seat]
        at = packet.index(pick.card)
        self.packets[pick.seat] = packet[:at] + packet[at + 1 :]
        self.hands[pick.seat] += (pick.card,)
        self.picked[pick.seat] = True
        self.count += 1
        self.missing -= 1
        if not self.missing:
            self.end_step()

    def check(self, pick: Pick) -> None:
        if not 0 <= pick.seat < self.setup.players:
            raise NoSuchSeat(gettext_noop("There is no seat %(seat)d at this table."), {"seat": pick.seat})
        if self.over:
            raise DraftOver(gettext_noop("The draft is over; nothing is left to take."), rule="DRAFT-11")
        if (pick.round, pick.number) != (self.round, self.number):
            template = gettext_noop(
                "That pick was for another packet (round %(round)d, pick %(number)d);"
                " the table is at round %(now_round)d, pick %(now_number)d. Nothing was taken."
            )
            params = {"round": pick.round, "number": pick.number, "now_round": self.round, "now_number": self.number}
            raise NotYourPacket(template, params, rule="DRAFT-07")
        if self.picked[pick.seat]:
            template = gettext_noop("You have chosen already; the packets pass when all have chosen.")
            raise AlreadyPicked(template, rule="DRAFT-19")
        if pick.card not in self.packets[pick.seat]:
            template = gettext_noop("“%(card)s” is not in the packet in front of you.")
            raise NotInPacket(template, {"card": pick.card[:40]}, rule="DRAFT-06")

    def end_step(self) -> None:
        """All have chosen: two-card packets are done with, others pass together (DRAFT-08, DRAFT-19)."""
        if self.number == self.setup.sizes[self.round - 1] - 1:
            self.discards += (packet[0] for packet in self.packets)
            self.end_round()
            return
        step = self.setup.direction(self.round).step
        players = self.setup.players
        self.packets = [self.packets[(seat - step) % players] for seat in range(players)]
        self.number += 1
        self.await_all()

    def end_round(self) -> None:
        if self.round == self.setup.rounds:
            self.packets = [()] * self.setup.players
            self.over = True
            return
        self.round += 1
        self.number = 1
        self.packets = _packets(self.setup, self.deal, self.round)
        self.await_all()

    def await_all(self) -> None:
        self.missing = self.setup.players
        self.picked = [False] * self.missing


def _dealt_before(setup: Setup, number: int) -> int:
    """How many cards of the deal are used before that round."""
    return setup.players * sum(setup.sizes[: number - 1])


def _packets(setup: Setup, deal: Sequence[str], number: int) -> list[Packet]:
    """The packets of a round: the deal is used from the front, round after round, seat after seat (DRAFT-04)."""
    start, size = _dealt_before(setup, number), setup.sizes[number - 1]
    return [tuple(deal[at : at + size]) for at in range(start, start + setup.players * size, size)]


def begin(setup: Setup, deal: Sequence[str]) -> State:
    """The state in which the first packets have been dealt; `deal` holds every card of the pool once."""
    deal = tuple(deal)
    if len(deal) != setup.figures.pool or len(set(deal)) != len(deal):
        template = gettext_noop("The deal has %(have)d different cards; the pool has %(pool)d.")
        raise Invalid(template, {"have": len(set(deal)), "pool": setup.figures.pool}, rule="DRAFT-04")
    return State(
        setup=setup,
        deal=deal,
        round=1,
        number=1,
        packets=tuple(_packets(setup, deal, 1)),
        picked=(False,) * setup.players,
        hands=((),) * setup.players,
        discards=(),
        count=0,
        over=False,
    )


def apply(state: State, pick: Pick) -> State:
    """The state after one pick.

    Raises `NoSuchSeat`, `DraftOver`, `NotYourPacket`, `AlreadyPicked` or `NotInPacket`, and then nothing has changed.
    """
    table = _Table(state)
    table.take(pick)
    return table.state()


def replay(setup: Setup, deal: Sequence[str], picks: Iterable[Pick]) -> State:
    """The state after all of `picks` in their order; raises like `apply`."""
    table = _Table(begin(setup, deal))
    for pick in picks:
        table.take(pick)
    return table.state()
