"""Sentences of the cores, which pages and API translate, and the tables of `sentences.toml`; pure, no Django.

The catalogues in `locale/` translate an app’s tables (English by key) like texts marked with `gettext_noop`.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

SENTENCES_FILE = "sentences.toml"
_PROJECT_FOLDER = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Sentence:
    """An English template with `%(name)s` places, values for them, and the number of the rule it states, if any."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)
    rule: str = ""


@cache
def _sentence_tables(app: str) -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((_PROJECT_FOLDER / app / SENTENCES_FILE).read_text(encoding="utf-8"))


def sentences(app: str, table: str) -> Mapping[str, str]:
    """Return the English sentences of a table by key, in its order."""
    return _sentence_tables(app)[table]
