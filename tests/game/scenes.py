"""A made-up position: cards of two players put where a test wants them, and played on from there in words."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cards.core.facts import Catalogue
from game.engine.actions import Action
from game.engine.board import BEGIN, PHASES, Board
from game.engine.power import card_values, total
from game.engine.state import State, apply, empty_board, legal_actions, result
from game.engine.table import Deck, Settings, Table, lay_out
from game.engine.turn import run
from game.records.words import card_of, read, write

ZONES = ("hand", "deck", "combat", "covered", "support", "bluffs", "ships", "discard", "pile", "trophies", "shown")


class Side:
    """Where a player's cards lie, by code; `cargo` maps a ship to the cards on it."""

    def __init__(
        self, cargo: Mapping[str, Sequence[str]] | None = None, inquisitor: str = "", **zones: Iterable[str]
    ) -> None:
        assert set(zones) <= set(ZONES), zones
        self.zones = {name: tuple(cards) for name, cards in zones.items()}
        self.cargo = {ship: tuple(cards) for ship, cards in (cargo or {}).items()}
        self.inquisitor = inquisitor

    def codes(self) -> tuple[str, ...]:
        """Every card once."""
        codes = [code for name, cards in self.zones.items() if name != "shown" for code in cards]
        codes += [code for cards in self.cargo.values() for code in cards]
        return tuple(codes)


def winner(
    *combat: str, support: tuple[str, ...] = (), covered: tuple[str, ...] = (), bluffs: tuple[str, ...] = ()
) -> Side:
    """The side that wins when the other retreats, with a card left in hand."""
    return Side(combat=combat, support=support, covered=covered, bluffs=bluffs, hand=["Hoax 01"])


class Scene:
    """A position in play: `do` carries out words, `legal` says what may be done in words."""

    def __init__(
        self,
        facts: Catalogue,
        mine: Side,
        theirs: Side | None = None,
        *,
        element: int = 1,
        phase: str = "beginning",
        dragons: int = 0,
        hyla: str = "",
        settings: Settings | None = None,
    ) -> None:
        sides = (mine, theirs or Side())
        extra = ((hyla,) if hyla else (), ())
        decks = [Deck((*side.codes(), *more), side.inquisitor) for side, more in zip(sides, extra, strict=True)]
        self.table: Table = lay_out(facts, (decks[0], decks[1]), settings)
        board = empty_board(self.table, seed=1)
        for who, side in enumerate(sides):
            self._place(board, who, side)
        board.turn, board.number, board.element, board.dragons = 0, 1, element, dragons
        board.hyla = self.card(0, hyla) if hyla else -1
        board.phase = BEGIN
        board.begin_counting()
        board.opening = [(), ()]
        run(board)
        self.state = State(board)
        self.events: list[tuple[Any, ...]] = []
        self.to(phase)

    def _place(self, board: Board, who: int, side: Side) -> None:
        for name, codes in side.zones.items():
            ids = tuple(self.card(who, code) for code in codes)
            mask = sum(1 << card for card in ids)
            if name in {"deck", "discard", "pile"}:
                getattr(board, name)[who] = ids
            elif name == "covered":
                board.combat[who] |= mask
                board.covered |= mask
            elif name == "bluffs":
                board.support[who] |= mask
                board.facedown |= mask
            elif name == "shown":
                board.shown |= mask
            else:
                getattr(board, name)[who] |= mask
        for ship, codes in side.cargo.items():
            board.cargo[self.card(who, ship)] = sum(1 << self.card(who, code) for code in codes)

    def card(self, who: int, code: str) -> int:
        """The id of a card."""
        return card_of(self.table, who, code)

    @property
    def board(self) -> Board:
        """The inside of the state, to look at."""
        return self.state._board

    def to(self, phase: str) -> Scene:
        """Pass, and start or continue the fight, until player 0 is in that phase."""
        while self.state.phase != phase and PHASES.index(self.state.phase) < PHASES.index(phase):
            self.do("continue" if self.state.phase == "engagement" else "pass")
        return self

    def do(self, *words: str) -> Scene:
        """Carry out actions in words, each by the person who decides then."""
        for text in words:
            action: Action = read(self.table, self.state.player, text)
            assert action in legal_actions(self.state), f"{text}: legal are {sorted(self.legal())}"
            self.state = apply(self.state, action, events=self.events)
        return self

    def legal(self) -> set[str]:
        """What may be done, in words."""
        return {write(self.table, self.state.player, action) for action in legal_actions(self.state)}

    def powers(self) -> tuple[int, int]:
        """Both total powers in the contested element."""
        return total(self.board, 0), total(self.board, 1)

    def value(self, who: int, code: str) -> int:
        """What a card counts in the contested element."""
        return card_values(self.board, who, self.board.element)[self.card(who, code)]

    def at(self, who: int, code: str) -> str:
        """Where a card lies: the zone's name, `covered`, `bluffs`, or `on <ship>`."""
        card = self.card(who, code)
        board, bit = self.board, 1 << card
        for name in ("deck", "discard", "pile"):
            if card in getattr(board, name)[who]:
                return name
        for ship, cargo in board.cargo.items():
            if cargo & bit:
                return f"on {self.table.code(ship)}"
        if board.covered & bit:
            return "covered"
        if board.facedown & bit:
            return "bluffs"
        return next(
            (name for name in ("hand", "combat", "support", "ships", "trophies") if getattr(board, name)[who] & bit),
            "hyla" if board.hyla == card else "nowhere",
        )

    @property
    def result(self) -> Any:
        """How the game ended, if it did."""
        return result(self.state)


def anyone(state: State, chance: random.Random) -> State:
    """The state after a random action."""
    return apply(state, chance.choice(legal_actions(state)))
