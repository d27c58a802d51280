"""Roles of an event: one table of who may do what, read by every service and shown to the organiser; pure."""

from collections.abc import Collection, Mapping
from enum import StrEnum

from common.text import gettext_noop


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
NAMES: Mapping[Deed, str] = {
    Deed.LOOK: gettext_noop("look at rounds, standings and what was done"),
    Deed.REGISTER: gettext_noop("enter, while registration is open"),
    Deed.REPORT: gettext_noop("report the result of one’s own table"),
    Deed.LEAVE: gettext_noop("drop a player and let them return; players for themselves"),
    Deed.CHECK_IN: gettext_noop("check players in; players themselves"),
    Deed.DECK: gettext_noop("hand in a deck; players their own"),
    Deed.ADMIT: gettext_noop("enter players by name, admit those who ask, open and close registration"),
    Deed.ANNOUNCE: gettext_noop("announce something to everybody"),
    Deed.RESULT: gettext_noop("enter and correct results"),
    Deed.SETTLE: gettext_noop("settle what two players do not agree about, not at one’s own table"),
    Deed.CLOCK: gettext_noop("run and pause the clock"),
    Deed.NOTES: gettext_noop("read penalties and notes"),
    Deed.PAIR: gettext_noop("pair, take a pairing back, close a round, begin the cut"),
    Deed.PENALTY: gettext_noop("note penalties, send somebody out"),
    Deed.DECKS: gettext_noop("see decks at any time; players their own"),
    Deed.RULES: gettext_noop("change the rules of the event"),
    Deed.PODS: gettext_noop("seat the draft tables"),
    Deed.FINISH: gettext_noop("finish the event, and open it again"),
    Deed.HELPERS: gettext_noop("take helpers in and off the list"),
    Deed.WEBHOOKS: gettext_noop("notify addresses of rounds and results"),
}


def allowed(deed: Deed, roles: Collection[Who]) -> bool:
    """Whether somebody with these roles may do it.

    >>> allowed(Deed.PAIR, {Who.JUDGE}), allowed(Deed.PAIR, {Who.SCOREKEEPER})
    (False, True)
    """
    return not RIGHTS[deed].isdisjoint((*roles, Who.ANYBODY))
