"""Settings of Django REST framework, drf-spectacular and OAuth, as `framework_settings.toml` has them."""

import tomllib
from pathlib import Path
from typing import Any

from accounts.scopes import SCOPES

_TABLES: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
# `format` is a parameter like others: the search of decks has one.
FRAMEWORK = _TABLES["rest_framework"] | {"URL_FORMAT_OVERRIDE": None}
DESCRIPTION = _TABLES["spectacular"]
APPLICATIONS = _TABLES["oauth"] | {"SCOPES": SCOPES}
