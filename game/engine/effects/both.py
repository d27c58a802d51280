"""Verbs that say "each of us": the opponent acts first (R1-018)."""

from collections.abc import Callable

from game.engine.active_cards import sight_of
from game.engine.board import Board
from game.engine.choices import THEN, pay, pick, then
from game.engine.draws import draw
from game.engine.effects.base import does
from game.engine.power import active_of
from game.engine.table import bits
from game.powers import verbs as v


@does(v.Both)
def _do_for_each_player(board: Board, who: int, card: int, effect: v.Both, is_chosen: bool) -> None:
    """The opponent acts first (R1-018), so theirs lies on top."""
    board.todo.append(("each", who, card, who))
    board.todo.append(("each", 1 - who, card, who))


@does(v.CrystalAsIf)
def _play_as_crystal(board: Board, who: int, card: int, effect: v.CrystalAsIf, is_chosen: bool) -> None:
    if effect.both and board.table.settings.crystals:
        for player in (who, 1 - who):
            crystals = board.hand[player] & board.table.kinds[v.ACHIEVEMENT]
            pick(board, player, card, crystals, 0, 1, "crystal")


@then("crystal")
def _finish_play_as_crystal(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    for crystal in picked:
        board.todo.append(("place", who, crystal, board.lift(crystal)))


def run_each(board: Board, player: int, card: int, who: int) -> None:
    """One player's half of a text that says "each of us"."""
    effect = board.table.verb(card, v.Both)
    EACH[effect.what](board, player, card, effect)


def _discard_leadership_of_each(board: Board, player: int, card: int, effect: v.Both) -> None:
    code = board.table.code(card)
    mask = sum(1 << other for other in board.pile[player] if board.table.code(other) != code)
    pick(board, player, card, mask, 1, 1, "pile_into_deck")


def _reshuffle_deck_of_each(board: Board, player: int, card: int, effect: v.Both) -> None:
    if board.discard[player]:
        THEN["shuffle_discard"](board, player, card, ())


def _discard_supports_of_each(board: Board, player: int, card: int, effect: v.Both) -> None:
    protected = sight_of(board).icon(board.table, "PROTECTED") & ~board.facedown
    for other in bits(active_of(board, player, v.SUPPORT) & ~protected):
        board.to_discard(other)


def _refresh_hand_of_each(board: Board, player: int, card: int, effect: v.Both) -> None:
    hand = bits(board.hand[player])
    for other in hand:
        board.lift(other)
        board.moved(other, "hand", "deck")
    board.shuffle_deck(player, hand)
    draw(board, player, 6)


EACH: dict[str, Callable[[Board, int, int, v.Both], object]] = {
    "leadership": _discard_leadership_of_each,
    "discard3": lambda board, player, card, _: pick(board, player, card, board.hand[player], 3, 3, "discard"),
    "reshuffle": _reshuffle_deck_of_each,
    "supports": _discard_supports_of_each,
    "draw3": lambda board, player, _card, _: draw(board, player, 3),
    "cost": lambda board, player, card, _: pay(board, player, card),
    "hand6": _refresh_hand_of_each,
}
