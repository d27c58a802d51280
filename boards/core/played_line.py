"""Lines: a position and the steps played from it, as in a link; readers can go back and branch off.

A step is written `play-V05`, followed by the cards that chance brings: `continue!V03.V04;H06` draws Vulca 03 and 04
next and takes Hoax 06 blindly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from boards.core.carry_out import state_after
from boards.core.notation import short_card_code
from boards.core.read import ParsedPosition
from common.errors import Detail, Invalid
from common.text import gettext_noop
from game.engine.actions import Action
from game.engine.catalogue import Catalogue
from game.engine.state import State, legal_actions
from game.engine.table import GameTable
from game.records.games import first_state_of_file, game_table_from_data, play_step, steps_of_file
from game.records.words import action_from_words, action_to_words

BETWEEN = "~"
MAX_STEPS_IN_LINE = 300
MAX_LINES = 8


@dataclass(frozen=True, slots=True)
class DoneStep:
    """A step that was carried out, with its events and the states before and after it."""

    text: str
    before: State
    action: Action
    events: tuple[tuple[object, ...], ...]
    state: State


@dataclass(frozen=True, slots=True)
class PlayedLine:
    """A line played up to a place: its first state, the steps done, and the steps still ahead."""

    start: State
    done: tuple[DoneStep, ...]
    ahead: tuple[str, ...]

    @property
    def present_state(self) -> State:
        return self.done[-1].state if self.done else self.start

    @property
    def state_before(self) -> State | None:
        return self.done[-1].before if self.done else None

    @property
    def all_steps(self) -> tuple[str, ...]:
        return (*(step.text for step in self.done), *self.ahead)


def parse_line_steps(text: str) -> tuple[str, ...]:
    """Return the steps of a line in text; raises `Invalid` for too many."""
    steps = tuple(step for step in text.split(BETWEEN) if step)
    if len(steps) > MAX_STEPS_IN_LINE:
        raise Invalid(
            gettext_noop("This line has %(count)d steps; the limit is %(most)d. Start again from a position."),
            {"count": len(steps), "most": MAX_STEPS_IN_LINE},
        )
    return steps


def line_as_text(steps: Sequence[str]) -> str:
    return BETWEEN.join(steps)


def play_line(position: ParsedPosition, steps: Sequence[str], until: int | None = None) -> PlayedLine:
    """Carry out the steps of a line up to a place; raises `Invalid` naming a step that isn’t legal."""
    until = len(steps) if until is None else max(0, min(until, len(steps)))
    done_steps: list[DoneStep] = []
    now = position
    for number, text in enumerate(steps[:until], 1):
        try:
            step = carry_out_step(now, text)
        except Invalid as error:
            raise Invalid(
                gettext_noop("Step %(number)d, “%(step)s”, isn’t possible: %(why)s"),
                {"number": number, "step": text[:60], "why": error},
                rule=error.rule,
                details=[Detail(error.message, field="l")],
            ) from error
        done_steps.append(step)
        now = ParsedPosition(step.state, None, ())
    return PlayedLine(position.state, tuple(done_steps), tuple(steps[until:]))


def carry_out_step(position: ParsedPosition, text: str) -> DoneStep:
    """Carry out one step; raises `Invalid` with the rule if it isn’t legal."""
    words, chance = _split_step(position.state.table, text)
    state = position.state
    events: list[tuple[object, ...]] = []
    now = state_after(position, words, chance=chance, events=events)
    action = action_from_words(state.table, max(state.player, 0), words)
    return DoneStep(text, state, action, tuple(events), now)


def step_token(table: GameTable, player: int, action: Action) -> str:
    """Return an action as a step writes it: `load-B04-on-B29`."""
    words = action_to_words(table, player, action)
    for card in (action.card, action.to if action.kind != "announce" else -1):
        if card >= 0:
            words = words.replace(table.code(card), short_card_code(table.code(card)))
    return words.replace(" ", "-")


def describe_step(table: GameTable, text: str) -> str:
    """Return the words of a step without its cards of chance: `load Buka 04 on Buka 29`."""
    full = {short_card_code(card.code): card.code for card in table.facts}
    return " ".join(full.get(part, part) for part in text.partition("!")[0].replace(" ", "-").split("-"))


def lines_after_branch(lines: Sequence[str], steps: Sequence[str], until: int, text: str) -> list[str]:
    """Return the lines of a link after another step was played at a place of the first line, which stays as a line.

    A step at the end of a line extends that line. If there are too many lines, the oldest is dropped.
    """
    new, old = line_as_text([*steps[:until], text]), line_as_text(steps)
    others = [line for line in (old, *lines[1:]) if line and not f"{new}{BETWEEN}".startswith(f"{line}{BETWEEN}")]
    return [new, *dict.fromkeys(line for line in others if line != new)][:MAX_LINES]


def line_of_recorded_game(catalogue: Catalogue, data: Mapping[str, Any], after_step: int) -> tuple[State, list[str]]:
    """Return the state of a recorded game after a step, and the following steps that a line can express.

    A line ends where the record shuffles a deck, because a step only names drawn cards.
    """
    state = first_state_of_file(game_table_from_data(catalogue, data), data)
    found = state
    steps: list[str] = []
    for number, wanted in enumerate(steps_of_file(data), 1):
        if number > after_step and (wanted.get("shuffled") or len(steps) == MAX_STEPS_IN_LINE):
            break
        player = state.player
        action = action_from_words(state.table, max(player, 0), wanted["do"])
        state, _ = play_step(state, wanted, number)
        if number <= after_step:
            found = state
            continue
        full = {card.code: short_card_code(card.code) for card in state.table.facts}
        picks = ".".join(full.get(code, code) for code in wanted.get("picks", ()))
        steps.append(step_token(state.table, player, action) + (f"!;{picks}" if picks else ""))
    return found, steps


def legal_steps(state: State) -> list[tuple[str, Action]]:
    return [(step_token(state.table, state.player, action), action) for action in legal_actions(state)]


def _split_step(table: GameTable, text: str) -> tuple[str, dict[str, list[str]]]:
    """Return the action of a step in words, and the cards it names as draws and picks."""
    full = {short_card_code(card.code): card.code for card in table.facts}
    draws, _, picks = text.partition("!")[2].partition(";")
    named = {name: [full.get(code, code) for code in codes.split(".") if code] for name, codes in
             (("draws", draws), ("picks", picks))}  # fmt: skip
    return describe_step(table, text), named
