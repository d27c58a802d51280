"""SVG shapes: the lines, dots and curves of all pictures, in few characters."""

import itertools
import random
from collections.abc import Iterable, Sequence

SvgPoint = tuple[float, float]
_NUMBERS_WITH_TENTHS = {
    tenths: f"{tenths / 10:.1f}".removesuffix(".0").replace("0.", ".") if tenths else "0" for tenths in range(-99, 100)
}
STREWING_VARIANTS = 4  # patterns of scattered marks
WIDTH = 250  # width of a picture in its own units; every land is drawn on it


def svg_number(value: float) -> str:
    """Return a number as short as it can be written: whole from ten on, else with one decimal.

    >>> svg_number(12.34), svg_number(2.04), svg_number(-0.5), svg_number(0)
    ('12', '2', '-.5', '0')
    """
    if value >= 9.95 or value <= -9.95:
        return f"{value:.0f}"
    text = _NUMBERS_WITH_TENTHS.get(round(value * 10))
    return text if text is not None else f"{value:.0f}"


def svg_coordinates(x: float, y: float) -> str:
    """Return two numbers of a path, without a separator if the sign of the second is enough."""
    left, right = svg_number(x), svg_number(y)
    return f"{left}{right}" if right.startswith("-") else f"{left} {right}"


def path_through(points: Iterable[SvgPoint], *, closed: bool = True) -> str:
    return "M" + "L".join(svg_coordinates(*point) for point in points) + ("Z" if closed else "")


def curved_path(points: Sequence[SvgPoint]) -> str:
    """Return a soft open path: each point is the handle of a curve to the middle between it and the next."""
    parts = [f"M{svg_coordinates(*points[0])}"]
    for start, end in itertools.pairwise(points):
        parts.append(f"Q{svg_coordinates(*start)} {svg_coordinates((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)}")
    return "".join(parts) + f"L{svg_coordinates(*points[-1])}"


def path(d: str, fill: str = "", *, opacity: float = 1, more: str = "") -> str:
    """Return a filled path; without `fill`, the fill of its group applies."""
    return f'<path d="{d}"{_paint_attributes(fill, opacity)}{more}/>'


def line(d: str, stroke: str, width: float, *, opacity: float = 1) -> str:
    faint = f' opacity="{svg_number(opacity)}"' if opacity < 1 else ""
    wide = svg_number(width)
    return f'<path d="{d}" fill="none" stroke="{stroke}" stroke-width="{wide}" stroke-linecap="round"{faint}/>'


def dot_svg(x: float, y: float, r: float, fill: str = "", *, opacity: float = 1) -> str:
    attributes = f'cx="{svg_number(x)}" cy="{svg_number(y)}" r="{svg_number(r)}"'
    return f"<circle {attributes}{_paint_attributes(fill, opacity)}/>"


def dots_path(spots: Iterable[tuple[float, float, float]]) -> str:
    """Return many small circles as one path, from position and radius of each."""
    return "".join(f"M{svg_coordinates(x, y - r)}a{svg_number(r)} {svg_number(r)} 0 1 1-.1 0z" for x, y, r in spots)


def scattered_positions(rng: random.Random, count: int, across: range, up: range) -> list[tuple[int, int]]:
    """Return positions in one of a few patterns that readers can’t tell apart: pictures sent together share them and
    compress better.

    `rng` draws all positions although the first one chooses the pattern: so later shapes get the same random numbers.
    """
    drawn = [_random_places(rng, across, up) for _ in range(count)]
    few = random.Random(drawn[0][0] % STREWING_VARIANTS)
    return [_random_places(few, across, up) for _ in range(count)]


def _random_places(rng: random.Random, across: range, up: range) -> tuple[int, int]:
    return rng.randrange(across.start, across.stop), -rng.randrange(up.start, up.stop)


def small_marks_path(spots: Iterable[tuple[int, int]], colour: str, size: float, *, opacity: float = 1) -> str:
    """Return many small round marks of one size, shorter than as circles."""
    return line("".join(f"M{x} {y}h.1" for x, y in spots), colour, size, opacity=opacity)


def path_at_places(name: str, d: str, fill: str, places: Iterable[tuple[int, int]]) -> str:
    """Return one path at many positions, written once; the name must be unique in the picture."""
    copies = "".join(f'<use href="#{name}" x="{x}" y="{y}"/>' for x, y in places)
    return f'<defs><path id="{name}" d="{d}"/></defs><g fill="{fill}">{copies}</g>'


def _paint_attributes(fill: str, opacity: float) -> str:
    painted = f' fill="{fill}"' if fill else ""
    return painted + (f' opacity="{svg_number(opacity)}"' if opacity < 1 else "")


def ridge_path(rng: random.Random, base: float, rough: float, steps: int, *, soft: bool = False) -> str:
    """Return hills from edge to edge, closed at the bottom; `base` is their height, `rough` how much they vary."""
    tops = [(WIDTH * i / steps, -base - rough * rng.random()) for i in range(steps + 1)]
    if not soft:
        return path_through([(0, 2), *tops, (WIDTH, 2)])
    return curved_path([tops[0], *tops, tops[-1]]) + "V2H0z"


def mixed_colour(colour: str, other: str, share: float) -> str:
    """Return a colour between two, `share` of it the second: mixed_colour("#000000", "#ffffff", 0.5) is "#808080"."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def transformed_group(
    content: str, x: float, y: float, *, size: float = 1, tilt: float = 0, mirrored: bool = False
) -> str:
    """Return a drawing around (0, 0), placed, scaled, and rotated or mirrored."""
    moved = f"translate({svg_coordinates(x, y)})"
    turn = f"rotate({svg_number(tilt)})" if tilt else ""
    across = -size if mirrored else size
    scaled = f"scale({across:.3g})" if across == size else f"scale({across:.3g} {size:.3g})"
    return f'<g transform="{moved}{turn}{scaled if scaled != "scale(1)" else ""}">{content}</g>'


def vertical_gradient(name: str, colours: Sequence[str], *, stops: Sequence[float] = ()) -> str:
    """Return a gradient from top to bottom."""
    places = stops or [i / (len(colours) - 1) for i in range(len(colours))]
    inner = "".join(
        f'<stop offset="{svg_number(at)}" stop-color="{colour}"/>' for at, colour in zip(places, colours, strict=True)
    )
    return f'<linearGradient id="{name}" x2="0" y2="1">{inner}</linearGradient>'


def radial_gradient(name: str, colour: str, opacity: float = 1) -> str:
    """Return a gradient from a colour in the middle to transparent at the edge."""
    strong = f' stop-opacity="{svg_number(opacity)}"' if opacity < 1 else ""
    inner = f'<stop stop-color="{colour}"{strong}/><stop offset="1" stop-color="{colour}" stop-opacity="0"/>'
    return f'<radialGradient id="{name}">{inner}</radialGradient>'
