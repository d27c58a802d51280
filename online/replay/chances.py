"""Chances: how likely each side was to win during a finished game, and which turns gave most away.

Both use the position value of the computer’s strong level, after each turn for the player who has just moved and can’t
see the other hand. Strong then plays the turn with the game’s own cards, so that both lines draw the same cards, but it
chooses with the player’s knowledge. Readers who don’t know both hands never see a line that reveals closed cards.
"""

import math
import random
import threading
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from django.core.cache import cache
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from boards.core.notation import READINGS
from boards.pages.addresses import board_url
from common.charts import ChartLine, line_chart_svg
from game.engine.actions import CALL
from game.engine.board import Board
from game.engine.state import State, game_result, legal_actions
from game.players.position_value import WON
from game.shipped_evidence import shipped_position_value
from online.core.events import SeenEvent, StoredEvent, visible_events
from online.core.offers import carry_out_action
from online.core.public_view import ONLOOKER, position_text_for_onlooker
from online.core.seat_view import facts_of_events
from online.core.take_back import rows_not_taken_back
from online.games.computer import hidden_cards_for, strong_player
from online.games.loaded import LoadedGame
from online.games.queries import steps_of_game
from online.models import GameAction
from online.replay.presenters import event_sentences, names_of_players, title_of_game
from online.replay.queries import states_after_actions

MAX_TURNS_LISTED = 2
# The value can’t tell smaller differences apart.
LEAST_LOSS = 0.05
CACHE_SECONDS = 3600
MAX_ACTIONS = 60  # in one turn
DEALS_SAMPLED = 4  # random deals of the hidden cards; the chance is their average
# Measured in games that weren’t used to fit the value (docs/game.md).
GAMES_MEASURED, RIGHT_PERCENT = 1200, 72
_DECISIONS = frozenset(
    {"play", "bluff", "load", "use", "land", "announce", "retreat", "decline", "call true", "call false"}
)
_CLOSED = frozenset({"hand", "deck", "bluff"})
# Simultaneous readers of a game wait for the first one. The strong level’s knowledge of a table isn’t thread-safe.
_calculating = threading.Lock()


@dataclass(frozen=True, slots=True)
class TurnChance:
    """The chance of side 0 after a turn of `player` that began after action `begins`, and what strong would gain.

    `better` is what strong would have played, if that is clearly worth more; `gain` is how much more.
    """

    turn: int
    player: int
    begins: int
    chance: float
    gain: float = 0.0
    better: tuple[SeenEvent, ...] = ()


def turn_chances(loaded: LoadedGame, known: Collection[int]) -> list[TurnChance]:
    """Return the chances after turns of the `known` places, whose cards the reader may see. This is slow."""
    game = loaded.game
    key = f"game-chances.{game.key}.{game.version}.{READINGS}.{''.join(map(str, sorted(known)))}"
    found: list[TurnChance] | None = cache.get(key)
    if found is not None:
        return found
    with _calculating:
        found = cache.get(key)
        if found is None:
            found = list(_turn_chances(loaded, known))
            cache.set(key, found, CACHE_SECONDS)
    return found


def _turn_chances(loaded: LoadedGame, known: Collection[int]) -> Iterable[TurnChance]:
    begins, ends, is_whole = 0, _turn_end_numbers(loaded), len(known) == 2
    states = states_after_actions(loaded, 0, *ends)
    players = [strong_player(loaded, seat, states[0]) for seat in loaded.seats]
    values = [_WinChanceForReader(loaded, place, states[0], is_whole=is_whole) for place in (0, 1)]
    for state, after, end in zip(states, states[1:], ends, strict=False):
        player = state.player_in_turn
        if player in known:
            seed = f"{loaded.game.key}.{end}"
            own = values[player].chance(after.copy_board(), seed)
            found = _play_turn(players, state, random.Random(seed), is_whole=is_whole)
            other_board, events = found or (after.copy_board(), [])
            gain = values[player].chance(other_board, seed) - own
            better = tuple(event for event in visible_events(events, ONLOOKER) if event.kind in _DECISIONS)
            yield TurnChance(
                turn=state.copy_board().number,
                player=player,
                begins=begins,
                chance=own if player == 0 else 1 - own,
                gain=max(0.0, gain),
                better=better if gain >= LEAST_LOSS else (),
            )
        begins = end


class _WinChanceForReader:
    """The chance of a place to win. Unless the reader knows both hands, hidden cards are dealt again at random.

    Otherwise the chance would tell of an opponent’s deck that isn’t public.
    """

    def __init__(self, loaded: LoadedGame, place: int, state: State, *, is_whole: bool) -> None:
        self._value, self._place = shipped_position_value(), place
        self._hidden = None if is_whole else hidden_cards_for(loaded, loaded.seats[place], state)

    def chance(self, board: Board, seed: str) -> float:
        if self._hidden is None or board.outcome:
            return self._chance_on(board)
        rng = random.Random(seed)
        return fmean(self._chance_on(self._hidden.deal(board, self._place, rng)) for _nth in range(DEALS_SAMPLED))

    def _chance_on(self, board: Board) -> float:
        return 1 / (1 + math.exp(-max(-WON, min(WON, self._value(board, self._place)))))


def _turn_end_numbers(loaded: LoadedGame) -> list[int]:
    """Return the numbers of the actions that ended a turn, including the last action of the game."""
    actions = rows_not_taken_back(GameAction.objects.filter(game=loaded.game).defer("position").order_by("number"))
    ends = [action.number for action in actions if any(event[1] == "turn" for event in action.events)]
    is_played_out = loaded.state is not None and game_result(loaded.state) is not None
    last = [loaded.game.version] if is_played_out and loaded.game.version not in ends else []
    return [*ends, *last]


def _play_turn(
    players: list[Any], state: State, rng: random.Random, *, is_whole: bool
) -> tuple[Board, list[StoredEvent]] | None:
    """Return the board after strong has played a turn, and the events.

    None if they would reveal the other player’s closed cards to a reader who doesn’t know both hands.
    """
    number, player, events = state.copy_board().number, state.player_in_turn, list[StoredEvent]()
    for _nth in range(MAX_ACTIONS):
        if game_result(state) or state.copy_board().number != number:
            break
        legal = legal_actions(state)
        is_choice_of_other = state.player != player and len(legal) > 1 and CALL not in legal
        done_action = carry_out_action(state, players[state.player](state.copy_board(), rng))
        if not is_whole and (
            is_choice_of_other or any(_reveals_others_card(event, player) for event in done_action.events)
        ):
            return None
        events += done_action.events
        state = done_action.state
    return state.copy_board(), events


def _reveals_others_card(event: StoredEvent, player: int) -> bool:
    """Return whether an event reveals a closed card of the other player."""
    _turn, kind, *values = event
    if kind == "move":
        who, _card, origin, to = values
        return who != player and origin in _CLOSED and to not in _CLOSED
    return kind == "disclosed" or (kind == "shown" and not values[1].startswith(str(player)))


def chances_context(loaded: LoadedGame, known: Collection[int]) -> dict[str, Any]:
    """Return the context of the page: the chances as a chart, and the turns that gave most away."""
    turns, names = turn_chances(loaded, known), names_of_players(loaded)
    worst = sorted((turn for turn in turns if turn.better), key=lambda turn: -turn.gain)[:MAX_TURNS_LISTED]
    percent = [round(100 * turn.chance) for turn in turns]
    lines = [ChartLine(names[0], tuple(percent)), ChartLine(names[1], tuple(100 - each for each in percent))]
    places = [str(turn.turn) for turn in turns]
    return {
        "game": loaded.game,
        "title": title_of_game(loaded),
        "names": names,
        "games": GAMES_MEASURED,
        "right": RIGHT_PERCENT,
        "is_whole": len(known) == 2,
        "chart": mark_safe(line_chart_svg(places, lines, title=_("Chances of winning after each turn, in percent"))),
        "rows": [(place, each, 100 - each) for place, each in zip(places, percent, strict=True)],
        "lost": _costly_turn_rows(loaded, sorted(worst, key=lambda turn: turn.turn), names, known),
    }


def _costly_turn_rows(
    loaded: LoadedGame, turns: list[TurnChance], names: list[str], known: Collection[int]
) -> list[dict[str, Any]]:
    steps = list(enumerate(steps_of_game(loaded.game), 1))
    return [
        {
            "turn": turn.turn,
            "name": names[turn.player],
            "points": round(100 * turn.gain),
            "step": next((number for number, step in steps if step.number > turn.begins), 0),
            "better": event_sentences(turn.better, names, facts_of_events(state.table, turn.better)),
            "try_url": board_url(position_text_for_onlooker(state, known), names=names),
        }
        for turn, state in zip(turns, states_after_actions(loaded, *(turn.begins for turn in turns)), strict=True)
    ]
