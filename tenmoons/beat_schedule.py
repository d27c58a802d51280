"""Schedule of the Celery beat, as `beat_schedule.toml` has it."""

import tomllib
from pathlib import Path
from typing import Any

BEAT_SCHEDULE: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
)
