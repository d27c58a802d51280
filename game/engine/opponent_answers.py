"""Answers of the opponent during a turn: interference cards and calling a bluff (GAME-09)."""

from game.engine import plays
from game.engine.actions import CALL, PASS, Action, act
from game.engine.active_cards import active_cards
from game.engine.board import REFRESH, Board
from game.engine.dragons import attract_dragons
from game.engine.fights import end_turn, retreat_from_fight
from game.engine.playing_cards import play_character
from game.engine.table import bits
from game.powers import verbs as v


def offer_answer(board: Board, player: int, kind: str, card: int = -1, how: str = "", depth: int = 0) -> bool:
    """Offer a player an answer, if they have one; `depth` counts the interference cards played before (R1-097)."""
    # A limit of one card includes interference in one’s own turn (R0-40).
    if depth and player == board.turn and plays.is_limited_to_one_card(board, player, combat=False):
        return False
    if not (
        _may_answer_with_call(board, player, kind, depth)
        or plays.may_interfere(board, player, _interference_target(kind, depth))
    ):
        return False
    board.todo.append(("window", player, kind, card, how, depth))
    return True


def _may_answer_with_call(board: Board, player: int, kind: str, depth: int) -> bool:
    return kind == "power" and not depth and may_call_bluffs(board, player)


def _interference_target(kind: str, depth: int) -> str:
    """Return what an interference card must be able to answer: a character, announced power, or interference."""
    return "interference" if depth else kind


def open_answer_window(board: Board, player: int, kind: str, card: int, how: str, depth: int) -> None:
    board.choice = ("window", player, kind, card, how, depth)
    calls = (CALL,) if _may_answer_with_call(board, player, kind, depth) else ()
    cards = plays.interference_cards_for(board, player, _interference_target(kind, depth))
    board.legal = (PASS, *calls, *(act("interfere", card) for card in cards))


def apply_window_answer(board: Board, action: Action) -> None:
    assert board.choice is not None
    _, player, kind, card, how, depth = board.choice
    board.choice = None
    if action.kind == "call":
        _call_bluffs(board, player)
    elif action.kind == "interfere":
        if action.card >= 0:  # the computer also weighs a card that it doesn’t hold
            board.add_event("interfere", player, action.card)
            board.discard_card(action.card)
        board.revealed = True
        if not offer_answer(board, 1 - player, kind, card, how, depth + 1):
            _finish_answers(board, kind, card, how, depth + 1)
    else:
        _finish_answers(board, kind, card, how, depth)


def _finish_answers(board: Board, kind: str, card: int, how: str, depth: int) -> None:
    """End the answers: an odd number of interference cards cancels what the first one answered."""
    if depth % 2 and kind == "character":
        board.add_event("cancelled", board.turn, card)
        board.plays -= 1
        board.cancelled = True
        board.discard_card(card)
    elif depth % 2:
        board.add_event("cut_short", board.turn)
        end_turn(board)
    elif kind == "character":
        play_character(board, card, how)
    else:
        board.phase = REFRESH


def _call_bluffs(board: Board, caller: int) -> None:
    """Turn up all bluffs: true if every mark is the contested element (R1-055, R1-056)."""
    player = 1 - caller
    bluffs = bits(board.facedown & board.table.mine[player])
    marked = board.table.icons["BLUFF"]
    if board.table.settings.ignored_bluff_marks == "lost":
        marked &= ~active_cards(board).cards_without_icon("BLUFF")
    honest = all(marked >> card & 1 and board.table.bluff_mark[card] == board.element for card in bluffs)
    board.add_event("call", caller, honest)
    if honest:
        for card in bluffs:
            board.discard_card(card)
        board.phase = REFRESH
        attract_dragons(board, player, 1, "bluff_was_true")
        return
    attract_dragons(board, caller, 1, "bluff_was_false")
    if not board.outcome:
        retreat_from_fight(board, player)


def may_call_bluffs(board: Board, caller: int) -> bool:
    """Return whether the bluffs of the player who announced may be called (GAME-09, R1-052, R1-053)."""
    player = 1 - caller
    bluffs = board.facedown & board.table.mine[player]
    if not bluffs:
        return False
    sight = active_cards(board)
    if not bluffs & ~sight.card_off:
        return False
    return not sight.texts_in_effect(player) & board.table.by_verb.get(v.NoBluffCall, 0)
