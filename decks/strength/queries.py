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
    """Return the scale for strong players; `docs/performance.md` says why it isn’t for basic bots."""
    return fit_scale(held_out(read_played_decks(_FOLDER / "strong"))[0])


@cache
def shipped_calibration() -> tuple[tuple[CalibrationGroup, CalibrationGroup], ...]:
    """Return groups of held-out decks of strong players, rated by the shipped scale and by the basic bots’ scale."""
    decks, of_basic_bots = held_out(read_played_decks(_FOLDER / "strong"))[1], fit_scale(read_played_decks(_FOLDER))
    both = (calibration(scale, decks, _CALIBRATION_GROUPS) for scale in (shipped_scale(), of_basic_bots))
    return tuple(zip(*both, strict=True))


_FOLDER = Path(settings.BASE_DIR) / "fixtures" / "bluemoon"
