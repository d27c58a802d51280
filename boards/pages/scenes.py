"""Scenes on pages: rulings drawn step by step, with a link to play on."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from boards.core.notation import cards_by_code
from boards.core.picture import BoardCard, BoardPicture, board_picture
from boards.core.played_line import line_as_text, step_token
from boards.core.read import parse_position
from boards.core.reasons import why_illegal
from boards.core.scenes import LIST_SEPARATOR, PlayedScene, Scene, SceneStep, parse_scenes
from boards.core.write import position_link
from boards.pages.addresses import board_url
from boards.pages.words import (
    PLAYERS,
    board_text,
    describe_action,
    describe_dragons,
    describe_event,
    describe_game_result,
    describe_place,
    describe_reason,
    describe_symbols,
    local_name,
)
from boards.shipped_lessons import insert_names
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.games.labels import icon_word, printed_text_lines
from cards.hooks import RulingScene
from cards.translations import read_translations, reader_language
from common.errors import Invalid
from game.engine.state import game_result, legal_actions
from game.records.words import action_from_words

# Events that aren’t visible on a board.
_DESCRIBED = {"announce", "call", "six", "dragons", "cut_short", "cancelled", "floods", "backtracked", "disclosed"}


@dataclass(frozen=True, slots=True)
class SceneBoard:
    """One board of a scene: the actions that led to it, its facts, and the URL to play on from it."""

    picture: BoardPicture
    done: list[str]
    found: list[str]
    url: str


@cache
def shipped_scenes() -> tuple[Scene, ...]:
    """Return every scene of `fixtures/bluemoon/scenes/`, file by file."""
    folder = Path(settings.BASE_DIR) / "fixtures" / "bluemoon" / "scenes"
    paths = sorted(folder.glob("*.txt"))
    return tuple(scene for path in paths for scene in parse_scenes(path.read_text(encoding="utf-8")))


@cache
def _scenes_by_ruling() -> dict[str, tuple[Scene, ...]]:
    found: dict[str, list[Scene]] = {}
    for scene in shipped_scenes():
        for number in scene.rulings:
            found.setdefault(number, []).append(scene)
    return {number: tuple(scenes) for number, scenes in found.items()}


@cache
def _scenes_by_link() -> dict[str, tuple[Scene, ...]]:
    scenes: dict[str, tuple[Scene, ...]] = {}
    for scene in shipped_scenes():
        link = position_link(scene.position)
        scenes[link] = (*scenes.get(link, ()), scene)
    return scenes


def scene_titles_at(position: str) -> list[str]:
    return [scene.title for scene in _render_scenes(_scenes_by_link().get(position_link(position), ()))]


def rules_with_scenes() -> frozenset[str]:
    return frozenset(_scenes_by_ruling())


def scenes_of_ruling(number: str) -> Sequence[RulingScene]:
    return _render_scenes(_scenes_by_ruling().get(number, ()))


def scenes_of_card(code: str) -> Sequence[RulingScene]:
    """Return the scenes about a card: those whose steps name it."""
    return _render_scenes(scene for scene in shipped_scenes() if _is_about(scene, code))


def _is_about(scene: Scene, code: str) -> bool:
    """Return whether a step names the card; `Vulca 12` doesn’t name `Vulca 1`."""
    return any(code in step.text and re.search(rf"{code}(?!\d)", step.text) for step in scene.steps)


@cache
def _title_translations() -> Mapping[str, Mapping[str, str]]:
    return read_translations("scenes.csv")


def _translated_title(scene: Scene) -> str:
    """Return the title in the reader’s language, with its number among scenes of that title and `{V05}` for a card."""
    base, _comma, number = scene.title.rpartition(", ")
    if not number.isdigit():
        base, number = scene.title, ""
    title = _title_translations().get(base, {}).get(reader_language()) or base
    return f"{title}, {number}" if number else title


def _render_scenes(scenes: Iterable[Scene]) -> list[RulingScene]:
    titled = [(scene, _translated_title(scene)) for scene in scenes]
    cards = cards_by_code(catalogue()) if any("{" in title for _, title in titled) else {}
    return [
        RulingScene(
            insert_names(title, cards),
            board_url(scene.position),
            scene.rulings,
            partial(_scene_html, scene),
            partial(_final_board_html, scene),
        )
        for scene, title in titled
    ]


def _scene_html(scene: Scene) -> SafeString:
    all_cards = catalogue()
    try:
        panels = list(scene_boards(all_cards, scene))
    except Invalid:  # an editor has changed a card of the scene
        return SafeString("")
    lying = {card.facts for panel in panels[:1] for card in _cards_in(("support", "combat", "leader", "others"), panel)}
    named = [card for card in all_cards if card in lying or _is_about(scene, card.code)]
    cards = [(local_name(card), ". ".join((*map(icon_word, card.icons), *printed_text_lines(card)))) for card in named]
    says = {"panels": panels, "cards": [*cards, *describe_symbols(named)]}
    return SafeString(render_to_string("boards/picture/scene.html", says))


def _final_board_html(scene: Scene, code: str, cards: Catalogue) -> SafeString:
    """Draw the last board of a scene; return nothing if a card is given that isn’t in the fight."""
    try:
        panels = list(scene_boards(cards, scene))[-1:]
    except Invalid:
        return SafeString("")
    lying = [card.facts for panel in panels for card in _cards_in(("support", "combat"), panel)]
    if code and code not in [facts.code for facts in lying if facts]:
        return SafeString("")
    return SafeString(render_to_string("boards/picture/scene.html", {"panels": panels, "short": True}))


def _cards_in(zones: Iterable[str], panel: SceneBoard) -> Iterator[BoardCard]:
    return (card for side in panel.picture.sides for zone in zones for card in side.zones[zone])


def scene_boards(cards: Catalogue, scene: Scene) -> Iterator[SceneBoard]:
    """Yield the board after each group of actions of a scene; if there is only one group, first the start."""
    played = PlayedScene(parse_position(cards, scene.position).state)
    steps: list[str] = []
    done: list[str] = []
    last_state = played.state
    groups = [(key, list(group)) for key, group in groupby(scene.steps, lambda step: step.key in ("do", "to"))]
    if [acting for acting, _ in groups] == [True, False]:  # with only one board, show the start too
        yield SceneBoard(board_picture(last_state), [], [], board_url(scene.position))
    for acting, group in groups:
        if acting:
            done = [one for step in group for one in _play_and_describe_step(played, step, steps)]
            continue
        found = dict.fromkeys(
            sentence
            for step in group
            for sentence in _expectation_sentences(played, step, PlayedScene(last_state) if done else None)
        )
        url = board_url(scene.position, [line_as_text(steps)])
        yield SceneBoard(board_picture(played.state, before=last_state), done, list(found), url)
        last_state = played.state


def _play_and_describe_step(played: PlayedScene, step: SceneStep, steps: list[str]) -> Iterator[str]:
    """Carry out a line of a scene and describe it; add its steps to those of the link."""
    for words in map(str.strip, step.text.split(LIST_SEPARATOR)):
        while step.key == "to" and played.state.phase_name != words:
            turn = played.state.player_in_turn
            steps.append("continue" if played.state.phase_name == "engagement" else "pass")
            yield from _event_sentences(played, played.act(steps[-1]))
            if game_result(played.state) or played.state.player_in_turn != turn:
                return
        if step.key == "do":
            state = played.state
            action = action_from_words(state.table, state.player, words)
            steps.append(step_token(state.table, state.player, action))
            asks = f" ({local_name(state.table.facts[state.asking_card])})" if state.asking_card >= 0 else ""
            yield f"{PLAYERS[max(state.player, 0)]}: {describe_action(state, action)}{asks}"
            yield from _event_sentences(played, played.act(words))


def _event_sentences(played: PlayedScene, events: Sequence[tuple[object, ...]]) -> Iterator[str]:
    """Describe the events of an action that no board shows, and how many cards each player drew."""
    table = played.state.table
    yield from (describe_event(table, event).rstrip(".") for event in events if event[0] in _DESCRIBED)
    drawn = Counter(event[1] for event in events if event[0] == "move" and event[3:] == ("deck", "hand"))
    yield from (
        board_text("scene draws", who=PLAYERS[player], count=drawn[player]) for player in (0, 1) if drawn[player]
    )


def _expectation_sentences(played: PlayedScene, step: SceneStep, before: PlayedScene | None) -> Iterator[str]:
    """Describe what a scene expects of a board; compare figures and places with the board `before`."""
    state, who = played.state, PLAYERS[max(played.state.player, 0)]
    if fact := _expected_fact_sentence(played, step):
        same = before is not None and before.actual_value(step) == step.text
        yield f"{fact} ({board_text('scene same')})." if same else f"{fact}."
    if step.key in ("legal", "allowed"):
        actions_text = ", ".join(
            describe_action(state, action_from_words(state.table, state.player, words))
            for words in step.text.split(LIST_SEPARATOR)
        )
        only = step.key == "legal" and len(legal_actions(state)) > 1
        yield board_text("scene only" if only else "scene may", who=who, actions=actions_text)
    elif step.key == "not allowed":
        action = action_from_words(state.table, state.player, step.text.partition(" because ")[0])
        if reason := why_illegal(state, action):
            what = describe_action(state, action)
            yield board_text("scene not", who=who, action=what, why=describe_reason(reason))
    elif step.key in ("decides", "asked by") and state.asking_card >= 0:
        yield board_text("scene asks", who=who, card=local_name(state.table.facts[state.asking_card]))
    elif step.key == "decides":
        yield board_text("scene decides", who=who)
    elif step.key == "result" and (ended := game_result(state)):
        yield describe_game_result(ended)


def _expected_fact_sentence(played: PlayedScene, step: SceneStep) -> str:
    """Describe an expected figure or place; empty for other expectations."""
    table, (name, _, value) = played.state.table, step.text.rpartition(" = ")
    if step.key in ("hands", "decks", "power"):
        figures = zip(PLAYERS, value.split(), strict=True)
        return f"{board_text(f'set {step.key}')}: {', '.join(f'{who} {figure}' for who, figure in figures)}"
    if step.key == "dragons":
        return f"{board_text('set dr')}: {describe_dragons(int(value))}"
    if step.key == "turn":
        return f"{board_text('set turn')}: {PLAYERS[int(value)]}"
    if step.key == "value" and value != "none":
        return board_text("scene counts", card=local_name(table.facts[played.card_id_of(name)]), value=value)
    if step.key == "at":
        ships = {f"on {table.code(card)}": f"@{card}" for card in range(len(table.facts))}
        return f"{local_name(table.facts[played.card_id_of(name)])}: {describe_place(table, ships.get(value, value))}"
    return ""
