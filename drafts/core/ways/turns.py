"""Turns: the common part of all ways in which seats take turns to answer in public."""

from abc import abstractmethod
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from common.text import gettext_noop
from drafts.core.engine.setup import DECK_SIZE, PassDirection
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
    TurnTake,
)


@dataclass(frozen=True, slots=True)
class TurnState(State):
    """A draft at one moment in which seats take turns.

    `takes` has what each turn so far took, `answers` its words: a card, or the name of a place.
    """

    takes: tuple[TurnTake, ...]
    answers: tuple[str, ...]

    @property
    @abstractmethod
    def seat_to_move(self) -> int:
        """Return the seat whose turn it is; any seat when the draft is over."""

    @property
    @abstractmethod
    def offers(self) -> PacketCards:
        """Return the answers that the seat to move can give."""

    @property
    @abstractmethod
    def piles(self) -> tuple[PacketCards, ...]:
        """Return the cards that lie open before everyone."""

    @property
    @abstractmethod
    def total_rounds(self) -> int:
        """Return how many rounds the draft takes, as estimated now."""

    @property
    def answers_per_round(self) -> int:
        """Return how many answers a round has at most."""
        return 1

    def max_cards_for(self, seat: int) -> int:
        """Return how many cards a seat may take at once."""
        return max_cards_for_seat(len(self.deal), self.hands, seat) if self.setup.sharing.has_piles else 1

    def seen_piles(self, seat: int) -> tuple[PacketCards, ...]:
        """Return hidden piles as a seat knows them, with “” for an unseen card; empty if all cards lie open."""
        return ()

    def takes_visible_to(self, seats: Collection[int]) -> tuple[TurnTake, ...]:
        return self.takes

    @abstractmethod
    def round_and_number_of_turn(self, turn: int) -> tuple[int, int]:
        """Return round and number of a turn; turns count from 0."""

    @abstractmethod
    def after_answer(self, seat: int, answer: str) -> "TurnState":
        """Return the state after a legal answer."""

    @property
    def clock_step(self) -> int:
        return self.count

    @property
    def round(self) -> int:
        return self.round_and_number_of_turn(self.count - self.is_over)[0]

    @property
    def pick_number(self) -> int:
        return self.round_and_number_of_turn(self.count - self.is_over)[1]

    def next_pick(self, seat: int) -> tuple[int, int]:
        return self.round, self.pick_number

    def awaits(self, seat: int) -> bool:
        return not self.is_over and seat == self.seat_to_move

    def choices(self, seat: int) -> PacketCards:
        return self.offers if self.awaits(seat) else ()

    def picked_card(self, seat: int, place: tuple[int, int]) -> str:
        for turn, take in enumerate(self.takes):
            if take.seat == seat and self.round_and_number_of_turn(turn) == place:
                return self.answers[turn]
        return ""

    def after(self, pick: DraftPick) -> "TurnState":
        if not 0 <= pick.seat < self.setup.players:
            raise NoSuchSeat(gettext_noop("This draft has no seat %(seat)d."), {"seat": pick.seat})
        rule = self.setup.sharing.rule
        if self.is_over:
            raise DraftOver(gettext_noop("The draft is over; there’s nothing left to pick."), rule=rule)
        if (pick.round, pick.number) != (self.round, self.pick_number):
            raise NotYourPacket(gettext_noop("That was for another turn. Nothing was taken."), rule=rule)
        if not self.awaits(pick.seat):
            raise NoPacketYet(gettext_noop("It isn’t your turn yet."), rule=rule)
        if pick.card not in self.offers:
            template = gettext_noop("“%(card)s” can’t be taken now.")
            raise NotInPacket(template, {"card": pick.card[:40]}, rule=rule)
        return self.after_answer(pick.seat, pick.card)

    def after_exchange(self, pick: DraftPick) -> "TurnState":
        raise AlreadyPicked(
            gettext_noop("The others have already seen your choice, so it can’t be changed."),
            rule=self.setup.sharing.rule,
        )

    def public(self) -> PublicDraftState:
        players, place = range(self.setup.players), (self.round, self.pick_number)
        waiting = tuple(int(self.awaits(seat)) for seat in players)
        return PublicDraftState(
            players=len(players),
            round=place[0],
            rounds=self.total_rounds,
            number=place[1],
            of=self.answers_per_round,
            last_deal=False,
            direction=PassDirection.RIGHT,
            picked=tuple(not waits and not self.is_over for waits in waiting),
            sizes=tuple(waits * len(self.offers) for waits in waiting),
            kept=tuple(map(len, self.hands)),
            picks=self.count,
            over=self.is_over,
            flow=self.setup.flow,
            places=(place,) * len(players),
            waiting=waiting,
            piles=self.piles,
            takes=self.takes_visible_to(()),
            answers=self.answers,
            most=self.max_cards_for(self.seat_to_move),
        )

    def view(self, seat: int, public_state: PublicDraftState | None = None) -> SeatDraftState:
        if not 0 <= seat < self.setup.players:
            raise NoSuchSeat(gettext_noop("This draft has no seat %(seat)d."), {"seat": seat})
        place = (self.round, self.pick_number)
        public_state, piles = public_state or self.public(), self.seen_piles(seat)
        return SeatDraftState(public_state, seat, *place, self.choices(seat), "", (), self.hands[seat], piles)


def add_to_hand(hands: tuple[PacketCards, ...], seat: int, cards: PacketCards) -> tuple[PacketCards, ...]:
    return (*hands[:seat], hands[seat] + cards, *hands[seat + 1 :])


def max_cards_for_seat(pool: int, hands: Sequence[PacketCards], seat: int) -> int:
    """Return how many cards a seat may take, so that enough are left for everyone else’s deck (DRAFT-27)."""
    others = (hand for index, hand in enumerate(hands) if index != seat)
    return pool - sum(map(len, hands)) - sum(max(DECK_SIZE - len(hand), 0) for hand in others)


def next_seat_to_take(pool: int, hands: Sequence[PacketCards], seat: int) -> int:
    """Return the seat that takes next from piles; skip seats that may take nothing, as their decks are complete."""
    others = ((seat + step) % len(hands) for step in range(1, len(hands) + 1))
    return next((other for other in others if max_cards_for_seat(pool, hands, other) > 0), seat)
