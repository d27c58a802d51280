"""Scenes on pages: rulings drawn step by step, and opened where the reader may play on."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from boards.core.card_codes import cards_by_code
from boards.core.lines import line_text, token
from boards.core.picture import Picture, picture_of
from boards.core.read import read_position
from boards.core.reasons import why_not
from boards.core.scenes import BETWEEN, Played, Scene, Step
from boards.core.write import link_of
from boards.pages.addresses import board_url
from boards.pages.words import (
    PLAYERS,
    describe_action,
    describe_dragons,
    describe_event,
    describe_place,
    describe_reason,
    describe_symbols,
    ending,
    name_of,
    wording,
)
from boards.shipped_lessons import with_names
from boards.shipped_scenes import shipped_scenes
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.games.labels import icon_word, power_of
from cards.hooks import DrawnScene
from cards.translations import reader, rows_of
from common.errors import Invalid
from game.engine.state import legal_actions, result
from game.records.words import read

_IN_PLAY = ("support", "combat", "leader", "others")
# The events that a board does not show by itself.
_DESCRIBED = {"announce", "call", "six", "dragons", "cut_short", "cancelled", "floods", "backtracked", "disclosed"}


@dataclass(frozen=True, slots=True)
class Panel:
    """One board of a scene: what was done to come here, what is so now, and where the reader may play on."""

    picture: Picture
    done: list[str]
    found: list[str]
    url: str


@cache
def _scenes() -> tuple[Scene, ...]:
    return tuple(shipped_scenes())


@cache
def _by_ruling() -> dict[str, tuple[Scene, ...]]:
    found: dict[str, list[Scene]] = {}
    for scene in _scenes():
        for number in scene.rulings:
            found.setdefault(number, []).append(scene)
    return {number: tuple(scenes) for number, scenes in found.items()}


@cache
def _by_link() -> dict[str, tuple[Scene, ...]]:
    found: dict[str, tuple[Scene, ...]] = {}
    for scene in _scenes():
        link = link_of(scene.position)
        found[link] = (*found.get(link, ()), scene)
    return found


def titles_at(position: str) -> list[str]:
    return [scene.title for scene in _drawn(_by_link().get(link_of(position), ()))]


def rules_with_scenes() -> frozenset[str]:
    """The numbers of rules, readings and rulings that are shown as positions."""
    return frozenset(_by_ruling())


def scenes_of_ruling(number: str) -> Sequence[DrawnScene]:
    return _drawn(_by_ruling().get(number, ()))


def scenes_of_card(code: str) -> Sequence[DrawnScene]:
    """The scenes that name a card in what is done or expected, which is where they are about it."""
    return _drawn(scene for scene in _scenes() if _is_about(scene, code))


def _is_about(scene: Scene, code: str) -> bool:
    """Whether a card is named in what is done or expected; `Vulca 1` is not named by `Vulca 12`."""
    return any(code in step.text and re.search(rf"{code}(?!\d)", step.text) for step in scene.steps)


@cache
def _titles() -> Mapping[str, Mapping[str, str]]:
    return rows_of("scenes.csv")


def _title(scene: Scene) -> str:
    """The title of a scene for who reads, with its number among scenes of that title and `{V05}` for a card's name."""
    base, _comma, number = scene.title.rpartition(", ")
    if not number.isdigit():
        base, number = scene.title, ""
    title = _titles().get(base, {}).get(reader()) or base
    return f"{title}, {number}" if number else title


def _drawn(scenes: Iterable[Scene]) -> list[DrawnScene]:
    titled = [(scene, _title(scene)) for scene in scenes]
    cards = cards_by_code(catalogue()) if any("{" in title for _, title in titled) else {}
    return [_drawn_scene(scene, with_names(title, cards)) for scene, title in titled]


def _drawn_scene(scene: Scene, title: str) -> DrawnScene:
    return DrawnScene(title, board_url(scene.position), scene.rulings, lambda: _html(scene))


def _html(scene: Scene) -> SafeString:
    all_cards = catalogue()
    try:
        panels = list(panels_of(all_cards, scene))
    except Invalid:  # an editor has changed a card that the scene is about
        return SafeString("")
    sides = panels[0].picture.sides if panels else ()
    lying = {card.facts for side in sides for zone in _IN_PLAY for card in side.zones[zone]}
    named = [card for card in all_cards if card in lying or _is_about(scene, card.code)]
    cards = [(name_of(card), ". ".join((*map(icon_word, card.icons), *power_of(card)))) for card in named]
    says = {"panels": panels, "cards": [*cards, *describe_symbols(named)]}
    return SafeString(render_to_string("boards/picture/scene.html", says))


def panels_of(cards: Catalogue, scene: Scene) -> Iterator[Panel]:
    """The boards of a scene: one for each row of expectations, with what was done before; two at least."""
    played = Played(read_position(cards, scene.position).state)
    steps: list[str] = []
    done: list[str] = []
    last = played.state
    groups = [(key, list(group)) for key, group in groupby(scene.steps, lambda step: step.key in ("do", "to"))]
    if [acting for acting, _ in groups] == [True, False]:  # what it begins with is to be seen, too
        yield Panel(picture_of(last), [], [], board_url(scene.position))
    for acting, group in groups:
        if acting:
            done = [one for step in group for one in _carried_out(played, step, steps)]
            continue
        found = dict.fromkeys(one for step in group for one in _found(played, step, Played(last) if done else None))
        url = board_url(scene.position, [line_text(steps)])
        yield Panel(picture_of(played.state, before=last), done, list(found), url)
        last = played.state


def _carried_out(played: Played, step: Step, steps: list[str]) -> Iterator[str]:
    """What is done in a line of a scene, in words; the steps are added to those of the link."""
    for words in map(str.strip, step.text.split(BETWEEN)):
        while step.key == "to" and played.state.phase != words:
            turn = played.state.turn
            steps.append("continue" if played.state.phase == "engagement" else "pass")
            yield from _brought(played, played.act(steps[-1]))
            if result(played.state) or played.state.turn != turn:
                return
        if step.key == "do":
            state = played.state
            action = read(state.table, state.player, words)
            steps.append(token(state.table, state.player, action))
            asks = f" ({name_of(state.table.facts[state.asking])})" if state.asking >= 0 else ""
            yield f"{PLAYERS[max(state.player, 0)]}: {describe_action(state, action)}{asks}"
            yield from _brought(played, played.act(words))


def _brought(played: Played, events: Sequence[tuple[object, ...]]) -> Iterator[str]:
    """What came of an action: answers, how a fight ended, and how many cards each player drew."""
    table = played.state.table
    yield from (describe_event(table, event).rstrip(".") for event in events if event[0] in _DESCRIBED)
    drawn = Counter(event[1] for event in events if event[0] == "move" and event[3:] == ("deck", "hand"))
    yield from (wording("scene draws", who=PLAYERS[who], count=drawn[who]) for who in (0, 1) if drawn[who])


def _found(played: Played, step: Step, before: Played | None) -> Iterator[str]:
    """What is so on a board; of figures and places whether they are as on the board `before`."""
    state, who = played.state, PLAYERS[max(played.state.player, 0)]
    if fact := _fact(played, step):
        same = before is not None and before.finds(step) == step.text
        yield f"{fact} ({wording('scene same')})." if same else f"{fact}."
    if step.key in ("legal", "allowed"):
        actions_text = ", ".join(
            describe_action(state, read(state.table, state.player, words)) for words in step.text.split(BETWEEN)
        )
        only = step.key == "legal" and len(legal_actions(state)) > 1
        yield wording("scene only" if only else "scene may", who=who, deeds=actions_text)
    elif step.key == "not allowed":
        action = read(state.table, state.player, step.text.partition(" because ")[0])
        if reason := why_not(state, action):
            yield wording(
                "scene not", who=who, deed=describe_action(state, action), why=describe_reason(reason, state.table)
            )
    elif step.key in ("decides", "asked by") and state.asking >= 0:
        yield wording("scene asks", who=who, card=name_of(state.table.facts[state.asking]))
    elif step.key == "decides":
        yield wording("scene decides", who=who)
    elif step.key == "result" and (ended := result(state)):
        yield ending(ended)


def _fact(played: Played, step: Step) -> str:
    """A figure or a place that a scene expects, in words; nothing for other expectations."""
    table, (name, _, value) = played.state.table, step.text.rpartition(" = ")
    if step.key in ("hands", "decks", "power"):
        figures = zip(PLAYERS, value.split(), strict=True)
        return f"{wording(f'set {step.key}')}: {', '.join(f'{who} {figure}' for who, figure in figures)}"
    if step.key == "dragons":
        return f"{wording('set dr')}: {describe_dragons(int(value))}"
    if step.key == "turn":
        return f"{wording('set turn')}: {PLAYERS[int(value)]}"
    if step.key == "value" and value != "none":
        return wording("scene counts", card=name_of(table.facts[played.card(name)]), value=value)
    if step.key == "at":
        ships = {f"on {table.code(card)}": f"@{card}" for card in range(len(table.facts))}
        return f"{name_of(table.facts[played.card(name)])}: {describe_place(table, ships.get(value, value))}"
    return ""
