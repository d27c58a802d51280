"""Targets of texts that say "one of my cards": chosen by their owner, kept until something changes (R1-070, R1-071)."""

from game.engine.active_cards import look
from game.engine.board import Board
from game.engine.choices import pick
from game.engine.power import active_of
from game.engine.table import bits
from game.powers import verbs as v


def see_to_targets(board: Board, aimers: int) -> bool:
    """See to the targets of raising texts (R1-070, R1-071); True when there is something to do first."""
    sight = look(board)
    table = board.table
    if board.aims:
        for card in [card for card in board.aims if not (sight.live(table.owner[card]) >> card & 1)]:
            del board.aims[card]
    for who in (board.turn, 1 - board.turn):
        for card in bits(sight.live(who) & aimers):
            candidates = _candidates(board, who, card)
            target, seen, affected = board.aims.get(card, (-1, 0, 0))
            hit = int(target >= 0 and bool(sight.card_off >> target & 1))
            if target >= 0 and candidates == seen and hit <= affected:
                continue
            allowed = candidates
            if target >= 0 and candidates >> target & 1 and hit <= affected:
                allowed = (candidates & ~seen) | 1 << target
            board.aims[card] = (
                (target if candidates >> target & 1 else -1, candidates, hit)
                if target >= 0
                else (
                    -1,
                    candidates,
                    0,
                )
            )
            if not allowed:
                continue
            pick(board, who, card, allowed, 1, 1, "aim")
            return True
    return False


def _candidates(board: Board, who: int, card: int) -> int:
    table = board.table
    if table.by_verb.get(v.RaiseOne, 0) >> card & 1:
        return active_of(board, who, v.CHARACTER)
    effect = table.verb(card, v.DoubleDemand)
    assert isinstance(effect, v.DoubleDemand)
    named = active_of(board, who, v.BOOSTER) & table.by_verb.get(v.Demand, 0)
    return sum(1 << other for other in bits(named) if effect.word in table.facts[other].name.split())
