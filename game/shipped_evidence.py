"""Evidence that ships with the site: measured values, two reviews of how completely texts work, and uses of texts."""

import csv
import json
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.conf import settings

from cards.core.facts import CardFacts
from cards.hooks import MeasuredCardValue
from game.evidence import DRAFTED, MEASUREMENT_CONTEXTS, Measurements, read_evidence
from game.players.position_value import FittedValue, Network, read_network
from game.records.coverage import cards_played_without_text


@cache
def _shipped_network() -> Network:
    return read_network(Path(settings.BASE_DIR) / "fixtures" / "bluemoon" / "position_value.json")


def shipped_position_value() -> FittedValue:
    """Return the fitted value of positions; use it for one game only, because it caches the figures of its table."""
    return FittedValue(
        _shipped_network(),
        {code: worth.value for (context, code), worth in shipped_evidence().cards.items() if context == DRAFTED},
    )


def shipped_evidence() -> Measurements:
    return read_evidence(Path(settings.BASE_DIR) / "fixtures" / "bluemoon")


def strong_player_evidence() -> Measurements:
    """Return the published decks’ results in games of the strong computer, which decide nothing else."""
    return read_evidence(Path(settings.BASE_DIR) / "fixtures" / "bluemoon" / "strong")


def measured_values_of(card: CardFacts) -> list[MeasuredCardValue]:
    """Return the values of a card in a draft and in the deck of each people, as far as they were measured."""
    if card.game != "bluemoon":
        return []
    evidence, left_out = shipped_evidence(), bool(cards_played_without_text([card]))
    return [
        MeasuredCardValue(
            "" if context == DRAFTED else context, worth.value, worth.low, worth.high, worth.games, left_out
        )
        for context in MEASUREMENT_CONTEXTS
        if (worth := evidence.card_value(card.code, context))
    ]


_READINGS_FOLDER = Path(settings.BASE_DIR) / "fixtures" / "bluemoon"
RULING_PREFIX = "R"


@dataclass(frozen=True, slots=True)
class TextReview:
    """One review of all texts and rulings: its date, and its result for each: whole, mended (whole since), partly, not,
    or no board if nothing is said."""

    on: str
    found: dict[str, str]

    def counts_by_result(self, *, rulings: bool) -> Counter[str]:
        return Counter(state for subject, state in self.found.items() if (subject[:1] == RULING_PREFIX) is rulings)

    def fixed_cards(self) -> list[str]:
        """Return the cards in which this review found a fault that has been fixed since."""
        return [subject for subject, state in self.found.items() if state == "mended" and subject[:1] != RULING_PREFIX]


@dataclass(frozen=True, slots=True)
class TextUses:
    """In how many games each text that is carried out was used: simulated ones, and recorded ones."""

    counted_on: str
    simulated_games: int
    recorded_games: int
    texts: dict[str, tuple[int, int]]

    def unused_texts(self) -> list[str]:
        return [code for code, counts in self.texts.items() if not any(counts)]


def shipped_text_reviews() -> tuple[TextReview, ...]:
    """Return both reviews, the first one first (`texts_read.csv`)."""
    with (_READINGS_FOLDER / "texts_read.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name.startswith(("first ", "second "))]
    return tuple(TextReview(name.split()[1], {row["subject"]: row[name] for row in rows}) for name in names)


def shipped_text_uses() -> TextUses:
    """Return the games that used each text (`texts_used.json`)."""
    return TextUses(**json.loads((_READINGS_FOLDER / "texts_used.json").read_text(encoding="utf-8")))
