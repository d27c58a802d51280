"""Hidden cards: a board on which all cards that a seat can’t see are dealt again from those that may lie there."""

import random
from collections.abc import Sequence

from game.engine.board import Board
from game.engine.catalogue import CardFacts, card_sort_key
from game.engine.table import GameTable, bits, table_with_possible_cards


class HiddenCards:
    """The cards that the opponent may hold: all cards of the format, or the opponent’s published list.

    `possible` is None if the list is public. Cards of the format that are not on the table get the highest ids, so that
    boards, masks and actions of the real table remain valid.
    """

    def __init__(self, possible: Sequence[CardFacts] | None = None) -> None:
        self._possible = possible
        self._table: GameTable | None = None
        self._extended: GameTable | None = None
        self._candidates: tuple[int, ...] = ()

    def deal(self, board: Board, player: int, rng: random.Random) -> Board:
        """Return a copy of the board as `player` can imagine it: bluffs, the other hand and both draw decks are new.

        The same view and chance give the same board. If the format has too few cards, the draw deck is shorter.
        """
        other = 1 - player
        copy = board.copy()
        copy.table = self._extended_table(board.table, other)
        hidden_hand = board.hand[other] & ~board.disclosed
        bluffs = board.facedown & board.table.mine[other]
        hidden = hidden_hand | bluffs
        counts = (bluffs.bit_count(), hidden_hand.bit_count(), len(board.deck[other]))
        cards = self._unseen_cards(board, other, hidden)
        rng.shuffle(cards)
        marked = copy.table.icons["BLUFF"]
        laid = [card for card in cards if marked >> card & 1][: counts[0]]
        rest = [card for card in cards if card not in laid]
        laid += rest[: counts[0] - len(laid)]
        rest = [card for card in rest if card not in laid]
        bluff_mask, hand_mask = (sum(1 << card for card in dealt) for dealt in (laid, rest[: counts[1]]))
        copy.support[other] = board.support[other] & ~bluffs | bluff_mask
        copy.facedown = board.facedown & ~bluffs | bluff_mask
        copy.hand[other] = board.hand[other] & ~hidden_hand | hand_mask
        copy.deck[other] = tuple(rest[counts[1] : counts[1] + counts[2]])
        own = sorted(board.deck[player])
        rng.shuffle(own)
        copy.deck[player] = tuple(own)
        copy.seed = rng.randrange(1 << 30)
        copy.sight = None
        if copy.saved is not None:
            copy.saved = copy.saved.copy()
        return copy

    def unseen_bluff_marks(self, board: Board, player: int) -> list[int]:
        """Return the marks (0 none, 1 fire, 2 earth) of all possible face-down cards of the opponent of `player`."""
        other = 1 - player
        table = self._extended_table(board.table, other)
        hidden = board.hand[other] & ~board.disclosed | board.facedown & board.table.mine[other]
        cards = self._unseen_cards(board, other, hidden)
        return [table.bluff_mark[card] for card in cards if table.icons["BLUFF"] >> card & 1]

    def _extended_table(self, table: GameTable, other: int) -> GameTable:
        if self._table is not table or self._extended is None:
            codes = {table.code(card) for card in bits(table.mine[other])}
            extra = [card for card in self._possible or () if card.code not in codes]
            self._table, self._extended = table, table_with_possible_cards(table, other, extra) if extra else table
            allowed = None if self._possible is None else {card.code for card in self._possible}
            mine = (card for card in bits(self._extended.mine[other]) if card != table.inquisitor[other])
            cards = [card for card in mine if allowed is None or self._extended.code(card) in allowed]
            facts = self._extended.facts
            self._candidates = tuple(sorted(cards, key=lambda card: card_sort_key(facts[card])))
        return self._extended

    def _unseen_cards(self, board: Board, other: int, hidden: int) -> list[int]:
        """Return the candidates that don’t lie open, in the order of the catalogue, which reveals nothing."""
        deck = sum(1 << card for card in board.deck[other])
        seen = board.table.mine[other] & ~hidden & ~deck
        return [card for card in self._candidates if not seen >> card & 1]
