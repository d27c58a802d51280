"""What a card says, in the reader's language: `fixtures/languages/summaries.csv`, keyed by the English sentence.

A summary that an editor has changed is not in the list any more and stays English until somebody translates it.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from django.utils.translation import get_language

FILE = Path(__file__).resolve().parent.parent / "fixtures" / "languages" / "summaries.csv"


@cache
def summaries() -> Mapping[str, Mapping[str, str]]:
    """English summary → language → the same in that language."""
    with FILE.open(encoding="utf-8", newline="") as file:
        return {row["en"]: row for row in csv.DictReader(file)}


def reader() -> str:
    """The language of who reads, without its country: "de"."""
    return (get_language() or "en").split("-")[0]


def summary_of(card: Any) -> str:
    """The summary of a card for who reads; the English one where there is no other."""
    english: str = card.summary
    if not english or reader() == "en":
        return english
    return summaries().get(english, {}).get(reader()) or english


def other_name(card: Any) -> str:
    """The German name for a German reader, where the card is shown under another."""
    german: str = getattr(card, "name_de", "")
    return german if reader() == "de" and german not in ("", card.label) else ""
