"""Write the measured figures as the tables that ship with the site."""

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from benchmarks.evidence.fit import Fitted
from game.evidence import ALL_TRAITS, CARDS_TABLE, PACE_TABLE, PEOPLES_TABLE, TRAITS_TABLE, CardValue

_FIGURES = ("low", "high", "games")


def write_evidence(folder: Path, fitted: Fitted, fewest: int) -> None:
    """Write the tables; a card is left out of contexts in which it was in too few games."""
    cards = sorted((code, context, worth) for (context, code), worth in fitted.cards.items() if worth.games >= fewest)
    _write(
        folder / CARDS_TABLE, ("code", "series", "worth"), (((code, context), worth) for code, context, worth in cards)
    )
    pairs = ((pair, worth) for pair, worth in fitted.peoples.items() if worth.games > 1)
    _write(folder / PEOPLES_TABLE, ("people", "against", "crystals"), pairs)
    traits = (((trait,), fitted.traits[trait]) for trait in ALL_TRAITS if trait in fitted.traits)
    _write(folder / TRAITS_TABLE, ("trait", "worth"), traits)
    _write(folder / PACE_TABLE, ("people", "turns"), (((people,), worth) for people, worth in fitted.pace.items()))


def _write(path: Path, head: tuple[str, ...], rows: Iterable[tuple[tuple[str, ...], CardValue]]) -> None:
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow((*head, *_FIGURES))
    for names, worth in rows:
        table.writerow((*names, f"{worth.value:.3f}", f"{worth.low:.3f}", f"{worth.high:.3f}", worth.games))
    path.write_text(text.getvalue(), encoding="utf-8")
