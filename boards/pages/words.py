"""Words of the pages: actions, events, phases and reasons as sentences in the reader’s language.

Player 0 is called Roland and player 1 Elinor unless the URL has names. The sentences are in
`fixtures/languages/board.csv`.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

from django.urls import reverse
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from boards.core.played_line import DoneStep
from boards.core.reasons import IllegalReason
from boards.pages.addresses import player_names
from cards.games.labels import ICON_LABELS
from cards.translations import german_name, read_translations, reader_language
from game.engine.actions import Action, act
from game.engine.catalogue import CardFacts
from game.engine.power import total_power
from game.engine.state import GameResult, State, legal_actions
from game.engine.table import GameTable
from game.powers.cards import POWERS
from game.records.words import rule_of_action

_USUAL_NAMES = (gettext_lazy("Roland"), gettext_lazy("Elinor"))
PLAYERS = tuple(lazy(lambda who: str((player_names.get() or _USUAL_NAMES)[who]), str)(who) for who in (0, 1))
ELEMENT_NAMES = ("", gettext_lazy("fire"), gettext_lazy("earth"))
_ACTIONS_WITH_CARD_TEXT = frozenset({"play", "join", "use", "satisfy", "interfere"})
# The facts in the sentence about an event, by its kind. Sentences about other kinds only name the player.
_EVENT_FIELDS: dict[str, tuple[str, ...]] = {
    "move": ("who", "card", "origin", "to"),
    "announce": ("who", "power", "element"),
    "dragons": ("who", "count"),
    "call": ("who", "true"),
    "element": ("element",),
    "cancelled": ("who", "card"),
}
# Events with another sentence depending on their type or origin.
_KIND_POSITION_IN_EVENT = {"call": 1, "dragons": 2}


@cache
def _board_texts() -> Mapping[str, Mapping[str, str]]:
    return read_translations("board.csv", key="key")


def board_text(key: str, **values: object) -> str:
    row = _board_texts()[key]
    return (row.get(reader_language()) or row["en"]) % values


def has_board_text(key: str) -> bool:
    return key in _board_texts()


def local_name(card: CardFacts) -> str:
    return german_name(card) or card.label


def describe_dragons(dragons: int) -> str:
    """Return the player with dragons and their number; a negative number means Elinor’s."""
    return f"{PLAYERS[int(dragons < 0)]}: {abs(dragons)}" if dragons else "0"


def describe_action(state: State, action: Action) -> str:
    kind = action.kind
    if kind == "announce":
        power = total_power(state.copy_board(), state.player_in_turn, action.to)
        return board_text("action announce", element=ELEMENT_NAMES[action.to], power=power)
    if kind == "continue":
        kind = "fight on" if state.contested_element else "start"
    if kind == "pass" and state.player != state.player_in_turn:
        kind = "let it be"
    if kind == "play" and act("join", action.card) in legal_actions(state):
        kind = "play over"
    card, on = (local_name(state.table.facts[card_id]) if card_id >= 0 else "" for card_id in (action.card, action.to))
    return board_text(f"action {kind}", card=card, on=on)


def describe_reason(reason: IllegalReason) -> str:
    cards = ", ".join(map(local_name, reason.facts))
    return _(reason.template) % (reason.params | {"cards": cards})


def describe_game_result(outcome: GameResult) -> str:
    key = f"end {outcome.why}" if has_board_text(f"end {outcome.why}") else "end other"
    return board_text(key, who=PLAYERS[outcome.winner], crystals=outcome.crystals)


def describe_symbols(cards: Iterable[CardFacts]) -> list[tuple[str, str]]:
    kinds = dict.fromkeys(icon.kind for card in cards for icon in card.icons)
    return [(str(ICON_LABELS[kind]), board_text(f"icon {kind.value}")) for kind in kinds]


def rules_of_step(done: DoneStep) -> list[str]:
    """Return the numbers of the rules that decide a step: the rule of the action, then the rules of its card."""
    action = done.action
    code = done.state.table.code(action.card) if action.card >= 0 and action.kind in _ACTIONS_WITH_CARD_TEXT else ""
    rests = POWERS[code].rests if code in POWERS else ()
    return list(dict.fromkeys((rule_of_action(action, done.before.phase_name), *rests)))


@lru_cache(maxsize=1024)
def rule_url(number: str) -> str:
    if number[0] == "R" and number[1:2].isdigit():
        return reverse("cards:ruling", args=[number.lower()])
    return f"{reverse('help:rules')}#{number}"


def describe_events(done: DoneStep) -> list[str]:
    return [sentence for event in done.events if (sentence := describe_event(done.state.table, event))]


def describe_event(table: GameTable, event: tuple[Any, ...]) -> str:
    """Return an event as a sentence; empty for an event that is visible on the board."""
    kind, *rest = event
    key = f"event {kind} {rest[_KIND_POSITION_IN_EVENT[kind]]}".lower() if kind in _KIND_POSITION_IN_EVENT else ""
    key = key if key in _board_texts() else f"event {kind}"
    if key not in _board_texts():
        return ""
    named = zip(_EVENT_FIELDS.get(kind, ("who",)), rest, strict=False)
    return board_text(
        key, **{name: _FILLERS[name](table, value) if name in _FILLERS else value for name, value in named}
    )


def describe_place(table: GameTable, place: str) -> str:
    if place.startswith("@"):
        return local_name(table.facts[int(place[1:])])
    return board_text(f"area {place}") if f"area {place}" in _board_texts() else place


_FILLERS: dict[str, Callable[[GameTable, Any], object]] = {
    "who": lambda table, who: PLAYERS[who],
    "card": lambda table, card: local_name(table.facts[card]),
    "element": lambda table, element: ELEMENT_NAMES[element],
    "origin": describe_place,
    "to": describe_place,
}
