"""Parser of position texts; errors are reported with field and column."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from typing import Any, NoReturn

from boards.core.notation import (
    ELEMENTS,
    FIELD_NAMES,
    FLAGS,
    FRAMES,
    HIDDEN_CARD,
    HIDDEN_CODE,
    MARKS,
    NUMBERS,
    ORDERED,
    PHASES,
    READINGS,
    TEXT_VERSION,
    WAIT,
    ZONE_NAMES,
    ZONES,
    cards_by_code,
    short_card_code,
)
from boards.core.oddities import impossible_facts_of, interpretation_changes_since
from common.errors import Detail, Invalid
from game.engine.board import CHAR, ENGAGE, POWER, Board
from game.engine.catalogue import CardFacts, CardType, Catalogue
from game.engine.choices import CHOICE_HANDLERS
from game.engine.state import State
from game.engine.table import GameTable, RuleSettings, bits, game_table_of_cards, settings_from
from game.engine.targets import opposing_influence, target_candidates
from game.engine.turn import run_until_decision

MAX_LETTERS = 8_000
MAX_CARDS_PER_ZONE = 60  # in any zone of one player
MAX_HAND_CARDS = 30
MAX_NUMBER = 9_999
MAX_RANDOM_SEED = 1 << 63

_FIELD_TOKEN = re.compile(r"[^\s_]+")
_TOKEN = re.compile(r"(?:(?P<count>\d{1,2})\?|(?P<code>\w+))(?P<marks>[-*!+~$]*)(?:\((?P<cargo>[^()]*)\))?(?:\.|$)")
_LIST_PART = re.compile(r"(?:[^.()]|\([^()]*\)|[()])+")  # a part between dots; dots in brackets don’t count
_FRAME_CALL = re.compile(r"(?P<name>[a-z-]+)\((?P<arguments>[^()]*)\)")
_TEXT_AND_TARGET = re.compile(r"(?P<text>\w+)@(?P<target>\w+|-)(?:\((?P<seen>[\w.]*);(?P<state>\d{1,3})\))?")


@dataclass(frozen=True, slots=True)
class ParsedPosition:
    """A parsed position: its state, the seat whose view it is (None: nothing is hidden), and its oddities."""

    state: State
    seat: int | None
    notes: tuple[Detail, ...]


@dataclass(frozen=True, slots=True)
class _PositionField:
    value: str
    column: int


@dataclass(slots=True)
class _CardInZone:
    """A card of a zone: its facts, its marks, and what lies on it."""

    card: CardFacts
    marks: str
    cargo: list[CardFacts] = dataclass_field(default_factory=list)


def parse_position(catalogue: Catalogue, text: str) -> ParsedPosition:
    """Return the position of a text; raise `Invalid` naming field and column."""
    fields, before = _split_fields(text)
    sides = _cards_of_sides(catalogue, fields)
    settings = _parse_settings_field(fields)
    table = _table_of_cards(fields, sides, settings)
    board = _board_from_fields(table, fields, sides)
    seat = _parse_digit_field(fields, "seen") if "seen" in fields else None
    if before:
        merged = {name: field for name, field in {**fields, **before}.items() if field.value and name != "ask"}
        board.saved = _board_from_fields(table, merged, _cards_of_sides(catalogue, merged))
    elif CHAR <= board.phase <= POWER and not any(frame[::2][:2] == ("window", "power") for frame in board.todo):
        board.saved = board.copy()
        board.saved.phase, board.saved.saved = ENGAGE, None
        board.saved.todo = []
    notes = (*interpretation_changes_since(_parse_int_field(fields, "r", READINGS)), *impossible_facts_of(board))
    if "by" in fields:
        board.choice = (
            WAIT,
            _parse_digit_field(fields, "by"),
            _parse_card_id(table, fields["of"], "of", fields["of"].value) if "of" in fields else -1,
        )
    elif not board.outcome:
        with as_field_errors():
            run_until_decision(board)
    return ParsedPosition(State(board), seat, notes)


@contextmanager
def as_field_errors() -> Iterator[None]:
    """Raise `Invalid` instead of an engine error: the question in the field `ask` doesn’t fit the cards."""
    try:
        yield
    except Invalid:
        raise
    except (LookupError, StopIteration, RuntimeError, AssertionError, ValueError) as error:
        raise Invalid(
            "“%(field)s”: what is asked there does not fit the cards.",
            {"field": "ask"},
            details=[Detail("it doesn’t match the cards", field="ask")],
        ) from error


def _fail_at(where: str, field: _PositionField | None, template: str, **params: object) -> NoReturn:
    """Raise an error with field and column, in English only: programs and experts write such texts."""
    column = field.column if field else 1
    message = Invalid(template, params).message
    raise Invalid(
        "“%(field)s”, column %(column)d: %(what)s.",
        {"field": where, "column": column, "what": message.rstrip(".")},
        details=[Detail(message, field=where, column=column)],
    )


def _split_fields(text: str) -> tuple[dict[str, _PositionField], dict[str, _PositionField]]:
    """Return the fields of a text, and the fields after `|`: the position that `backtrack` returns to."""
    if len(text) > MAX_LETTERS:
        raise Invalid(
            "The position is too long: %(size)d characters, at most %(most)d.", {"size": len(text), "most": MAX_LETTERS}
        )
    words = list(_FIELD_TOKEN.finditer(text))
    sign = words[0].group() if words else ""
    if not re.fullmatch(r"TM\d{1,4}", sign):
        _fail_at("TM", None, "a position begins with TM%(version)d", version=TEXT_VERSION)
    if int(sign[2:]) != TEXT_VERSION:
        _fail_at("TM", None, "this site reads version %(version)d, not %(other)s", version=TEXT_VERSION, other=sign[2:])
    halves: tuple[dict[str, _PositionField], dict[str, _PositionField]] = ({}, {})
    half = 0
    for word in words[1:]:
        if word.group() == "|" and not half:
            half = 1
            continue
        name, equals, value = word.group().partition("=")
        field = _PositionField(value, word.start() + 1)
        if not equals or name not in FIELD_NAMES:
            _fail_at(name[:20], field, "there is no such field")
        if name in halves[half]:
            _fail_at(name, field, "it stands here twice")
        halves[half][name] = field
    return halves


# --- cards ----------------------------------------------------------------------------------------------------


def _cards_of_sides(catalogue: Catalogue, fields: dict[str, _PositionField]) -> dict[str, list[_CardInZone]]:
    cards = cards_by_code(catalogue)
    return {name: list(_cards_in_zone(cards, name, field)) for name, field in fields.items() if name in ZONE_NAMES}


def _cards_in_zone(cards: dict[str, CardFacts], name: str, field: _PositionField) -> Iterator[_CardInZone]:
    offset = 0
    while offset < len(field.value):
        token_field = _PositionField(field.value, field.column + len(name) + 1 + offset)
        token = _TOKEN.match(field.value, offset)
        if token is None:
            _fail_at(name, token_field, "“%(token)s” isn’t a card", token=field.value[offset : offset + 20])
        offset = token.end()
        if token["count"]:
            if int(token["count"]) > MAX_CARDS_PER_ZONE:
                _fail_at(name, token_field, "there are at most %(most)d cards of a side", most=MAX_CARDS_PER_ZONE)
            yield from (_CardInZone(HIDDEN_CARD, token["marks"]) for _ in range(int(token["count"])))
            continue
        card = cards.get(token["code"])
        if card is None:
            _fail_at(name, token_field, "“%(token)s” isn’t a card", token=token["code"][:20])
        fits = (
            card.type is CardType.INQUISITOR if name[0] == "q" else card.playable and card.type is not CardType.UNKNOWN
        )
        if not card.known or not fits:
            _fail_at(name, token_field, "“%(token)s” cannot lie there", token=token["code"])
        inside = _PositionField(
            token["cargo"] or "", token_field.column + len(token["code"]) + len(token["marks"]) - len(name)
        )
        yield _CardInZone(
            card, token["marks"], [card_in_zone.card for card_in_zone in _cards_in_zone(cards, name, inside)]
        )


def _table_of_cards(
    fields: dict[str, _PositionField], sides: dict[str, list[_CardInZone]], settings: RuleSettings
) -> GameTable:
    decks: tuple[list[CardFacts], list[CardFacts]] = ([], [])
    inquisitors: list[tuple[int, CardFacts]] = []
    for name, zone_cards in sides.items():
        player = int(name[1])
        if name[0] == "h" and len(zone_cards) > MAX_HAND_CARDS:
            _fail_at(name, fields[name], "a hand has at most %(most)d cards", most=MAX_HAND_CARDS)
        for card_in_zone in zone_cards:
            for card in (card_in_zone.card, *card_in_zone.cargo):
                if name[0] == "q":
                    inquisitors.append((player, card))
                    continue
                if card in decks[player] and card is not HIDDEN_CARD:
                    _fail_at(name, fields[name], "%(card)s of this side lies elsewhere too", card=card.code)
                decks[player].append(card)
                if len(decks[player]) > MAX_CARDS_PER_ZONE:
                    _fail_at(name, fields[name], "there are at most %(most)d cards of a side", most=MAX_CARDS_PER_ZONE)
    if len({player for player, _ in inquisitors}) != len(inquisitors):
        _fail_at("q0", fields.get("q0"), "a side has at most one inquisitor")
    return game_table_of_cards(decks, inquisitors, settings)


def _parse_card_id(table: GameTable, field: _PositionField, name: str, text: str) -> int:
    """Return the id of a card such as `0V05`; -1 for `-`."""
    if text == "-":
        return -1
    for card in bits(table.mine[int(text[0])] if text[:1] in ("0", "1") else 0):
        if text[1:] in (table.code(card).replace(" ", ""), short_card_code(table.code(card))):
            return card
    _fail_at(name, field, "“%(token)s” isn’t a card of this position", token=text[:20])


def _fill_zone(board: Board, name: str, field: _PositionField, zone_cards: list[_CardInZone], taken: set[int]) -> None:
    player, zone = int(name[1]), ZONES[name[0]]
    ids: list[int] = []
    for card_in_zone in zone_cards:
        ids.append(_next_card_id(board.table, name, field, card_in_zone.card, taken))
        _set_marks(board, name, field, card_in_zone.marks, ids[-1])
        if card_in_zone.cargo:
            if zone != "ships":
                _fail_at(name, field, "only ships carry cards")
            board.cargo[ids[-1]] = sum(
                1 << _next_card_id(board.table, name, field, card, taken) for card in card_in_zone.cargo
            )
    if zone == "hyla":
        if len(ids) != 1 or board.hyla >= 0:
            _fail_at(name, field, "one Hyla lies there at most")
        board.hyla = ids[0]
    elif zone in ORDERED:
        getattr(board, zone)[player] = tuple(ids)
    elif zone != "inquisitor":
        getattr(board, zone)[player] = sum(1 << card for card in ids)


def _next_card_id(table: GameTable, name: str, field: _PositionField, card: CardFacts, taken: set[int]) -> int:
    for card_id in bits(table.mine[int(name[1])]):
        if table.facts[card_id] is card and card_id not in taken:
            taken.add(card_id)
            return card_id
    _fail_at(name, field, "%(card)s isn’t a card of this position", card=card.code)


def _set_marks(board: Board, name: str, field: _PositionField, marks: str, card: int) -> None:
    zone = ZONES[name[0]]
    for mark in marks:
        attribute, mask = MARKS[mark]
        if attribute not in ("", zone):
            _fail_at(name, field, "the mark %(mark)s has no meaning here", mark=mark)
        mask = "leading" if mark == "+" and zone == "pile" else mask
        setattr(board, mask, getattr(board, mask) | 1 << card)


# --- the other fields -----------------------------------------------------------------------------------------


def _parse_int_field(
    fields: dict[str, _PositionField], name: str, default: int = 0, minimum: int = 0, maximum: int = MAX_NUMBER
) -> int:
    if name not in fields:
        return default
    text = fields[name].value
    if not re.fullmatch(r"-?\d{1,4}", text) or not minimum <= int(text) <= maximum:
        _fail_at(
            name, fields[name], "a whole number from %(least)d to %(most)d stands here", least=minimum, most=maximum
        )
    return int(text)


def _parse_digit_field(fields: dict[str, _PositionField], name: str) -> int:
    return _parse_int_field(fields, name, 0, 0, 1)


def _parse_choice_field(fields: dict[str, _PositionField], name: str, words: tuple[str, ...]) -> int:
    if name not in fields:
        return 0
    if fields[name].value not in words:
        _fail_at(name, fields[name], "one of %(words)s stands here", words=", ".join(words))
    return words.index(fields[name].value)


def _parse_settings_field(fields: dict[str, _PositionField]) -> RuleSettings:
    if "set" not in fields:
        return RuleSettings()
    values: dict[str, object] = {}
    for pair in fields["set"].value.split(","):
        name, _, value = pair.partition(":")
        values[name.replace("-", "_")] = {"yes": True, "no": False}.get(value, value)
    try:
        return settings_from(values)
    except Invalid as error:
        _fail_at("set", fields["set"], error.template, **error.params)


def _board_from_fields(
    table: GameTable, fields: dict[str, _PositionField], sides: dict[str, list[_CardInZone]]
) -> Board:
    board = Board(table)
    board.turn = _parse_digit_field(fields, "turn")
    board.number = _parse_int_field(fields, "n", 1)
    board.phase = _parse_choice_field(fields, "ph", PHASES)
    board.element = _parse_choice_field(fields, "el", ELEMENTS)
    board.dragons = _parse_int_field(fields, "dr", 0, -3, 3)
    taken: set[int] = set()
    for name, zone_cards in sides.items():
        _fill_zone(board, name, fields[name], zone_cards, taken)
    for name, attribute in NUMBERS.items():
        setattr(board, attribute, _parse_int_field(fields, name, 0))
    if "flags" in fields:
        for word in fields["flags"].value.split("."):
            if word not in FLAGS:
                _fail_at("flags", fields["flags"], "one of %(words)s stands here", words=", ".join(FLAGS))
            setattr(board, FLAGS[word], True)
    board.starting = board.starting or (board.phase >= CHAR and not board.element)
    board.pair = fields["pair"].value if "pair" in fields else ""
    board.gang = fields["gang"].value.replace(":", " ") if "gang" in fields else ""
    board.from_ship = _parse_card_mask(board, fields["fs"], "fs", fields["fs"].value) if "fs" in fields else 0
    _parse_chance(board, fields)
    _parse_game_end(board, fields)
    if "aim" in fields:
        for aim in _LIST_PART.findall(fields["aim"].value):
            _parse_text_target(board, fields["aim"], aim)
    if "ask" in fields:
        board.todo = [
            _parse_todo_entry(board, fields["ask"], frame) for frame in _LIST_PART.findall(fields["ask"].value)
        ]
    return board


def _parse_chance(board: Board, fields: dict[str, _PositionField]) -> None:
    if "rnd" not in fields:
        return
    match = re.fullmatch(r"(-?\d{1,19})\.(\d{1,6})", fields["rnd"].value)
    if match is None or abs(int(match[1])) > MAX_RANDOM_SEED:
        _fail_at("rnd", fields["rnd"], "a seed and how often it was drawn from stand here")
    board.seed, board.draws = int(match[1]), int(match[2])


def _parse_game_end(board: Board, fields: dict[str, _PositionField]) -> None:
    board.clock = 1
    board.last_card_clock = [int(board.has_cards(player)) for player in (0, 1)]
    if "last" in fields:
        board.last_card_clock[_parse_digit_field(fields, "last")] = 1
    if "over" in fields:
        match = re.fullmatch(r"([01])\.([a-z-]{1,30})\.([1-7])", fields["over"].value)
        if match is None:
            _fail_at("over", fields["over"], "the winner, the reason and the crystals stand here")
        board.outcome = (int(match[1]), match[2].replace("-", "_"), int(match[3]))


def _parse_text_target(board: Board, field: _PositionField, text: str) -> None:
    match = _TEXT_AND_TARGET.fullmatch(text)
    if match is None:
        _fail_at("aim", field, "a text and its target stand here, as in 0P21@0V05")
    card, target = (_parse_card_id(board.table, field, "aim", match[name]) for name in ("text", "target"))
    try:
        candidates, state = target_candidates(board, card), opposing_influence(board, target) if target >= 0 else 0
    except StopIteration:
        _fail_at("aim", field, "“%(token)s” aims at nothing", token=match["text"])
    if match["state"]:
        candidates, state = _parse_card_mask(board, field, "aim", match["seen"]), int(match["state"])
    board.aims[card] = (target, candidates, state)


def _parse_card_mask(board: Board, field: _PositionField, name: str, text: str) -> int:
    """Return the mask of some cards; each `1?` is another hidden card of player 1, face-down cards first."""
    codes = [code for code in text.split(".") if code]
    named = [code for code in codes if not code.endswith(HIDDEN_CODE)]
    mask = sum(1 << _parse_card_id(board.table, field, name, code) for code in dict.fromkeys(named) if code != "-")
    for player in (0, 1):
        unseen = [card for card in bits(board.table.mine[player]) if board.table.facts[card] is HIDDEN_CARD]
        unseen.sort(key=lambda card: not board.facedown >> card & 1)
        mask |= sum(1 << card for card in unseen[: codes.count(f"{player}{HIDDEN_CODE}")])
    return mask


def _parse_todo_entry(board: Board, field: _PositionField, text: str) -> tuple[Any, ...]:
    match = _FRAME_CALL.fullmatch(text)
    name = match["name"].replace("-", "_") if match else ""
    kinds = FRAMES.get(name)
    arguments = match["arguments"].split(";") if match and match["arguments"] else []
    if kinds is None or len(arguments) != len(kinds):
        _fail_at("ask", field, "“%(token)s” is nothing that can be asked", token=text[:30])
    values = [
        _parse_todo_argument(board, field, kind, argument) for kind, argument in zip(kinds, arguments, strict=True)
    ]
    words = {"pick": 5, "ask": 2}
    if name in words and values[words[name]] not in CHOICE_HANDLERS:
        _fail_at("ask", field, "“%(token)s” is nothing that can be asked", token=text[:30])
    return (name, *values)


def _parse_todo_argument(board: Board, field: _PositionField, kind: str, text: str) -> Any:
    if kind == "c":
        return _parse_card_id(board.table, field, "ask", text)
    if kind == "C":
        return _parse_card_mask(board, field, "ask", text)
    if kind == "P":
        return (
            bits(_parse_card_mask(board, field, "ask", text))
            if HIDDEN_CODE in text
            else tuple(_parse_card_id(board.table, field, "ask", code) for code in text.split(".") if code)
        )
    if kind == "n":
        return "" if text == "-" else text.replace("-", "_")
    return _parse_int_field({"ask": _PositionField(text, field.column)}, "ask", 0, 0, {"w": 1, "b": 1, "i": 99}[kind])
