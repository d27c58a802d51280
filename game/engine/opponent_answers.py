"""Answers of the opponent in one's turn: interference cards and the call of a bluff (GAME-09)."""

from typing import Any

from game.engine import plays
from game.engine.actions import PASS, Action, act
from game.engine.active_cards import look
from game.engine.board import Board
from game.engine.dragons import attract
from game.engine.fights import end_turn, retreat
from game.engine.playing import play_character
from game.engine.table import bits
from game.powers import verbs as v


def run_window(board: Board, who: int, windows: tuple[Action, ...], *kind: Any) -> None:
    """Let the opponent answer, or not."""
    board.choice = ("window", who, *kind)
    board.legal = (PASS, *windows)


def answer_window(board: Board, action: Action) -> None:
    """Carry out the opponent's answer."""
    choice = board.choice
    assert choice is not None
    board.choice = None
    who, kind = choice[1], choice[2]
    if action.kind == "call":
        _call(board, who)
    elif action.kind == "interfere":
        board.note("interfere", who, action.card)
        board.to_discard(action.card)
        board.revealed = True
        _offer_counter(board, who, (*choice[2:],))
    elif kind == "character":
        play_character(board, choice[3], choice[4])
    elif kind == "counter":
        _interfered(board, 1 - who, choice[3])


def _offer_counter(board: Board, who: int, rest: tuple[Any, ...]) -> None:
    """An interference card may itself be answered (Inter 407); under Brain Drain not in one's own turn (R0-40)."""
    other = 1 - who
    inner = rest[1] if rest[0] == "counter" else rest
    depth = rest[2] + 1 if rest[0] == "counter" else 1
    answers = plays.interfering(board, other, "interference")
    if other == board.turn and plays.limited(board, other, combat=False):
        answers = []
    if answers:
        windows = tuple(act("interfere", card) for card in answers)
        board.todo.append(("window", other, windows, "counter", inner, depth))
    else:
        _interfered(board, who, inner, depth)


def _interfered(board: Board, who: int, inner: tuple[Any, ...], depth: int = 0) -> None:
    """The last interference stands: an odd number of them cancels what the first one answered."""
    first = 1 - board.turn
    stands = who == first
    if inner[0] == "character":
        card = inner[1]
        if not stands:
            play_character(board, card, inner[2])
            return
        board.note("cancelled", board.turn, card)
        board.plays -= 1
        board.cancelled = True
        board.to_discard(card)
    elif stands:
        board.note("cut_short", board.turn)
        end_turn(board)


def _call(board: Board, caller: int) -> None:
    """All bluffs are turned up: true if every mark is the contested element (R1-055, R1-056)."""
    who = 1 - caller
    bluffs = bits(board.facedown & board.table.mine[who])
    honest = all(board.table.bluff_mark[card] == board.element for card in bluffs)
    board.note("call", caller, honest)
    if honest:
        for card in bluffs:
            board.to_discard(card)
        attract(board, who, 1, "bluff_was_true")
        return
    attract(board, caller, 1, "bluff_was_false")
    if not board.outcome:
        retreat(board, who)


def may_call(board: Board, caller: int) -> bool:
    """Whether the bluffs of the player who announced may be called (GAME-09, R1-052, R1-053)."""
    who = 1 - caller
    bluffs = board.facedown & board.table.mine[who]
    if not bluffs or not board.hand[caller] | 1:
        return False
    sight = look(board)
    if not bluffs & ~sight.card_off:
        return False
    return not sight.live(who) & board.table.by_verb.get(v.NoCall, 0)
