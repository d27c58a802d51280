"""Figures: the folk of each people as outlines from `figures.toml`.

An outline has the colour of its group, so that it can be drawn twice: once as a rim of light, once dark.
"""

import random
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

DrawFigure = Callable[[random.Random], str]


@dataclass(frozen=True, slots=True)
class FigureShape:
    """The outlines of a figure: a robe or a body, and one variant of each layer."""

    layers: tuple[tuple[tuple[str, str], ...], ...]
    body: str = ""
    hem: tuple[int, int] | None = None
    robe: tuple[int, int] | None = None
    width: float = 0

    def __call__(self, rng: random.Random) -> str:
        """Return one variant of the figure, feet at (0, 0)."""
        body = self.body.format(hem=rng.randint(*self.hem)) if self.hem else self.body
        chosen = [layer[rng.randrange(len(layer))] for layer in self.layers]
        robe = _draw_robe(rng, *self.robe) if self.robe else ""
        filled = "".join((robe, body, *(outline for outline, _lines in chosen)))
        lines = "".join(lines for _outline, lines in chosen)
        drawn = f'<path d="{lines}" fill="none" stroke-width="{self.width:g}" stroke-linecap="round"/>'
        return f'<path d="{filled}"/>' + (drawn if self.width else "")


def _draw_robe(rng: random.Random, wide: int, top: int) -> str:
    w, sway = wide + rng.randint(-2, 3), rng.randint(-5, 5)
    return f"M{-w} 0Q{-w + 6}-34-8-{top - 4}Q0-{top + 4} 8-{top - 4}Q{w - 6 + sway}-34 {w + sway} 0Z"


def _draw_children(child: DrawFigure, rng: random.Random) -> str:
    many = rng.randrange(3)
    if many == 0:
        return child(rng)
    first, second = child(rng), child(rng)
    drawn = f'<g transform="translate(-18)scale(.8)">{first}</g><g transform="translate(17)scale(.72)">{second}</g>'
    return drawn if many == 1 else f'{drawn}<g transform="translate(46)scale(.6)">{second}</g>'


_FIGURE_SHAPES = {
    name: FigureShape(**size)
    for name, size in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items()
}
# The figures of lands that aren’t a people’s, or whose folk come in groups; elsewhere, land and figure share a name.
_OTHER_FIGURES: Mapping[str, DrawFigure] = {
    "khind": partial(_draw_children, _FIGURE_SHAPES["child"]),
    **dict.fromkeys(("mutant", "cthulhu", "shub"), _FIGURE_SHAPES["monster"]),
    "spirit": _FIGURE_SHAPES["hoax"],
    "hyla": _FIGURE_SHAPES["aqua"],
    "tutu": _FIGURE_SHAPES["pillar"],
}


def draw_folk_figure(land: str, rng: random.Random) -> str:
    """Return a figure of a land, feet at (0, 0)."""
    return (_OTHER_FIGURES.get(land) or _FIGURE_SHAPES.get(land, _FIGURE_SHAPES["robed"]))(rng)
