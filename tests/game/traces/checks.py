"""Checks against a recorded game: moves, dragons, counts, powers and areas of a board."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.engine.actions import Action
from game.engine.active_cards import active_cards
from game.engine.board import Board
from game.engine.power import BLUFF_VALUE, card_values, total_power
from game.engine.table import GameTable, bits

RecordedStep = Mapping[str, Any]
Event = tuple[Any, ...]
_PLACES = {"hand": "h", "deck": "d", "combat": "c", "support": "s", "bluff": "s", "pile": "l", "discard": "x"}
_ELEMENTS = (0, "F", "E")


class Difference(Exception):
    """A difference: the engine and the record part here."""

    def __init__(self, what: str, expected: object, actual: object) -> None:
        super().__init__(f"{what}: recorded {expected}, the engine has {actual}")
        self.what = what


def as_ok(table: GameTable, action: Action) -> str:
    if action.kind == "pass":
        return "next"
    if action.kind in {"play", "join"}:
        return table.code(action.card)
    words = f"{action.kind} {table.code(action.card)}" if action.card >= 0 else action.kind
    return f"{words}@{table.code(action.to)}" if action.kind == "load" else words


def check_moves(table: GameTable, events: Sequence[Event], chunk: Sequence[RecordedStep], *, over: bool) -> None:
    """Compare moves of cards, announced powers and dragons; raises `Difference`."""
    expected = Counter(tuple(move) for step in chunk for move in step.get("mv", ()))
    moved = Counter(
        (owner, table.code(card), _place(table, origin), _place(table, to))
        for _move, owner, card, origin, to in (event for event in events if event[0] == "move")
    )
    if over:  # the record discards the fight after the last dragon, the engine stops there
        expected, moved = expected & moved, moved & expected
    if expected != moved:
        raise Difference("moves", sorted(expected - moved), sorted(moved - expected))
    announced = [(step["p"], _announced(step)) for step in chunk if step["do"] == "announce"]
    text = [(event[1], event[2]) for event in events if event[0] == "announce"]
    if announced != text:
        raise Difference("announced power", announced, text)
    dragons = [word for step in chunk for word in step.get("dr", ())]
    mine = [word for event in events for word in _dragon_causes(event)]
    if dragons != mine:
        raise Difference("dragons", dragons, mine)


def _place(table: GameTable, name: str) -> str:
    return f"@{table.code(int(name[1:]))}" if name.startswith("@") else _PLACES.get(name, "i")


def _announced(step: RecordedStep) -> int:
    """Return the power announced; of a new fight the figure after the element was named, without a call."""
    counted = step["new"] and "st" in step and not step.get("call")
    return int(step["st"][2 + step["p"]] if counted else step["pw"])


def _dragon_causes(event: Event) -> list[str]:
    if event[0] == "floods":
        return ["floods_force_retreat"]
    if event[0] != "dragons":
        return []
    return [f"retreat:{event[2]}" if event[3] == "retreat" else event[3]]


def check_counts(board: Board, expected: list[Any]) -> None:
    """Compare turn, element, powers, sizes of hands and piles, dragons; raises `Difference`."""
    powers = [total_power(board, who) if board.element else -1 for who in (0, 1)]
    hands = [mask.bit_count() for mask in board.hand]
    piles = [len(pile) for pile in (*board.deck, *board.discard)]
    counted = [board.turn, _ELEMENTS[board.element], *powers, *hands, *piles, board.dragons]
    if counted != expected:
        raise Difference("counts", expected, counted)


def check_areas(board: Board, areas: Sequence[Sequence[str]]) -> None:
    """Compare the cards on the table, what is covered or ignored, and every value; raises `Difference`."""
    texts = {board.table.code(card) for card in bits(board.table.text)}
    for who in (0, 1):
        expected = sorted(filter(None, (_recorded(entry, texts, bool(board.element)) for entry in areas[who])))
        lying = sorted((*_on_the_table(board, who), *_on_ships(board, who)))
        if expected != lying:
            missing = [entry for entry in expected if entry not in lying]
            extra = [entry for entry in lying if entry not in expected]
            raise Difference(f"areas of player {who}", missing, extra)


def _recorded(entry: str, texts: set[str], fight: bool) -> str:
    """Return a recorded area entry reduced to what is compared; empty for a leadership card.

    Targets (a free choice, seen in the values), used texts, and what is ignored on a ship are not compared.
    """
    entry, _, ship = entry.partition("@")
    entry = entry.partition(">")[0]
    entry, _, value = entry.partition("=")
    code, _, flags = entry.partition("/")
    if "l" in flags:
        return ""
    if ship:
        return f"{code}/S@{ship}"
    recorded_flags = "".join(flag for flag in "sicVTBL" if flag in flags and (flag != "T" or code in texts))
    return f"{code}/{recorded_flags}={value if fight else ''}"


def _on_the_table(board: Board, who: int) -> Iterator[str]:
    values = card_values(board, who, board.element) if board.element else {}
    for zone, place in (("combat", ""), ("support", "s"), ("ships", "i")):
        for card in bits(getattr(board, zone)[who]):
            yield f"{board.table.code(card)}/{place}{_flags(board, card)}={_value(board, card, values)}"


def _flags(board: Board, card: int) -> str:
    sight, bit = active_cards(board), 1 << card
    if board.covered & bit:
        return "c"
    texted = board.table.text & ~board.facedown
    flags = {"V": sight.card_off, "T": sight.text_off & texted, "B": board.facedown, "L": board.landed}
    return "".join(flag for flag, mask in flags.items() if mask & bit)


def _value(board: Board, card: int, values: Mapping[int, int]) -> str:
    printed = BLUFF_VALUE if board.facedown >> card & 1 else board.table.values[board.element][card]
    return str(values[card]) if card in values and values[card] != printed else ""


def _on_ships(board: Board, who: int) -> Iterator[str]:
    table = board.table
    for ship, cards in board.cargo.items():
        if table.owner[ship] == who:
            for card in bits(cards):
                yield f"{table.code(card)}/S@{table.code(ship)}"
