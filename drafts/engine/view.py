"""What may be seen. Views are built from nothing: they hold what was put into them here and nothing else (DRAFT-18)."""

from __future__ import annotations

from dataclasses import dataclass

from common.text import gettext_noop
from drafts.engine.errors import NoSuchSeat
from drafts.engine.play import State
from drafts.engine.setup import Direction


@dataclass(frozen=True, slots=True)
class Table:
    """What everyone at the table, and anyone looking on, sees: no card at all.

    `sizes[seat]` counts the cards of the packet in front of a seat (0 once it has chosen), `kept[seat]` those it has
    kept; `of` is the number of picks in this round.
    """

    players: int
    round: int
    rounds: int
    number: int
    of: int
    last_deal: bool
    direction: Direction
    picked: tuple[bool, ...]
    sizes: tuple[int, ...]
    kept: tuple[int, ...]
    picks: int
    over: bool

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats everyone waits for."""
        return () if self.over else tuple(seat for seat, done in enumerate(self.picked) if not done)

    def receiver(self, seat: int) -> int:
        """The seat to which this one passes in this round."""
        return (seat + self.direction.step) % self.players

    def giver(self, seat: int) -> int:
        """The seat from which this one receives in this round."""
        return (seat - self.direction.step) % self.players


@dataclass(frozen=True, slots=True)
class View:
    """What one seat sees: the table, the packet it has to choose from (empty while it waits), and its own picks."""

    table: Table
    seat: int
    packet: tuple[str, ...]
    chosen: str
    pool: tuple[str, ...]


def table_of(state: State) -> Table:
    """The public facts of a draft."""
    return Table(
        players=state.setup.players,
        round=state.round,
        rounds=state.setup.rounds,
        number=state.number,
        of=state.setup.sizes[state.round - 1] - 1,
        last_deal=state.setup.is_last_deal(state.round),
        direction=state.setup.direction(state.round),
        picked=state.picked,
        sizes=tuple(0 if done else len(packet) for packet, done in zip(state.packets, state.picked, strict=True)),
        kept=tuple(len(hand) for hand in state.hands),
        picks=state.count,
        over=state.over,
    )


def view_for(state: State, seat: int) -> View:
    """What the player at `seat` may know; raises `NoSuchSeat`."""
    if not 0 <= seat < state.setup.players:
        raise NoSuchSeat(gettext_noop("There is no seat %(seat)d at this table."), {"seat": seat})
    waits = state.picked[seat]
    hand = state.hands[seat]
    return View(
        table=table_of(state),
        seat=seat,
        packet=() if waits else state.packets[seat],
        chosen=hand[-1] if waits and not state.over else "",
        pool=hand,
    )
