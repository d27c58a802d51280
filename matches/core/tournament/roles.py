"""Roles of an event: the table of who may do what, which services check and the organiser can see; pure."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from common.sentence_tables import sentences


class EventRole(StrEnum):
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


_OWNER_ONLY = frozenset({EventRole.OWNER})
_ALL_STAFF = frozenset({EventRole.OWNER, EventRole.JUDGE, EventRole.SCOREKEEPER})
_OWNER_AND_SCOREKEEPERS = frozenset({EventRole.OWNER, EventRole.SCOREKEEPER})
_OWNER_AND_JUDGES = frozenset({EventRole.OWNER, EventRole.JUDGE})

ROLES_BY_PERMISSION: Mapping[Permission, frozenset[EventRole]] = {
    Permission.LOOK: frozenset({EventRole.ANYBODY}),
    Permission.REGISTER: frozenset({EventRole.ANYBODY}),
    Permission.REPORT: frozenset({EventRole.PLAYER}),
    Permission.LEAVE: _ALL_STAFF | {EventRole.PLAYER},
    Permission.CHECK_IN: _ALL_STAFF | {EventRole.PLAYER},
    Permission.DECK: _ALL_STAFF | {EventRole.PLAYER},
    Permission.ADMIT: _ALL_STAFF,
    Permission.ANNOUNCE: _ALL_STAFF,
    Permission.RESULT: _ALL_STAFF,
    Permission.SETTLE: _ALL_STAFF,
    Permission.CLOCK: _ALL_STAFF,
    Permission.NOTES: _ALL_STAFF,
    Permission.PAIR: _OWNER_AND_SCOREKEEPERS,
    Permission.PENALTY: _OWNER_AND_JUDGES,
    Permission.DECKS: _OWNER_AND_JUDGES | {EventRole.PLAYER},
    Permission.RULES: _OWNER_ONLY,
    Permission.PODS: _OWNER_ONLY,
    Permission.FINISH: _OWNER_AND_SCOREKEEPERS,
    Permission.HELPERS: _OWNER_ONLY,
    Permission.WEBHOOKS: _OWNER_ONLY,
}

# The names of the roles, for the page that shows the table.
ROLE_NAMES = sentences("matches", "roles")


def is_allowed(permission: Permission, roles: Collection[EventRole]) -> bool:
    """Return whether somebody with these roles has this permission.

    >>> is_allowed(Permission.PAIR, {EventRole.JUDGE}), is_allowed(Permission.PAIR, {EventRole.SCOREKEEPER})
    (False, True)
    """
    return not ROLES_BY_PERMISSION[permission].isdisjoint((*roles, EventRole.ANYBODY))
