"""What one player sees of a game (GAME-26): it starts empty, so the player can only see facts that are added here."""

import random
from dataclasses import dataclass

from game.engine.actions import Action, act
from game.engine.board import PHASE_NAMES, Board
from game.engine.power import total_power
from game.engine.state import State
from game.engine.table import bits
from game.engine.turn import deciding_player

HIDDEN_CARD = -1  # stands for a face-down card


@dataclass(frozen=True, slots=True)
class VisibleCards:
    """One player’s cards as the viewer sees them: ids, `HIDDEN_CARD` for a face-down card, counts for closed zones."""

    hand: tuple[int, ...]
    deck: int
    combat: tuple[int, ...]
    covered: tuple[int, ...]
    support: tuple[int, ...]
    ships: tuple[tuple[int, tuple[int, ...]], ...]  # by ship: the cards on it
    landed: tuple[int, ...]
    trophies: tuple[int, ...]
    discard_top: int
    leadership_top: int
    leading: tuple[int, ...]  # leadership cards active this turn
    power: int


@dataclass(frozen=True, slots=True)
class VisibleGame:
    """A state as player `player` may see it. `legal` is empty if the other player decides.

    The action `take` of a hidden bluff has `HIDDEN_CARD` instead of its id, and the number of the bluff as target.
    """

    player: int
    turn: int
    number: int
    phase: str
    deciding: int
    asking: int
    element: int
    dragons: int
    hyla: int
    sides: tuple[VisibleCards, VisibleCards]
    legal: tuple[Action, ...]


def visible_game_for(state: State, player: int) -> VisibleGame:
    board = state._board
    sides = (_visible_cards(board, 0, own=player == 0), _visible_cards(board, 1, own=player == 1))
    deciding = deciding_player(board)
    hidden = _hidden_bluffs(board, player)
    return VisibleGame(
        player=player,
        turn=board.turn,
        number=board.number,
        phase=PHASE_NAMES[board.phase],
        deciding=deciding,
        asking=HIDDEN_CARD if state.asking_card in board.deck[1 - player] else state.asking_card,
        element=board.element,
        dragons=board.dragons,
        hyla=board.hyla,
        sides=sides,
        legal=tuple(
            act(action.kind, HIDDEN_CARD, hidden.index(action.card)) if action.card in hidden else action
            for action in (board.legal if deciding == player else ())
        ),
    )


def _hidden_bluffs(board: Board, player: int) -> tuple[int, ...]:
    """Return the other player’s bluffs, in a stable order that doesn’t reveal them."""
    cards = bits(board.facedown & board.table.mine[1 - player])
    return tuple(sorted(cards, key=lambda card: random.Random(f"{board.seed}.{card}").random()))


def _visible_cards(board: Board, player: int, *, own: bool) -> VisibleCards:
    table = board.table
    hidden = 0 if own else board.facedown
    disclosed = bits(board.hand[player] & board.disclosed)
    closed = (HIDDEN_CARD,) * (board.hand[player].bit_count() - len(disclosed))
    support = bits(board.support[player] & ~hidden) + (HIDDEN_CARD,) * (board.support[player] & hidden).bit_count()
    ships = tuple(
        (ship, bits(cargo))  # loaded cards lie face up (GAME-28, C-42)
        for ship, cargo in sorted((ship, board.cargo.get(ship, 0)) for ship in bits(board.ships[player]))
    )
    return VisibleCards(
        hand=bits(board.hand[player]) if own else disclosed + closed,
        deck=len(board.deck[player]),
        combat=bits(board.combat[player] & ~board.covered),
        covered=bits(board.combat[player] & board.covered),
        support=support,
        ships=ships,
        landed=bits(board.landed & table.mine[player]),
        trophies=bits(board.trophies[player]),
        discard_top=board.discard[player][-1] if board.discard[player] else HIDDEN_CARD,
        leadership_top=board.pile[player][-1] if board.pile[player] else HIDDEN_CARD,
        leading=bits(board.leading & table.mine[player]),
        power=total_power(board, player),
    )
