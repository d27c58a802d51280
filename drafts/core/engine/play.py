"""Play: packets go round by `replay_picks` and `apply_pick` (DRAFT-04 to DRAFT-12, DRAFT-19).

Packets never overtake each other. So in either passing mode, a seat’s k-th packet of a round was dealt to the seat k -
1 places before it, and the number of picks of each seat says where every packet is, without queues.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from common.errors import Invalid
from common.text import gettext_noop
from drafts.core.engine.setup import PassingMode, Setup
from drafts.core.engine.state import (
    AlreadyPicked,
    DraftOver,
    DraftPick,
    NoPacketYet,
    NoSuchSeat,
    NotInPacket,
    NotYourPacket,
    PacketCards,
    PublicDraftState,
    SeatDraftState,
    State,
)


@dataclass(frozen=True, slots=True)
class PassState(State):
    """A pass draft at one moment, secrets included.

    `piles` are the remaining cards of all packets: the packet dealt to seat s in round r is at `(r - 1) * players + s`.
    A pile of one card is a discard.
    """

    piles: tuple[PacketCards, ...]

    @property
    def is_over(self) -> bool:
        return self.count == self.setup.players * len(self.setup.steps)

    @property
    def clock_step(self) -> int:
        return self.min_pick_count

    @property
    def min_pick_count(self) -> int:
        return min(map(len, self.hands))

    @property
    def round(self) -> int:
        return self.setup.steps[min(self.min_pick_count, len(self.setup.steps) - 1)][0]

    @property
    def pick_number(self) -> int:
        return self.setup.steps[min(self.min_pick_count, len(self.setup.steps) - 1)][1]

    def next_pick(self, seat: int) -> tuple[int, int]:
        """Return round and number of a seat’s next pick, or of its last pick when it has all its cards."""
        return self.setup.steps[min(len(self.hands[seat]), len(self.setup.steps) - 1)]

    def awaits(self, seat: int) -> bool:
        """Return whether a seat has a packet to pick from now (DRAFT-19)."""
        picks_made = len(self.hands[seat])
        if picks_made == len(self.setup.steps):
            return False
        if self.setup.flow is PassingMode.TOGETHER:
            return picks_made == self.min_pick_count
        round_number, number = self.setup.steps[picks_made]
        giver = (seat - self.setup.direction(round_number).step) % self.setup.players
        return number == 1 or len(self.hands[giver]) >= picks_made

    def packet(self, seat: int) -> PacketCards:
        """Return the packet in front of a seat; empty while it waits."""
        return self.piles[self.packet_index(seat, self.next_pick(seat))] if self.awaits(seat) else ()

    def choices(self, seat: int) -> PacketCards:
        return self.packet(seat)

    def clock_fraction(self, seat: int) -> tuple[int, int]:
        """Return how many cards the packet has and had when dealt, for clocks that give less time for fewer cards."""
        together = self.setup.flow is PassingMode.TOGETHER
        round_number, number = (self.round, self.pick_number) if together else self.next_pick(seat)
        size = self.setup.sizes[round_number - 1]
        return size - number + 1, size

    def packet_index(self, seat: int, place: tuple[int, int]) -> int:
        """Return the index in `piles` of the packet that a seat has at this round and number."""
        return (place[0] - 1) * self.setup.players + self.setup.first_holder(seat, *place)

    def waiting_packet_count(self, seat: int) -> int:
        """Return the number of packets in front of a seat; at most 1 when packets pass together."""
        picks_made, steps = len(self.hands[seat]), self.setup.steps
        if not self.awaits(seat):
            return 0
        if self.setup.flow is PassingMode.TOGETHER:
            return 1
        round_number = steps[picks_made][0]
        giver = (seat - self.setup.direction(round_number).step) % self.setup.players
        passed = len(self.hands[giver])
        ready = 1
        while (
            picks_made + ready < len(steps)
            and steps[picks_made + ready][0] == round_number
            and passed >= picks_made + ready
        ):
            ready += 1
        return ready

    @property
    def packets(self) -> tuple[PacketCards, ...]:
        """Return the packet at each seat, without the card that the seat has already picked from it."""
        if self.is_over or self.setup.flow is PassingMode.QUEUED:
            return tuple(self.packet(seat) for seat in range(self.setup.players))
        step = (self.round, self.pick_number)
        return tuple(self.piles[self.packet_index(seat, step)] for seat in range(self.setup.players))

    @property
    def discards(self) -> PacketCards:
        """Return the last cards of the packets (DRAFT-08); if packets pass together, only of finished rounds."""
        done = self.piles
        if self.setup.flow is PassingMode.TOGETHER and not self.is_over:
            done = self.piles[: (self.round - 1) * self.setup.players]
        return tuple(pile[0] for pile in done if len(pile) == 1)

    @property
    def undealt_cards(self) -> PacketCards:
        """Return the cards that are never dealt (DRAFT-11)."""
        return self.deal[self.setup.players * sum(self.setup.sizes) :]

    def picked_card(self, seat: int, place: tuple[int, int]) -> str:
        """Return the card that a seat kept at this round and number; empty if it hasn’t picked yet."""
        hand = self.hands[seat]
        return next((card for card, step in zip(hand, self.setup.steps, strict=False) if step == place), "")

    def after(self, pick: DraftPick) -> "PassState":
        return apply_pick(self, pick)

    def after_exchange(self, pick: DraftPick) -> "PassState":
        return exchange_pick(self, pick)

    def public(self) -> PublicDraftState:
        setup, steps = self.setup, self.setup.steps
        picks_made = tuple(map(len, self.hands))
        behind, last = min(picks_made), len(steps) - 1
        round_number, number = steps[min(behind, last)]
        places = tuple(steps[min(count, last)] for count in picks_made)
        if setup.flow is PassingMode.TOGETHER:
            waiting = tuple(int(count == behind and not self.is_over) for count in picks_made)
        else:
            waiting = tuple(self.waiting_packet_count(seat) for seat in range(setup.players))
        return PublicDraftState(
            players=setup.players,
            round=round_number,
            rounds=setup.rounds,
            number=number,
            of=setup.sizes[round_number - 1] - 1,
            last_deal=setup.is_last_deal(round_number),
            direction=setup.direction(round_number),
            picked=tuple(not waits and not self.is_over for waits in waiting),
            sizes=tuple(
                len(self.piles[self.packet_index(round_number, places[round_number])]) if waits else 0
                for round_number, waits in enumerate(waiting)
            ),
            kept=picks_made,
            picks=self.count,
            over=self.is_over,
            flow=setup.flow,
            places=places,
            waiting=waiting,
        )

    def view(self, seat: int, public_state: PublicDraftState | None = None) -> SeatDraftState:
        if not 0 <= seat < self.setup.players:
            raise NoSuchSeat(gettext_noop("This draft has no seat %(seat)d."), {"seat": seat})
        hand, waits = self.hands[seat], not self.awaits(seat)
        own, last_place = self.next_pick(seat), self.setup.steps[len(hand) - 1]
        together = self.setup.flow is PassingMode.TOGETHER
        round_number, number = (self.round, self.pick_number) if together else own
        return SeatDraftState(
            table=public_state or self.public(),
            seat=seat,
            round=round_number,
            number=number,
            packet=self.packet(seat),
            chosen=hand[-1] if waits and hand and not self.is_over else "",
            left=self.piles[self.packet_index(seat, last_place)] if can_exchange(self, seat) else (),
            pool=hand,
        )


def _require_legal_pick(state: PassState, pick: DraftPick) -> None:
    if not 0 <= pick.seat < state.setup.players:
        raise NoSuchSeat(gettext_noop("This draft has no seat %(seat)d."), {"seat": pick.seat})
    if state.is_over:
        raise DraftOver(gettext_noop("The draft is over; there’s nothing left to pick."), rule="DRAFT-11")
    together = state.setup.flow is PassingMode.TOGETHER
    now = (state.round, state.pick_number) if together else state.next_pick(pick.seat)
    if not state.awaits(pick.seat) and state.picked_card(pick.seat, (pick.round, pick.number)):
        template = gettext_noop("You’ve already picked. The packets are passed when everyone has picked.")
        raise AlreadyPicked(template, rule="DRAFT-19")
    if (pick.round, pick.number) != now:
        template = gettext_noop(
            "That pick was for another packet (round %(round)d, pick %(number)d); the draft is at round "
            "%(now_round)d, pick %(now_number)d. Nothing was picked."
        )
        params = {"round": pick.round, "number": pick.number, "now_round": now[0], "now_number": now[1]}
        raise NotYourPacket(template, params, rule="DRAFT-07")
    if not state.awaits(pick.seat):
        raise NoPacketYet(gettext_noop("You don’t have a packet yet."), rule="DRAFT-19")
    if pick.card not in state.piles[state.packet_index(pick.seat, now)]:
        template = gettext_noop("“%(card)s” isn’t in your packet.")
        raise NotInPacket(template, {"card": pick.card[:40]}, rule="DRAFT-06")


def require_whole_deal(setup: Setup, deal: Sequence[str]) -> PacketCards:
    """Return the deal; raises `Invalid` unless it holds each card of the pool once."""
    deal = tuple(deal)
    if len(deal) != setup.figures.pool or len(set(deal)) != len(deal):
        template = gettext_noop("The deal has %(have)d different cards, but the pool has %(pool)d.")
        raise Invalid(template, {"have": len(set(deal)), "pool": setup.figures.pool}, rule="DRAFT-04")
    return deal


def initial_pass_state(setup: Setup, deal: Sequence[str]) -> PassState:
    """Return the state before the first pick; raises as `require_whole_deal`."""
    deal = require_whole_deal(setup, deal)
    piles, start = list[PacketCards](), 0
    for size in setup.sizes:
        for _seat in range(setup.players):
            piles.append(deal[start : start + size])
            start += size
    return PassState(setup=setup, deal=deal, piles=tuple(piles), hands=((),) * setup.players, count=0)


def apply_pick(state: PassState, pick: DraftPick) -> PassState:
    """Return the state after a pick; raises an error of `state`, such as `NotInPacket`, if it isn’t possible."""
    _require_legal_pick(state, pick)
    packet_index, seat = state.packet_index(pick.seat, (pick.round, pick.number)), pick.seat
    pile = state.piles[packet_index]
    card = pile.index(pick.card)
    piles = (*state.piles[:packet_index], pile[:card] + pile[card + 1 :], *state.piles[packet_index + 1 :])
    hands = (*state.hands[:seat], (*state.hands[seat], pick.card), *state.hands[seat + 1 :])
    return PassState(setup=state.setup, deal=state.deal, piles=piles, hands=hands, count=state.count + 1)


def exchange_pick(state: PassState, pick: DraftPick) -> PassState:
    """Return the state after a seat has put its last card back and kept another card of the same packet.

    Raises `AlreadyPicked` once the packet has been passed (DRAFT-19), and `NotInPacket`.
    """
    seat, place = pick.seat, (pick.round, pick.number)
    if not can_exchange(state, seat) or state.setup.steps[len(state.hands[seat]) - 1] != place:
        raise AlreadyPicked(gettext_noop("The packet has been passed on, so your pick stands."), rule="DRAFT-19")
    packet_index, hand = state.packet_index(seat, place), state.hands[seat]
    if pick.card not in state.piles[packet_index]:
        template = gettext_noop("“%(card)s” isn’t in your packet.")
        raise NotInPacket(template, {"card": pick.card[:40]}, rule="DRAFT-06")
    pile = (*(card for card in state.piles[packet_index] if card != pick.card), hand[-1])
    piles = (*state.piles[:packet_index], pile, *state.piles[packet_index + 1 :])
    hands = (*state.hands[:seat], (*hand[:-1], pick.card), *state.hands[seat + 1 :])
    return PassState(setup=state.setup, deal=state.deal, piles=piles, hands=hands, count=state.count)


def can_exchange(state: PassState, seat: int) -> bool:
    """Return whether a seat has picked from a packet that hasn’t been passed yet."""
    together = state.setup.flow is PassingMode.TOGETHER
    return together and not state.is_over and len(state.hands[seat]) > state.min_pick_count


def replay_picks(setup: Setup, deal: Sequence[str], picks: Iterable[DraftPick]) -> PassState:
    """Return the state after all picks in their order; raises like `apply_pick`, but is much faster."""
    start = initial_pass_state(setup, deal)
    steps, players, together = setup.steps, setup.players, setup.flow is PassingMode.TOGETHER
    ways = [setup.direction(number).step for number in range(1, setup.rounds + 1)]
    piles, hands = list(start.piles), [list[str]() for _ in range(players)]
    made, behind, left = 0, 0, players
    for pick in picks:
        hand = hands[pick.seat] if 0 <= pick.seat < players else None
        done = len(hand) if hand is not None else len(steps)
        if hand is None or done == len(steps) or steps[done] != (pick.round, pick.number):
            _require_legal_pick(_state_after_picks(start, piles, hands, made), pick)
        assert hand is not None
        way = ways[pick.round - 1]
        free = done == behind if together else pick.number == 1 or len(hands[(pick.seat - way) % players]) >= done
        packet_index = (pick.round - 1) * players + (pick.seat - way * (pick.number - 1)) % players
        pile = piles[packet_index]
        if not free or pick.card not in pile:
            _require_legal_pick(_state_after_picks(start, piles, hands, made), pick)
        card = pile.index(pick.card)
        piles[packet_index] = pile[:card] + pile[card + 1 :]
        hand.append(pick.card)
        made += 1
        left -= 1
        if together and not left:
            behind, left = behind + 1, players
    return _state_after_picks(start, piles, hands, made)


def _state_after_picks(start: PassState, piles: list[PacketCards], hands: list[list[str]], count: int) -> PassState:
    return replace(start, piles=tuple(piles), hands=tuple(map(tuple, hands)), count=count)
