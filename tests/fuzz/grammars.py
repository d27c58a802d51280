"""Texts generated from the grammars of what the site reads: valid ones, ones broken in a few places, and ones that fit
no grammar.

Every generator takes its source of randomness, so that a seed repeats what was found.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from boards.core.notation import (
    ELEMENTS,
    FLAGS,
    FRAMES,
    MARKS,
    NUMBERS,
    OTHER_FIELDS,
    PHASES,
    ZONE_NAMES,
    short_card_code,
)
from boards.core.write import position_as_text, view_as_text
from cards.core.facts import PEOPLES, Catalogue
from game.engine.choices import CHOICE_HANDLERS
from game.engine.state import State, apply_action, game_result, legal_actions, new_game
from game.engine.table import Deck, RuleSettings, game_table_of_decks, published_codes

GAMES = sorted(Path(__file__).parent.parent.joinpath("game", "games").glob("*.json"))
NUMBERS_AT_EDGES: tuple[str, ...] = (
    "0",
    "-1",
    "1",
    "2",
    "9",
    "60",
    "61",
    "-3",
    "4",
    "99",
    "9999",
    "10000",
    "9" * 30,
    "9" * 5000,
    "01",
)
NUMBERS_AT_EDGES += ("1e9", "1.5", "-0", "٣", "²")
TEXTS: tuple[str, ...] = (
    "",
    " ",
    "-",
    ".",
    "()",
    "(",
    ")",
    ";",
    "|",
    "=",
    "_",
    "~",
    "!",
    "@",
    "?",
    "\x00",
    "\n",
    "\r\n",
    "\ufeff",
)
TEXTS += (
    "\ud800",
    "\udfff",
    "\ud83c\udf19",
    "\u2028",
    "\u202e",
    "👩‍👩‍👧",
    "İ",
    "ß" * 90,
    "%",
    "%s",
    "%(x)s",
    "{x}",
    "<b>",
    "'",
    '"',
)
TEXTS += ("[[", "\\ud800", "\\", "#", "//", "x" * 300, "None", "null", "true", "__proto__")
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2, 1.5, 1e308, -(2**31), 2**31, 2**63, 10**40, [], {}, [[]], [None], {"": ""}),
    *([0] * 300, {str(number): number for number in range(80)}, {"a": {"b": [{}]}}, ["Vulca 03"] * 70),
)
Maker = Callable[[random.Random, Catalogue], str]


def text(lots: random.Random) -> str:
    """Return a hostile text."""
    letters = "".join(chr(lots.randrange(1, 0x11000)) for _ in range(lots.randrange(1, 8)))
    return lots.choice((*TEXTS, *NUMBERS_AT_EDGES, letters))


def value(lots: random.Random) -> Any:
    """Return a hostile JSON value."""
    return deepcopy(lots.choice((*VALUES, text(lots), text(lots))))


def broken_text(lots: random.Random, whole: str, pieces: tuple[str, ...] = ()) -> str:
    """Return a text with some pieces doubled, left out, exchanged, or replaced."""
    words = re.findall(r"\w+|\W", whole) or [""]
    for _ in range(lots.choice((0, 1, 1, 2, 3, 8))):
        at, other = lots.randrange(len(words)), lots.randrange(len(words))
        match lots.randrange(6):
            case 0:
                words[at] = ""
            case 1:
                words[at] = words[other]
            case 2:
                words[at], words[other] = words[other], words[at]
            case 3:
                words[at] = lots.choice(pieces) if pieces else text(lots)
            case 4:
                words[at:at] = words[other : other + lots.randrange(1, 12)]
            case _:
                words[at] = text(lots)
    return "".join(words)


def broken_value(lots: random.Random, whole: Any) -> Any:
    """Return a copy of a JSON value with parts replaced, left out, doubled or renamed."""
    copy = deepcopy(whole)
    for _ in range(lots.choice((0, 1, 1, 2, 4))):
        places = list(_places(copy))
        if not places:
            return value(lots)
        around, at = lots.choice(places)
        match lots.randrange(7):
            case 0:
                del around[at]
            case 1:
                other, there = lots.choice(places)
                around[at] = deepcopy(other[there]) if _there(other, there) else None
            case 2 if isinstance(around, dict):
                around[text(lots)] = around.pop(at)
            case 3 if isinstance(around, list):
                around.append(around[at])
            case 4 if isinstance(around[at], str):
                around[at] = broken_text(lots, around[at])
            case 5 if isinstance(around[at], int):
                around[at] = around[at] + lots.choice((-1, 1, 100, -(2**40)))
            case _:
                around[at] = value(lots)
    return copy


def _there(around: Any, at: Any) -> bool:
    return at in around if isinstance(around, dict) else at < len(around)


def _places(whole: Any) -> Iterator[tuple[Any, Any]]:
    for at, inside in list(whole.items() if isinstance(whole, dict) else enumerate(whole)) if whole else ():
        yield whole, at
        if isinstance(inside, dict | list):
            yield from _places(inside)


def as_json(lots: random.Random, whole: Any) -> str:
    """Return a value as JSON, its letters written out or as escapes; sometimes cut off."""
    dumped = json.dumps(whole, ensure_ascii=lots.random() < 0.7)
    return dumped[: lots.randrange(len(dumped) + 1)] if lots.random() < 0.05 else dumped


# --- positions -----------------------------------------------------------------------------------------------


@cache
def _states(facts: Catalogue) -> list[State]:
    """Return states of a dozen games, each of which can ask something different."""
    lots, found = random.Random(49), list[State]()
    playable = [card.code for card in facts if card.known and card.playable and card.type.value]
    other = RuleSettings(edition="1e", mulligan=True, optional_in_part=True, must_join_gangs=True, six_cards="combat")
    for number in range(12):
        drawn = [Deck(tuple(lots.sample(playable, 30))) for _ in (0, 1)]
        published = [Deck(published_codes(facts, lots.choice(PEOPLES))) for _ in (0, 1)]
        first, second = drawn if number % 2 else published
        state = new_game(
            game_table_of_decks(facts, (first, second), other if number % 3 else RuleSettings()), seed=number
        )
        while not game_result(state):
            found.append(state)
            state = apply_action(state, lots.choice(legal_actions(state)))
        found.append(state)
    return found


@cache
def _codes(facts: Catalogue) -> tuple[str, ...]:
    return tuple(short_card_code(card.code) for card in facts)


def position(lots: random.Random, facts: Catalogue) -> str:
    """Return the text of a position: one of a game, broken in places, or one made of random fields."""
    if lots.random() < 0.6:
        state = lots.choice(_states(facts))
        whole = position_as_text(state) if lots.random() < 0.8 else view_as_text(state, lots.randrange(2))
        if lots.random() < 0.5:  # a field of another position, valid on its own
            theirs = lots.choice(position_as_text(lots.choice(_states(facts))).split())
            whole += f" {theirs}"
            named = dict(word.partition("=")[::2] for word in whole.split() if "=" in word)
            whole = "TM1 " + " ".join(f"{name}={setting}" for name, setting in named.items())
        return broken_text(lots, whole, (*_codes(facts)[:300:7], *FRAMES, *NUMBERS_AT_EDGES[:12])).replace(" ", "_")
    words = [
        _field(lots, facts, name) for name in lots.sample([*ZONE_NAMES, *NUMBERS, *OTHER_FIELDS], lots.randrange(1, 9))
    ]
    words += [_field(lots, facts, name) for name in ("ask", "ph", "h0", "h1", "c0", "d1") if lots.random() < 0.4]
    lots.shuffle(words)
    if lots.random() < 0.3:
        words.insert(lots.randrange(len(words) + 1), "|")
    return "_".join(["TM1", *words])


def _field(lots: random.Random, facts: Catalogue, name: str) -> str:
    if name in ZONE_NAMES:
        setting = _cards(lots, facts)
    elif name in NUMBERS or name in ("n", "r"):
        setting = lots.choice(NUMBERS_AT_EDGES)
    else:
        made: dict[str, Callable[[], str]] = {
            "ph": lambda: lots.choice(PHASES),
            "el": lambda: lots.choice(ELEMENTS),
            "flags": lambda: ".".join(lots.sample(list(FLAGS), 2)),
            "ask": lambda: ".".join(_frame(lots, facts) for _ in range(lots.randrange(1, 4))),
            "aim": lambda: f"{_owned(lots, facts)}@{_owned(lots, facts)}" + lots.choice(("", "(;0)", "(-;7)")),
            "over": lambda: f"{lots.randrange(2)}.cards.{lots.randrange(8)}",
            "rnd": lambda: f"{lots.choice(NUMBERS_AT_EDGES)}.{lots.randrange(9)}",
            "fs": lambda: _owned(lots, facts),
            "of": lambda: _owned(lots, facts),
            "set": lambda: lots.choice(("edition:1e", "mulligan:yes", "six-cards:combat", "x:y", ":", "edition")),
        }
        setting = made[name]() if name in made else lots.choice((*NUMBERS_AT_EDGES[:9], lots.choice(_codes(facts))))
    return f"{name}={setting if lots.random() < 0.95 else text(lots)}"


def _cards(lots: random.Random, facts: Catalogue) -> str:
    tokens = []
    for _ in range(lots.choice((0, 1, 2, 2, 3, 6))):
        marks = "".join(lots.sample(list(MARKS), lots.choice((0, 0, 0, 1, 2))))
        cargo = f"({lots.choice(_codes(facts))})" if lots.random() < 0.1 else ""
        tokens.append(f"{lots.choice((*lots.sample(_codes(facts), 6), '2?'))}{marks}{cargo}")
    return ".".join(tokens)


def _owned(lots: random.Random, facts: Catalogue) -> str:
    return lots.choice(("-", f"{lots.randrange(2)}{lots.choice(_codes(facts))}", f"{lots.randrange(2)}?"))


def _frame(lots: random.Random, facts: Catalogue) -> str:
    name = lots.choice(list(FRAMES))
    made: dict[str, Callable[[], str]] = {
        "w": lambda: str(lots.randrange(2)),
        "b": lambda: str(lots.randrange(2)),
        "i": lambda: lots.choice(("0", "1", "2", "9", "99")),
        "c": lambda: _owned(lots, facts),
        "C": lambda: ".".join(_owned(lots, facts) for _ in range(lots.randrange(3))),
        "P": lambda: ".".join(_owned(lots, facts) for _ in range(lots.randrange(3))),
        "n": lambda: lots.choice((*(word.replace("_", "-") for word in CHOICE_HANDLERS), "-", "interference", "x")),
    }
    return f"{name.replace('_', '-')}({';'.join(made[kind]() for kind in FRAMES[name])})"


# --- lists of decks ------------------------------------------------------------------------------------------

_HEADS: tuple[str, ...] = (
    "Name: Fire",
    "Format: custom",
    "Format: draft",
    "Leader: Vulca 00",
    "Inquisitor: Inq 1",
    "Family: a",
)
_HEADS += ("Edition: 1e", "Emissary: Emi 01", "Game: cthulhu", "Game: bluemoon", "Notes: # none", "Cards:", "Maybe:")
_LINES: tuple[str, ...] = (
    "{n}x {card}",
    "{n} x {code}",
    "{card} x{n}",
    "{code}",
    "- {card}",
    "{n} {code} {card}  # why #tag",
    "{n}x",
)
_LINES += ("## {card}", "// {card}", "{card},{n}", '"{code}",{n}', "{n}\t{card}", "{card} ({n})", "1. {card}")
_XML = '<?xml version="1.0"?><deck game="x"><section name="Main">{cards}</section><notes>{note}</notes></deck>'


def deck(lots: random.Random, facts: Catalogue) -> str:
    """Return a list of cards in any of the forms that are read, broken in places."""
    rows = [(lots.choice((1, 1, 2, 3, 0, 99)), lots.choice(facts.cards)) for _ in range(lots.choice((0, 1, 5, 30, 31)))]
    match lots.randrange(5):
        case 0:
            cards = [{"card": card.label, "copies": number, "note": text(lots)} for number, card in rows]
            lists: list[Any] = [
                {"name": text(lots), "game": "bluemoon", "format": "custom", "leader": "Vulca 00", "cards": cards},
                {"id": "x", "slots": {card.code: number for number, card in rows}, "notes": text(lots)},
                [{"id": card.code, "count": number} for number, card in rows],
                {"ObjectStates": [{"Name": "Deck", "ContainedObjects": [
                    {"Nickname": card.label, "Description": card.code, "GMNotes": text(lots)} for _, card in rows]}]},
                {"ten-moons": "decks", "version": 1, "made": "2026-01-01", "decks": [{"name": "x", "cards": cards}]},
            ]  # fmt: skip
            return as_json(lots, broken_value(lots, lots.choice(lists)))
        case 1:
            cards_ = "".join(f'<card qty="{number}" id="{card.code}">{card.label}</card>' for number, card in rows)
            return broken_text(lots, _XML.format(cards=cards_, note=text(lots)))
        case _:
            lines = lots.sample(_HEADS, lots.randrange(5))
            form = lots.choice((*_LINES, ""))
            for number, card in rows:
                written = form or lots.choice(_LINES)
                lines.append(written.format(n=number, card=card.label, code=card.code))
            if lots.random() < 0.2:
                lines.insert(0, "card,copies")
            return broken_text(lots, lots.choice(("\n", "\r\n", "\r")).join(lines))


# --- recorded games and files of events ----------------------------------------------------------------------


@cache
def _games() -> list[dict[str, Any]]:
    return [json.loads(path.read_text(encoding="utf-8")) for path in GAMES]


def game(lots: random.Random, _facts: Catalogue) -> str:
    """Return a recorded game, its steps cut to a few, broken in places."""
    whole = dict(lots.choice(_games()))
    whole["steps"] = whole["steps"][: lots.choice((0, 1, 3, 10, 30))]
    whole.pop("result", None)
    whole |= {"settings": {"mulligan": True}} if lots.random() < 0.3 else {}
    return as_json(lots, broken_value(lots, whole))


_MATCH: dict[str, Any] = {
    "players": ["A", "B"],
    "edition": "legends",
    "target": 5,
    "penalty": "crystals",
    "penalty_crystals": 1,
    "game_cap": 4,
    "six_cards": "combat",
    "crystal_cards": True,
    "emissary": False,
    "inquisitor": False,
    "games": [
        {"winner": "A", "dragons": 2, "crystal_cards": 1, "ended": "dragons"},
        {
            "fights": [{"winner": "A", "combat": 4, "support": 2, "modifier": 1}, {"winner": "B", "bluff": True}],
            "ended": "out_of_cards",
            "out_first": "B",
        },
    ],
    "penalties": [{"player": "B", "after": 1}],
}
_FIELD: dict[str, Any] = {
    "seed": 7,
    "players": [
        {"id": "A", "points": 3, "opponents": ["B"], "byes": 0, "starts": 1},
        {"id": "B", "points": 0, "opponents": ["A"], "byes": 1},
        {"id": "C", "points": 1.5, "dropped": False},
        {"id": 4, "dropped": True},
    ],
    "fixed": [["A", "C"]],
}
_SEASON = ("date", "player", "opponent", "a", "b", "crystals", "crystals_a", "crystals_b", "winner", "games", "event")
_SEASON_CELLS = (
    "2025-03-14",
    "14.03.2025",
    "2025-02-30",
    "Roland",
    "Elinor",
    "5:3",
    "5-3",
    "5",
    "3",
    "0:0",
    "a",
    "b",
    "",
)


def match_file(lots: random.Random, _facts: Catalogue) -> str:
    """Return a scored match as a file, broken in places."""
    return as_json(lots, broken_value(lots, _MATCH))


def field_file(lots: random.Random, _facts: Catalogue) -> str:
    """Return a round to be paired as a file, broken in places."""
    return as_json(lots, broken_value(lots, _FIELD))


def season_file(lots: random.Random, _facts: Catalogue) -> str:
    """Results of a past season as a table, broken in places."""
    between, names = lots.choice(",;\t"), lots.sample(_SEASON, lots.randrange(2, 7))
    rows = [[lots.choice(_SEASON_CELLS) for _ in names] for _ in range(lots.randrange(6))]
    return broken_text(lots, "\n".join(between.join(row) for row in [names, *rows]))
