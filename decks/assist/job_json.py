"""JSON of a background search: wishes and answers, as a row of `SearchJob` keeps them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cards.core.facts import CardType, Catalogue, IconKind
from decks.core.building.repair import Contradiction, Help
from decks.core.building.wishes import Goal, Said, Wishes
from decks.core.legality import DeckList, Entry, judge


def wishes_as_data(wishes: Wishes) -> dict[str, Any]:
    """Wishes as JSON."""
    return {
        "goal": wishes.goal.value,
        "keep_held": wishes.keep_held,
        "keep": list(wishes.keep),
        "never": list(wishes.never),
        "only": None if wishes.only is None else dict(wishes.only),
        "most_moons": wishes.most_moons,
        "least_fire": wishes.least_fire,
        "least_earth": wishes.least_earth,
        "at_least": {icon.value: count for icon, count in (wishes.at_least or {}).items()},
        "types": {kind.value: count for kind, count in (wishes.types or {}).items()},
    }


def wishes_from_data(data: Mapping[str, Any]) -> Wishes:
    """Wishes from their JSON."""
    return Wishes(
        goal=Goal(data["goal"]),
        keep_held=data["keep_held"],
        keep=tuple(data["keep"]),
        never=tuple(data["never"]),
        only=None if data["only"] is None else dict(data["only"]),
        most_moons=data["most_moons"],
        least_fire=data["least_fire"],
        least_earth=data["least_earth"],
        at_least={IconKind(icon): count for icon, count in data["at_least"].items()},
        types={CardType(kind): count for kind, count in data["types"].items()},
    )


def answer_as_data(answer: Help | Contradiction) -> dict[str, Any]:
    """An answer as JSON."""
    if isinstance(answer, Contradiction):
        return {
            "clash": [
                {"template": sentence.template, "params": dict(sentence.params), "rule": sentence.rule}
                for sentence in answer.said
            ]
        }
    beside = {
        name: getattr(answer.deck, name) for name in ("leaders", "inquisitors", "emissaries", "families", "match")
    }
    return {
        "codes": list(answer.deck.codes),
        "beside": beside,
        "out": list(answer.out),
        "into": list(answer.into),
        "swaps": [list(pair) for pair in answer.swaps],
        "mended": list(answer.mended),
        "proven": answer.proven,
    }


def answer_from_data(data: Mapping[str, Any], deck: DeckList, cards: Catalogue) -> Help | Contradiction:
    """An answer from its JSON, judged again; `deck` is the one it was found for."""
    if "clash" in data:
        return Contradiction(
            tuple(Said(sentence["template"], sentence["params"], sentence["rule"]) for sentence in data["clash"])
        )
    beside: dict[str, Any] = {
        name: value if name == "match" else tuple(value) for name, value in data["beside"].items()
    }
    proposed = replace(deck, entries=tuple(Entry(code) for code in data["codes"]), **beside)
    swaps = tuple((out, into) for out, into in data["swaps"])
    report = judge(proposed, cards)
    return Help(proposed, report, tuple(data["out"]), tuple(data["into"]), swaps, tuple(data["mended"]), data["proven"])
