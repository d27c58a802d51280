"""Sentences: the tables of `sentences.toml` in an app's folder, English by key; pure, no Django.

They are templates like those that `gettext_noop` marks in code: the catalogues in `locale/` translate them.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FILE = "sentences.toml"
_ROOT = Path(__file__).resolve().parent.parent


@cache
def _tables(app: str) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((_ROOT / app / FILE).read_text(encoding="utf-8"))


def sentences(app: str, table: str) -> Mapping[str, str]:
    """Return the English sentences of a table by key, in its order."""
    return _tables(app)[table]
