"""Verbs that affect the opponent’s cards, active ones and those in hand, and verbs that say "each of us"."""

from collections.abc import Callable

from game.engine import plays
from game.engine.active_cards import active_cards
from game.engine.board import Board
from game.engine.choices import CHOICE_HANDLERS, ask_to_pay, ask_to_pick, handles_choice
from game.engine.draws import draw_cards
from game.engine.effects.base import can_be_carried_out, do_or_ask, handles_effect, opposing_cards
from game.engine.power import active_cards_of_kind
from game.engine.table import bits
from game.powers import verbs as v

# --- discarding opposing cards --------------------------------------------------------------------------------


@handles_effect(v.DiscardTheirs)
def _discard_one_opposing_card(board: Board, player: int, card: int, effect: v.DiscardTheirs, is_chosen: bool) -> None:
    ask_to_pick(board, player, card, plays.discard_targets(board, player, card), int(is_chosen), 1, "discard")


@handles_effect(v.DiscardAllTheirs)
def _discard_opposing_cards(board: Board, player: int, card: int, effect: v.DiscardAllTheirs, is_chosen: bool) -> None:
    if effect.from_ship_only and not board.from_ship >> card & 1:
        return
    if _discard_targets_mask(board, player, effect):
        do_or_ask(board, player, card, "discard_all", is_chosen=is_chosen)


def _discard_targets_mask(board: Board, player: int, effect: v.DiscardAllTheirs) -> int:
    opponent = 1 - player
    if effect.where == "supports":
        targets = active_cards_of_kind(board, opponent, v.SUPPORT)
    elif effect.where == "free":
        free = active_cards(board).with_icon(board.table, "FREE") & ~board.facedown
        targets = (board.combat[opponent] | board.support[opponent]) & ~board.covered & free
    else:
        targets = board.combat[opponent]
        if effect.active_only:
            targets &= ~board.covered
    targets = opposing_cards(board, targets)
    if effect.but_one:
        characters = active_cards_of_kind(board, opponent, v.CHARACTER)
        if characters.bit_count() == 1:
            targets &= ~characters
    return targets


@handles_choice("discard_all")
def _finish_discard_all(board: Board, player: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.effect_of_kind(card, v.DiscardAllTheirs)
    characters = active_cards_of_kind(board, 1 - player, v.CHARACTER)
    if effect.but_one and characters.bit_count() > 1:
        ask_to_pick(board, player, card, characters, 1, 1, "discard_but")
        return
    for other in bits(_discard_targets_mask(board, player, effect)):
        board.discard_card(other)


@handles_choice("discard_but")
def _finish_discard_all_but(board: Board, player: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.effect_of_kind(card, v.DiscardAllTheirs)
    for other in bits(_discard_targets_mask(board, player, effect)):
        if other not in picked:
            board.discard_card(other)


@handles_effect(v.DiscardEither)
def _discard_either(board: Board, player: int, card: int, effect: v.DiscardEither, is_chosen: bool) -> None:
    boosters = opposing_cards(board, active_cards_of_kind(board, 1 - player, v.BOOSTER))
    supports = opposing_cards(board, active_cards_of_kind(board, 1 - player, v.SUPPORT))
    if boosters | supports:
        board.todo.append(("either", player, card, boosters, supports))


@handles_effect(v.DiscardCrystal)
def _discard_trophy(board: Board, player: int, card: int, effect: v.DiscardCrystal, is_chosen: bool) -> None:
    ask_to_pick(board, player, card, board.trophies[1 - player], 0, 1, "discard")


@handles_effect(v.ShuffleAway)
def _shuffle_opposing_cards_away(board: Board, player: int, card: int, effect: v.ShuffleAway, is_chosen: bool) -> None:
    if opposing_cards(board, board.combat[1 - player] | board.support[1 - player]):
        do_or_ask(board, player, card, "shuffle_away", is_chosen=is_chosen)


@handles_choice("shuffle_away")
def _finish_shuffle_away(board: Board, player: int, card: int, picked: tuple[int, ...]) -> None:
    opponent = 1 - player
    gone = bits(opposing_cards(board, board.combat[opponent] | board.support[opponent]))
    for other in gone:
        hidden = board.facedown >> other & 1
        origin = board.take_from_zone(other)
        board.add_move_event(other, origin, "deck")
        if hidden:
            board.add_event("shown", opponent, other)
    board.shuffle_deck(opponent, gone)


# --- the opponent’s hand --------------------------------------------------------------------------------------


@handles_effect(v.DiscardTheirHand)
def _draw_from_hand(board: Board, player: int, card: int, effect: v.DiscardTheirHand, is_chosen: bool) -> None:
    if can_be_carried_out(board, effect.count, board.hand[1 - player].bit_count()):
        do_or_ask(board, player, card, "draw_from_hand", is_chosen=is_chosen)


@handles_choice("draw_from_hand")
def _finish_draw_from_hand(board: Board, player: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.effect_of_kind(card, v.DiscardTheirHand)
    board.todo.append(("snatch", player, card, effect.count))


@handles_effect(v.OpponentDiscards)
def _opponent_discards(board: Board, player: int, card: int, effect: v.OpponentDiscards, is_chosen: bool) -> None:
    if board.hand[1 - player]:
        do_or_ask(board, player, card, "they_discard", is_chosen=is_chosen or not effect.may)


@handles_choice("they_discard")
def _finish_opponent_discards(board: Board, player: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.effect_of_kind(card, v.OpponentDiscards)
    hand = board.hand[1 - player]
    count = max(0, hand.bit_count() - effect.down_to) if effect.down_to else effect.count
    ask_to_pick(board, 1 - player, card, hand, count, count, "discard")


@handles_effect(v.ShowHand)
def _disclose_opponent_hand(board: Board, player: int, card: int, effect: v.ShowHand, is_chosen: bool) -> None:
    board.disclosed |= board.hand[1 - player]
    board.revealed = True
    board.add_event("disclosed", 1 - player)


@handles_effect(v.EachPlayer)
def _do_for_each_player(board: Board, player: int, card: int, effect: v.EachPlayer, is_chosen: bool) -> None:
    """The opponent acts first (R1-018), so their question is on top."""
    board.todo.append(("each", player, card, player))
    board.todo.append(("each", 1 - player, card, player))


@handles_effect(v.CrystalAsIf)
def _play_as_crystal(board: Board, who: int, card: int, effect: v.CrystalAsIf, is_chosen: bool) -> None:
    if effect.both and board.table.settings.crystals:
        for player in (who, 1 - who):
            crystals = board.hand[player] & board.table.kinds[v.ACHIEVEMENT]
            ask_to_pick(board, player, card, crystals, 0, 1, "crystal")


@handles_choice("crystal")
def _finish_play_as_crystal(board: Board, player: int, card: int, picked: tuple[int, ...]) -> None:
    for crystal in picked:
        board.todo.append(("place", player, crystal, board.take_from_zone(crystal)))


def carry_out_for_one_player(board: Board, player: int, card: int, who: int) -> None:
    """Carry out one player’s half of a text that says "each of us"."""
    effect = board.table.effect_of_kind(card, v.EachPlayer)
    EACH_PLAYER_HANDLERS[effect.what](board, player, card, effect)


def _discard_leadership_of_each(board: Board, player: int, card: int, effect: v.EachPlayer) -> None:
    code = board.table.code(card)
    mask = sum(1 << other for other in board.pile[player] if board.table.code(other) != code)
    ask_to_pick(board, player, card, mask, 1, 1, "pile_into_deck")


def _reshuffle_deck_of_each(board: Board, player: int, card: int, effect: v.EachPlayer) -> None:
    if board.discard[player]:
        CHOICE_HANDLERS["shuffle_discard"](board, player, card, ())


def _discard_supports_of_each(board: Board, player: int, card: int, effect: v.EachPlayer) -> None:
    protected = active_cards(board).with_icon(board.table, "PROTECTED") & ~board.facedown
    for other in bits(active_cards_of_kind(board, player, v.SUPPORT) & ~protected):
        board.discard_card(other)


def _refresh_hand_of_each(board: Board, player: int, card: int, effect: v.EachPlayer) -> None:
    hand = bits(board.hand[player])
    for other in hand:
        board.take_from_zone(other)
        board.add_move_event(other, "hand", "deck")
    board.shuffle_deck(player, hand)
    draw_cards(board, player, 6)


EACH_PLAYER_HANDLERS: dict[str, Callable[[Board, int, int, v.EachPlayer], object]] = {
    "leadership": _discard_leadership_of_each,
    "discard3": lambda board, player, card, _: ask_to_pick(board, player, card, board.hand[player], 3, 3, "discard"),
    "reshuffle": _reshuffle_deck_of_each,
    "supports": _discard_supports_of_each,
    "draw3": lambda board, player, _card, _: draw_cards(board, player, 3),
    "cost": lambda board, player, card, _: ask_to_pay(board, player, card),
    "hand6": _refresh_hand_of_each,
}
