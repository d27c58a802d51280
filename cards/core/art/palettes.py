"""Palettes: the colours of each land, its sky from top to horizon, its ranges from far to near, its ground."""

import csv
from dataclasses import dataclass
from pathlib import Path

FIRE_COLOUR, EARTH_COLOUR = "#ff6a2b", "#7fc24f"


@dataclass(frozen=True, slots=True)
class LandPalette:
    """Colours as #rrggbb: top, middle and horizon of the sky; far, middle and near land; ground; light."""

    top: str
    middle: str
    horizon: str
    far: str
    mid: str
    near: str
    ground: str
    light: str


with Path(__file__).with_suffix(".csv").open(encoding="utf-8", newline="") as _file:
    PALETTES = {row.pop("land"): LandPalette(**row) for row in csv.DictReader(_file)}
