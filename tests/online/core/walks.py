"""Seeded games, step by step, with what each seat has seen, and positions with other hidden cards."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from boards.core.notation import short_card_code
from cards.core.facts import PEOPLES, CardType, Catalogue, IconKind
from game.engine.state import State, game_result
from game.engine.table import Deck, bits, published_codes
from online.core.events import SeenEvent, StoredEvent, visible_events
from online.core.offers import DoneAction, carry_out_offer, seat_offers
from online.core.positions import initial_state, state_as_text, state_from_text
from online.core.terms import GameTerms
from online.table.view_data import TableFacts, TablePlayer

TABLE = TableFacts(1, "playing", TablePlayer("Roland"), TablePlayer("Elinor"))


INTERFERENCE = ("Inter 402", "Inter 404", "Inter 407")


def decks_for(facts: Catalogue, seed: int, *, interference: bool = False) -> tuple[Deck, Deck]:
    """Two different published decks, or two drafted ones without a card in common; or both with interference cards."""
    if interference:
        first, second = decks_for(facts, seed)
        cards = (*INTERFERENCE[seed % 3 :], *INTERFERENCE[: seed % 3])
        return Deck((*cards[:2], *first.cards[2:])), Deck((cards[2], *second.cards[1:]))
    if seed % 2:
        return (
            Deck(published_codes(facts, PEOPLES[seed % 9])),
            Deck(published_codes(facts, PEOPLES[(seed + 1 + seed % 7) % 9])),
        )
    pool = [
        card.code for card in facts if card.known and card.playable and card.type not in ("", CardType.INTERFERENCE)
    ]
    codes = random.Random(seed).sample(pool, 60)
    return Deck(tuple(codes[:30])), Deck(tuple(codes[30:]))


@dataclass(frozen=True, slots=True)
class Row:
    """A stored action, as `online.core.take_back.ActionRow` says."""

    number: int
    place: int
    action: str
    events: list[StoredEvent]
    position: str


def row_of(number: int, done: DoneAction) -> Row:
    return Row(number, done.place, done.text, done.events, state_as_text(done.state))


@dataclass(slots=True)
class Moment:
    """A position, the actions that led to it, and what each seat saw since its last decision."""

    state: State
    done: list[DoneAction] = field(default_factory=list)
    last: tuple[tuple[SeenEvent, ...], tuple[SeenEvent, ...]] = ((), ())


def walk(facts: Catalogue, seed: int, *, interference: bool = False) -> Iterator[Moment]:
    """Play random offers to the end of a game; retreat or decline after three undone tries."""
    chance = random.Random(seed)
    terms = GameTerms(mulligan=seed % 3 == 0, crystals=True, interference=interference)
    state = initial_state(facts, decks_for(facts, seed, interference=interference), terms, seed, seed % 2)
    seen: list[list[StoredEvent]] = [[], []]
    moment = Moment(state)
    while True:
        yield moment
        if game_result(state):
            return
        seat = state.player
        offers = seat_offers(state, seat)
        ends = [offer for offer in offers if offer.kind in ("retreat", "decline")]
        offer = chance.choice(ends if ends and state.copy_board().undone > 2 else offers)
        done = carry_out_offer(state, seat, offer.do)
        state = done[-1].state
        seen[seat] = []
        for events in seen:
            events += [event for action in done for event in action.events]
        moment = Moment(state, done, (visible_events(seen[0], 0), visible_events(seen[1], 1)))


def hidden_cards(state: State, seat: int) -> set[int]:
    """Return the opponent's cards that a seat can't see: draw deck, hand and bluffs, but for a card that it answers."""
    board, other = state.copy_board(), 1 - seat
    hand = board.hand[other] & ~board.disclosed
    if board.choice and board.choice[:3] == ("window", seat, "character"):
        hand &= ~(1 << board.choice[3])
    return {*bits(hand | board.facedown & board.table.mine[other]), *board.deck[other]}


def with_other_hidden_cards(facts: Catalogue, state: State, seat: int, chance: random.Random) -> State:
    """Return the same position for a seat: other cards, of any deck, where it sees none, and its draw deck shuffled."""
    board, other = state.copy_board(), 1 - seat
    table = board.table
    taken = {table.code(card) for card in bits(table.mine[other])}
    pool = [card for card in facts if card.known and card.playable and card.type and card.code not in taken]
    left_out = {CardType.ACHIEVEMENT} | (set() if table.settings.ask_always else {CardType.INTERFERENCE})
    pool = [card for card in pool if card.type not in left_out]
    chance.shuffle(pool)
    if table.settings.ask_always:  # all that there are come first, into the hand or the draw deck
        pool.sort(key=lambda card: card.type is not CardType.INTERFERENCE)
    hidden = sorted(hidden_cards(state, seat), key=lambda card: (not board.facedown >> card & 1, card))
    bluffs = [table.facts[card] for card in hidden if table.icons["BLUFF"] >> card & ~board.facedown >> card & 1]
    renamed: dict[str, str] = {}
    for card in hidden:
        choices = (
            [*bluffs, *(one for one in pool if one.has_icon(IconKind.BLUFF))] if board.facedown >> card & 1 else pool
        )
        found = choices[0] if choices else table.facts[card]
        if choices:
            (bluffs if found in bluffs else pool).remove(found)
        renamed[short_card_code(table.code(card))] = short_card_code(found.code)
    mine = [short_card_code(table.code(card)) for card in board.deck[seat]]
    shuffled = dict(zip(mine, chance.sample(mine, len(mine)), strict=True))
    now, bar, before = state_as_text(state).partition("|")
    text = _renamed(_renamed(now, rf"(?<= d{seat}=)\S+", shuffled) + bar + before, rf"(?<= [a-z]{other}=)\S+", renamed)
    numbered = {f"{other}{code}": f"{other}{other_code}" for code, other_code in renamed.items()}
    return state_from_text(facts, _renamed(text, r"(?<= (?:ask|aim)=)\S+|(?<= fs=)\S+", numbered))


def _renamed(text: str, values: str, names: dict[str, str]) -> str:
    """Exchange words in the values of some fields."""
    return re.sub(values, lambda value: re.sub(r"\w+", lambda word: names.get(word[0], word[0]), value[0]), text)
