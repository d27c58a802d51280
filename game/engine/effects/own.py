"""Verbs that affect one’s own cards: taking, drawing, searching, loading, and flags for the turn."""

from game.engine import plays
from game.engine.board import Board
from game.engine.choices import ask_to_pay, ask_to_pick, handles_choice
from game.engine.dragons import attract_dragons
from game.engine.draws import additional_draws, draw_cards, hand_room, may_draw_card, may_take_card, refresh_hand
from game.engine.effects.base import can_be_carried_out, can_draw, do_or_ask, handles_effect
from game.engine.table import bits
from game.powers import verbs as v

# --- own cards ------------------------------------------------------------------------------------------------


@handles_effect(v.TakeBack)
def _take_back(board: Board, player: int, card: int, effect: v.TakeBack, is_chosen: bool) -> None:
    if not may_take_card(board, player):
        return
    cards = board.combat[player]
    if effect.where == "active":
        hyla = 1 << board.hyla if board.hyla >= 0 and board.table.owner[board.hyla] == player else 0
        cards = (cards | board.support[player] | board.ships[player] | hyla | board.trophies[player]) & ~board.covered
    if effect.other:
        cards &= ~(1 << card)
    ask_to_pick(board, player, card, cards, 0, 1, "to_hand")


@handles_effect(v.PayForDragon)
def _pay_for_dragon(board: Board, player: int, card: int, effect: v.PayForDragon, is_chosen: bool) -> None:
    ask_to_pay(board, player, card)


@handles_effect(v.DrawCards)
def _draw_by_text(board: Board, player: int, card: int, effect: v.DrawCards, is_chosen: bool) -> None:
    if can_draw(board, player, effect):
        do_or_ask(board, player, card, "draw", is_chosen=is_chosen)


@handles_choice("draw")
def _finish_draw(board: Board, player: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.effect_of_kind(card, v.DrawCards)
    if effect.to:
        refresh_hand(board, player, effect.to)
    else:
        draw_cards(board, player, effect.count)


@handles_effect(v.SearchDeck)
def _search_deck(board: Board, player: int, card: int, effect: v.SearchDeck, is_chosen: bool) -> None:
    if effect.where == "discard":
        if may_take_card(board, player):
            cards = sum(1 << other for other in board.discard[player])
            ask_to_pick(board, player, card, cards, 0, 1, "from_discard")
        return
    if not board.deck[player] or not (effect.ships or may_draw_card(board, player)):
        return
    board.revealed = True
    cards = sum(1 << other for other in board.deck[player])
    if not effect.ships:
        ask_to_pick(board, player, card, cards, 0, 1, "from_deck")
        return
    kinds = board.table.kinds
    wanted = (kinds[v.SHIP] | kinds[v.HYLA]) & ~plays.banned_cards(board, player)
    if plays.is_limited_to_one_card(board, player, combat=False):
        wanted = 0  # it is played like a card of the hand
    if plays.ships_with_room(board, player, landed=True):
        wanted |= kinds[v.CHARACTER] | kinds[v.BOOSTER] | kinds[v.SUPPORT]
    ask_to_pick(board, player, card, cards & wanted, 0, 1, "fit_out")


@handles_choice("fit_out")
def _finish_search(board: Board, player: int, card: int, picked: tuple[int, ...]) -> None:
    """Play the influence card that was found, or ask for the ship that another card is put on."""
    board.todo.append(("shuffle", player))
    for found_card in picked:
        if board.table.kinds[v.SHIP] >> found_card & 1 or board.table.kinds[v.HYLA] >> found_card & 1:
            board.take_from_deck(found_card)
            board.plays += 1
            board.todo.append(("place", player, found_card, "deck"))
        else:
            ships = sum(1 << ship for ship in plays.ships_with_room(board, player, landed=True))
            ask_to_pick(board, player, found_card, ships, 1, 1, "onto_ship")


@handles_choice("onto_ship")
def _finish_loading_found_card(board: Board, player: int, card: int, picked: tuple[int, ...]) -> None:
    for ship in picked:
        board.take_from_deck(card)
        board.cargo[ship] = board.cargo.get(ship, 0) | 1 << card
        board.add_move_event(card, "deck", f"@{ship}")


@handles_effect(v.DrawFromDiscard)
def _draw_from_discard(board: Board, player: int, card: int, effect: v.DrawFromDiscard, is_chosen: bool) -> None:
    if can_be_carried_out(board, effect.count, min(len(board.discard[player]), hand_room(board, player))):
        do_or_ask(board, player, card, "draw_from_discard", is_chosen=is_chosen)


@handles_choice("draw_from_discard")
def _finish_draw_from_discard(board: Board, player: int, card: int, picked: tuple[int, ...]) -> None:
    effect = board.table.effect_of_kind(card, v.DrawFromDiscard)
    board.revealed = True
    for _ in range(effect.count):
        if board.discard[player] and may_take_card(board, player):
            drawn = board.chance.pick(board, player, board.discard[player], "discard")
            board.discard[player] = tuple(other for other in board.discard[player] if other != drawn)
            board.put_in_hand(drawn, "discard")


@handles_effect(v.ShufflePile)
def _shuffle_discard(board: Board, player: int, card: int, effect: v.ShufflePile, is_chosen: bool) -> None:
    if board.discard[player]:
        do_or_ask(board, player, card, "shuffle_discard", is_chosen=is_chosen)


@handles_choice("shuffle_discard")
def _finish_shuffle_discard(board: Board, player: int, card: int, picked: tuple[int, ...]) -> None:
    gone = board.discard[player]
    board.discard[player] = ()
    for other in gone:
        board.add_move_event(other, "discard", "deck")
    board.shuffle_deck(player, gone)


@handles_effect(v.DiscardOwnHand)
def _discard_from_own_hand(board: Board, player: int, card: int, effect: v.DiscardOwnHand, is_chosen: bool) -> None:
    ask_to_pick(board, player, card, board.hand[player], 0, v.ANY_NUMBER, "discard")


@handles_effect(v.PutUnderDeck)
def _put_under_deck(board: Board, player: int, card: int, effect: v.PutUnderDeck, is_chosen: bool) -> None:
    ask_to_pick(board, player, card, board.hand[player], 0, v.ANY_NUMBER, "under")


@handles_effect(v.RevealTop)
def _reveal_top(board: Board, player: int, card: int, effect: v.RevealTop, is_chosen: bool) -> None:
    board.todo.append(("reveal", player, card, effect.count, board.hand[player], True))


@handles_effect(v.DrawAndReturn)
def _draw_and_return(board: Board, player: int, card: int, effect: v.DrawAndReturn, is_chosen: bool) -> None:
    board.todo.append(("return", player, card, effect.back))
    board.todo.append(("more", player, card, effect.count, effect.back))


@handles_effect(v.DiscardTop)
def _discard_top(board: Board, player: int, card: int, effect: v.DiscardTop, is_chosen: bool) -> None:
    opponent = 1 - player
    if board.deck[opponent]:
        top = board.deck[opponent][0]
        board.take_from_deck(top)
        board.discard_card(top, "deck")


@handles_effect(v.LoadFromHand)
def _load_from_hand(board: Board, player: int, card: int, effect: v.LoadFromHand, is_chosen: bool) -> None:
    room = board.table.capacity[card] - board.cargo.get(card, 0).bit_count()
    ask_to_pick(board, player, card, plays.loadable_cards(board, player), 0, min(effect.count, room), "load")


@handles_effect(v.ChangeElement)
def _change_element(board: Board, player: int, card: int, effect: v.ChangeElement, is_chosen: bool) -> None:
    if board.element:
        board.element = effect.to or 3 - board.element
        board.sight = None
        board.add_event("element", board.element)


@handles_effect(v.AllowMutant)
def _allow_mutant_unconditionally(board: Board, player: int, card: int, effect: v.AllowMutant, is_chosen: bool) -> None:
    board.mutant_pass = True


@handles_effect(v.AttackAgain)
def _attack_again(board: Board, player: int, card: int, effect: v.AttackAgain, is_chosen: bool) -> None:
    board.bounced = True


@handles_effect(v.NextCardFree)
def _make_next_card_free(board: Board, player: int, card: int, effect: v.NextCardFree, is_chosen: bool) -> None:
    board.free_next = True


@handles_effect(v.AttractDragon)
def _attract_one(board: Board, player: int, card: int, effect: v.AttractDragon, is_chosen: bool) -> None:
    attract_dragons(board, player, 1, f"card:{board.table.code(card)}")


# --- drawing one by one ---------------------------------------------------------------------------------------


def ask_for_additional_draw(board: Board, player: int, card: int, left: int, back: int) -> None:
    """Ask about each additional card (R0-38), unless cards are put back afterwards."""
    if left and additional_draws(board, player):
        board.todo.append(("more", player, card, left - 1, back))
        if board.hand[player].bit_count() < back:
            draw_cards(board, player, 1)
        else:
            board.todo.append(("ask", player, card, "draw_more"))


def return_hand_cards_to_deck(board: Board, player: int, card: int, back: int) -> None:
    """Shuffle the required number of hand cards, chosen freely, into the draw deck."""
    ask_to_pick(board, player, card, board.hand[player], back, back, "back_into_deck")


def reveal_top_cards(board: Board, player: int, card: int, left: int, before: int, first: bool) -> None:
    if left and may_draw_card(board, player):
        board.todo.append(("reveal", player, card, left - 1, before, False))
        if first:
            draw_cards(board, player, 1)
        else:
            board.todo.append(("ask", player, card, "draw_more"))
        return
    revealed = board.hand[player] & ~before
    for revealed_card in bits(revealed):
        board.add_event("shown", player, revealed_card)
    if revealed:
        ask_to_pick(board, player, card, revealed, 1, 1, "discard")
