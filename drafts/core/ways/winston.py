"""Hidden piles (DRAFT-31): look at a pile; take it, or leave it to grow by an unseen card and look at the next."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from drafts.core.engine.play import require_whole_deal
from drafts.core.engine.setup import DECK_SIZE, Setup
from drafts.core.engine.sharing import HIDDEN_PILES, Sharing
from drafts.core.engine.state import PacketCards, TurnTake
from drafts.core.ways.turns import TurnState, add_to_hand, max_cards_for_seat, next_seat_to_take


@dataclass(frozen=True, slots=True)
class HiddenPiles:
    """Piles at one moment, and the order that they grow from; to check a proof, `order` has places instead of cards.

    `looked` is, by seat, how many cards of each pile it has seen, from the bottom, as new cards go on top. The first
    `dealt` cards of the order lie on piles or were taken. In `turn` (from 1), `seat` is looking at `pile` (from 0).
    """

    order: PacketCards
    hands: tuple[PacketCards, ...]
    piles: tuple[PacketCards, ...]
    looked: tuple[tuple[int, ...], ...]
    dealt: int
    turn: int
    seat: int
    pile: int

    @classmethod
    def begin(cls, players: int, order: Sequence[str]) -> "HiddenPiles":
        piles = tuple((card,) for card in order[:HIDDEN_PILES])
        looked = ((0,) * len(piles),) * players
        return cls(tuple(order), ((),) * players, piles, looked, len(piles), 1, 0, 0)._reveal_pile(0, 0)

    @property
    def is_over(self) -> bool:
        return not any(self.piles)

    @property
    def offers(self) -> PacketCards:
        if self.is_over:
            return ()
        place = f"{self.turn}.{self.pile + 1}"
        # A pile can only be left for another pile, or for the top card after this pile has got a card.
        can_leave = self._next_pile() is not None or len(self.order) - self.dealt > 1
        return (f"take {place}", f"leave {place}") if can_leave else (f"take {place}",)

    def seen_by(self, seat: int) -> tuple[PacketCards, ...]:
        """Return the piles as a seat knows them, with “” for a card it hasn’t looked at."""
        seen = zip(self.piles, self.looked[seat], strict=True)
        return tuple(pile[:looked] + ("",) * (len(pile) - looked) for pile, looked in seen)

    def after_answer(self, answer: str) -> "HiddenPiles":
        """Return the piles after one of the `offers`."""
        if answer.startswith("take"):
            max_cards = max_cards_for_seat(len(self.order), self.hands, self.seat)
            return self._take_cards(self.piles[self.pile][:max_cards])
        grown = self._grow_pile()
        following = self._next_pile()
        if following is not None:
            return grown._reveal_pile(self.seat, following)
        top = grown.order[grown.dealt : grown.dealt + 1]
        return replace(grown, dealt=grown.dealt + 1)._end_turn(top)

    def _next_pile(self) -> int | None:
        return next((index for index in range(self.pile + 1, len(self.piles)) if self.piles[index]), None)

    def _take_cards(self, cards: PacketCards) -> "HiddenPiles":
        index, size = self.pile, len(cards)
        rest = replace(
            self,
            piles=(*self.piles[:index], self.piles[index][size:], *self.piles[index + 1 :]),
            looked=tuple((*seen[:index], max(seen[index] - size, 0), *seen[index + 1 :]) for seen in self.looked),
        )
        return (rest if rest.piles[index] else rest._grow_pile())._end_turn(cards)

    def _grow_pile(self) -> "HiddenPiles":
        """Put the next card of the order, if there is one, on the present pile."""
        new, index = self.order[self.dealt : self.dealt + 1], self.pile
        piles = (*self.piles[:index], self.piles[index] + new, *self.piles[index + 1 :])
        return replace(self, piles=piles, dealt=self.dealt + len(new))

    def _end_turn(self, cards: PacketCards) -> "HiddenPiles":
        after = replace(self, hands=add_to_hand(self.hands, self.seat, cards), turn=self.turn + 1)
        if after.is_over:
            return after
        seat = next_seat_to_take(len(self.order), after.hands, self.seat)
        return after._reveal_pile(seat, next(index for index, pile in enumerate(after.piles) if pile))

    def _reveal_pile(self, seat: int, pile: int) -> "HiddenPiles":
        seen = self.looked[seat]
        seen = (*seen[:pile], len(self.piles[pile]), *seen[pile + 1 :])
        return replace(self, seat=seat, pile=pile, looked=(*self.looked[:seat], seen, *self.looked[seat + 1 :]))


def replay_piles(players: int, size: int, answers: Sequence[str], seat: int) -> tuple[HiddenPiles, frozenset[int]]:
    """Return the piles after these answers, with places of the order instead of cards, and the places a seat has seen.

    Raises `ValueError` with the number of the first impossible answer, or with no number for an impossible size.
    """
    if not 1 < players <= Sharing.WINSTON.max_players or size < players * DECK_SIZE:
        raise ValueError
    piles, seen = HiddenPiles.begin(players, list(map(str, range(size)))), set[str]()
    for number, answer in enumerate((*answers, ""), start=1):
        seen.update(*piles.seen_by(seat), piles.hands[seat])
        if number > len(answers):
            break
        if answer not in piles.offers:
            raise ValueError(number)
        piles = piles.after_answer(answer)
    return piles, frozenset(int(card) for card in seen if card)


@dataclass(frozen=True, slots=True)
class WinstonState(TurnState):
    """A draft from hidden piles; each pile that is taken or left is one answer."""

    table: HiddenPiles

    @classmethod
    def begin(cls, setup: Setup, deal: Sequence[str]) -> "WinstonState":
        cards = require_whole_deal(setup, deal)
        piles = HiddenPiles.begin(setup.players, cards)
        return cls(setup, cards, piles.hands, 0, (), (), piles)

    @property
    def is_over(self) -> bool:
        return self.table.is_over

    @property
    def seat_to_move(self) -> int:
        return self.table.seat

    @property
    def offers(self) -> PacketCards:
        return self.table.offers

    @property
    def piles(self) -> tuple[PacketCards, ...]:
        return tuple(("",) * len(pile) for pile in self.table.piles)

    @property
    def total_rounds(self) -> int:
        left = len(self.deal) - sum(map(len, self.hands))
        return self.table.turn - 1 + -(-left // 2)

    @property
    def answers_per_round(self) -> int:
        return HIDDEN_PILES

    def round_and_number_of_turn(self, turn: int) -> tuple[int, int]:
        if turn == self.count:
            return self.table.turn, self.table.pile + 1
        number, pile = self.answers[turn].partition(" ")[2].split(".")
        return int(number), int(pile)

    def cards_of_answer(self, answer: str) -> PacketCards:
        piles, max_cards = self.seen_piles(self.seat_to_move), self.max_cards_for(self.seat_to_move)
        if answer.startswith("take"):
            return piles[self.table.pile][:max_cards]
        later = [pile[:max_cards] for pile in piles[self.table.pile + 1 :]]
        return max(later, key=len, default=("",))

    def seen_piles(self, seat: int) -> tuple[PacketCards, ...]:
        return self.table.seen_by(seat)

    def takes_visible_to(self, seats: Collection[int]) -> tuple[TurnTake, ...]:
        return tuple(
            take if take.seat in seats else replace(take, cards=(), hidden=len(take.cards)) for take in self.takes
        )

    def after_answer(self, seat: int, answer: str) -> "WinstonState":
        piles = self.table.after_answer(answer)
        cards = piles.hands[seat][len(self.hands[seat]) :]
        # A seat that leaves the last pile gets the top card, which comes from no pile.
        pile = 0 if cards and answer.startswith("leave") else self.table.pile + 1
        return replace(
            self,
            hands=piles.hands,
            count=self.count + 1,
            takes=(*self.takes, TurnTake(seat, cards, pile)),
            answers=(*self.answers, answer),
            table=piles,
        )
