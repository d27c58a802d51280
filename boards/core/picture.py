"""Picture: the visible parts of a position, in full or from one seat; pages, SVG and screen reader texts use it.

It contains only what the seat may see (GAME-26): a hidden card has no facts and no id here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from boards.core.notation import HIDDEN_CODE
from boards.core.sums import PowerSum, power_sum_of
from game.engine.active_cards import active_cards
from game.engine.board import Board
from game.engine.catalogue import CardFacts
from game.engine.power import card_values
from game.engine.state import State
from game.engine.table import bits
from game.engine.view import HIDDEN_CARD, VisibleCards, visible_game_for
from game.powers import verbs as v

MAX_DRAGONS = 3


@dataclass(frozen=True, slots=True)
class BoardCard:
    """A card on the board: its id and facts (-1 and None if hidden), how it lies, and what lies on it.

    `counts` is its value in the contested element if that isn’t the printed one. `aimed` are the texts that target it.
    """

    id: int
    facts: CardFacts | None
    marks: tuple[str, ...] = ()
    counts: int | None = None
    cargo: tuple["BoardCard", ...] = ()
    aimed: tuple[CardFacts, ...] = ()


@dataclass(frozen=True, slots=True)
class BoardSide:
    """One player’s side: cards by zone, the size of closed piles, dragons attracted, and the power.

    `grew` is how many more cards hand, areas and piles have than before the last step.
    """

    who: int
    zones: dict[str, tuple[BoardCard, ...]]
    deck: int
    discard: int
    dragons: int
    sums: tuple[PowerSum, ...]
    grew: Mapping[str, int]

    @property
    def power(self) -> int:
        return self.sums[0].total if len(self.sums) == 1 else 0


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A position as it is drawn: both sides, the nearer side last."""

    sides: tuple[BoardSide, BoardSide]
    turn: int
    phase: str
    deciding: int
    element: int
    seat: int | None
    asking: CardFacts | None

    @property
    def facts(self) -> list[CardFacts]:
        """The face-up cards of both sides."""
        zones = [cards for side in self.sides for cards in side.zones.values()]
        return [card.facts for cards in zones for card in cards if card.facts]


def board_picture(state: State, seat: int | None = None, before: State | None = None) -> BoardPicture:
    """Return the visible parts of a state, from one seat or for all (None); mark cards moved since `before`."""
    views = tuple(visible_game_for(state, player if seat is None else seat) for player in (0, 1))
    board = state.copy_board()
    then = before.copy_board() if before is not None and before.table is state.table else board
    moved = _moved_cards_mask(board, then)
    order = (1, 0) if seat != 1 else (0, 1)
    first, second = (_board_side(board, then, views[player].sides[player], player, moved) for player in order)
    seat_view = views[0] if seat is None else views[seat]
    asking = seat_view.asking if seat is not None else state.asking_card
    return BoardPicture(
        sides=(first, second),
        turn=state.player_in_turn,
        phase=state.phase_name,
        deciding=state.player,
        element=state.contested_element,
        seat=seat,
        asking=state.table.facts[asking] if asking >= 0 else None,
    )


def _board_side(board: Board, then: Board, visible: VisibleCards, player: int, moved: int) -> BoardSide:
    table, sight = board.table, active_cards(board)
    values = card_values(board, player, board.element) if board.element else {}
    lone = {name: getattr(board, name) for name in ("facedown", "landed", "used")} | {"shown": board.disclosed}

    def drawn(card: int, *marks: str, hand: bool = False) -> BoardCard:
        if card == HIDDEN_CARD or table.code(card) == HIDDEN_CODE:
            return BoardCard(HIDDEN_CARD, None, marks)
        found = {name for name, mask in lone.items() if mask >> card & 1} | {*marks}
        if "used" in found and table.by_verb.get(v.Demand, 0) >> card & 1:
            found = (found - {"used"}) | {"met"}
        found |= {"moved"} if moved >> card & 1 else set()
        silent = sight.text_off & table.text & ~board.facedown & ~board.covered | sight.card_off
        found |= {"ignored"} if silent >> card & 1 and not hand else set()
        printed = table.values[board.element][card]
        counts = values.get(card, printed)
        aimed = tuple(table.facts[text] for text, (target, *_) in board.aims.items() if target == card)
        changed = None if hand or counts == printed else counts
        return BoardCard(card, table.facts[card], tuple(sorted(found)), changed, (), aimed)

    def laid(cards: tuple[int, ...], *marks: str, hand: bool = False) -> tuple[BoardCard, ...]:
        return tuple(drawn(card, *marks, hand=hand) for card in cards)

    ships = tuple(
        BoardCard(ship.id, ship.facts, ship.marks, None, laid(cargo))
        for ship, cargo in ((drawn(card), cargo) for card, cargo in visible.ships)
    )
    hyla = (board.hyla,) if board.hyla >= 0 and table.owner[board.hyla] == player else ()
    inquisitor = tuple(card for card in table.inquisitor[player : player + 1] if card >= 0)
    tops = (laid((card,)) if card != HIDDEN_CARD else () for card in (visible.leadership_top, visible.discard_top))
    leader, discard = tops
    zones = {
        "hand": laid(visible.hand, hand=True),
        "ships": ships,
        "support": laid(visible.support),
        "combat": (*laid(visible.covered, "covered"), *laid(visible.combat)),
        "leader": leader,
        "others": laid((*hyla, *visible.trophies, *inquisitor)),
        "discard": discard,
    }
    elements = (board.element,) if board.element else (1, 2) if board.combat[player] else ()
    dragons = board.dragons if player == 0 else -board.dragons
    sums = tuple(power_sum_of(board, player, element) for element in elements)
    counts, earlier = _card_counts(board, player), _card_counts(then, player)
    grew = {name: count - earlier[name] for name, count in counts.items() if count != earlier[name]}
    return BoardSide(player, zones, visible.deck, len(board.discard[player]), max(0, dragons), sums, grew)


def _card_counts(board: Board, player: int) -> dict[str, int]:
    areas = {name: getattr(board, name)[player].bit_count() for name in ("hand", "ships", "support", "combat")}
    return areas | {"deck": len(board.deck[player]), "discard": len(board.discard[player])}


def _moved_cards_mask(board: Board, before: Board) -> int:
    """Return the mask of cards that lie elsewhere than before, or were turned over."""
    then = dict(_cards_with_places(before))
    return sum(1 << card for card, place in _cards_with_places(board) if then.get(card) != place)


def _cards_with_places(board: Board) -> Iterator[tuple[int, str]]:
    for player in (0, 1):
        for name in ("hand", "combat", "support", "ships", "trophies"):
            for card in bits(getattr(board, name)[player]):
                yield card, f"{name}{board.facedown >> card & 1}"
        for name in ("deck", "discard", "pile"):
            yield from ((card, name) for card in getattr(board, name)[player])
    for ship, cargo in board.cargo.items():
        yield from ((card, f"on {ship}") for card in bits(cargo))
    if board.hyla >= 0:
        yield board.hyla, "hyla"
