"""Fights: retreats and the dragons they bring, and the beginning and end of a turn: GAME-20 to GAME-24."""

from game.engine.active_cards import active_cards, active_effects
from game.engine.board import BEGIN, Board
from game.engine.dragons import attract_dragons, end_game_without_cards
from game.engine.draws import refresh_hand
from game.engine.plays import demand_allows_dragon
from game.engine.table import bits
from game.powers import verbs as v

SIX_CARDS_BONUS = 6


def has_six_cards_in_fight(board: Board, winner: int) -> bool:
    """Return whether a player has six cards in the fight (GAME-21)."""
    settings, cards = board.table.settings, board.combat[winner]
    if settings.six_cards == "areas":
        cards |= board.support[winner]
    if not settings.bluffs_count_for_six:
        cards &= ~board.facedown
    return cards.bit_count() >= SIX_CARDS_BONUS


def dragons_for_winner(board: Board, winner: int) -> int:
    """Return how many dragons the other player’s retreat brings: one, two with six cards, plus changes by texts."""
    dragons = 2 if has_six_cards_in_fight(board, winner) else 1
    theirs = active_effects(board, winner, v.OnRetreat)
    dragons += sum(not effect.mine and effect.change == "more" for _, effect in theirs)
    own = _own_dragon_changes(board, 1 - winner)
    dragons = max(0, dragons - own.count("fewer"))
    if "most_one" in own:
        dragons = min(dragons, 1)
    return 0 if "none" in own else dragons


def _own_dragon_changes(board: Board, loser: int) -> list[str]:
    """Return how texts of the retreating player change the dragons."""
    return [effect.change for _, effect in active_effects(board, loser, v.OnRetreat) if effect.mine]


def attract_for_demands(board: Board, player: int) -> None:
    """Attract a dragon for each unmet opposing demand that offers one instead, once a turn (R3-09)."""
    table = board.table
    texts = table.by_verb.get(v.Demand, 0)
    if texts:
        for card in bits(active_cards(board).texts_in_effect(1 - player) & texts & ~board.used):
            if demand_allows_dragon(board, card) and not board.outcome:
                board.used |= 1 << card
                attract_dragons(board, 1 - player, 1, f"card:{table.code(card)}")


def retreat_from_fight(board: Board, loser: int, *, by_choice: bool = True) -> None:
    """End the fight: dragons, all its cards are discarded, both refresh, the loser begins a turn (GAME-23)."""
    winner = 1 - loser
    board.add_event("retreat", loser)
    # "You may not" comes before a text’s effects (C-43).
    if by_choice and "none" not in _own_dragon_changes(board, loser):
        attract_for_demands(board, loser)
    if not board.outcome:
        if has_six_cards_in_fight(board, winner):
            board.add_event("six", winner)
        attract_dragons(board, winner, dragons_for_winner(board, winner), "retreat")
    if board.outcome:
        return
    discard_landed_ships(board)
    for player in (0, 1):
        for card in bits(board.combat[player] | board.support[player]):
            board.discard_card(card)
    board.covered = board.facedown = board.freed = 0
    board.element = 0
    board.leading = 0
    board.aims.clear()
    board.sight = None
    if not (board.has_cards(0) and board.has_cards(1)):
        end_game_without_cards(board)
        return
    board.turn = loser
    board.drawn = 0
    for player in (loser, winner):
        refresh_hand(board, player)
    board.todo.append(("turn", loser))
    if board.hyla >= 0:
        board.todo.append(("fight_end",))


def discard_landed_ships(board: Board) -> None:
    """Discard the ships landed this turn with everything still on them (R1-026, R1-027)."""
    for ship in bits(board.landed):
        board.discard_card(ship)
    board.landed = 0


def begin_turn(board: Board, player: int) -> None:
    """Begin a turn: reset everything counted per turn, resolve texts that are due (GAME-01)."""
    board.turn = player
    board.number += 1
    board.phase = BEGIN
    board.reset_turn_counters()
    board.add_event("turn", player)
    if board.table.by_verb.get(v.AttractIfSeveral, 0) and has_several_supports(board, player, v.AttractIfSeveral):
        attract_dragons(board, player, 1, "storms")


def has_several_supports(board: Board, player: int, verb: type[v.AttractIfSeveral | v.RetreatIfSeveral]) -> bool:
    """Return whether a text of that kind is in effect and finds more than one active support with its word."""
    for _, effect in active_effects(board, player, verb):
        active = bits(active_cards(board).active[player] & board.support[player] & ~board.facedown)
        if sum(effect.word in board.table.facts[other].name.split() for other in active) > 1:
            return True
    return False


def end_turn(board: Board) -> None:
    """End the turn: landed ships are discarded, a text may force a retreat, the other player begins."""
    player = board.turn
    discard_landed_ships(board)
    board.leading = 0
    board.sight = None
    board.add_event("end_turn", player)
    if board.table.by_verb.get(v.RetreatIfSeveral, 0) and has_several_supports(board, player, v.RetreatIfSeveral):
        board.add_event("floods", player)
        retreat_from_fight(board, 1 - player, by_choice=False)
        return
    begin_turn(board, 1 - player)
