"""Writer of position texts, in full or as one seat sees it."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from boards.core.notation import (
    ELEMENTS,
    FLAGS,
    FRAMES,
    HIDDEN_CODE,
    MARKS,
    NUMBERS,
    ORDERED,
    PHASES,
    READINGS,
    SIGN,
    WAIT,
    ZONES,
    short_card_code,
)
from game.engine.board import CHAR, Board
from game.engine.state import State
from game.engine.table import GameTable, RuleSettings, bits
from game.engine.targets import opposing_influence, target_candidates
from game.engine.view import visible_game_for

PositionFields = dict[str, str]


def position_as_text(state: State) -> str:
    """Return the text of a position, from which `parse_position` makes the same position."""
    board = state.board
    fields = _position_fields(board, None)
    text = _join_parts([SIGN, *_format_position_fields(fields)])
    if board.saved is None:
        return text
    before = _position_fields(board.saved, None)
    changed = {name: before.get(name, "") for name in {**fields, **before} if fields.get(name) != before.get(name)}
    for name in ("ask", "rnd"):
        changed.pop(name, None)
    return _join_parts([text, "|", *_format_position_fields(changed)])


def view_as_text(state: State, seat: int) -> str:
    """Return a position’s text as a seat may see it (GAME-26): hidden cards as counts, no chance, no backtracking."""
    board = state.board
    fields = _position_fields(board, seat)
    fields.pop("rnd", None)
    decides = board.choice[1] if board.choice else board.turn
    if decides != seat and not board.outcome:
        fields["by"] = str(decides)
        asking = visible_game_for(state, seat).asking
        fields |= {"of": _card_code(board, asking)} if asking >= 0 else {}
    return _join_parts([SIGN, f"seen={seat}", *_format_position_fields(fields)])


def position_link(text: str) -> str:
    return text.replace(" ", "_")


def _join_parts(parts: list[str]) -> str:
    return " ".join(part for part in parts if part)


def _format_position_fields(fields: PositionFields) -> list[str]:
    return [f"{name}={value}" for name, value in fields.items()]


def _position_fields(board: Board, seat: int | None) -> PositionFields:
    table = board.table
    fields: PositionFields = {"r": str(READINGS)}
    changed = settings_as_text(table.settings)
    fields |= {"set": changed} if changed else {}
    fields |= {"turn": str(board.turn), "n": str(board.number), "ph": PHASES[board.phase]}
    fields |= {"el": ELEMENTS[board.element]} if board.element else {}
    fields |= {"dr": str(board.dragons)} if board.dragons else {}
    for player in (0, 1):
        for letter, zone in ZONES.items():
            text = _zone_as_text(board, player, zone, seat)
            fields |= {f"{letter}{player}": text} if text else {}
    fields |= {name: str(getattr(board, attribute)) for name, attribute in NUMBERS.items() if getattr(board, attribute)}
    flags = [name for name, attribute in FLAGS.items() if getattr(board, attribute)]
    if "start" in flags and not board.element and board.phase >= CHAR:
        flags.remove("start")  # the default in a turn without a fight
    fields |= {"flags": ".".join(flags)} if flags else {}
    fields |= {name: getattr(board, name).replace(" ", ":") for name in ("pair", "gang") if getattr(board, name)}
    fields |= {"fs": _card_codes(board, bits(board.from_ship))} if board.from_ship else {}
    if board.aims:
        fields["aim"] = ".".join(_format_text_target(board, card) for card in board.aims)
    waiting = board.choice and board.choice[0] == WAIT
    frames = [] if waiting else [*board.todo, *([board.choice] if board.choice else [])]
    if frames and (seat is None or seat in frames[-1][1:2]):
        fields["ask"] = ".".join(
            _todo_entry_as_text(board, frame, _hidden_cards_mask(board, seat))
            for frame in (frames if seat is None else frames[-1:])
        )
    if not (board.has_cards(0) or board.has_cards(1)) and board.last_card_clock[0] != board.last_card_clock[1]:
        fields["last"] = str(int(board.last_card_clock[1] > board.last_card_clock[0]))
    if board.outcome:
        winner, why, crystals = board.outcome
        fields["over"] = f"{winner}.{why.replace('_', '-')}.{crystals}"
    return fields | ({"rnd": f"{board.seed}.{board.draws}"} if board.seed or board.draws else {})


@lru_cache(maxsize=256)
def settings_as_text(settings: RuleSettings) -> str:
    """Return the settings that differ from the default: `edition:1e,mulligan:yes`."""
    texts = {True: "yes", False: "no"}
    return ",".join(
        f"{name.replace('_', '-')}:{texts.get(value, value)}"
        for name in RuleSettings.__dataclass_fields__
        if (value := getattr(settings, name)) != getattr(RuleSettings(), name)
    )


# --- cards ----------------------------------------------------------------------------------------------------


def _zone_as_text(board: Board, player: int, zone: str, seat: int | None) -> str:
    """Return the cards of a zone as text; of closed piles, a seat only sees the top card and the number of cards."""
    if zone == "inquisitor":
        cards: tuple[int, ...] = tuple(card for card in board.table.inquisitor[player : player + 1] if card >= 0)
    elif zone == "hyla":
        cards = (board.hyla,) if board.hyla >= 0 and board.table.owner[board.hyla] == player else ()
    elif zone in ORDERED:
        cards = getattr(board, zone)[player]
        if seat is not None:
            visible = _searched_cards_mask(board, seat)
            opened = tuple(card for card in cards if visible >> card & 1)
            rest = len(cards) - len(opened)
            if zone == "deck":
                text = _card_tokens(board, zone, sorted(opened), 0)
                return ".".join(part for part in (text, f"{rest}?" if rest else "") if part)
            cards = (*sorted(set(opened) - {*cards[-1:]}), *cards[-1:])
    else:
        cards = bits(getattr(board, zone)[player])
    return _card_tokens(board, zone, cards, _hidden_cards_mask(board, seat)) if cards else ""


def _searched_cards_mask(board: Board, seat: int) -> int:
    """Return the mask of the seat’s own cards from which a text lets it choose."""
    choice = board.choice
    if choice is None or choice[0] != "pick" or choice[1] != seat:
        return 0
    offered: int = choice[3] | sum(1 << card for card in (*choice[7], choice[2]) if card >= 0)
    return offered & board.table.mine[seat]


def _hidden_cards_mask(board: Board, seat: int | None) -> int:
    """Return the mask of the opposing hand and bluffs, except cards disclosed to the seat."""
    if seat is None:
        return 0
    return (board.facedown | (board.hand[1 - seat] & ~board.disclosed)) & board.table.mine[1 - seat]


def _card_tokens(board: Board, zone: str, cards: Iterable[int], hidden: int) -> str:
    tokens: list[str] = []
    unseen: dict[str, int] = {}
    marked = [(mark, mask) for mark in MARKS if (mask := _cards_with_mark(board, zone, mark))]
    codes = _short_card_codes(board.table)
    if not (marked or hidden or board.cargo or HIDDEN_CODE in codes):
        return ".".join([codes[card] for card in cards])
    for card in cards:
        marks = "".join([mark for mark, mask in marked if mask >> card & 1])
        if hidden >> card & 1 or codes[card] == HIDDEN_CODE:
            unseen[marks] = unseen.get(marks, 0) + 1
            continue
        cargo = ""
        if board.cargo.get(card):
            cargo = f"({_card_tokens(board, 'cargo', bits(board.cargo[card]), 0)})"
        tokens.append(f"{codes[card]}{marks}{cargo}")
    return ".".join([*tokens, *(f"{count}?{marks}" for marks, count in unseen.items())])


@lru_cache(maxsize=1024)
def _short_card_codes(table: GameTable) -> tuple[str, ...]:
    return tuple(short_card_code(card.code) for card in table.facts)


def _cards_with_mark(board: Board, zone: str, mark: str) -> int:
    attribute, name = MARKS[mark]
    if attribute not in ("", zone):
        return 0
    mask: int = getattr(board, "leading" if mark == "+" and zone == "pile" else name)
    return mask


def _card_code(board: Board, card: int, hidden: int = 0) -> str:
    if card < 0:
        return "-"
    code = HIDDEN_CODE if hidden >> card & 1 else short_card_code(board.table.code(card))
    return f"{board.table.owner[card]}{code}"


def _card_codes(board: Board, cards: Iterable[int], hidden: int = 0) -> str:
    return ".".join(_card_code(board, card, hidden) for card in cards)


def _format_text_target(board: Board, card: int) -> str:
    """Write a text and its target; the candidates and influence when it was chosen follow if they differ now."""
    target, candidates, state = board.aims[card]
    aim = f"{_card_code(board, card)}@{_card_code(board, target)}"
    now = (target_candidates(board, card), opposing_influence(board, target) if target >= 0 else 0)
    return aim if (candidates, state) == now else f"{aim}({_card_codes(board, bits(candidates))};{state})"


# --- frames still to do ---------------------------------------------------------------------------------------


def _todo_entry_as_text(board: Board, frame: tuple[Any, ...], hidden: int) -> str:
    name, *values = frame
    arguments = [
        _todo_argument_as_text(board, kind, value, hidden) for kind, value in zip(FRAMES[name], values, strict=True)
    ]
    return f"{name.replace('_', '-')}({';'.join(arguments)})"


def _todo_argument_as_text(board: Board, kind: str, value: Any, hidden: int) -> str:
    if kind == "c":
        return _card_code(board, value, hidden)
    if kind in "CP":
        return _card_codes(board, bits(value) if kind == "C" else value, hidden)
    return str(int(value)) if kind in "wib" else (value.replace("_", "-") or "-")
