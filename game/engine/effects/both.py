"""Verbs that say "each of us": the opponent acts first (R1-018)."""

from collections.abc import Callable

from game.engine.active_cards import sight_of
from game.engine.board import Board
from game.engine.choices import CHOICE_HANDLERS, ask_to_pay, ask_to_pick, handles_choice
from game.engine.draws import draw_cards
from game.engine.effects.base import handles_effect
from game.engine.power import active_cards_of_kind
from game.engine.table import bits
from game.powers import verbs as v


@handles_effect(v.Both)
def _do_for_each_player(board: Board, who: int, card: int, effect: v.Both, is_chosen: bool) -> None:
    """The opponent acts first (R1-018), so their question is on top."""
    board.todo.append(("each", who, card, who))
    board.todo.append(("each", 1 - who, card, who))


@handles_effect(v.CrystalAsIf)
def _play_as_crystal(board: Board, who: int, card: int, effect: v.CrystalAsIf, is_chosen: bool) -> None:
    if effect.both and board.table.settings.crystals:
        for player in (who, 1 - who):
            crystals = board.hand[player] & board.table.kinds[v.ACHIEVEMENT]
            ask_to_pick(board, player, card, crystals, 0, 1, "crystal")


@handles_choice("crystal")
def _finish_play_as_crystal(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    for crystal in picked:
        board.todo.append(("place", who, crystal, board.take_from_zone(crystal)))


def do_half_of_each(board: Board, player: int, card: int, who: int) -> None:
    """Carry out one player’s half of a text that says "each of us"."""
    effect = board.table.verb(card, v.Both)
    EACH_PLAYER_HANDLERS[effect.what](board, player, card, effect)


def _discard_leadership_of_each(board: Board, player: int, card: int, effect: v.Both) -> None:
    code = board.table.code(card)
    mask = sum(1 << other for other in board.pile[player] if board.table.code(other) != code)
    ask_to_pick(board, player, card, mask, 1, 1, "pile_into_deck")


def _reshuffle_deck_of_each(board: Board, player: int, card: int, effect: v.Both) -> None:
    if board.discard[player]:
        CHOICE_HANDLERS["shuffle_discard"](board, player, card, ())


def _discard_supports_of_each(board: Board, player: int, card: int, effect: v.Both) -> None:
    protected = sight_of(board).icon(board.table, "PROTECTED") & ~board.facedown
    for other in bits(active_cards_of_kind(board, player, v.SUPPORT) & ~protected):
        board.discard_card(other)


def _refresh_hand_of_each(board: Board, player: int, card: int, effect: v.Both) -> None:
    hand = bits(board.hand[player])
    for other in hand:
        board.take_from_zone(other)
        board.add_move_event(other, "hand", "deck")
    board.shuffle_deck(player, hand)
    draw_cards(board, player, 6)


EACH_PLAYER_HANDLERS: dict[str, Callable[[Board, int, int, v.Both], object]] = {
    "leadership": _discard_leadership_of_each,
    "discard3": lambda board, player, card, _: ask_to_pick(board, player, card, board.hand[player], 3, 3, "discard"),
    "reshuffle": _reshuffle_deck_of_each,
    "supports": _discard_supports_of_each,
    "draw3": lambda board, player, _card, _: draw_cards(board, player, 3),
    "cost": lambda board, player, card, _: ask_to_pay(board, player, card),
    "hand6": _refresh_hand_of_each,
}
