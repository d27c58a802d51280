"""Board: the mutable contents of a `State` while an action is carried out; every move of a card goes through it.

Only modules of this package change a board, and only one that they made with `copy`. Zones without an order are masks
of card ids (`game.engine.table`); decks and piles are tuples, top first for decks, top last for piles.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Any, Protocol

from game.engine.table import GameTable, bits

BEGIN, LEAD, ENGAGE, CHAR, PLAYS, AFTER, POWER, REFRESH, END, ENDING, OVER = range(11)
PHASE_NAMES = (
    "beginning", "leadership", "engagement", "character", "booster/support", "after plays", "power", "refresh",
    "end", "about to end", "over",
)  # fmt: skip
PendingChoice = tuple[Any, ...]
_LIST_FIELDS = ("hand", "deck", "discard", "pile", "combat", "support", "ships", "trophies", "last_card_clock")


class RandomSource(Protocol):
    """Source of chance: a seed, or a record."""

    def shuffle(self, board: Board, player: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        """Return an order of these cards, top first."""

    def pick(self, board: Board, player: int, cards: tuple[int, ...], why: str) -> int:
        """Return one of these cards of `player`, chosen at random."""


class SeededRandom:
    """Chance from the seed of the board: the same board and action give the same result."""

    def shuffle(self, board: Board, player: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        order = sorted(cards)
        self._random_for_board(board).shuffle(order)
        return tuple(order)

    def pick(self, board: Board, player: int, cards: tuple[int, ...], why: str) -> int:
        return self._random_for_board(board).choice(sorted(cards))

    @staticmethod
    def _random_for_board(board: Board) -> random.Random:
        board.draws += 1
        return random.Random(board.seed * 1_000_003 + board.draws)


SEEDED_RANDOM = SeededRandom()


@dataclass(slots=True, eq=False)
class Board:
    """One position; see the module. Lists are by player; created with only a table, it has no cards yet."""

    table: GameTable
    seed: int = 0
    hand: list[int] = field(default_factory=lambda: [0, 0])
    deck: list[tuple[int, ...]] = field(default_factory=lambda: [(), ()])
    discard: list[tuple[int, ...]] = field(default_factory=lambda: [(), ()])
    pile: list[tuple[int, ...]] = field(default_factory=lambda: [(), ()])
    combat: list[int] = field(default_factory=lambda: [0, 0])
    support: list[int] = field(default_factory=lambda: [0, 0])
    ships: list[int] = field(default_factory=lambda: [0, 0])
    trophies: list[int] = field(default_factory=lambda: [0, 0])
    last_card_clock: list[int] = field(
        default_factory=lambda: [0, 0]
    )  # clock when the last card left hand and draw deck (MATCH-07)
    opening: list[tuple[int, ...]] = field(default_factory=lambda: [(), ()])  # the opening hands, in the order drawn
    cargo: dict[int, int] = field(default_factory=dict)  # by ship: the cards on it
    # by text: (target, the candidates, whether the target was affected)
    aims: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    todo: list[tuple[Any, ...]] = field(default_factory=list)
    events: list[tuple[Any, ...]] | None = None
    chance: RandomSource = SEEDED_RANDOM
    choice: PendingChoice | None = None
    legal: tuple[Any, ...] = ()
    saved: Board | None = None
    outcome: tuple[int, str, int] | None = None
    sight: Any = None

    draws: int = 0
    turn: int = 0
    number: int = 0
    phase: int = BEGIN
    element: int = 0
    dragons: int = 0
    hyla: int = -1
    covered: int = 0
    facedown: int = 0
    used: int = 0
    landed: int = 0
    freed: int = 0
    disclosed: int = 0
    leading: int = 0
    plays: int = 0
    combat_plays: int = 0
    chars: int = 0
    played: int = 0
    pair: str = ""
    gang: str = ""
    boosters: int = 0
    supports: int = 0
    free_next: bool = False
    stopped: bool = False
    bounced: bool = False
    drawn: int = 0
    lead_done: bool = False
    met: int = 0  # bit 1: a booster, bit 2: a support was played this turn
    mutant_pass: bool = False
    from_hand: int = 0
    cancelled: bool = False
    starting: bool = False
    revealed: bool = False
    undone: int = 0
    clock: int = 0
    from_ship: int = 0  # the character just played, if it came from a landed ship

    def copy(self) -> Board:
        new_board = Board(*_all_field_values(self))
        new_board.hand, new_board.deck, new_board.discard = self.hand[:], self.deck[:], self.discard[:]
        new_board.pile, new_board.combat, new_board.support = self.pile[:], self.combat[:], self.support[:]
        new_board.ships = self.ships[:]
        new_board.trophies = self.trophies[:]
        new_board.last_card_clock = self.last_card_clock[:]
        new_board.cargo, new_board.aims, new_board.todo = self.cargo.copy(), self.aims.copy(), self.todo[:]
        new_board.events, new_board.chance = None, SEEDED_RANDOM
        return new_board

    def replace_with(self, other: Board) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(other, name))

    def key(self) -> tuple[Any, ...]:
        plain = tuple(getattr(self, name) for name in _COPIED_AS_IS)
        lists = tuple(tuple(getattr(self, name)) for name in _LIST_FIELDS)
        return (*plain, *lists, tuple(sorted(self.cargo.items())), tuple(sorted(self.aims.items())), tuple(self.todo))

    def clear_legal_actions(self) -> None:
        """Clear the legal actions, because the board is about to change."""
        self.legal = ()

    def reset_turn_counters(self) -> None:
        """Reset everything that is counted per turn."""
        self.used = self.landed = self.leading = self.from_hand = 0
        self.plays = self.combat_plays = self.chars = self.played = 0
        self.boosters = self.supports = self.drawn = self.met = self.undone = 0
        self.pair = self.gang = ""
        self.free_next = self.stopped = self.bounced = self.lead_done = False
        self.from_ship = 0
        self.mutant_pass = self.cancelled = self.starting = self.revealed = False
        self.saved = None
        self.sight = None

    # --- what is where ----------------------------------------------------------------------------------------

    def cargo_of(self, player: int) -> int:
        """Return all cards on a player’s ships."""
        mask = 0
        for ship, cards in self.cargo.items():
            if self.table.owner[ship] == player:
                mask |= cards
        return mask

    def has_cards(self, player: int) -> bool:
        """Return whether a player has a card in hand or draw deck."""
        return bool(self.hand[player] or self.deck[player])

    # --- moves ------------------------------------------------------------------------------------------------

    def add_event(self, *event: Any) -> None:
        if self.events is not None:
            self.events.append(event)

    def add_move_event(self, card: int, origin: str, to: str) -> None:
        """Add the move of a card to the events; `CardsInEffect` must be computed again."""
        self.sight = None
        if self.events is not None:
            self.events.append(("move", self.table.owner[card], card, origin, to))

    def take_from_zone(self, card: int) -> str:
        """Take a card from its zone, other than a deck or pile; return the name of the zone."""
        bit, player = 1 << card, self.table.owner[card]
        if self.hand[player] & bit:
            self.hand[player] ^= bit
            self.disclosed &= ~bit
            self._record_out_of_cards_time(player)
            return "hand"
        self.covered &= ~bit
        self.facedown &= ~bit
        self.used &= ~bit
        self.freed &= ~bit
        self.aims.pop(card, None)
        for name in ("combat", "support", "ships", "trophies"):
            zone: list[int] = getattr(self, name)
            if zone[player] & bit:
                zone[player] ^= bit
                return name
        if self.hyla == card:
            self.hyla = -1
            return "hyla"
        for ship, cards in self.cargo.items():
            if cards & bit:
                self.cargo[ship] = cards ^ bit
                return f"@{ship}"
        return ""

    def take_from_deck(self, card: int) -> None:
        player = self.table.owner[card]
        self.deck[player] = tuple(other for other in self.deck[player] if other != card)
        self._record_out_of_cards_time(player)

    def _record_out_of_cards_time(self, player: int) -> None:
        """Note the time when a player’s last card leaves hand and draw deck (MATCH-07)."""
        self.clock += 1
        if not self.has_cards(player):
            self.last_card_clock[player] = self.clock

    def discard_card(self, card: int, origin: str = "") -> None:
        """Discard a card from anywhere: leadership cards go to the leader, all others to the discard pile (CARD-16)."""
        table = self.table
        bit, player = 1 << card, table.owner[card]
        hidden = self.facedown & bit
        origin = origin or self.take_from_zone(card)
        if table.kinds["leadership"] & bit:
            self.pile[player] = (*self.pile[player], card)
            self.add_move_event(card, origin, "pile")
        else:
            self.discard[player] = (*self.discard[player], card)
            self.add_move_event(card, origin, "discard")
        if hidden:
            self.add_event("shown", player, card)
        if card in self.cargo or self.landed & bit:
            self._discard_cargo(card)

    def put_in_hand(self, card: int, origin: str = "") -> None:
        """Put a card into its owner’s hand, from anywhere but a deck or pile (or already taken from `origin`)."""
        player = self.table.owner[card]
        hidden = self.facedown & (1 << card)
        origin = origin or self.take_from_zone(card)
        self.hand[player] |= 1 << card
        self.clock += 1
        self.last_card_clock[player] = self.clock
        self.add_move_event(card, origin, "hand")
        if card in self.cargo or self.landed >> card & 1:
            self._discard_cargo(card)
        if hidden:
            self.add_event("shown", player, card)

    def _discard_cargo(self, ship: int) -> None:
        """Put all cards on a ship that leaves onto the discard pile (R1-027)."""
        self.landed &= ~(1 << ship)
        player = self.table.owner[ship]
        for lost in bits(self.cargo.pop(ship, 0)):
            self.discard[player] = (*self.discard[player], lost)
            self.add_move_event(lost, f"@{ship}", "discard")

    def draw_top_card(self, player: int) -> int:
        card = self.deck[player][0]
        self.deck[player] = self.deck[player][1:]
        self.hand[player] |= 1 << card
        self.clock += 1
        self.last_card_clock[player] = self.clock
        self.add_move_event(card, "deck", "hand")
        return card

    def shuffle_deck(self, player: int, added: tuple[int, ...] = ()) -> None:
        """Shuffle a draw deck, with added cards that were taken before."""
        self.deck[player] = self.chance.shuffle(self, player, (*self.deck[player], *added))
        self.revealed = True
        self.sight = None
        self.add_event("shuffled", player, self.deck[player])


# Plain fields are copied as they are. Two boards are equal if these, the lists and the dictionaries are equal.
_COPIED_AS_IS = tuple(
    one.name
    for one in fields(Board)
    if one.name
    not in {*_LIST_FIELDS, "table", "saved", "sight", "legal", "opening", "events", "chance", "cargo", "aims", "todo"}
)
_all_field_values = attrgetter(*Board.__slots__)
