"""Taking back: an action that returns to an earlier position and deletes no rows. Says which rows count, and how far
back a seat can go.

A move is everything that a seat did between two decisions, including its answers to questions of a text.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

from online.core.events import StoredEvent, visible_events

BACK, ALLOW, REFUSE, WITHDRAW = "back", "back:yes", "back:no", "back:cancel"
BACK_WORDS = frozenset({BACK, ALLOW, REFUSE, WITHDRAW})
MAX_REFUSALS = 2
JUDGE = 2  # instead of the place of an action
# These actions reveal nothing hidden. Answers aren’t among them: the player may have searched a deck to answer.
_PLAIN_ACTIONS = frozenset({"pass", "continue", "play", "join", "bluff", "load", "announce", "land", BACK})
_PLAIN_EVENTS = frozenset({"play", "announce", "element", "dragons", "six", "land", "undone"})
_HIDDEN_PLACES = frozenset({"deck", "discard", "pile"})
_ONLOOKER = -1


class ActionRow(Protocol):
    """A stored action."""

    @property
    def number(self) -> int: ...
    @property
    def place(self) -> int: ...
    @property
    def action(self) -> str: ...
    @property
    def events(self) -> list[StoredEvent]: ...
    @property
    def position(self) -> str: ...


Row = TypeVar("Row", bound=ActionRow)


def take_back_event(turn: int, seat: int, to: int, undone: Iterable[ActionRow]) -> StoredEvent:
    """Return the event of going back to an action. Only its player sees it if no one else saw the undone actions."""
    is_seen = any(visible_events(action.events, _ONLOOKER) for action in undone)
    return [turn, "ruled_back" if seat == JUDGE else "undone", seat, to, is_seen]


def rows_not_taken_back(rows: Iterable[Row]) -> list[Row]:
    """Return the actions that led to the last position, without undone actions and the undoing itself."""
    remaining: list[Row] = []
    for row in rows:
        if row.action != BACK:
            remaining.append(row)
            continue
        to = row.events[0][3]
        while remaining and remaining[-1].number > to:
            remaining.pop()
    return remaining


def can_take_back_freely(since: Iterable[ActionRow], seat: int) -> bool:
    """Return whether a seat can undo these actions without asking: all are its own, and they revealed no hidden card
    except the cards it played.
    """
    return all(
        action.place == seat
        and action.action.partition(" ")[0] in _PLAIN_ACTIONS
        and all(_reveals_nothing(event, seat) for event in action.events)
        for action in since
    )


def _reveals_nothing(event: StoredEvent, seat: int) -> bool:
    _turn, kind, *values = event
    if kind == "move":
        player, _card, origin, to = values
        return player == seat and origin not in _HIDDEN_PLACES and to != "deck"
    return kind in _PLAIN_EVENTS


def start_of_last_move(remaining: Sequence[tuple[ActionRow, int]], seat: int) -> int | None:
    """Return the number of the action before a seat’s last move; None if the seat hasn’t moved.

    `remaining` are the actions that count, each with the seat’s view version after it, the same for all of one tap.
    """
    index = next((index for index in range(len(remaining) - 1, -1, -1) if remaining[index][0].place == seat), None)
    if index is None:
        return None
    while (
        index
        and remaining[index - 1][0].place == seat
        and (remaining[index - 1][1] == remaining[index][1] or is_within_question(remaining[index - 1][0].position))
    ):
        index -= 1
    return remaining[index - 1][0].number if index else 0


def is_within_question(position: str) -> bool:
    """Return whether a position text has an open question of a card’s text."""
    return " ask=" in position
