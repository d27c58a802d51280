"""Game log: the events of a step, in sentences."""

from collections.abc import Iterator
from typing import Any

from game.engine.state import GameResult
from game.engine.table import GameTable
from game.records.words import ELEMENT_WORDS

_ZONE_NAMES = {
    "hand": "the hand",
    "deck": "the draw deck",
    "combat": "the combat area",
    "support": "the support area",
    "bluff": "the support area, face down",
    "pile": "the leader",
    "discard": "the discard pile",
    "ships": "the ship influence area",
    "hyla": "the Hyla influence area",
    "trophies": "the achievement area",
}
_END_REASONS = {
    "fourth_dragon": "attracted a fourth dragon (GAME-22)",
    "cards_out_dragons": "has the dragons when the cards ran out (MATCH-06, MATCH-07)",
    "cards_out_order": "held a card last (MATCH-07)",
    "backtracked": "wins because the other could not go on (MATCH-09)",
}


def place_name(table: GameTable, place: str) -> str:
    """Return a place in words; cargo by its ship."""
    return f"the {table.facts[int(place[1:])].label}" if place.startswith("@") else _ZONE_NAMES.get(place, place)


def event_sentences(table: GameTable, events: list[tuple[Any, ...]]) -> Iterator[str]:
    for event in events:
        kind = event[0]
        if kind in _EVENT_SENTENCES:
            yield _EVENT_SENTENCES[kind](table, *event[1:])


def _card_name(table: GameTable, card: int) -> str:
    return f"{table.facts[card].label} ({table.code(card)})"


_EVENT_SENTENCES: dict[str, Any] = {
    "turn": lambda table, who: f"Player {who} begins a turn.",
    "move": lambda table, owner, card, origin, to: (
        f"  {_card_name(table, card)} of player {owner}: from {place_name(table, origin)} to {place_name(table, to)}."
    ),
    "announce": lambda table, who, power, element: f"  Player {who} announces {power} in {ELEMENT_WORDS[element]}.",
    "retreat": lambda table, who: f"  Player {who} retreats.",
    "decline": lambda table, who: f"  Player {who} declines to start a fight.",
    "dragons": lambda table, who, count, why: f"  Player {who} attracts {count} dragon(s) ({why}).",
    "six": lambda table, who: f"  Player {who} has six cards or more in this fight: one dragon more (GAME-20).",
    "call": lambda table, who, true: f"  Player {who} calls the bluff: it was {'true' if true else 'false'}.",
    "element": lambda table, element: f"  The contested element changes to {ELEMENT_WORDS[element]}.",
    "disclosed": lambda table, who: f"  Player {who} shows their hand.",
    "shuffled": lambda table, who, deck: f"  Player {who} shuffles their draw deck ({len(deck)} cards).",
    "backtracked": lambda table, who: f"  Player {who} cannot go on: all since the engagement phase is undone.",
    "floods": lambda table, who: f"  The floods of player {who} rise.",
    "cancelled": lambda table, who, card: f"  {_card_name(table, card)} is cancelled.",
    "cut_short": lambda table, who: f"  The turn of player {who} ends at once.",
}


def ending_in_words(outcome: GameResult) -> str:
    return f"Player {outcome.winner} {_END_REASONS.get(outcome.why, outcome.why)} and scores {outcome.crystals}."
