"""The builder’s summary strip: moons as a row that fills and overflows, the curve, the types."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from cards.core.facts import Catalogue
from decks.core.legality import DeckList
from decks.core.odds import DeckShape, deck_shape
from decks.deck.presenters import DeckVerdict
from decks.games import DECK_GAMES

MAX_MOONS_DRAWN = 16  # larger numbers are written out instead
_STEP, _BAR_WIDTH, _HIGH = 11, 4, 26  # of the curve: step, width of a bar, height of the longest


@dataclass(frozen=True, slots=True)
class ValueCurve:
    """Chart of the number of cards by value: one path of bars per colour, and the positions of the numbers below."""

    bars: tuple[tuple[str, str], ...]
    values: tuple[tuple[int, int], ...]
    width: int
    height: int = _HIGH


@dataclass(frozen=True, slots=True)
class SummaryStrip:
    """Data of the strip. `moons` has a word for each moon drawn: full, unused or over; `types` are numbers by type."""

    moons: tuple[str, ...]
    curve: ValueCurve | None
    types: tuple[tuple[str | Promise, int], ...]


def summary_strip(deck: DeckList, cards: Catalogue, verdict: DeckVerdict) -> SummaryStrip:
    deck_cards = [cards[entry.code] for entry in deck.entries for _ in range(entry.copies) if entry.code in cards]
    counted = Counter(str(card.type) for card in deck_cards)
    types = tuple((words, counted[kind]) for kind, words in DECK_GAMES[deck.game].all_card_types if counted[kind])
    return SummaryStrip(_moon_words(verdict), value_curve(deck_shape(deck_cards)), types)


def _moon_words(verdict: DeckVerdict) -> tuple[str, ...]:
    if verdict.moons is None or verdict.moons.allowed is None:
        return ()
    have, allowed = verdict.moons.have, verdict.moons.allowed
    drawn = ["full" if at < have else "unused" for at in range(allowed)] + ["over"] * max(0, have - allowed)
    return tuple(drawn[:MAX_MOONS_DRAWN])


def value_curve(shape: DeckShape) -> ValueCurve | None:
    """Return fire and earth side by side, or the cost in a game without values; None for a deck with neither."""
    series = [("fire", shape.fire), ("earth", shape.earth)]
    if not any(rows for _tone, rows in series):
        series = [("moon", shape.moons)]
    longest = max((count for _tone, rows in series for _value, count in rows), default=0)
    if not longest:
        return None
    most = max(value for _tone, rows in series for value, _count in rows)
    bars = [(tone, _bars_path(rows, longest, nth)) for nth, (tone, rows) in enumerate(series)]
    values = tuple((value, value * _STEP + _BAR_WIDTH) for value in range(most + 1))
    return ValueCurve(tuple(bars), values, (most + 1) * _STEP)


def _bars_path(rows: Sequence[tuple[int, int]], longest: int, nth: int) -> str:
    """Return the bars of a colour as a path: each from the ground up, across and down again."""
    heights = [(value * _STEP + nth * _BAR_WIDTH, round(_HIGH * count / longest)) for value, count in rows]
    return "".join(f"M{x} {_HIGH}v-{height}h{_BAR_WIDTH}v{height}z" for x, height in heights if height)
