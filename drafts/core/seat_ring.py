"""Seat ring: a drawing of names round a table, seen from above, with arrows in the passing direction. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

RING_WIDTH, RING_HEIGHT = 1000, 620
_RING_CENTRE = (RING_WIDTH / 2, RING_HEIGHT / 2)
_RING_RADIUS = (RING_WIDTH / 2 - 180, RING_HEIGHT / 2 - 60)
# The table drawn inside the ring of names.
TABLE_RADIUS = (180, 140)


@dataclass(frozen=True, slots=True)
class RingSeat:
    """A name and the middle of its place; `state` is a word for the page, such as “waiting”."""

    name: str
    state: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class PassingArrow:
    """An arrow between two neighbours: its middle, and how many degrees it’s turned from pointing right."""

    x: int
    y: int
    turned: int


@dataclass(frozen=True, slots=True)
class SeatRingDrawing:
    """The whole drawing, `RING_WIDTH` × `RING_HEIGHT` units."""

    places: tuple[RingSeat, ...]
    arrows: tuple[PassingArrow, ...]
    width: int = RING_WIDTH
    height: int = RING_HEIGHT
    table: tuple[int, int] = TABLE_RADIUS


def make_seat_ring(seats: Sequence[tuple[str, str]], *, passes_right: bool) -> SeatRingDrawing:
    """Place seats (name, state) anticlockwise from the bottom, so that each sits to the right of the seat before."""
    count = len(seats)
    angles = [math.pi / 2 - index * 2 * math.pi / count for index in range(count)]
    (x, y), (wide, high) = _RING_CENTRE, _RING_RADIUS
    spots = [(round(x + wide * math.cos(angle)), round(y + high * math.sin(angle))) for angle in angles]
    places = tuple(RingSeat(name, state, *spot) for (name, state), spot in zip(seats, spots, strict=True))
    if count < 2:
        return SeatRingDrawing(places, ())
    arrows = tuple(_passing_arrow(angle - math.pi / count, passes_right=passes_right) for angle in angles)
    return SeatRingDrawing(places, arrows)


def _passing_arrow(angle: float, *, passes_right: bool) -> PassingArrow:
    """Return an arrow on the rim of the table, along the rim."""
    across, down = TABLE_RADIUS
    along = math.degrees(math.atan2(-down * math.cos(angle), across * math.sin(angle)))
    x, y = _RING_CENTRE[0] + across * math.cos(angle), _RING_CENTRE[1] + down * math.sin(angle)
    return PassingArrow(round(x), round(y), round(along if passes_right else along + 180) % 360)
