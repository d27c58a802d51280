"""Log settings: what is logged, where to and in which form, as `log_settings.toml` has it."""

import tomllib
from pathlib import Path
from typing import Any


def log_settings(*, form: str, level: str) -> dict[str, Any]:
    """The settings of the log: lines in the form `text` or `json`, from this level on."""
    table = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    table["handlers"]["console"]["formatter"] = form
    table["root"]["level"] = level
    return table
