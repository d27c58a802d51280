"""Bots: they see what a seat sees, and choose alike whenever the seed and the view are alike."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cards.core.facts import CardFacts, CardType, IconKind, Timing
from drafts.core.engine.bot_styles import Character, Company, Taste
from drafts.core.engine.play import Pick, State, apply
from drafts.core.engine.setup import DECK_SIZE
from drafts.core.engine.view import View, view_for

__all__ = ["NAMES", "Character", "Company", "choose", "pick_of", "play_bots", "strength"]

NAMES: tuple[str, ...] = ("Ada", "Boole", "Curie", "Dirac", "Euler", "Fermat")

# What an icon is worth in a fight, in points of element value.
_ICONS: Mapping[IconKind, float] = {
    IconKind.SHIELD: 1.4,
    IconKind.STOP: 1.3,
    IconKind.RETRIEVE: 1.8,
    IconKind.FREE: 1.6,
    IconKind.PAIR: 0.6,
    IconKind.GANG: 0.4,
    IconKind.PROTECTED: 1.2,
    IconKind.BLUFF: 0.8,
    IconKind.REPLACE: 0.5,
}
# A hand that can fight: at least so many characters in the deck of 30, and no more than so many of the other kinds.
_CHARACTERS = 16
_ENOUGH: Mapping[CardType, int] = {
    CardType.BOOSTER: 7,
    CardType.SUPPORT: 6,
    CardType.LEADERSHIP: 4,
    CardType.SHIP: 2,
}
# More characters of one value than this crowd each other out: a fight asks for all values in turn.
_OF_ONE_VALUE = 5


@dataclass(frozen=True, slots=True)
class _Hand:
    """What a bot knows of its own picks so far."""

    types: Mapping[CardType, int]
    mates: Mapping[str, int]
    values: Mapping[int, int]
    fire: int
    earth: int
    size: int


def _hand(cards: Sequence[CardFacts]) -> _Hand:
    types: dict[CardType, int] = {}
    mates: dict[str, int] = {}
    values: dict[int, int] = {}
    fire = earth = 0
    for card in cards:
        types[card.type] = types.get(card.type, 0) + 1
        for mate in card.mates:
            mates[mate] = mates.get(mate, 0) + 1
        if card.type is CardType.CHARACTER:
            value = max(card.fire or 0, card.earth or 0)
            values[value] = values.get(value, 0) + 1
        fire += card.fire or 0
        earth += card.earth or 0
    return _Hand(types, mates, values, fire, earth, len(cards))


def strength(card: CardFacts) -> float:
    """What a card is worth on its own: values, icons, power, and its moons, the price its makers set on it."""
    fire, earth = card.fire or 0, card.earth or 0
    value = max(fire, earth) + 0.35 * min(fire, earth)
    value += sum(_ICONS[icon.kind] for icon in card.icons)
    value += 1.5 * (card.moons or 0)
    if card.timing is not Timing.NONE:
        value += 1.0
    if card.type is CardType.LEADERSHIP:
        value += 2.5
    return value


def _fit(card: CardFacts, hand: _Hand, left: int, taste: Taste) -> float:
    """How well a card goes with what is held already, `left` picks before the end."""
    score = sum(taste.mates * min(hand.mates.get(mate, 0), 4) for mate in card.mates)
    lean = hand.fire - hand.earth
    if abs(lean) > 6:
        score += taste.balance * ((card.earth or 0) - (card.fire or 0)) * (1 if lean > 0 else -1)
    have = hand.types.get(card.type, 0)
    if card.type is CardType.CHARACTER:
        score += 4.0 * max(_CHARACTERS - have, 0) / max(left, 1)
        crowd = hand.values.get(max(card.fire or 0, card.earth or 0), 0) - _OF_ONE_VALUE
        score -= taste.curve * max(crowd, 0)
    elif have >= _ENOUGH.get(card.type, DECK_SIZE):
        score -= 1.2 * (have - _ENOUGH[card.type] + 1)
    return score


def choose(
    view: View,
    cards: Mapping[str, CardFacts],
    *,
    kept_at_end: int,
    seed: str,
    character: Character = Character.SAGE,
) -> str:
    """The code of the card the bot keeps of the packet in `view`; the packet must not be empty.

    The seed gives each bot a little whim of its own; the rest is `strength` and how the card fits its picks, weighed
    by its character.
    """
    hand, taste = _hand([cards[code] for code in view.pool]), character.taste
    left = kept_at_end - hand.size
    rng = random.Random(f"{seed}/{view.seat}/{view.round}/{view.number}")
    scored = []
    for code in view.packet:
        card = cards[code]
        scored.append((taste.strength * strength(card) + _fit(card, hand, left, taste) + rng.random(), code))
    return max(scored)[1]


def pick_of(
    state: State, seat: int, cards: Mapping[str, CardFacts], *, seed: str, character: Character = Character.SAGE
) -> Pick:
    """The pick a bot at an awaited seat makes, from that seat's view alone."""
    view = view_for(state, seat)
    card = choose(view, cards, kept_at_end=state.setup.figures.kept, seed=seed, character=character)
    return Pick(seat=seat, round=view.round, number=view.number, card=card)


def play_bots(
    state: State,
    seats: frozenset[int],
    cards: Mapping[str, CardFacts],
    *,
    seed: str,
    characters: Sequence[Character] = (),
) -> tuple[State, list[Pick]]:
    """Let the bots at `seats` pick until none of them is awaited; returns the state and their picks in order.

    `characters` are those of the seats in their order; without them the company is mixed.
    """
    characters = characters or Company.MIXED.at(state.setup.players)
    made: list[Pick] = []
    while waiting := [seat for seat in state.awaited if seat in seats]:
        for seat in waiting:
            pick = pick_of(state, seat, cards, seed=seed, character=characters[seat])
            state = apply(state, pick)
            made.append(pick)
    return state, made
