"""The strip of the builder that stays in sight: the moons as a row that fills and overflows, the curve, the types."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise

from cards.core.facts import Catalogue
from decks.core.legality import DeckList
from decks.core.odds import Shape, shape
from decks.deck.presenters import Verdict
from decks.games import DECK_GAMES

MAX_MOONS_DRAWN = 16  # more are written as a number
_STEP, _BAR_WIDTH, _HIGH = 11, 4, 26  # of the curve: between values, the width of a bar, the height of the longest


@dataclass(frozen=True, slots=True)
class Curve:
    """Chart of the number of cards by value: of each colour its bars as one path, and the values with the places of
    their numbers below."""

    bars: tuple[tuple[str, str], ...]
    values: tuple[tuple[int, int], ...]
    width: int
    height: int = _HIGH


@dataclass(frozen=True, slots=True)
class Strip:
    """Data of the strip. `moons` has a word for each moon drawn: full, unused or over; `types` numbers by type."""

    moons: tuple[str, ...]
    curve: Curve | None
    types: tuple[tuple[str | Promise, int], ...]


def strip_of(deck: DeckList, cards: Catalogue, verdict: Verdict) -> Strip:
    deck_cards = [cards[entry.code] for entry in deck.entries for _ in range(entry.copies) if entry.code in cards]
    counted = Counter(str(card.type) for card in deck_cards)
    types = tuple((words, counted[kind]) for kind, words in DECK_GAMES[deck.game].every_type if counted[kind])
    return Strip(_moon_words(verdict), curve_of(shape(deck_cards)), types)


def _moon_words(verdict: Verdict) -> tuple[str, ...]:
    if verdict.moons is None or verdict.moons.allowed is None:
        return ()
    have, allowed = verdict.moons.have, verdict.moons.allowed
    drawn = ["full" if at < have else "unused" for at in range(allowed)] + ["over"] * max(0, have - allowed)
    return tuple(drawn[:MAX_MOONS_DRAWN])


def curve_of(shape: Shape) -> Curve | None:
    """Fire and earth side by side, or the cost where a game has no values; None for a deck without either."""
    series = [("fire", shape.fire), ("earth", shape.earth)]
    if not any(rows for _tone, rows in series):
        series = [("moon", shape.moons)]
    longest = max((count for _tone, rows in series for _value, count in rows), default=0)
    if not longest:
        return None
    most = max(value for _tone, rows in series for value, _count in rows)
    bars = [(tone, _bars_path(rows, longest, nth)) for nth, (tone, rows) in enumerate(series)]
    values = tuple((value, value * _STEP + _BAR_WIDTH) for value in range(most + 1))
    return Curve(tuple(bars), values, (most + 1) * _STEP)


def _bars_path(rows: Sequence[tuple[int, int]], longest: int, nth: int) -> str:
    """The bars of a colour as a path: each from the ground up, over and down again."""
    heights = [(value * _STEP + nth * _BAR_WIDTH, round(_HIGH * count / longest)) for value, count in rows]
    return "".join(f"M{x} {_HIGH}v-{height}h{_BAR_WIDTH}v{height}z" for x, height in heights if height)
