"""Table: what the page *Try it* shows of a position and its lines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from operator import itemgetter

from boards.core.carry_out import likely_illegal_actions
from boards.core.notation import short_card_code
from boards.core.picture import board_picture
from boards.core.played_line import BETWEEN, PlayedLine, describe_step, legal_steps
from boards.core.read import ParsedPosition
from boards.core.reasons import why_illegal
from boards.core.write import position_as_text, view_as_text
from boards.pages.addresses import board_url, player_names
from boards.pages.words import (
    PLAYERS,
    describe_action,
    describe_events,
    describe_game_result,
    describe_reason,
    describe_symbols,
    local_name,
    rules_of_step,
)
from common.i18n import error_detail_message
from game.engine.actions import Action
from game.engine.state import State, game_result
from game.engine.table import bits
from game.records.words import action_from_words


@dataclass(frozen=True, slots=True)
class RefusedAction:
    """An action that isn’t legal: its words, the reason, and the number of the rule."""

    what: str
    why: str
    rule: str


def board_context(position: ParsedPosition, text: str, lines: Sequence[str], line: PlayedLine) -> dict[str, object]:
    state, until = line.present_state, len(line.done)
    url = partial(board_url, text, lines)
    ended = game_result(state)
    acts = legal_steps(state) if position.seat in (None, state.player) else []
    picture = board_picture(state, position.seat, line.state_before)
    return {
        "picture": picture,
        "symbols": describe_symbols(picture.facts),
        "urls": _card_urls(state, acts, url, until) if position.seat is None else {},
        "names": player_names.get(),
        "player": PLAYERS[state.player] if state.player >= 0 else "",
        "acts": [(step, describe_action(state, action)) for step, action in acts],
        "refusals": _refused_hand_cards(state, acts) if acts else [],
        "ended": describe_game_result(ended) if ended else "",
        "history": [
            {
                "who": PLAYERS[max(done_step.before.player, 0)],
                "what": describe_action(done_step.before, done_step.action),
                "happened": describe_events(done_step),
                "rules": rules_of_step(done_step),
                "url": url(place),
            }
            for place, done_step in enumerate(line.done, 1)
        ],
        "undo": url(until - 1) if until else "",
        "redo": url(until + 1) if line.ahead else "",
        "others": [(_describe_line(other), board_url(text, [other, *(one for one in lines if one != other)]))
                   for other in lines[1:]],
        "notes": [(error_detail_message(note), note.rule) for note in position.notes] if not line.done else [],
        "now": position_as_text(state) if position.seat is None else view_as_text(state, position.seat),
        "chance": _chance_choices(state) if position.seat is None and not ended else None,
        "position": text,
        "lines": lines,
        "at": until,
    }  # fmt: skip


def steps_by_card(state: State, acts: Sequence[tuple[str, Action]]) -> dict[int, str]:
    """Return the step of each card with only one legal step, and the illegal play of hand cards without any."""
    steps: dict[int, list[str]] = {}
    for step, action in acts:
        if action.card >= 0:
            steps.setdefault(action.card, []).append(step)
    hand = bits(state.copy_board().hand[state.player]) if state.player >= 0 and acts else ()
    found = {card: f"play-{short_card_code(state.table.code(card))}" for card in hand if card not in steps}
    return found | {card: ways[0] for card, ways in steps.items() if len(ways) == 1}


def _card_urls(state: State, acts: Sequence[tuple[str, Action]], url: Callable[..., str], until: int) -> dict[int, str]:
    """Return the URL for a tap on each card: its only step, the list of its steps, or the reason against it."""
    several = {action.card: f"{url(until)}#actions" for _, action in acts if action.card >= 0}
    return several | {card: url(until, do=step) for card, step in steps_by_card(state, acts).items()}


def refused_action(state: State, step: str) -> RefusedAction | None:
    action = action_from_words(state.table, max(state.player, 0), describe_step(state.table, step))
    reason = why_illegal(state, action)
    return RefusedAction(describe_action(state, action), describe_reason(reason), reason.rule) if reason else None


def _refused_hand_cards(state: State, acts: Sequence[tuple[str, Action]]) -> list[RefusedAction]:
    """Return the reasons against hand cards without a legal step, and against going on."""
    mine = [action.card for _, action in acts if action.card >= 0 and state.table.owner[action.card] == state.player]
    usable = {state.table.code(card) for card in mine}
    thought_of = [words for words in likely_illegal_actions(state) if words.partition(" ")[2] not in usable]
    return [refused for words in thought_of if (refused := refused_action(state, words))]


def _describe_line(line: str) -> str:
    return ", ".join(step.partition("!")[0].replace("-", " ") for step in line.split(BETWEEN))


def _chance_choices(state: State) -> dict[str, list[tuple[str, str]]]:
    """Return the cards the reader may choose as the next draw or the card taken at random."""
    table, turn = state.table, state.player_in_turn
    names = {card: (short_card_code(table.code(card)), local_name(facts)) for card, facts in enumerate(table.facts)}
    return {
        "draws": sorted((names[card] for card in state.deck_of(turn)), key=itemgetter(1)),
        "picks": [names[card] for card in state.hand_of(1 - turn)],
    }
