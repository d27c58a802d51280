"""Shipped readings: how completely two reviews found each text and each ruling carried out, and how many games used a
text."""

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
    """One review of all texts and rulings: its date, and its result for each: whole, mended (whole since), partly, not,
    or no board if nothing is said."""

    on: str
    found: dict[str, str]

    def counts(self, *, rulings: bool) -> Counter[str]:
        """Return how many card texts, or rulings, are in each state."""
        return Counter(state for subject, state in self.found.items() if (subject[:1] == RULING_PREFIX) is rulings)

    def mended(self) -> list[str]:
        """Return the cards in which this review found a fault that has been mended since."""
        return [subject for subject, state in self.found.items() if state == "mended" and subject[:1] != RULING_PREFIX]


@dataclass(frozen=True, slots=True)
class TextUses:
    """In how many games each text that is carried out was used: simulated ones, and recorded ones."""

    counted_on: str
    simulated_games: int
    recorded_games: int
    texts: dict[str, tuple[int, int]]

    def never(self) -> list[str]:
        return [code for code, counts in self.texts.items() if not any(counts)]


def shipped_readings() -> tuple[TextsReading, ...]:
    """Return both reviews, the first one first (`texts_read.csv`)."""
    with (_READINGS_FOLDER / "texts_read.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name.startswith(("first ", "second "))]
    return tuple(TextsReading(name.split()[1], {row["subject"]: row[name] for row in rows}) for name in names)


def shipped_uses() -> TextUses:
    """Return the games that used each text (`texts_used.json`)."""
    return TextUses(**json.loads((_READINGS_FOLDER / "texts_used.json").read_text(encoding="utf-8")))
