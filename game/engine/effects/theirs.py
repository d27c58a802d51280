"""Verbs that act on the opponent's cards: active ones, and those in hand."""

from game.engine import plays
from game.engine.active_cards import sight_of
from game.engine.board import Board
from game.engine.choices import pick, then
from game.engine.effects.base import does, opposing, or_ask, whole
from game.engine.power import active_of
from game.engine.table import bits
from game.powers import verbs as v

# --- discarding opposing cards --------------------------------------------------------------------------------


@does(v.DiscardOne)
def _discard_one_opposing_card(board: Board, who: int, card: int, effect: v.DiscardOne, is_chosen: bool) -> None:
    pick(board, who, card, plays.discard_targets(board, who, card), int(is_chosen), 1, "discard")


@does(v.DiscardAll)
def _discard_opposing_cards(board: Board, who: int, card: int, effect: v.DiscardAll, is_chosen: bool) -> None:
    if effect.from_ship_only and not board.from_ship >> card & 1:
        return
    if _discard_targets_mask(board, who, effect):
        or_ask(board, who, card, "discard_all", is_chosen=is_chosen)


def _discard_targets_mask(board: Board, who: int, effect: v.DiscardAll) -> int:
    opponent = 1 - who
    if effect.where == "supports":
        targets = active_of(board, opponent, v.SUPPORT)
    elif effect.where == "free":
        free = sight_of(board).icon(board.table, "FREE") & ~board.facedown
        targets = (board.combat[opponent] | board.support[opponent]) & ~board.covered & free
    else:
        targets = board.combat[opponent]
        if effect.active_only:
            targets &= ~board.covered
    targets = opposing(board, who, targets)
    if effect.but_one:
        characters = active_of(board, opponent, v.CHARACTER)
        if characters.bit_count() == 1:
            targets &= ~characters
    return targets


@then("discard_all")
def _finish_discard_all(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.verb(card, v.DiscardAll)
    characters = active_of(board, 1 - who, v.CHARACTER)
    if effect.but_one and characters.bit_count() > 1:
        pick(board, who, card, characters, 1, 1, "discard_but")
        return
    for other in bits(_discard_targets_mask(board, who, effect)):
        board.to_discard(other)


@then("discard_but")
def _finish_discard_all_but(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.verb(card, v.DiscardAll)
    for other in bits(_discard_targets_mask(board, who, effect)):
        if other not in picked:
            board.to_discard(other)


@does(v.DiscardEither)
def _discard_either(board: Board, who: int, card: int, effect: v.DiscardEither, is_chosen: bool) -> None:
    boosters = opposing(board, who, active_of(board, 1 - who, v.BOOSTER))
    supports = opposing(board, who, active_of(board, 1 - who, v.SUPPORT))
    if boosters | supports:
        board.todo.append(("either", who, card, boosters, supports))


@does(v.DiscardTrophy)
def _discard_trophy(board: Board, who: int, card: int, effect: v.DiscardTrophy, is_chosen: bool) -> None:
    pick(board, who, card, board.trophies[1 - who], 0, 1, "discard")


@does(v.ShuffleAway)
def _shuffle_opposing_cards_away(board: Board, who: int, card: int, effect: v.ShuffleAway, is_chosen: bool) -> None:
    if opposing(board, who, board.combat[1 - who] | board.support[1 - who]):
        or_ask(board, who, card, "shuffle_away", is_chosen=is_chosen)


@then("shuffle_away")
def _finish_shuffle_away(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    opponent = 1 - who
    gone = bits(opposing(board, who, board.combat[opponent] | board.support[opponent]))
    for other in gone:
        hidden = board.facedown >> other & 1
        origin = board.lift(other)
        board.moved(other, origin, "deck")
        if hidden:
            board.note("shown", opponent, other)
    board.shuffle_deck(opponent, gone)


# --- the opponent's hand --------------------------------------------------------------------------------------


@does(v.DrawFromHand)
def _draw_from_hand(board: Board, who: int, card: int, effect: v.DrawFromHand, is_chosen: bool) -> None:
    if whole(board, effect.count, board.hand[1 - who].bit_count()):
        or_ask(board, who, card, "draw_from_hand", is_chosen=is_chosen)


@then("draw_from_hand")
def _finish_draw_from_hand(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.verb(card, v.DrawFromHand)
    board.todo.append(("snatch", who, card, effect.count))


@does(v.TheyDiscard)
def _opponent_discards(board: Board, who: int, card: int, effect: v.TheyDiscard, is_chosen: bool) -> None:
    if board.hand[1 - who]:
        or_ask(board, who, card, "they_discard", is_chosen=is_chosen or not effect.may)


@then("they_discard")
def _finish_opponent_discards(board: Board, who: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.verb(card, v.TheyDiscard)
    hand = board.hand[1 - who]
    count = max(0, hand.bit_count() - effect.down_to) if effect.down_to else effect.count
    pick(board, 1 - who, card, hand, count, count, "discard")


@does(v.Disclose)
def _disclose_opponent_hand(board: Board, who: int, card: int, effect: v.Disclose, is_chosen: bool) -> None:
    board.disclosed |= board.hand[1 - who]
    board.revealed = True
    board.note("disclosed", 1 - who)
