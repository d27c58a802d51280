"""Events: what an action caused, as it is stored, and what one seat sees of it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from game.engine.table import GameTable
from online.core.positions import card_id

# Events as they are stored: the number of the turn, the kind, and what belongs to it, cards by `card_id`.
StoredEvent = list[Any]

# Which values of the engine’s events are cards or zones, by kind; values are counted from 0 after the kind.
_CARD_INDEXES = {"move": (1,), "play": (1,), "shown": (1,), "use": (1,), "land": (1,), "interfere": (1,),
                "cancelled": (1,), "declined": (1,)}  # fmt: skip
# Kinds of events that only need a sentence about a player. Kinds that this file doesn’t name are never announced.
_PLAIN_EVENTS = frozenset(
    {"retreat", "decline", "six", "disclosed", "shuffled", "backtracked", "floods", "cut_short", "stand_in"}
)
_OPEN_CARD_EVENTS = frozenset({"shown", "use", "land", "interfere", "cancelled"})
_CLOSED_PLACES = frozenset({"deck", "discard", "pile"})
_FIGHT_PLACES = frozenset({"combat", "support"})


@dataclass(frozen=True, slots=True)
class SeenEvent:
    """Something that a seat saw in a turn: what player `who` did, with which cards, and with how many cards.

    `kind` has its sentence in `board.csv` as `seen …`. `cards` are the cards that the seat knows; `on` is a ship.
    """

    turn: int
    kind: str
    who: int = -1
    cards: tuple[str, ...] = ()
    count: int = 0
    element: int = 0
    on: str = ""


def stored_events(table: GameTable, turn: int, events: Iterable[Sequence[Any]]) -> list[StoredEvent]:
    """Return the engine’s events as they are stored; `turn` is the number of the turn in which they begin."""
    stored: list[StoredEvent] = []
    for kind, *values in events:
        turn += kind == "turn"
        for index in _CARD_INDEXES.get(kind, ()):
            values[index] = card_id(table, values[index])
        for index in (2, 3) if kind == "move" else ():
            if values[index].startswith("@"):
                values[index] = f"@{card_id(table, int(values[index][1:]))}"
        stored.append([turn, kind, *(values[:1] if kind == "shuffled" else values)])
    return stored


def visible_events(events: Sequence[StoredEvent], seat: int) -> tuple[SeenEvent, ...]:
    """Return what a seat sees of stored events; equal moves in a row become one event."""
    seen: list[SeenEvent] = []
    for event in _iter_seen_events(events, seat):
        last = seen[-1] if seen else None
        move = (event.turn, event.kind, event.who)
        if last and event.kind in _GROUPED_KINDS and (last.turn, last.kind, last.who) == move:
            seen[-1] = replace(last, cards=(*last.cards, *event.cards), count=last.count + event.count)
        else:
            seen.append(event)
    return tuple(seen)


def events_around_decision(
    own: Sequence[StoredEvent], others: Sequence[StoredEvent], now: Sequence[StoredEvent], *, seat: int
) -> tuple[SeenEvent, ...]:
    """Return what is announced to a seat: everything in `others`, and what the opponent did or lost during `own` and
    `now`. Dragons from `own` and `now` are left out, because the view shows their number. Grouping is as in the log.
    """
    seen = visible_events([*own, *others, *now], seat)
    first_of_others = len(visible_events(own, seat))
    end_of_others = len(visible_events([*own, *others], seat))
    return tuple(
        event
        for index, event in enumerate(seen)
        if first_of_others <= index < end_of_others or (event.who == 1 - seat and event.kind != "dragons")
    )


_GROUPED_KINDS = frozenset({"draw", "discard", "back", "put back", "take"})


def _iter_seen_events(events: Sequence[StoredEvent], seat: int) -> Iterator[SeenEvent]:
    played = ""  # the card just played: the sentence about playing it covers its move
    is_clearing = False  # a retreat is discarding the cards of the fight
    for turn, kind, *values in events:
        if kind == "play":
            played = values[1]
            yield SeenEvent(turn, "play", values[0], (played,))
        elif kind == "move":
            player, card, origin, to = values
            if not (card == played or (is_clearing and origin in _FIGHT_PLACES)):
                yield _move_seen_by(turn, player, card, origin, to, seat)
            played = "" if card == played else played
        elif kind in _OPEN_CARD_EVENTS:
            yield SeenEvent(turn, kind, values[0], (values[1],))
        elif kind in ("undone", "ruled_back"):
            player, _to, seen = values
            if seen or player == seat:  # no sentence if the opponent never saw the undone steps
                yield SeenEvent(turn, kind, player if kind == "undone" else -1)
        elif kind in _PLAIN_EVENTS:
            yield SeenEvent(turn, kind, values[0])
        elif kind in _FIGURE_EVENTS:
            yield _FIGURE_EVENTS[kind](turn, values)
        is_clearing = kind == "retreat" or (is_clearing and kind != "turn")


_FIGURE_EVENTS = {
    "announce": lambda turn, values: SeenEvent(turn, "announce", values[0], count=values[1], element=values[2]),
    "dragons": lambda turn, values: SeenEvent(turn, "dragons", values[0], count=values[1]),
    "call": lambda turn, values: SeenEvent(turn, "call true" if values[1] else "call false", values[0]),
    "element": lambda turn, values: SeenEvent(turn, "element", element=values[0]),
}


def _move_seen_by(turn: int, player: int, card: str, origin: str, to: str, seat: int) -> SeenEvent:
    """Return a move as a seat sees it: of a card moving between closed places, only its player knows it (GAME-26)."""
    own = (card,) if player == seat else ()
    if to == "hand":
        kind = "draw" if origin == "deck" else "take" if origin in _CLOSED_PLACES else "back"
        return SeenEvent(turn, kind, player, (card,) if kind == "back" else own, 1)
    if to == "deck":
        return SeenEvent(turn, "put back", player, own, 1)
    if to == "bluff":
        return SeenEvent(turn, "bluff", player, own)
    if to.startswith("@"):
        return SeenEvent(turn, "load", player, (card,), on=to[1:])
    return SeenEvent(turn, "discard" if to in ("discard", "pile") else "lay", player, (card,), 1)
