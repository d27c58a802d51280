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


class Permission(StrEnum):
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

RIGHTS: Mapping[Permission, frozenset[Who]] = {
    Permission.LOOK: frozenset({Who.ANYBODY}),
    Permission.REGISTER: frozenset({Who.ANYBODY}),
    Permission.REPORT: frozenset({Who.PLAYER}),
    Permission.LEAVE: _DESK | {Who.PLAYER},
    Permission.CHECK_IN: _DESK | {Who.PLAYER},
    Permission.DECK: _DESK | {Who.PLAYER},
    Permission.ADMIT: _DESK,
    Permission.ANNOUNCE: _DESK,
    Permission.RESULT: _DESK,
    Permission.SETTLE: _DESK,
    Permission.CLOCK: _DESK,
    Permission.NOTES: _DESK,
    Permission.PAIR: _SCORES,
    Permission.PENALTY: _JUDGES,
    Permission.DECKS: _JUDGES | {Who.PLAYER},
    Permission.RULES: _ALONE,
    Permission.PODS: _ALONE,
    Permission.FINISH: _SCORES,
    Permission.HELPERS: _ALONE,
    Permission.WEBHOOKS: _ALONE,
}

# The same in words, for the page that shows the table.
NAMES = sentences("matches", "roles")


def allowed(permission: Permission, roles: Collection[Who]) -> bool:
    """Whether somebody with these roles may do it.

    >>> allowed(Permission.PAIR, {Who.JUDGE}), allowed(Permission.PAIR, {Who.SCOREKEEPER})
    (False, True)
    """
    return not RIGHTS[permission].isdisjoint((*roles, Who.ANYBODY))
