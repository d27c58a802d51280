"""Words of actions, as files and logs write them: `play Vulca 05`, `load Buka 04 on Buka 29`, `announce fire`."""

from common.errors import Invalid
from common.text import gettext_noop
from game.engine.actions import ACTION_KINDS, Action, act
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


def action_to_words(table: GameTable, who: int, action: Action) -> str:
    """Return the words of an action of player `who`; a card of the other player is *their* card."""
    if action.kind == "announce":
        return f"announce {ELEMENT_WORDS[action.to]}"
    if action.card < 0:
        return action.kind
    their = _THEIR_PREFIX if table.owner[action.card] != who else ""
    on = f" on {table.code(action.to)}" if action.to >= 0 else ""
    return f"{action.kind} {their}{table.code(action.card)}{on}"


def action_from_words(table: GameTable, who: int, text: str) -> Action:
    """Parse the words of an action of player `who`; raises `Invalid` if they mean none."""
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
    owner = who
    if rest.startswith(_THEIR_PREFIX):
        owner, rest = 1 - who, rest[len(_THEIR_PREFIX) :]
    code, _, ship = rest.partition(" on ")
    return act(kind, card_id_by_code(table, owner, code), card_id_by_code(table, who, ship) if ship else -1)


def card_id_by_code(table: GameTable, owner: int, code: str) -> int:
    """Return the id of a player’s card; raises `Invalid` if it isn’t in their deck."""
    for card, fact in enumerate(table.facts):
        if fact.code == code and table.owner[card] == owner:
            return card
    raise Invalid(gettext_noop("“%(code)s” isn’t one of player %(who)d’s cards."), {"code": code[:40], "who": owner})
