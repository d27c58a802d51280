"""Motifs: details for words of a name, drawn around (0, 0), about forty units wide, in one colour.

They are in `motifs.csv`: shapes are filled, strokes are lines, and a motif may have both. Motifs of the air are drawn
above any figure; the others stand on the ground. `WEATHER_MOTIFS` cover the whole picture.
"""

import csv
import random
from pathlib import Path

WEATHER_MOTIFS = frozenset({"snow", "sand", "rain", "ashes"})
with Path(__file__).with_suffix(".csv").open(encoding="utf-8", newline="") as _file:
    _MOTIF_ROWS = {row["motif"]: row for row in csv.DictReader(_file)}
AIRBORNE_MOTIFS = frozenset(motif for motif, row in _MOTIF_ROWS.items() if row["place"] == "air")


def weather_svg(motif: str, rng: random.Random, colour: str) -> str:
    """Return snow, sand, rain or ash over a whole picture, drawn upwards from its lower edge."""
    spots = [(8 + 218 * rng.random(), -190 * rng.random() - 30) for _ in range(22)]
    if motif in ("snow", "ashes"):
        marks = "".join(f"M{x:.0f} {y:.0f}h.1" for x, y in spots)
        return _strokes_svg(marks, colour, 4 if motif == "snow" else 2.6, 0.85)
    dx, dy = (14, -3) if motif == "sand" else (-5, 14)
    marks = "".join(f"M{x:.0f} {y:.0f}l{dx} {dy}" for x, y in spots)
    return _strokes_svg(marks, colour, 1.6, 0.7)


def _strokes_svg(d: str, colour: str, width: float, opacity: float) -> str:
    return (
        f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="roun'
        f'd" opacity="{opacity}"/>'
    )


def motif_svg(motif: str) -> str:
    """Return a motif in the colour of its group, which must set `fill`, and `stroke` if it has lines."""
    row = _MOTIF_ROWS.get(motif, {})
    shape, stroke = row.get("shape"), row.get("stroke")
    drawn = f'<path d="{shape}" fill-rule="evenodd"/>' if shape else ""
    if stroke:
        drawn += f'<path d="{stroke}" fill="none" stroke-width="4" stroke-linecap="round"/>'
    return drawn
