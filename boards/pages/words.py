"""Words of the pages: actions, what happened, phases and reasons as sentences in the reader's language.

Player 0 is called Roland and player 1 Elinor, so that a sentence says who.
"""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from boards.core.lines import Done
from boards.core.reasons import Reason
from cards.translations import other_name
from game.engine.actions import Action
from game.engine.catalogue import CardFacts
from game.engine.power import total
from game.engine.state import Result, State
from game.engine.table import Table
from game.powers import POWERS
from game.records.words import rule_of

PLAYERS = (gettext_lazy("Roland"), gettext_lazy("Elinor"))
ELEMENTS = ("", gettext_lazy("fire"), gettext_lazy("earth"))
PHASES = {
    "beginning": gettext_lazy("Beginning of the turn"),
    "leadership": gettext_lazy("Leadership phase"),
    "engagement": gettext_lazy("Engagement phase"),
    "character": gettext_lazy("Character phase"),
    "booster/support": gettext_lazy("Booster/support phase"),
    "after plays": gettext_lazy("After the booster/support phase"),
    "power": gettext_lazy("Power phase"),
    "refresh": gettext_lazy("Refresh phase"),
    "end": gettext_lazy("End of the turn"),
    "about to end": gettext_lazy("The turn is about to end"),
    "over": gettext_lazy("The game is over"),
}
_DEEDS = {
    "pass": gettext_lazy("Go on"),
    "play": gettext_lazy("Play %(card)s"),
    "join": gettext_lazy("Play %(card)s beside the active ones"),
    "bluff": gettext_lazy("Play %(card)s face down, as a bluff"),
    "load": gettext_lazy("Load %(card)s on %(on)s"),
    "replace": gettext_lazy("Discard %(card)s and draw a card"),
    "retrieve": gettext_lazy("Take %(card)s back into the hand"),
    "land": gettext_lazy("Land %(card)s"),
    "reveal": gettext_lazy("Discard the bluff %(card)s"),
    "use": gettext_lazy("Use the text of %(card)s"),
    "satisfy": gettext_lazy("Meet the demand of %(card)s"),
    "retreat": gettext_lazy("Retreat"),
    "decline": gettext_lazy("Start no fight"),
    "call": gettext_lazy("Call the bluff"),
    "interfere": gettext_lazy("Answer with %(card)s"),
    "take": gettext_lazy("Choose %(card)s"),
    "random": gettext_lazy("One of the hidden cards"),
    "done": gettext_lazy("No further one"),
    "yes": gettext_lazy("Yes"),
    "no": gettext_lazy("No"),
    "backtrack": gettext_lazy("Take the turn back: it cannot go on"),
}
_PLACES = {
    "hand": gettext_lazy("hand"),
    "deck": gettext_lazy("draw deck"),
    "combat": gettext_lazy("combat area"),
    "support": gettext_lazy("support area"),
    "bluff": gettext_lazy("support area, face down"),
    "pile": gettext_lazy("leadership pile"),
    "discard": gettext_lazy("discard pile"),
    "ships": gettext_lazy("ships"),
    "hyla": gettext_lazy("Hyla"),
    "trophies": gettext_lazy("crystal cards"),
}
_ENDS = {
    "fourth_dragon": gettext_lazy("%(who)s attracts a fourth dragon and wins: %(crystals)d crystals."),
    "cards_out_dragons": gettext_lazy("No cards are left. %(who)s has the dragons and wins: %(crystals)d crystals."),
    "cards_out_order": gettext_lazy("No cards are left. %(who)s held a card last and wins: %(crystals)d crystal."),
    "backtracked": gettext_lazy("%(who)s wins, for the other one cannot go on: %(crystals)d crystals."),
}


def name_of(card: CardFacts) -> str:
    """The name of a card for who reads."""
    return other_name(card) or card.label


def deed(state: State, action: Action) -> str:
    """An action as a button says it."""
    if action.kind == "announce":
        return _("Announce %(element)s: %(power)d") % {
            "element": ELEMENTS[action.to],
            "power": total(state.copy_board(), state.turn, action.to),
        }
    if action.kind == "continue":
        return _("Fight on") if state.element else _("Start a fight")
    if action.kind == "pass" and state.player != state.turn:
        return _("Let it be")
    facts = state.table.facts
    return str(_DEEDS[action.kind]) % {
        "card": name_of(facts[action.card]) if action.card >= 0 else "",
        "on": name_of(facts[action.to]) if action.to >= 0 else "",
    }


def reason_said(reason: Reason, table: Table) -> str:
    """Why not, with the names of the cards."""
    names = {card.code: name_of(card) for card in table.facts}
    phase = reason.params["phase"]
    params = reason.params | {
        "cards": ", ".join(names.get(code, code) for code in reason.cards),
        "phase": PHASES.get(str(phase), phase),
    }
    return _(reason.template) % params


def ending(outcome: Result) -> str:
    """How the game ended."""
    said = _ENDS.get(outcome.why, gettext_lazy("%(who)s wins: %(crystals)d crystals."))
    return str(said) % {"who": PLAYERS[outcome.winner], "crystals": outcome.crystals}


def rules_of(done: Done) -> list[str]:
    """The numbers of the rules a step rests on: that of the action, and those of the card it is about."""
    table, action = done.state.table, done.action
    numbers = [rule_of(action, done.before.phase)]
    card = action.card
    if card >= 0 and action.kind in {"play", "join", "use", "satisfy", "interfere"}:
        code = table.code(card)
        numbers += POWERS[code].rests if code in POWERS else ()
    return list(dict.fromkeys(numbers))


def rule_url(number: str) -> str:
    """The page of a rule or ruling."""
    if number[0] == "R" and number[1:2].isdigit():
        return reverse("cards:ruling", args=[number.lower()])
    return f"{reverse('help:rules')}#{number}"


# --- what happened --------------------------------------------------------------------------------------------


def told(done: Done) -> list[str]:
    """What a step brought, a sentence for each thing that happened."""
    return [said for event in done.events if (said := _event(done.state.table, event))]


def _event(table: Table, event: tuple[Any, ...]) -> str:
    kind, *rest = event
    return _TELL[kind](table, *rest) if kind in _TELL else ""


def _place(table: Table, place: str) -> str:
    return name_of(table.facts[int(place[1:])]) if place.startswith("@") else str(_PLACES.get(place, place))


def _move(table: Table, owner: int, card: int, origin: str, to: str) -> str:
    return _("%(card)s (%(who)s): %(origin)s → %(to)s.") % {
        "card": name_of(table.facts[card]),
        "who": PLAYERS[owner],
        "origin": _place(table, origin),
        "to": _place(table, to),
    }


def _call(table: Table, who: int, true: bool) -> str:
    said = _("%(who)s calls the bluff: it was true.") if true else _("%(who)s calls the bluff: it was false.")
    return said % {"who": PLAYERS[who]}


def _dragons(table: Table, who: int, count: int, why: str) -> str:
    return _("%(who)s attracts dragons: %(count)d.") % {"who": PLAYERS[who], "count": count}


def _by(text: Any) -> Callable[..., str]:
    return lambda table, who, *rest: str(text) % {"who": PLAYERS[who]}


_TELL: dict[str, Callable[..., str]] = {
    "turn": _by(gettext_lazy("%(who)s begins a turn.")),
    "move": _move,
    "announce": lambda table, who, power, element: (
        _("%(who)s announces %(power)d in %(element)s.")
        % {"who": PLAYERS[who], "power": power, "element": ELEMENTS[element]}
    ),
    "retreat": _by(gettext_lazy("%(who)s retreats.")),
    "decline": _by(gettext_lazy("%(who)s starts no fight.")),
    "dragons": _dragons,
    "call": _call,
    "element": lambda table, element: _("The fight is now in %(element)s.") % {"element": ELEMENTS[element]},
    "disclosed": _by(gettext_lazy("%(who)s shows their hand.")),
    "shuffled": _by(gettext_lazy("%(who)s shuffles their draw deck.")),
    "backtracked": _by(gettext_lazy("%(who)s cannot go on: all since the engagement phase is taken back.")),
    "floods": _by(gettext_lazy("%(who)s’s floods rise.")),
    "cancelled": lambda table, who, card: _("%(card)s is cancelled.") % {"card": name_of(table.facts[card])},
    "cut_short": _by(gettext_lazy("%(who)s’s turn ends at once.")),
}
