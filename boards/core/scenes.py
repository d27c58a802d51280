"""Scenes: rulings as positions, with actions and the expected outcome of each step. Files: see docs/boards.md."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from boards.core.reasons import why_illegal
from common.errors import Invalid
from game.engine.power import card_values
from game.engine.state import State, apply_action, game_result, legal_actions
from game.engine.view import HIDDEN_CARD, visible_game_for
from game.records.words import ELEMENT_WORDS, action_from_words, action_to_words, card_id_by_code

LIST_SEPARATOR = " / "
_THEIR_PREFIX = "their "
_BECAUSE_WORD = " because "
_EXPECTS_PREFIX = "expects "


@dataclass(frozen=True, slots=True)
class SceneStep:
    """A line of a scene: `do`, `to`, or an expectation; `claim` marks what the title says (`expects result: …`)."""

    key: str
    text: str
    line: int
    claim: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """A position with a title, the rulings and rules it shows, and its steps."""

    title: str
    rulings: tuple[str, ...]
    position: str
    steps: tuple[SceneStep, ...]
    line: int = 0


def parse_scenes(text: str) -> list[Scene]:
    """Parse the scenes of a file; raises `Invalid` for an unreadable line."""
    scenes: list[Scene] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("//"):
            continue
        if line.startswith("# "):
            scenes.append(Scene(line[2:], (), "", (), number))
            continue
        key, colon, rest = (part.strip() for part in line.partition(":"))
        claim = key.startswith(_EXPECTS_PREFIX)
        key = key.removeprefix(_EXPECTS_PREFIX)
        if not scenes or not colon or key not in (_EXPECTATIONS if claim else _SCENE_KEYS):
            raise Invalid("Line %(line)d: “%(text)s” is no line of a scene.", {"line": number, "text": line[:60]})
        scene = scenes.pop()
        if key == "rulings":
            scene = replace(scene, rulings=tuple(rest.replace(",", " ").split()))
        elif key == "position":
            scene = replace(scene, position=rest)
        else:
            scene = replace(scene, steps=(*scene.steps, SceneStep(key, rest, number, claim)))
        scenes.append(scene)
    return scenes


@dataclass(slots=True)
class PlayedScene:
    """A scene being played: the state, and the cards revealed so far."""

    state: State
    revealed: set[int] = field(default_factory=set)

    def act(self, words: str) -> list[tuple[object, ...]]:
        """Carry out an action of the deciding player; return the events, raise `Invalid` if it isn’t legal."""
        action = action_from_words(self.state.table, self.state.player, words)
        reason = why_illegal(self.state, action)
        if reason:
            raise Invalid("it is not legal (%(rule)s)", {"rule": reason.rule}, rule=reason.rule)
        events: list[tuple[object, ...]] = []
        self.state = apply_action(self.state, action, events=events)
        self.revealed |= {int(str(event[2])) for event in events if event[0] == "shown"}
        return events

    def actual_value(self, step: SceneStep) -> str:
        """Return the actual value for an expectation; the step’s own text if it is met."""
        return _EXPECTATIONS[step.key](self, step.text)

    def card_id_of(self, text: str) -> int:
        """Return the id of a card; `their Hoax 09` is player 1’s."""
        player = int(text.startswith(_THEIR_PREFIX))
        return card_id_by_code(self.state.table, player, text.removeprefix(_THEIR_PREFIX))


# --- what can be expected -------------------------------------------------------------------------------------


def _format_sorted_words(words: Iterable[str]) -> str:
    return LIST_SEPARATOR.join(sorted(words))


def _legal_words(played: PlayedScene) -> set[str]:
    state = played.state
    return {action_to_words(state.table, state.player, action) for action in legal_actions(state)}


def _legal_actions_text(played: PlayedScene, text: str) -> str:
    legal = _legal_words(played)
    return text if legal == set(text.split(LIST_SEPARATOR)) - {""} else _format_sorted_words(legal)


def _allowed_actions_text(played: PlayedScene, text: str) -> str:
    legal = _legal_words(played)
    return text if set(text.split(LIST_SEPARATOR)) <= legal else _format_sorted_words(legal)


def _reason_not_allowed_text(played: PlayedScene, text: str) -> str:
    """Return a reason as text: `play Vulca 05 because GAME-12 Khind 26` has the rule, and a card if one is named."""
    words, _, because = text.partition(_BECAUSE_WORD)
    state = played.state
    reason = why_illegal(state, action_from_words(state.table, state.player, words))
    if reason is None:
        return f"{words} is allowed"
    rule, _, card = because.partition(" ")
    fits = rule in ("", reason.rule) and (not card or card in reason.cards)
    return text if fits else f"{words}{_BECAUSE_WORD}{reason.rule} {', '.join(reason.cards)}".strip()


def _format_for_both_players(figure: Callable[[State, int], int]) -> Callable[[PlayedScene, str], str]:
    return lambda played, _: f"{figure(played.state, 0)} {figure(played.state, 1)}"


def _card_value_text(played: PlayedScene, text: str) -> str:
    name = text.partition(" = ")[0]
    card, board = played.card_id_of(name), played.state.copy_board()
    value = card_values(board, board.table.owner[card], board.element).get(card, "none")
    return f"{name} = {value}"


def _place_of_card(played: PlayedScene, card: int) -> str:
    board = played.state.copy_board()
    player, bit = board.table.owner[card], 1 << card
    for ship, cargo in board.cargo.items():
        if cargo & bit:
            return f"on {board.table.code(ship)}"
    for name, mask in (("covered", board.covered), ("bluff", board.facedown)):
        if mask & bit:
            return name
    for name in ("deck", "discard", "pile"):
        if card in getattr(board, name)[player]:
            return name
    zones = ("hand", "combat", "support", "ships", "trophies")
    return next(
        (name for name in zones if getattr(board, name)[player] & bit), "hyla" if board.hyla == card else "nowhere"
    )


def _card_place_text(played: PlayedScene, text: str) -> str:
    name = text.partition(" = ")[0]
    return f"{name} = {_place_of_card(played, played.card_id_of(name))}"


def _visible_cards_text(played: PlayedScene, text: str) -> str:
    """Return what a seat sees of a zone: `1 support 0 = ?.Vulca 23` is what seat 1 sees of player 0’s supports; `?` is
    a hidden card, cargo is in brackets."""
    seat, zone, who = text.partition(" = ")[0].split()
    cards = getattr(visible_game_for(played.state, int(seat)).sides[int(who)], zone)
    if isinstance(cards, int):
        cards = (cards,) if cards != HIDDEN_CARD else ()

    def words(cards: Iterable[int | tuple[int, tuple[int, ...]]]) -> str:
        return ".".join(sorted(map(word, cards))) or "nothing"

    def word(card: int | tuple[int, tuple[int, ...]]) -> str:
        if isinstance(card, tuple):
            return f"{word(card[0])}({words(card[1])})"
        return "?" if card == HIDDEN_CARD else played.state.table.code(card)

    return f"{seat} {zone} {who} = {words(cards)}"


def _game_result_text(played: PlayedScene, text: str) -> str:
    ended = game_result(played.state)
    return f"{ended.winner} {ended.why} {ended.crystals}" if ended else "none"


_EXPECTATIONS: dict[str, Callable[[PlayedScene, str], str]] = {
    "legal": _legal_actions_text,
    "allowed": _allowed_actions_text,
    "not allowed": _reason_not_allowed_text,
    "decides": lambda played, _: str(played.state.player),
    "asked by": lambda played, _: (
        played.state.table.code(played.state.asking_card) if played.state.asking_card >= 0 else "nothing"
    ),
    "turn": lambda played, _: str(played.state.player_in_turn),
    "phase": lambda played, _: played.state.phase_name,
    "element": lambda played, _: ELEMENT_WORDS[played.state.contested_element] or "none",
    "dragons": lambda played, _: str(played.state.dragons_balance),
    "power": _format_for_both_players(State.power),
    "hands": _format_for_both_players(lambda state, player: len(state.hand_of(player))),
    "decks": _format_for_both_players(lambda state, player: len(state.deck_of(player))),
    "value": _card_value_text,
    "at": _card_place_text,
    "shown": lambda played, text: text if played.card_id_of(text) in played.revealed else "not shown",
    "sees": _visible_cards_text,
    "result": _game_result_text,
}
_SCENE_KEYS = frozenset({"rulings", "position", "do", "to", *_EXPECTATIONS})
