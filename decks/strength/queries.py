"""Queries of strength: the scale by which decks are rated, and its accuracy."""

from functools import cache
from pathlib import Path

from django.conf import settings

from decks.core.advice.strength_scale import CalibrationGroup, Scale, calibration, held_out, read_played_decks, scale_of

_CALIBRATION_GROUPS = 8  # groups of decks in the calibration chart


@cache
def shipped_scale() -> Scale:
    return scale_of(held_out(read_played_decks(_SCALE_FOLDER))[0])


@cache
def shipped_calibration() -> tuple[CalibrationGroup, ...]:
    return tuple(calibration(shipped_scale(), held_out(read_played_decks(_SCALE_FOLDER))[1], _CALIBRATION_GROUPS))


_SCALE_FOLDER = Path(settings.BASE_DIR) / "fixtures" / "bluemoon"
