"""Game files: decks, order of the draw decks, who starts, and steps (docs/game.md).

`replay_game` plays a file and says where a step is illegal or a recorded figure differs; `record_game` writes one.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from common.errors import Detail, Invalid
from common.json_depth import JsonTooDeep, parse_json
from common.text import gettext_noop
from game.engine.actions import Action
from game.engine.board import SEEDED_RANDOM, Board
from game.engine.catalogue import Catalogue
from game.engine.state import GameResult, State, apply_action, game_result, legal_actions, new_game
from game.engine.table import Deck, GameTable, game_table_of_decks, settings_from
from game.records.coverage import cards_played_in_part
from game.records.words import action_from_words, action_to_words, card_id_by_code, rule_of_action

GAME_FILE_FORMAT = "ten-moons-game"
GAME_FILE_VERSION = 1
MAX_FILE_BYTES = 4_000_000
MAX_STEPS_IN_FILE = 20_000
MAX_ACTIONS_LISTED = 12


@dataclass(slots=True)
class ReplayedGame:
    """A replayed file: the last state, the result, and the cards played without their text."""

    state: State
    outcome: GameResult | None
    steps: int
    texts_not_whole: tuple[str, ...]
    log: list[tuple[str, list[tuple[Any, ...]]]] = field(default_factory=list)


class RecordedRandom:
    """Chance as recorded in a step, or from the seed if nothing is recorded."""

    def __init__(self, table: GameTable, step: Mapping[str, Any]) -> None:
        self.table = table
        self.picks: list[str] = list(step.get("picks", ()))
        self.shuffled: list[Sequence[str]] = list(step.get("shuffled", ()))

    def shuffle(self, board: Board, player: int, cards: tuple[int, ...]) -> tuple[int, ...]:
        if not self.shuffled:
            return SEEDED_RANDOM.shuffle(board, player, cards)
        order = tuple(card_id_by_code(self.table, player, code) for code in self.shuffled.pop(0))
        if sorted(order) != sorted(cards):
            raise Invalid(
                gettext_noop("the recorded shuffle doesn’t match player %(who)d’s draw deck"), {"who": player}
            )
        return order

    def pick(self, board: Board, player: int, cards: tuple[int, ...], why: str) -> int:
        if not self.picks:
            return SEEDED_RANDOM.pick(board, player, cards, why)
        card = card_id_by_code(self.table, player, self.picks.pop(0))
        if card not in cards:
            raise Invalid(gettext_noop("the recorded card isn’t one of the possible ones"))
        return card


def _file_error(where: str, what: str) -> Invalid:
    """Return an error about a file. Programs write files, so these sentences are English only."""
    return Invalid("%(where)s: %(what)s.", {"where": where, "what": what}, details=[Detail(what)])


def parse_game_file(raw: bytes) -> dict[str, Any]:
    """Parse a file; raises `Invalid` if it is too large, cut off, or not an object."""
    if len(raw) > MAX_FILE_BYTES:
        raise Invalid(
            gettext_noop("The file is too large: %(size)d bytes (at most %(most)d)."),
            {"size": len(raw), "most": MAX_FILE_BYTES},
        )
    try:
        document = parse_json(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise _file_error("The file", "it is not UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise _file_error(
            f"Line {error.lineno}, column {error.colno}", f"the file is not JSON ({error.msg})"
        ) from error
    except JsonTooDeep as error:
        raise _file_error("The file", "it is nested too deep to be a game") from error
    except ValueError as error:
        raise _file_error("The file", "it holds a number that is none, or one of thousands of digits") from error
    if not isinstance(document, dict) or document.get("format") != GAME_FILE_FORMAT:
        raise _file_error("The file", f"it is no game: “format” must be “{GAME_FILE_FORMAT}”")
    if document.get("version") != GAME_FILE_VERSION:
        raise _file_error("The file", f"“version” must be {GAME_FILE_VERSION}")
    return document


def _parse_text_list(where: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise _file_error(where, "a list of card codes is wanted here")
    return tuple(_check_printable_text(where, text) for text in value)


def _check_printable_text(where: str, text: str) -> str:
    """Return the text; raises `Invalid` for characters that can’t be printed, because messages repeat it."""
    if not text.isprintable():
        raise _file_error(where, f"a text holds characters that cannot be printed: {text[:40]!a}")
    return text


def _deck_from_data(number: int, value: object) -> Deck:
    where = f"Deck {number}"
    if not isinstance(value, dict):
        raise _file_error(where, "an object with “cards” is wanted here")
    inquisitor, name = value.get("inquisitor", ""), value.get("name", "")
    if not isinstance(inquisitor, str) or not isinstance(name, str):
        raise _file_error(where, "“inquisitor” and “name” are texts")
    cards = _parse_text_list(where, value.get("cards"))
    return Deck(cards, _check_printable_text(where, inquisitor), _check_printable_text(where, name)[:80])


def _parse_pair(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data.get(name)
    if not isinstance(value, list) or len(value) != 2:
        raise _file_error(f"“{name}”", "a list of two is wanted, one a player")
    return value


def game_table_from_data(catalogue: Catalogue, data: Mapping[str, Any]) -> GameTable:
    decks = [_deck_from_data(number, value) for number, value in enumerate(_parse_pair(data, "decks"))]
    settings = data.get("settings", {})
    if not isinstance(settings, dict):
        raise _file_error("“settings”", "an object is wanted here")
    return game_table_of_decks(catalogue, (decks[0], decks[1]), settings_from(settings))


def first_state_of_file(table: GameTable, data: Mapping[str, Any]) -> State:
    """Return the first state of a file: orders, seed and who starts."""
    start, seed = data.get("start"), data.get("seed", 0)
    if start not in (0, 1, None) or isinstance(start, bool) or not isinstance(seed, int):
        raise _file_error("“start” or “seed”", "start is 0 or 1, seed a whole number")
    orders = None
    if "order" in data:
        codes = [_parse_text_list("“order”", value) for value in _parse_pair(data, "order")]
        ids = [tuple(card_id_by_code(table, player, code) for code in order) for player, order in enumerate(codes)]
        orders = (ids[0], ids[1])
    return new_game(table, seed=seed, start=start, orders=orders)


def steps_of_file(data: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the steps of a file, each with its action; raises `Invalid` for malformed ones."""
    steps = data.get("steps")
    if not isinstance(steps, list):
        raise _file_error("“steps”", "a list is wanted here")
    if len(steps) > MAX_STEPS_IN_FILE:
        raise _file_error("“steps”", f"there are {len(steps)} of them, and no game has more than {MAX_STEPS_IN_FILE}")
    read: list[Mapping[str, Any]] = []
    for number, step in enumerate(steps, 1):
        step_data = {"do": step} if isinstance(step, str) else step
        if not isinstance(step_data, dict) or not isinstance(step_data.get("do"), str):
            raise _file_error(f"Step {number}", "a step is a text such as “play Vulca 05”, or an object with “do”")
        _check_printable_text(f"Step {number}", step_data["do"])
        if "picks" in step_data:
            _parse_text_list(f"Step {number}, “picks”", step_data["picks"])
        orders = step_data.get("shuffled", [])
        if not isinstance(orders, list):
            raise _file_error(f"Step {number}, “shuffled”", "a list of draw decks is wanted here")
        for order in orders:
            _parse_text_list(f"Step {number}, “shuffled”", order)
        read.append(step_data)
    return read


def replay_game(catalogue: Catalogue, data: Mapping[str, Any]) -> ReplayedGame:
    """Replay a file; raises `Invalid` naming the step and the rule if it isn’t possible."""
    table = game_table_from_data(catalogue, data)
    state = first_state_of_file(table, data)
    log: list[tuple[str, list[tuple[Any, ...]]]] = []
    steps = steps_of_file(data)
    for number, step in enumerate(steps, 1):
        state, events = play_step(state, step, number)
        log.append((step["do"], events))
    wanted = data.get("result")
    outcome = game_result(state)
    if isinstance(wanted, dict) and (outcome is None or wanted.get("winner") != outcome.winner):
        raise _file_error("The result", f"recorded {wanted}, the engine has {outcome}")
    return ReplayedGame(state, outcome, len(steps), cards_played_in_part(table.facts), log)


def play_step(state: State, step: Mapping[str, Any], number: int) -> tuple[State, list[tuple[Any, ...]]]:
    """Return the state after a step, and what happened; raises `Invalid` if it’s illegal or a figure differs."""
    where = f"Step {number} (“{str(step['do'])[:60]}”)"
    if game_result(state):
        raise _file_error(where, "the game is over already (MATCH-06)")
    events: list[tuple[Any, ...]] = []
    try:
        action = action_from_words(state.table, state.player, step["do"])
        if action not in legal_actions(state):
            raise Invalid(illegal_action_message(state, action), rule=rule_of_action(action, state.phase_name))
        state = apply_action(state, action, RecordedRandom(state.table, step), events)
    except Invalid as error:
        rule = f" ({error.rule})" if error.rule else ""
        raise Invalid(
            "%(where)s: %(what)s%(rule)s.",
            {"where": where, "what": error.message.rstrip("."), "rule": rule},
            rule=error.rule,
            details=[Detail(error.message)],
        ) from error
    _compare_with_step(state, step, where)
    return state, events


def illegal_action_message(state: State, action: Action) -> str:
    """Return the error for an illegal action: who decides, in which phase, and the legal actions."""
    words = [action_to_words(state.table, state.player, action) for action in legal_actions(state)]
    more = f" and {len(words) - MAX_ACTIONS_LISTED} more" if len(words) > MAX_ACTIONS_LISTED else ""
    legal = ", ".join(words[:MAX_ACTIONS_LISTED]) + more
    return f"it is not legal for player {state.player} in the {state.phase_name} phase; legal are {legal}"


def _compare_with_step(state: State, step: Mapping[str, Any], where: str) -> None:
    figures: dict[str, object] = {
        "power": [state.power(0), state.power(1)],
        "dragons": state.dragons_balance,
        "hands": [len(state.hand_of(0)), len(state.hand_of(1))],
        "decks": [len(state.deck_of(0)), len(state.deck_of(1))],
    }
    for name, figure in figures.items():
        if name in step and step[name] != figure:
            raise _file_error(where, f"{name} recorded {step[name]}, the engine has {figure}")


def record_game(state: State, actions: Iterable[Action]) -> dict[str, Any]:
    """Return the file of a game from its first state, with the powers after every step."""
    table = state.table
    dealt = [[*state.hand_of(player), *state.deck_of(player)] for player in (0, 1)]
    decks = [[table.code(card) for card in sorted(cards)] for cards in dealt]
    data: dict[str, Any] = {
        "format": GAME_FILE_FORMAT,
        "version": GAME_FILE_VERSION,
        "decks": [
            {"cards": cards, "inquisitor": table.code(seat) if seat >= 0 else ""}
            for cards, seat in zip(decks, table.inquisitor, strict=True)
        ],
        "order": [[table.code(card) for card in state.opening_deck_of(player)] for player in (0, 1)],
        "start": state.player_in_turn,
        "seed": state.copy_board().seed,
    }
    steps: list[dict[str, Any]] = []
    for action in actions:
        words = action_to_words(table, state.player, action)
        state = apply_action(state, action)
        steps.append({"do": words, "power": [state.power(0), state.power(1)], "dragons": state.dragons_balance})
    data["steps"] = steps
    ended = game_result(state)
    if ended:
        data["result"] = {"winner": ended.winner, "why": ended.why, "crystals": ended.crystals}
    return data
