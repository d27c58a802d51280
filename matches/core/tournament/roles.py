"""Roles of an event: one table of who may do what, read by every service and shown to the organiser; pure."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from common.sentences import sentences


class Who(StrEnum):
    """Roles in an event. `PLAYER` is the player themself; everybody is `ANYBODY` too."""

    OWNER = "owner"
    JUDGE = "judge"
    SCOREKEEPER = "scorekeeper"
    PLAYER = "player"
    ANYBODY = "anybody"


class Deed(StrEnum):
    """Actions in an event."""

    LOOK = "look"
    REGISTER = "register"
    REPORT = "report"
    LEAVE = "leave"
    CHECK_IN = "check_in"
    DECK = "deck"
    ADMIT = "admit"
    ANNOUNCE = "announce"
    RESULT = "result"
    SETTLE = "settle"
    CLOCK = "clock"
    NOTES = "notes"
    PAIR = "pair"
    PENALTY = "penalty"
    DECKS = "decks"
    RULES = "rules"
    PODS = "pods"
    FINISH = "finish"
    HELPERS = "helpers"
    WEBHOOKS = "webhooks"


_ALONE = frozenset({Who.OWNER})
_DESK = frozenset({Who.OWNER, Who.JUDGE, Who.SCOREKEEPER})
_SCORES = frozenset({Who.OWNER, Who.SCOREKEEPER})
_JUDGES = frozenset({Who.OWNER, Who.JUDGE})

RIGHTS: Mapping[Deed, frozenset[Who]] = {
    Deed.LOOK: frozenset({Who.ANYBODY}),
    Deed.REGISTER: frozenset({Who.ANYBODY}),
    Deed.REPORT: frozenset({Who.PLAYER}),
    Deed.LEAVE: _DESK | {Who.PLAYER},
    Deed.CHECK_IN: _DESK | {Who.PLAYER},
    Deed.DECK: _DESK | {Who.PLAYER},
    Deed.ADMIT: _DESK,
    Deed.ANNOUNCE: _DESK,
    Deed.RESULT: _DESK,
    Deed.SETTLE: _DESK,
    Deed.CLOCK: _DESK,
    Deed.NOTES: _DESK,
    Deed.PAIR: _SCORES,
    Deed.PENALTY: _JUDGES,
    Deed.DECKS: _JUDGES | {Who.PLAYER},
    Deed.RULES: _ALONE,
    Deed.PODS: _ALONE,
    Deed.FINISH: _SCORES,
    Deed.HELPERS: _ALONE,
    Deed.WEBHOOKS: _ALONE,
}

# The same in words, for the page that shows the table.
NAMES = sentences("matches", "roles")


def allowed(deed: Deed, roles: Collection[Who]) -> bool:
    """Whether somebody with these roles may do it.

    >>> allowed(Deed.PAIR, {Who.JUDGE}), allowed(Deed.PAIR, {Who.SCOREKEEPER})
    (False, True)
    """
    return not RIGHTS[deed].isdisjoint((*roles, Who.ANYBODY))
