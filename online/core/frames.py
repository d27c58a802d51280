"""Frames: what a seat saw, step by step; steps in which it saw nothing are left out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.engine.catalogue import CardFacts
from game.engine.state import State
from online.core.events import SeenEvent, StoredEvent, visible_events
from online.core.seat_view import CardView, SideView, both_sides, card_ids_in_view, facts_of_card_ids


@dataclass(frozen=True, slots=True)
class Frame:
    """The table after one visible step: what happened, both sides, and the cards that moved."""

    events: tuple[SeenEvent, ...]
    you: SideView
    opponent: SideView
    element: int
    dragons: int
    moved: tuple[str, ...]
    facts: dict[str, CardFacts]


@dataclass(frozen=True, slots=True)
class PlayedAction:
    """A stored action: its events, and the state after it."""

    events: Sequence[StoredEvent]
    state: State


def frames_of_seat(before: State, steps: Iterable[PlayedAction], seat: int) -> tuple[Frame, ...]:
    """Return what a seat saw of the steps after a state; a step that changed nothing for the seat adds no frame."""
    frames: list[Frame] = []
    last = _frame(before, (), seat, {})
    for step in steps:
        events = visible_events(step.events, seat)
        frame = _frame(step.state, events, seat, _places_of_open_cards(last.you, last.opponent))
        if events or _visible_table(frame) != _visible_table(last):
            frames.append(frame)
        last = frame
    return tuple(frames)


def _frame(state: State, events: tuple[SeenEvent, ...], seat: int, before: dict[str, str]) -> Frame:
    you, opponent = both_sides(state, seat)
    dragons = state.dragons_balance if seat == 0 else -state.dragons_balance
    moved = tuple(name for name, place in _places_of_open_cards(you, opponent).items() if before.get(name) != place)
    names = {*card_ids_in_view((), (you, opponent)), *(name for event in events for name in (*event.cards, event.on))}
    return Frame(events, you, opponent, state.contested_element, dragons, moved, facts_of_card_ids(state.table, names))


def _visible_table(frame: Frame) -> tuple[object, ...]:
    return frame.you, frame.opponent, frame.element, frame.dragons


def _places_of_open_cards(*sides: SideView) -> dict[str, str]:
    places: dict[str, str] = {}
    for side in sides:
        for zone in ("combat", "support", "ships", "others"):
            cards: tuple[CardView, ...] = getattr(side, zone)
            for card in cards:
                places |= {card.id: zone} | {card_view.id: card.id for card_view in card.cargo}
        places |= {side.discard_top: "discard", side.leadership: "leadership"}
    places.pop("", None)
    return places
