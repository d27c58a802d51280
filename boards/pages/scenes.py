"""Scenes on pages: rulings drawn step by step, and opened where the reader may play on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from boards.core.lines import BETWEEN as BETWEEN_STEPS
from boards.core.lines import token
from boards.core.picture import Picture, picture_of
from boards.core.read import read_position
from boards.core.reasons import why_not
from boards.core.scenes import BETWEEN, Played, Scene, Step
from boards.pages.addresses import board_url
from boards.pages.words import PLAYERS, deed, ending, name_of, reason_said
from boards.shipped_scenes import shipped_scenes
from cards.catalogue.queries import catalogue
from cards.hooks import DrawnScene
from cards.translations import reader
from common.errors import Invalid
from game.engine.state import State, legal_actions, result
from game.records.words import read


@dataclass(slots=True)
class Panel:
    """One board of a scene: what was done to come here, and what is so now."""

    picture: Picture
    done: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    url: str = ""


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


def rules_with_scenes() -> frozenset[str]:
    """The numbers of rules, readings and rulings that are shown as positions."""
    return frozenset(_by_ruling())


def scenes_of_ruling(number: str) -> Sequence[DrawnScene]:
    """The scenes that show a ruling or a rule."""
    return [_drawn(scene) for scene in _by_ruling().get(number, ())]


def scenes_of_card(code: str) -> Sequence[DrawnScene]:
    """The scenes that name a card in what is done or expected, which is where they are about it."""
    return [_drawn(scene) for scene in _scenes() if any(_names(step.text, code) for step in scene.steps)]


def _names(text: str, code: str) -> bool:
    at = text.find(code)
    return at >= 0 and not text[at + len(code) : at + len(code) + 1].isdigit()


def _drawn(scene: Scene) -> DrawnScene:
    # Titles are English, as the files of the scenes are; other readers get the question of the ruling above them.
    title = scene.title if reader() == "en" else ""
    return DrawnScene(title, board_url(scene.position), scene.rulings, lambda: _html(scene))


def _html(scene: Scene) -> SafeString:
    try:
        panels = list(panels_of(scene))
    except Invalid:  # an editor has changed a card that the scene is about
        return SafeString("")
    return SafeString(render_to_string("boards/picture/scene.html", {"panels": panels}))


def panels_of(scene: Scene) -> Iterator[Panel]:
    """The boards of a scene: one for each row of expectations, with what was done before."""
    played = Played(read_position(catalogue(), scene.position).state)
    steps: list[str] = []
    done: list[str] = []
    before: State | None = None
    panel: Panel | None = None
    for step in scene.steps:
        if step.key in ("do", "to"):
            if panel is not None:
                yield panel
                panel, before, done = None, played.state, []
            done += _carried_out(played, step, steps)
            continue
        if panel is None:
            url = board_url(scene.position, [BETWEEN_STEPS.join(steps)])
            panel = Panel(picture_of(played.state, before=before), done, url=url)
        panel.found += [said for said in _found(played.state, step) if said not in panel.found]
    if panel is not None:
        yield panel


def _carried_out(played: Played, step: Step, steps: list[str]) -> Iterator[str]:
    """What is done in a line of a scene, in words; the steps are added to those of the link."""
    for words in step.text.split(BETWEEN):
        if step.key == "to":
            while played.state.phase != words.strip():
                state = played.state
                kind = "continue" if state.phase == "engagement" else "pass"
                played.act(kind)
                steps.append(kind)
                if result(played.state) or played.state.turn != state.turn:
                    return
            continue
        state = played.state
        action = read(state.table, state.player, words.strip())
        steps.append(token(state.table, state.player, action))
        yield f"{PLAYERS[max(state.player, 0)]}: {deed(state, action)}"
        played.act(words.strip())


def _found(state: State, step: Step) -> Iterator[str]:
    """What is so on a board, of the things that cannot be seen on it."""
    who = PLAYERS[max(state.player, 0)]
    if step.key in ("legal", "allowed"):
        said = ", ".join(deed(state, read(state.table, state.player, words)) for words in step.text.split(BETWEEN))
        if step.key == "legal" and len(legal_actions(state)) > 1:
            yield _("%(who)s may, and nothing else: %(deeds)s.") % {"who": who, "deeds": said}
        elif said:
            yield _("%(who)s may: %(deeds)s.") % {"who": who, "deeds": said}
    elif step.key == "not allowed":
        words = step.text.partition(" because ")[0]
        action = read(state.table, state.player, words)
        if reason := why_not(state, action):
            yield _("%(who)s may not: %(deed)s. %(why)s") % {
                "who": who,
                "deed": deed(state, action),
                "why": reason_said(reason, state.table),
            }
    elif step.key in ("decides", "asked by") and state.asking >= 0:
        card = name_of(state.table.facts[state.asking])
        yield _("%(who)s decides; %(card)s asks.") % {"who": who, "card": card}
    elif step.key == "decides":
        yield _("%(who)s decides.") % {"who": who}
    elif step.key == "result" and (ended := result(state)):
        yield ending(ended)
