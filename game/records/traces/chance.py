"""Chance of a recorded game: shuffles and draws as the record has them."""

from collections.abc import Mapping, Sequence

from game.engine.board import Board
from game.engine.table import Table
from game.records.traces.checks import Difference, Step


class Recorded:
    """Chance as the record has it."""

    def __init__(self, table: Table, ids: Mapping[tuple[int, str], int], steps: Sequence[Step]) -> None:
        self.table, self.ids = table, ids
        self.moves = [move for step in steps for move in step.get("mv", ())]
        self.shuffles = [shuffle for step in steps for shuffle in step.get("sh", ())]

    def shuffle(self, board: Board, who: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        for place, entry in enumerate(self.shuffles):
            if entry["who"] == who:
                codes = entry.get("deck_now") or entry.get("bottom_now") or []
                order = tuple(self.ids[who, code] for code in codes)
                if sorted(order) == sorted(cards):
                    del self.shuffles[place]
                    return order
        return cards

    def pick(self, board: Board, who: int, cards: tuple[int, ...], why: str) -> int:
        origin = "h" if why == "hand" else "x"
        for place, (owner, code, start, _) in enumerate(self.moves):
            if owner == who and start == origin:
                card = self.ids[who, code]
                if card in cards:
                    del self.moves[place]
                    return card
        raise Difference("a card taken by chance", "none", [self.table.code(card) for card in cards])
