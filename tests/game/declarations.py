"""Declarations changed: each power with a verb left out, a value shifted or a target swapped, to see whether the scenes
notice.

`python -m tests.game.declarations` lists the changes no scene notices, and the share.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from boards.core.read import parse_position
from boards.core.scenes import Scene, parse_scenes
from cards.core.catalogue_csv import read_catalogue_file
from cards.core.facts import Catalogue
from common.errors import DomainError
from game.powers import verbs as v
from game.powers.cards import POWERS
from game.powers.verbs import CardEffect, Power, Timing
from tests.boards.scene_checks import scene_faults

ROOT = Path(__file__).resolve().parents[2]
# Possible replacements of a word, by verb and field; other words may be left out.
_WORDS: dict[tuple[type[CardEffect], str], tuple[str, ...]] = {
    (v.RaiseOne, "how"): ("double", "to", "sum", "higher"),
    (v.RaiseAll, "how"): ("double", "to", "higher"),
    (v.RaiseAll, "kind"): (v.CHARACTER, v.BOOSTER, v.SUPPORT, "bluff"),
    (v.MustPlay, "kind"): (v.BOOSTER, v.SUPPORT),
    (v.ExtraPlays, "kind"): (v.BOOSTER, v.SUPPORT),
    (v.OnRetreat, "change"): ("more", "fewer", "most_one", "none"),
    (v.DiscardAllTheirs, "where"): ("supports", "combat", "free"),
    (v.TakeBack, "where"): ("active", "combat"),
    (v.SearchDeck, "where"): ("deck", "discard"),
    (v.Ignore, "what"): ("text", "card", "icons"),
    (v.Interfere, "to"): (v.CHARACTER, "power", "interference"),
}


def changed(value: Any, verb: type[CardEffect] = CardEffect, name: str = "") -> Iterator[Any]:
    """Yield the alternatives to a value of a declaration."""
    if not is_dataclass(value) or isinstance(value, type):
        yield from _words(value, verb, name) if isinstance(value, str) else _figures(value, verb, name)
        return
    inner = type(value) if isinstance(value, CardEffect) and not isinstance(value, v.Cost) else verb
    for field in fields(value):
        if not _without_effect(value, field.name):
            for other in changed(getattr(value, field.name), inner, field.name):
                yield replace(value, **{field.name: other})


def _words(value: str, verb: type[CardEffect], name: str) -> Iterator[str]:
    yield from (word for word in _WORDS.get((verb, name), ("",)) if word != value and value)


def _figures(value: Any, verb: type[CardEffect], name: str) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, tuple):
        yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
    elif name == "text":
        yield from (True, False)
    elif name == "element" or verb is v.ChangeElement:
        yield from {v.FIRE, v.EARTH, v.BOTH_ELEMENTS} - {value}
    elif name == "parity":
        yield 1 - value
    elif value and value != v.ANY_NUMBER:
        yield from (value + 1, value - 1)


def _without_effect(value: Any, name: str) -> bool:
    """Whether a field has no effect beside the others."""
    if isinstance(value, v.DiscardTheirs):
        spared = "spare_last_character" if value.kinds != () else "kinds"
        return name == spared
    if isinstance(value, v.DiscardAllTheirs):
        return name in {"active_only", "but_one"} and value.where != "combat"
    if isinstance(value, v.TakeBack):
        return name == "other" and not value.other
    return (name == "to" and getattr(value, "how", "to") != "to") or (
        name == "except_protected" and not value.except_protected
    )


def changes_of(power: Power) -> Iterator[tuple[str, Power]]:
    """Yield each change of a declaration, in words."""
    yield "without its text", Power(Timing.ACTIVE, ())
    for place, effect in enumerate(power.effects):
        if len(power.effects) > 1:
            yield f"without {type(effect).__name__}", _with(power, place)
        for other in changed(effect):
            yield f"{effect} is {other}", _with(power, place, other)


def _with(power: Power, place: int, *effects: CardEffect) -> Power:
    return replace(power, effects=(*power.effects[:place], *effects, *power.effects[place + 1 :]))


def by_card(facts: Catalogue, scenes: Iterable[Scene]) -> dict[str, list[Scene]]:
    """Return the scenes on whose boards a card is."""
    found: dict[str, list[Scene]] = {}
    for scene in scenes:
        for card in parse_position(facts, scene.position).state.table.facts:
            found.setdefault(card.code, []).append(scene)
    return found


def noticed(facts: Catalogue, scenes: list[Scene], codes: list[str], power: Power) -> bool:
    """Return whether a scene differs, or cannot be played, when these cards have that power."""
    with patch.dict(POWERS, dict.fromkeys(codes, power)):
        for scene in scenes:
            try:
                if any(True for _ in scene_faults(facts, scene)):
                    return True
            except (DomainError, AssertionError, RuntimeError, LookupError, TypeError, AttributeError):
                return True
    return False


def trials(facts: Catalogue, scenes: Iterable[Scene]) -> Iterator[tuple[str, str, bool]]:
    """Yield each card, each change of its declaration, and whether the scenes notice it."""
    at = by_card(facts, scenes)
    alike: dict[int, list[str]] = {}  # two Storms share a text that either would carry out for the other
    for code, power in POWERS.items():
        if power.done:
            alike.setdefault(id(power), []).append(code)
    for codes in alike.values():
        there = [scene for code in codes for scene in at.get(code, ())]
        for what, power in changes_of(POWERS[codes[0]]):
            yield codes[0], what, noticed(facts, there, codes, power)


def shipped() -> list[Scene]:
    """Return the scenes of the site."""
    folder = ROOT / "fixtures" / "bluemoon" / "scenes"
    return [scene for path in sorted(folder.glob("*.txt")) for scene in parse_scenes(path.read_text(encoding="utf-8"))]


def main() -> None:
    """Try all, list what is not noticed, and print the share."""
    found = list(trials(read_catalogue_file(ROOT / "fixtures" / "bluemoon" / "cards.csv"), shipped()))
    for code, what, seen in found:
        if not seen:
            sys.stdout.write(f"{code}: {what}\n")
    sys.stdout.write(f"{sum(seen for *_, seen in found)} of {len(found)} changes are noticed.\n")


if __name__ == "__main__":
    main()
