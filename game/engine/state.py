"""State: the game as a library; an immutable value, its legal actions, and the state after one.

state = new_game(table, seed=7)
while not game_result(state):
    state = apply_action(state, random.choice(legal_actions(state)))
"""

import random
from dataclasses import dataclass

from common.errors import Invalid
from common.text import gettext_noop
from game.engine.actions import Action
from game.engine.board import PHASE_NAMES, SEEDED_RANDOM, Board, RandomSource
from game.engine.dragons import attract_dragons
from game.engine.power import total_power
from game.engine.table import GameTable, bits
from game.engine.turn import deciding_player, perform_action, run_until_decision
from game.powers import verbs as v


@dataclass(frozen=True, slots=True)
class GameResult:
    """Result of a game: the winner, why, and the crystals scored (MATCH-01, MATCH-06)."""

    winner: int
    why: str
    crystals: int


class State:
    """One position of a game. Immutable; two of one table with the same content are equal."""

    __slots__ = ("_board",)
    _board: Board

    def __init__(self, board: Board) -> None:
        object.__setattr__(self, "_board", board)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a State never changes; {name} cannot be set")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.table is other.table and self._board.key() == other._board.key()

    def __hash__(self) -> int:
        return hash(self._board.key())

    @property
    def table(self) -> GameTable:
        """Return the two decks as printed."""
        return self._board.table

    @property
    def player_in_turn(self) -> int:
        return self._board.turn

    @property
    def phase_name(self) -> str:
        """Return the phase of the turn, in words."""
        return PHASE_NAMES[self._board.phase]

    @property
    def player(self) -> int:
        """Return the player who decides now; -1 after the end."""
        return deciding_player(self._board)

    @property
    def asking_card(self) -> int:
        """Return the card whose text asks, or -1."""
        choice = self._board.choice
        return choice[2] if choice and choice[0] != "window" else -1

    @property
    def contested_element(self) -> int:
        """Return the contested element: 1 fire, 2 earth, 0 without a fight."""
        return self._board.element

    @property
    def dragons_balance(self) -> int:
        """Return the number of dragons on player 0’s side; negative for player 1’s (GAME-19)."""
        return self._board.dragons

    def power(self, player: int) -> int:
        return total_power(self._board, player)

    def hand_of(self, player: int) -> tuple[int, ...]:
        return bits(self._board.hand[player])

    def deck_of(self, player: int) -> tuple[int, ...]:
        """Return a draw deck, top first."""
        return self._board.deck[player]

    def opening_deck_of(self, player: int) -> tuple[int, ...]:
        """Return for the first state the draw deck before the opening hand was drawn, top first."""
        deck = self._board.deck[player]
        return (*self._board.opening[player], *deck)

    @property
    def board(self) -> Board:
        """Return the board itself, for reading only."""
        return self._board

    def copy_board(self) -> Board:
        """Return a copy of the board, for search and play-outs that need no states in between."""
        return self._board.copy()


def new_game(
    table: GameTable,
    *,
    seed: int = 0,
    start: int | None = None,
    orders: tuple[tuple[int, ...], tuple[int, ...]] | None = None,
) -> State:
    """Return the first state; `orders` are ids, top first. Without `start`, the seed chooses (C-33)."""
    rng = random.Random(seed)
    board = Board(table, seed)
    for player in (0, 1):
        dealt = table.mine[player] & ~(1 << table.inquisitor[player] if table.inquisitor[player] >= 0 else 0)
        cards = list(bits(dealt))
        if orders is None:
            rng.shuffle(cards)
        elif sorted(orders[player]) != cards:
            raise Invalid(gettext_noop("The given order doesn’t match player %(who)d’s draw deck."), {"who": player})
        board.deck[player] = tuple(cards) if orders is None else orders[player]
    board.turn = rng.randrange(2) if start is None else start
    for player in (0, 1):
        inquisitor = table.inquisitor[player]
        if inquisitor >= 0 and table.by_when[v.Timing.GAME_START] >> inquisitor & 1:
            attract_dragons(board, player, 1, f"card:{table.code(inquisitor)}")
        board.opening[player] = board.deck[player][:6]
        for _ in board.opening[player]:
            board.draw_top_card(player)
    board.reset_turn_counters()
    board.todo.append(("turn", board.turn))
    if table.settings.mulligan:
        board.todo += [("mulligan", 1 - board.turn), ("mulligan", board.turn)]
    run_until_decision(board)
    return State(board)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return everything the deciding player can do; empty only after the end."""
    return state._board.legal


def apply_action(
    state: State, action: Action, chance: RandomSource | None = None, events: list[tuple[object, ...]] | None = None
) -> State:
    """Return the state after an action; raises `Invalid` unless it is legal. `events` collects what happens."""
    board = state._board
    if action not in board.legal:
        raise Invalid(gettext_noop("“%(action)s” isn’t legal here."), {"action": action.kind})
    board = board.copy()
    board.chance = chance or SEEDED_RANDOM
    board.events = events
    board = perform_action(board, action)
    board.events, board.chance = None, SEEDED_RANDOM
    return State(board)


def game_result(state: State) -> GameResult | None:
    """Return how the game ended, or None while it goes on."""
    outcome = state._board.outcome
    return GameResult(*outcome) if outcome else None
