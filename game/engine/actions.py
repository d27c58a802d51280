"""Actions: what a player can do, one small value each, and their notation in files."""

from typing import NamedTuple


class Action(NamedTuple):
    """One action: its kind, its card, and its target (a ship, or an element: 1 fire, 2 earth).

    `pass` goes on to the next phase, `continue` starts or continues a fight, `join` plays a character beside the active
    ones where `play` would cover them, `take` and `done` answer a card that asks, `backtrack` undoes a turn that cannot
    go on (MATCH-10).
    """

    kind: str
    card: int = -1
    to: int = -1


ACTION_KINDS: tuple[str, ...] = (
    *("pass", "play", "join", "bluff", "load", "replace", "retrieve", "land", "reveal", "use", "satisfy"),
    *("continue", "retreat", "decline", "announce", "call", "interfere", "take", "random", "done", "yes", "no"),
    "backtrack",
)
_action_cache: dict[tuple[str, int, int], Action] = {}


def act(kind: str, card: int = -1, to: int = -1) -> Action:
    action = _action_cache.get((kind, card, to))
    if action is None:
        action = _action_cache[kind, card, to] = Action(kind, card, to)
    return action


PASS = act("pass")
DONE = act("done")
YES = act("yes")
NO = act("no")
RETREAT = act("retreat")
DECLINE = act("decline")
CONTINUE = act("continue")
BACKTRACK = act("backtrack")
CALL = act("call")
RANDOM_ACTION = act("random")
