"""Shipped readings: how far two readings found each text and each ruling carried out, and which games used a text."""

import csv
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings

_READINGS_FOLDER = Path(settings.BASE_DIR) / "fixtures" / "bluemoon"
RULING_PREFIX = "R"


@dataclass(frozen=True, slots=True)
class TextsReading:
    """One reading of all texts and rulings: when, and what it found of each: whole, mended (whole since), partly, not,
    or no board where nothing is said of one."""

    on: str
    found: dict[str, str]

    def counts(self, *, rulings: bool) -> Counter[str]:
        """How many texts of cards, or rulings, were found in each state."""
        return Counter(state for subject, state in self.found.items() if (subject[:1] == RULING_PREFIX) is rulings)

    def mended(self) -> list[str]:
        """The cards at which this reading found a fault that is gone since."""
        return [subject for subject, state in self.found.items() if state == "mended" and subject[:1] != RULING_PREFIX]


@dataclass(frozen=True, slots=True)
class TextUses:
    """In how many games each text that is carried out has worked: simulated ones, and recorded ones."""

    counted_on: str
    simulated_games: int
    recorded_games: int
    texts: dict[str, tuple[int, int]]

    def never(self) -> list[str]:
        return [code for code, counts in self.texts.items() if not any(counts)]


def shipped_readings() -> tuple[TextsReading, ...]:
    """Both readings, the first one first (`texts_read.csv`)."""
    with (_READINGS_FOLDER / "texts_read.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name.startswith(("first ", "second "))]
    return tuple(TextsReading(name.split()[1], {row["subject"]: row[name] for row in rows}) for name in names)


def shipped_uses() -> TextUses:
    """The games that used each text (`texts_used.json`)."""
    return TextUses(**json.loads((_READINGS_FOLDER / "texts_used.json").read_text(encoding="utf-8")))
