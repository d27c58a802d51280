"""Seat view: what one seat of a game can see and do, built field by field (GAME-26).

While the opponent decides, it says only that: phase or question would reveal what they hold.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from boards.core.notation import HIDDEN_CODE
from game.engine.actions import CALL
from game.engine.active_cards import active_cards
from game.engine.board import CHAR, END, ENGAGE, PLAYS, Board
from game.engine.catalogue import CardFacts
from game.engine.power import card_values, is_power_sufficient
from game.engine.state import GameResult, State, game_result
from game.engine.table import GameTable, bits
from game.engine.view import HIDDEN_CARD, VisibleCards, VisibleGame, visible_game_for
from game.powers import verbs as v
from game.powers.cards import POWERS
from game.records.words import rule_of_action
from online.core.events import SeenEvent
from online.core.offers import SeatOptions, seat_options
from online.core.positions import card_id, card_ids


@dataclass(frozen=True, slots=True)
class CardView:
    """A card: its id (empty if hidden), how it lies, its value unless that’s the printed one, and its cargo."""

    id: str
    marks: tuple[str, ...] = ()
    counts: int | None = None
    cargo: tuple["CardView", ...] = ()


@dataclass(frozen=True, slots=True)
class SideView:
    """One player’s side; `open_hand` contains the hand cards that both players know."""

    hand: int
    deck: int
    discard: int
    discard_top: str
    leadership: str
    combat: tuple[CardView, ...]
    support: tuple[CardView, ...]
    ships: tuple[CardView, ...]
    others: tuple[CardView, ...]
    open_hand: tuple[CardView, ...]
    power: int


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a seat: its sentence in `board.csv` (`ask …`), its hint, the card that asks, and its rule.

    `count` is how many cards are still wanted; `powers` are the seat’s and the opponent’s.
    """

    key: str
    rule: str
    card: str = ""
    hint: str = ""
    count: int = 0
    powers: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class SeatView:
    """All that one seat sees. `phase` is empty while the opponent decides; `dragons` is negative for the opponent’s.

    `facts` has the facts of every card in the view, by code without the player’s number.
    """

    seat: int
    turn: int
    is_own_turn: bool
    decides: bool
    phase: str
    element: int
    dragons: int
    you: SideView
    opponent: SideView
    hand: tuple[CardView, ...]
    question: Question | None
    options: SeatOptions
    last: tuple[SeenEvent, ...]
    facts: dict[str, CardFacts]
    outcome: GameResult | None


def seat_view(state: State, seat: int, last: Sequence[SeenEvent]) -> SeatView:
    """Return the view of a seat; `last` has the events it has seen since its last decision."""
    board, visible = state.board, visible_game_for(state, seat)
    decides = visible.deciding == seat
    options = seat_options(state, seat)
    sides = tuple(_side_view(board, visible.sides[player], player) for player in (seat, 1 - seat))
    hand = tuple(_card_view(board, card, {}) for card in visible.sides[seat].hand)
    question = _question(state, visible, options) if decides else None
    names = {
        *card_ids_in_view(hand, sides),
        *(name for offer in options.offers for name in (offer.card, offer.to)),
        *card_ids_in_events(last),
        question.card if question else "",
    }
    return SeatView(
        seat=seat,
        turn=max(1, board.number),
        is_own_turn=visible.turn == seat,
        decides=decides,
        phase=visible.phase if decides else "",
        element=board.element,
        dragons=board.dragons if seat == 0 else -board.dragons,
        you=sides[0],
        opponent=sides[1],
        hand=hand,
        question=question,
        options=options,
        last=tuple(last),
        facts=facts_of_card_ids(state.table, names),
        outcome=game_result(state),
    )


def card_ids_in_events(events: Iterable[SeenEvent]) -> set[str]:
    return {name for event in events for name in (*event.cards, event.on)}


def facts_of_events(table: GameTable, events: Iterable[SeenEvent]) -> dict[str, CardFacts]:
    return facts_of_card_ids(table, card_ids_in_events(events))


def facts_of_card_ids(table: GameTable, names: Iterable[str]) -> dict[str, CardFacts]:
    """Return the facts of cards by their codes; words such as “fire” and empty names are no cards."""
    cards = dict(zip(card_ids(table), table.facts, strict=True))
    return {name[1:]: cards[name] for name in sorted(names) if name in cards}


def both_sides(state: State, seat: int) -> tuple[SideView, SideView]:
    """Return the seat’s own side and the opponent’s, as the seat sees them."""
    board, visible = state.board, visible_game_for(state, seat)
    return _side_view(board, visible.sides[seat], seat), _side_view(board, visible.sides[1 - seat], 1 - seat)


def card_ids_in_view(hand: Iterable[CardView], sides: Iterable[SideView]) -> Iterator[str]:
    cards = [*hand]
    for side in sides:
        yield from (side.discard_top, side.leadership)
        cards += (*side.combat, *side.support, *side.ships, *side.others, *side.open_hand)
    for card in cards:
        yield card.id
        yield from (card_view.id for card_view in card.cargo)


# --- cards ----------------------------------------------------------------------------------------------------


def _side_view(board: Board, visible: VisibleCards, player: int) -> SideView:
    table = board.table
    values = card_values(board, player, board.element) if board.element else {}

    def lying(cards: Iterable[int], *marks: str) -> tuple[CardView, ...]:
        return tuple(_card_view(board, card, values, *marks) for card in cards)

    hyla = (board.hyla,) if board.hyla >= 0 and table.owner[board.hyla] == player else ()
    inquisitor = tuple(card for card in table.inquisitor[player : player + 1] if card >= 0)
    leading = tuple(card for card in visible.leading if card != visible.leadership_top)
    ships = (_card_view(board, ship, values, cargo=lying(cargo)) for ship, cargo in visible.ships)
    return SideView(
        hand=len(visible.hand),
        deck=visible.deck,
        discard=len(board.discard[player]),
        discard_top=card_id(table, visible.discard_top),
        leadership=card_id(table, visible.leadership_top),
        combat=(*lying(visible.covered, "covered"), *lying(visible.combat)),
        support=lying(visible.support),
        ships=tuple(ships),
        others=lying((*hyla, *visible.trophies, *inquisitor, *leading)),
        open_hand=lying(bits(board.hand[player] & board.disclosed)),
        power=visible.power,
    )


def _card_view(
    board: Board, card: int, values: dict[int, int], *marks: str, cargo: tuple[CardView, ...] = ()
) -> CardView:
    if card == HIDDEN_CARD or board.table.code(card) == HIDDEN_CODE:
        return CardView("", ("facedown",))
    table, sight, bit = board.table, active_cards(board), 1 << card
    is_in_hand = board.hand[table.owner[card]] & bit
    visible_marks = [*marks]
    visible_marks += [name for name in ("facedown", "landed") if getattr(board, name) & bit]
    visible_marks += ["shown"] if is_in_hand and board.disclosed & bit else []
    if board.used & bit:
        visible_marks.append("met" if table.by_verb.get(v.Demand, 0) & bit else "used")
    visible_marks += ["aimed"] if any(target == card for target, *_ in board.aims.values()) else []
    silent = sight.text_off & table.text & ~board.facedown & ~board.covered | sight.card_off
    visible_marks += ["ignored"] if silent & bit and not is_in_hand else []
    printed = table.values[board.element][card]
    counts = values.get(card, printed)
    return CardView(card_id(table, card), tuple(visible_marks), None if counts == printed else counts, cargo)


# --- the question ---------------------------------------------------------------------------------------------


def _question(state: State, visible: VisibleGame, options: SeatOptions) -> Question:
    board, seat = state.board, visible.player
    powers = (visible.sides[seat].power, visible.sides[1 - seat].power)
    rule = rule_of_action(board.legal[0], visible.phase)
    if board.choice:
        return _question_of_choice(board, visible, powers)
    kinds = {offer.kind for offer in options.offers}
    if kinds == {"backtrack"}:
        hint = "" if is_power_sufficient(board, seat) else "too little"
        return Question("backtrack", "MATCH-10", hint=hint, powers=powers)
    if board.phase <= ENGAGE:
        key = "fight" if board.element else "start"
        return Question(key, "GAME-03", hint="their power" if board.element else "", powers=powers)
    if board.phase >= END:
        return Question("end", rule, powers=powers)
    if board.phase == CHAR and not board.played:
        return Question("character", "GAME-04", hint="their power" if board.element else "", powers=powers)
    if board.element:
        hint = "enough" if is_power_sufficient(board, seat) else "too little"
        key = "add" if kinds & {"play", "join", "bluff", "load"} else "announce"
        return Question(key, "GAME-05" if board.phase == PLAYS else "GAME-04", hint=hint, powers=powers)
    return Question("element", "GAME-10", powers=powers)


# The rule behind a question that no card asks.
_RULES_OF_CHOICES = {"mulligan": "DECK-21", "decline": "GAME-03"}


def _question_of_choice(board: Board, visible: VisibleGame, powers: tuple[int, int]) -> Question:
    name, _, source, *rest = board.choice or ("", 0, -1)
    if name == "window":
        card, _how, depth = rest
        if depth:
            card = board.discard[1 - visible.player][-1]
        kind = "interference" if depth else "announcement" if source == "power" and CALL not in board.legal else source
        hint = "text" if card >= 0 else "their power" if kind == "announcement" else ""
        return Question(f"answer {kind}", "GAME-09", card_id(board.table, card), hint, powers=powers)
    key, count = name, 0
    if name == "pick":
        _, least, most, key, picked = rest
        count = (most if most == least else least) - len(picked)
        key = "decline" if source < 0 and key == "discard" else key
        rule = _RULES_OF_CHOICES.get(key, "GAME-33")
        key = f"pick {key}"
    else:
        key = f"yes {rest[0]}" if name == "ask" else name
        rule = "GAME-33"
    if visible.asking == HIDDEN_CARD:
        return Question(key, rule, count=max(0, count), powers=powers)
    code = board.table.code(visible.asking)
    rests = POWERS[code].rests if code in POWERS else ()
    return Question(
        key, rests[0] if rests else rule, card_id(board.table, visible.asking), "text", max(0, count), powers
    )
