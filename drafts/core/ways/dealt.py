"""Dealt pools (DRAFT-28): all get equally many cards, or the same cards, and only build a deck."""

from collections.abc import Sequence
from dataclasses import dataclass

from common.text import gettext_noop
from drafts.core.engine.play import require_whole_deal
from drafts.core.engine.setup import PassDirection, Setup
from drafts.core.engine.sharing import Sharing
from drafts.core.engine.state import (
    AlreadyPicked,
    DraftOver,
    DraftPick,
    NoSuchSeat,
    PacketCards,
    PublicDraftState,
    SeatDraftState,
    State,
)


@dataclass(frozen=True, slots=True)
class DealtState(State):
    """A draft that is over after the deal."""

    @classmethod
    def begin(cls, setup: Setup, deal: Sequence[str]) -> "DealtState":
        cards, each = require_whole_deal(setup, deal), setup.figures.kept
        apart = 0 if setup.sharing is Sharing.SAME_POOL else each
        hands = tuple(cards[seat * apart : seat * apart + each] for seat in range(setup.players))
        return cls(setup, cards, hands, 0)

    @property
    def is_over(self) -> bool:
        return True

    @property
    def clock_step(self) -> int:
        return 0

    @property
    def round(self) -> int:
        return 1

    @property
    def pick_number(self) -> int:
        return 1

    @property
    def undealt_cards(self) -> PacketCards:
        return self.deal[self.setup.figures.dealt :]

    def next_pick(self, seat: int) -> tuple[int, int]:
        return 1, 1

    def awaits(self, seat: int) -> bool:
        return False

    def choices(self, seat: int) -> PacketCards:
        return ()

    def picked_card(self, seat: int, place: tuple[int, int]) -> str:
        return ""

    def after(self, pick: DraftPick) -> "DealtState":
        raise DraftOver(gettext_noop("All cards have been dealt; there’s nothing to pick."), rule="DRAFT-28")

    def after_exchange(self, pick: DraftPick) -> "DealtState":
        raise AlreadyPicked(gettext_noop("All cards have been dealt; there’s nothing to pick."), rule="DRAFT-28")

    def public(self) -> PublicDraftState:
        players = self.setup.players
        return PublicDraftState(
            players=players,
            round=1,
            rounds=1,
            number=1,
            of=1,
            last_deal=False,
            direction=PassDirection.RIGHT,
            picked=(False,) * players,
            sizes=(0,) * players,
            kept=tuple(map(len, self.hands)),
            picks=0,
            over=True,
            flow=self.setup.flow,
            places=((1, 1),) * players,
            waiting=(0,) * players,
        )

    def view(self, seat: int, public_state: PublicDraftState | None = None) -> SeatDraftState:
        if not 0 <= seat < self.setup.players:
            raise NoSuchSeat(gettext_noop("This draft has no seat %(seat)d."), {"seat": seat})
        return SeatDraftState(public_state or self.public(), seat, 1, 1, (), "", (), self.hands[seat])
