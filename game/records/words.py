"""Words of actions, as files and logs write them, and the events of a step in sentences.

Actions: `play Vulca 05`, `load Buka 04 on Buka 29`, `announce fire`.
"""

from collections.abc import Iterator
from typing import Any

from common.errors import Invalid
from common.text import gettext_noop
from game.engine.actions import ACTION_KINDS, Action, act
from game.engine.state import GameResult
from game.engine.table import GameTable

ELEMENT_WORDS = ("", "fire", "earth")
# The rule about an action (docs/rules.md): by kind of action, and by phase if it is possible in several.
_RULE_BY_ACTION = {
    "retrieve": "GAME-01",
    "land": "GAME-01",
    "reveal": "GAME-01",
    "replace": "GAME-02",
    "continue": "GAME-03",
    "retreat": "GAME-03",
    "decline": "GAME-03",
    "join": "GAME-27",
    "bluff": "GAME-13",
    "load": "GAME-05",
    "satisfy": "GAME-12",
    "announce": "GAME-10",
    "call": "GAME-09",
    "interfere": "GAME-09",
    "backtrack": "MATCH-10",
}
_PHASE_RULES = {
    "beginning": "GAME-01",
    "leadership": "GAME-02",
    "engagement": "GAME-03",
    "character": "GAME-04",
    "booster/support": "GAME-05",
    "after plays": "GAME-05",
    "power": "GAME-06",
    "refresh": "GAME-07",
    "end": "GAME-08",
    "about to end": "GAME-25",
    "over": "MATCH-06",
}
_THEIR_PREFIX = "their "
ACTIONS_OF_CARDS = frozenset(
    ["play", "join", "bluff", "load", "replace", "retrieve", "land", "reveal", "use", "satisfy", "interfere", "take"]
)


def rule_of_action(action: Action, phase: str) -> str:
    return _RULE_BY_ACTION.get(action.kind) or _PHASE_RULES[phase]


def action_to_words(table: GameTable, player: int, action: Action) -> str:
    """Return the words of an action of `player`; a card of the other player is *their* card."""
    if action.kind == "announce":
        return f"announce {ELEMENT_WORDS[action.to]}"
    if action.card < 0:
        return action.kind
    their = _THEIR_PREFIX if table.owner[action.card] != player else ""
    on = f" on {table.code(action.to)}" if action.to >= 0 else ""
    return f"{action.kind} {their}{table.code(action.card)}{on}"


def action_from_words(table: GameTable, player: int, text: str) -> Action:
    """Parse the words of an action of `player`; raises `Invalid` if they mean none."""
    kind, _, rest = text.strip().partition(" ")
    if kind not in ACTION_KINDS:
        raise Invalid(
            gettext_noop("“%(text)s” isn’t an action. An action starts with one of %(kinds)s."),
            {"text": text[:60], "kinds": ", ".join(ACTION_KINDS)},
        )
    if kind == "announce":
        if rest not in ELEMENT_WORDS[1:]:
            raise Invalid(gettext_noop("“%(text)s” must be fire or earth."), {"text": text[:60]}, rule="GAME-10")
        return act(kind, -1, ELEMENT_WORDS.index(rest))
    if not rest:
        if kind in ACTIONS_OF_CARDS:
            raise Invalid(gettext_noop("“%(text)s” doesn’t name a card."), {"text": text[:60]})
        return act(kind)
    owner = player
    if rest.startswith(_THEIR_PREFIX):
        owner, rest = 1 - player, rest[len(_THEIR_PREFIX) :]
    code, _, ship = rest.partition(" on ")
    return act(kind, card_id_by_code(table, owner, code), card_id_by_code(table, player, ship) if ship else -1)


def card_id_by_code(table: GameTable, owner: int, code: str) -> int:
    """Return the id of a player’s card; raises `Invalid` if it isn’t in their deck."""
    for card, fact in enumerate(table.facts):
        if fact.code == code and table.owner[card] == owner:
            return card
    raise Invalid(gettext_noop("“%(code)s” isn’t one of player %(who)d’s cards."), {"code": code[:40], "who": owner})


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
    "turn": lambda table, player: f"Player {player} begins a turn.",
    "move": lambda table, owner, card, origin, to: (
        f"  {_card_name(table, card)} of player {owner}: from {place_name(table, origin)} to {place_name(table, to)}."
    ),
    "announce": lambda table, player, power, element: (
        f"  Player {player} announces {power} in {ELEMENT_WORDS[element]}."
    ),
    "retreat": lambda table, player: f"  Player {player} retreats.",
    "decline": lambda table, player: f"  Player {player} declines to start a fight.",
    "dragons": lambda table, player, count, why: f"  Player {player} attracts {count} dragon(s) ({why}).",
    "six": lambda table, player: f"  Player {player} has six cards or more in this fight: one dragon more (GAME-20).",
    "call": lambda table, player, true: f"  Player {player} calls the bluff: it was {'true' if true else 'false'}.",
    "element": lambda table, element: f"  The contested element changes to {ELEMENT_WORDS[element]}.",
    "disclosed": lambda table, player: f"  Player {player} shows their hand.",
    "shuffled": lambda table, player, deck: f"  Player {player} shuffles their draw deck ({len(deck)} cards).",
    "backtracked": lambda table, player: f"  Player {player} cannot go on: all since the engagement phase is undone.",
    "floods": lambda table, player: f"  The floods of player {player} rise.",
    "cancelled": lambda table, player, card: f"  {_card_name(table, card)} is cancelled.",
    "cut_short": lambda table, player: f"  The turn of player {player} ends at once.",
}


def describe_game_result(outcome: GameResult) -> str:
    return f"Player {outcome.winner} {_END_REASONS.get(outcome.why, outcome.why)} and scores {outcome.crystals}."
