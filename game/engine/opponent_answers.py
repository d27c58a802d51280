"""Answers of the opponent in one's turn: interference cards and the call of a bluff (GAME-09)."""

from game.engine import plays
from game.engine.actions import CALL, PASS, Action, act
from game.engine.active_cards import sight_of
from game.engine.board import REFRESH, Board
from game.engine.dragons import attract
from game.engine.fights import end_turn, retreat
from game.engine.playing import play_character
from game.engine.table import bits
from game.powers import verbs as v


def offer(board: Board, who: int, kind: str, card: int = -1, how: str = "", depth: int = 0) -> bool:
    """Let a player answer, if they have an answer; `depth` counts the interference cards played before (R1-097)."""
    if not _answers(board, who, kind, depth):
        return False
    board.todo.append(("window", who, kind, card, how, depth))
    return True


def _answers(board: Board, who: int, kind: str, depth: int) -> list[Action]:
    """What may be answered to a character, to announced power, or to an interference card (R0-40, R1-097)."""
    if depth and who == board.turn and plays.limited(board, who, combat=False):
        return []  # a limit of one card counts interference in one's own turn, too (R0-40)
    calls = [CALL] if kind == "power" and not depth and may_call(board, who) else []
    cards = plays.interfering(board, who, "interference" if depth else kind)
    return calls + [act("interfere", card) for card in cards]


def run_window(board: Board, who: int, kind: str, card: int, how: str, depth: int) -> None:
    board.choice = ("window", who, kind, card, how, depth)
    board.legal = (PASS, *_answers(board, who, kind, depth))


def answer_window(board: Board, action: Action) -> None:
    assert board.choice is not None
    _, who, kind, card, how, depth = board.choice
    board.choice = None
    if action.kind == "call":
        _call(board, who)
    elif action.kind == "interfere":
        board.note("interfere", who, action.card)
        board.to_discard(action.card)
        board.revealed = True
        if not offer(board, 1 - who, kind, card, how, depth + 1):
            _finish_answers(board, kind, card, how, depth + 1)
    else:
        _finish_answers(board, kind, card, how, depth)


def _finish_answers(board: Board, kind: str, card: int, how: str, depth: int) -> None:
    """No further answer: an odd number of interference cards cancels what the first one answered."""
    if depth % 2 and kind == "character":
        board.note("cancelled", board.turn, card)
        board.plays -= 1
        board.cancelled = True
        board.to_discard(card)
    elif depth % 2:
        board.note("cut_short", board.turn)
        end_turn(board)
    elif kind == "character":
        play_character(board, card, how)
    else:
        board.phase = REFRESH


def _call(board: Board, caller: int) -> None:
    """All bluffs are turned up: true if every mark is the contested element (R1-055, R1-056)."""
    who = 1 - caller
    bluffs = bits(board.facedown & board.table.mine[who])
    marked = board.table.icons["BLUFF"]
    if board.table.settings.ignored_bluff_marks == "lost":
        marked &= ~sight_of(board).no_icon("BLUFF")
    honest = all(marked >> card & 1 and board.table.bluff_mark[card] == board.element for card in bluffs)
    board.note("call", caller, honest)
    if honest:
        for card in bluffs:
            board.to_discard(card)
        board.phase = REFRESH
        attract(board, who, 1, "bluff_was_true")
        return
    attract(board, caller, 1, "bluff_was_false")
    if not board.outcome:
        retreat(board, who)


def may_call(board: Board, caller: int) -> bool:
    """Whether the bluffs of the player who announced may be called (GAME-09, R1-052, R1-053)."""
    who = 1 - caller
    bluffs = board.facedown & board.table.mine[who]
    if not bluffs:
        return False
    sight = sight_of(board)
    if not bluffs & ~sight.card_off:
        return False
    return not sight.live(who) & board.table.by_verb.get(v.NoCall, 0)
