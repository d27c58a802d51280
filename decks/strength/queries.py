"""Queries of strength: the scale by which decks are rated, and its accuracy."""

from functools import cache
from pathlib import Path

from django.conf import settings

from decks.core.advice.strength_scale import (
    CalibrationGroup,
    StrengthScale,
    calibration,
    fit_scale,
    held_out,
    read_played_decks,
)

_CALIBRATION_GROUPS = 8  # groups of decks in the calibration chart


@cache
def shipped_scale() -> StrengthScale:
    """The scale between strong players; `docs/performance.md` says why not between basic bots."""
    return fit_scale(held_out(read_played_decks(_FOLDER / "strong"))[0])


@cache
def shipped_calibration() -> tuple[tuple[CalibrationGroup, CalibrationGroup], ...]:
    """Groups of held-out decks that strong players played, as predicted by the shipped scale, and by that of basic
    bots."""
    decks, of_basic_bots = held_out(read_played_decks(_FOLDER / "strong"))[1], fit_scale(read_played_decks(_FOLDER))
    both = (calibration(scale, decks, _CALIBRATION_GROUPS) for scale in (shipped_scale(), of_basic_bots))
    return tuple(zip(*both, strict=True))


_FOLDER = Path(settings.BASE_DIR) / "fixtures" / "bluemoon"
