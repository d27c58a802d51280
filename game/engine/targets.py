"""Targets of texts that say "one of my cards": chosen by their owner, until something changes (R1-070, R1-071)."""

from game.engine.active_cards import active_cards, active_effects
from game.engine.board import Board
from game.engine.choices import ask_to_pick, handles_choice
from game.engine.power import active_cards_of_kind
from game.engine.table import bits
from game.powers import verbs as v


def update_targets(board: Board, aimers: int) -> bool:
    """Update the targets of raising texts (R1-070, R1-071); return whether a player has to choose one first."""
    sight = active_cards(board)
    table = board.table
    if board.aims:
        for card in [card for card in board.aims if not (sight.texts_in_effect(table.owner[card]) >> card & 1)]:
            del board.aims[card]
    for player in (board.turn, 1 - board.turn):
        for card in bits(sight.texts_in_effect(player) & aimers):
            candidates = target_candidates(board, card)
            allowed = _allowed_targets(board, card, candidates)
            target = board.aims[card][0] if card in board.aims else -1
            stays = target >= 0 and candidates >> target & 1
            board.aims[card] = (target if stays else -1, candidates, opposing_influence(board, target) if stays else 0)
            if allowed:
                ask_to_pick(board, player, card, allowed, 1, 1, "aim")
                return True
    return False


def _allowed_targets(board: Board, card: int, candidates: int) -> int:
    """Return the cards to choose from now; 0 if the current target stays.

    The choice is free if there was none, if the target is gone, or if opposing texts began or ceased to affect it
    (R0-31, R3-07); a card that came into play can only be switched to (R1-071).
    """
    target, earlier, before = board.aims.get(card, (-1, 0, 0))
    if target < 0 or not candidates >> target & 1 or opposing_influence(board, target) != before:
        return candidates
    new = candidates & ~earlier
    return new | 1 << target if new else 0


def target_candidates(board: Board, card: int) -> int:
    table, player = board.table, board.table.owner[card]
    if table.by_verb.get(v.RaiseOne, 0) >> card & 1:
        return active_cards_of_kind(board, player, v.CHARACTER)
    effect = table.effect_of_kind(card, v.DoubleBoosters)
    named = active_cards_of_kind(board, player, v.BOOSTER) & table.by_verb.get(v.Demand, 0)
    return sum(1 << other for other in bits(named) if any(word in table.facts[other].label for word in effect.words))


def opposing_influence(board: Board, card: int) -> int:
    """Return how opposing texts affect a card, as a number: all of it, its text, its icons, its printed values."""
    table, sight, bit = board.table, active_cards(board), 1 << card
    state = 0
    if sight.text_off & bit:
        state = 1 if sight.card_off & bit else 2 if table.text & bit else 0
    if sight.icons_off and table.iconed & bit:
        state |= 4 * any(off & table.icons[name] & bit for name, off in sight.icons_off.items())
    for text, effect in active_effects(board, 1 - table.owner[card], v.ReducePrinted):
        if table.reached[text] & bit & ~sight.with_icon(table, "PROTECTED"):
            values = (table.values[v.FIRE][card], table.values[v.EARTH][card])
            state |= 8 << effect.parity if any(value and value % 2 == effect.parity for value in values) else 0
    return state


@handles_choice("aim")
def _choose_target(board: Board, player: int, source: int, picked: tuple[int, ...]) -> None:
    board.aims[source] = (picked[0], board.aims[source][1], opposing_influence(board, picked[0]))
    board.sight = None
