"""Choices: cards that ask are frames on the board’s list of things to do, answered by actions one by one.

Frames, as they stand in `Board.todo` (who decides, the card whose text asks):

- `("pick", who, source, mask, least, most, then, picked)`: take cards of a mask;
- `("pay", who, source, picked)`: take cards until they meet what the text of the source costs;
- `("ask", who, source, then, effect number)`: yes or no;
- `("snatch", who, source, left)`: a card of the opponent’s hand, a shown one or blindly;
- `("either", who, source, mask, other mask)`: one of two groups.
"""

from collections.abc import Callable
from typing import Any

from game.engine.actions import DONE, NO, RANDOM_ACTION, YES, Action, act
from game.engine.board import Board
from game.engine.costs import cards_to_pay_with
from game.engine.dragons import attract_dragons
from game.engine.draws import draw_cards
from game.engine.table import bits
from game.powers import verbs as v

ChoiceHandler = Callable[[Board, int, int, tuple[int, ...]], None]
CHOICE_HANDLERS: dict[str, ChoiceHandler] = {}


def handles_choice(name: str) -> Callable[[ChoiceHandler], ChoiceHandler]:
    """Register the function that uses the cards of a finished choice."""

    def register(function: ChoiceHandler) -> ChoiceHandler:
        CHOICE_HANDLERS[name] = function
        return function

    return register


# --- putting a question ---------------------------------------------------------------------------------------


def ask_to_pick(board: Board, player: int, source: int, mask: int, least: int, most: int, name: str) -> None:
    """Ask a player to take cards of a mask; with nothing to take, nothing is asked."""
    most = min(most, mask.bit_count())
    board.todo.append(("pick", player, source, mask, min(least, most), most, name, ()))


def ask_yes_or_no(board: Board, player: int, source: int, name: str) -> None:
    """Ask yes or no; `name` is the effect of a yes."""
    board.todo.append(("ask", player, source, name))


def ask_to_pay(board: Board, player: int, source: int) -> None:
    """Let a player discard hand cards to pay for a text, if possible; for a dragon it is optional."""
    if cards_to_pay_with(board, player, source)[0]:
        board.todo.append(("pay", player, source, 0))


# --- what may be answered -------------------------------------------------------------------------------------


def offer_pick(board: Board, *frame: Any) -> None:
    """Offer the cards of a pick, or take them if there is no choice."""
    player, source, mask, least, most, name, picked = frame
    left = most - len(picked)
    if not left or not mask:
        CHOICE_HANDLERS[name](board, player, source, picked)
    elif mask.bit_count() == left and len(picked) + left == least:
        CHOICE_HANDLERS[name](board, player, source, (*picked, *bits(mask)))
    else:
        board.choice = ("pick", *frame)
        legal = [act("take", card) for card in bits(mask)]
        if len(picked) >= least:
            legal.append(DONE)
        board.legal = tuple(legal)


def offer_payment(board: Board, *frame: Any) -> None:
    """Offer the cards that lead to a full payment."""
    player, source, picked = frame
    cards, met = cards_to_pay_with(board, player, source, picked)
    demanded = bool(board.table.by_verb.get(v.Demand, 0) >> source & 1)
    if met:
        CHOICE_HANDLERS["satisfy" if demanded else "dragon"](board, player, source, bits(picked))
        return
    board.choice = ("pay", *frame)
    legal = [act("take", card) for card in bits(cards)]
    if not demanded and not picked:
        legal.append(DONE)
    board.legal = tuple(legal)


def offer_yes_or_no(board: Board, *frame: Any) -> None:
    board.choice = ("ask", *frame)
    board.legal = (YES, NO)


def draw_from_opponent_hand(board: Board, player: int, source: int, left: int) -> None:
    """Discard a card of the opponent’s hand: a disclosed one by choice (R3-13), else at random (R1-076)."""
    opponent = 1 - player
    hand = board.hand[opponent]
    if not left or not hand:
        return
    disclosed = hand & board.disclosed
    if not disclosed:
        _discard_drawn_card(board, player, source, left, blindly=True)
        return
    board.choice = ("snatch", player, source, left)
    legal = [act("take", card) for card in bits(disclosed)]
    if hand & ~disclosed:
        legal.append(RANDOM_ACTION)
    board.legal = tuple(legal)


def _discard_drawn_card(board: Board, player: int, source: int, left: int, *, blindly: bool, card: int = -1) -> None:
    opponent = 1 - player
    if blindly:
        hidden = board.hand[opponent] & ~board.disclosed
        board.revealed = True
        card = board.chance.pick(board, opponent, bits(hidden), "hand")
    board.discard_card(card)
    board.todo.append(("snatch", player, source, left - 1))


def offer_either_group(board: Board, player: int, source: int, first: int, second: int) -> None:
    """Offer the cards of both groups: taking a card takes its whole group."""
    board.choice = ("either", player, source, first, second)
    board.legal = (*(act("take", card) for card in bits(first | second)), DONE)


# --- the answer -----------------------------------------------------------------------------------------------


def answer_choice(board: Board, action: Action) -> None:
    frame = board.choice
    assert frame is not None
    board.choice = None
    ANSWER_HANDLERS[frame[0]](board, action, *frame[1:])


def _answer_pick(board: Board, action: Action, *frame: Any) -> None:
    player, source, mask, least, most, name, picked = frame
    if action.kind == "done":
        CHOICE_HANDLERS[name](board, player, source, picked)
    else:
        rest = mask & ~(1 << action.card)
        board.todo.append(("pick", player, source, rest, least, most, name, (*picked, action.card)))


def _answer_pay(board: Board, action: Action, player: int, source: int, picked: int) -> None:
    if action.kind == "take":
        board.todo.append(("pay", player, source, picked | 1 << action.card))


def _answer_ask(board: Board, action: Action, player: int, source: int, name: str) -> None:
    if action.kind == "yes":
        CHOICE_HANDLERS[name](board, player, source, ())
        return
    board.add_event("declined", player, source)
    if name == "draw_more":  # after a no, don’t ask about further cards of "up to N"
        kind, *rest = board.todo.pop()
        board.todo.append((kind, *rest[:2], 0, *rest[3:]))


def _answer_snatch(board: Board, action: Action, player: int, source: int, left: int) -> None:
    _discard_drawn_card(board, player, source, left, blindly=action.kind == "random", card=action.card)


def _answer_either(board: Board, action: Action, player: int, source: int, first: int, second: int) -> None:
    if action.kind == "take":
        for card in bits(first if first >> action.card & 1 else second):
            board.discard_card(card)


ANSWER_HANDLERS: dict[str, Callable[..., None]] = {
    "pick": _answer_pick,
    "pay": _answer_pay,
    "ask": _answer_ask,
    "snatch": _answer_snatch,
    "either": _answer_either,
}


# --- what is done with picked cards ---------------------------------------------------------------------------


@handles_choice("discard")
def _discard_picked(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    for card in picked:
        board.discard_card(card)


@handles_choice("dragon")
def _attract_dragon_for_payment(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    _discard_picked(board, player, source, picked)
    attract_dragons(board, player, 1, f"card:{board.table.code(source)}")


@handles_choice("satisfy")
def _mark_demand_met(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    board.used |= 1 << source
    _discard_picked(board, player, source, picked)


@handles_choice("to_hand")
def _take_picked_into_hand(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    for card in picked:
        board.put_in_hand(card)


@handles_choice("under")
def _put_picked_under_deck(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    for card in picked:
        board.take_from_zone(card)
        board.deck[player] = (*board.deck[player], card)
        board.add_move_event(card, "hand", "deck")


@handles_choice("load")
def _load_picked(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    for card in picked:
        load_onto_ship(board, card, source)


def load_onto_ship(board: Board, card: int, ship: int) -> None:
    """Put a card onto a ship, face up (C-42)."""
    origin = board.take_from_zone(card)
    board.cargo[ship] = board.cargo.get(ship, 0) | 1 << card
    board.add_move_event(card, origin, f"@{ship}")


@handles_choice("back_into_deck")
def _shuffle_picked_into_deck(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    for card in picked:
        board.take_from_zone(card)
        board.add_move_event(card, "hand", "deck")
    board.shuffle_deck(player, picked)


def offer_mulligan(board: Board, player: int) -> None:
    """Let a player put any hand cards back before the first turn (DECK-21)."""
    ask_to_pick(board, player, -1, board.hand[player], 0, board.hand[player].bit_count(), "mulligan")


@handles_choice("mulligan")
def _put_back_for_mulligan(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    if picked:
        _shuffle_picked_into_deck(board, player, source, picked)
        draw_cards(board, player, len(picked))


@handles_choice("pile_into_deck")
def _shuffle_discard_into_deck(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    if picked:
        board.pile[player] = tuple(card for card in board.pile[player] if card not in picked)
        for card in picked:
            board.add_move_event(card, "pile", "deck")
        board.shuffle_deck(player, picked)


@handles_choice("from_deck")
def _take_picked_from_deck(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    for card in picked:
        board.take_from_deck(card)
        board.put_in_hand(card, "deck")
        board.drawn += player == board.turn
        board.add_event("shown", player, card)
    board.shuffle_deck(player)


@handles_choice("from_discard")
def _take_picked_from_discard(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    for card in picked:
        board.discard[player] = tuple(other for other in board.discard[player] if other != card)
        board.put_in_hand(card, "discard")
        board.add_event("shown", player, card)


@handles_choice("draw_more")
def _draw_as_many_as_picked(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    draw_cards(board, player, 1)
