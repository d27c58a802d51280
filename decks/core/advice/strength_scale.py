"""Scale of deck strength: predicts a deck’s results from the summed values of its cards.

The values add up without limit, but a game brings at most four crystals (GAME-22). So drafted decks were played against
the nine published ones, and a curve that levels off was fitted to their results.
"""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt, tanh
from pathlib import Path

from game.evidence import STANDARD_ERRORS_OF_95_PERCENT, CardValue, estimate_from_variance

MAX_CRYSTALS = 4  # crystals of a game
PLAYED_DECKS_FILE = "strength_of_decks.csv"
# For each number of players, one draft in five is left out of the fit and used to test it.
_DECK_SIZES_FITTED, _TEST_SHARE = 5, 5
_FIT_STEPS = 20  # steps of the fit; half as many suffice


@dataclass(frozen=True, slots=True)
class PlayedDeck:
    """A drafted deck with the total value of its cards, and its games against the published decks.

    `crystals` and their `squares` are sums over its games; `common` counts the cards it shares with the best.
    """

    draft: int
    best: bool
    worth: float
    common: int
    games: int
    crystals: int
    squares: int
    won: int

    @property
    def mean_crystals(self) -> float:
        """Return the crystals per game."""
        return self.crystals / self.games


@dataclass(frozen=True, slots=True)
class StrengthScale:
    """Curve from value to crystals a game and share of games won, and how far decks lie from it.

    `spread` is the standard deviation of the true results of decks of one value, `chance` the standard deviation of a
    game, `games` the number of games behind the scale.
    """

    middle: float
    slope: float
    won_middle: float
    won_slope: float
    spread: float
    chance: float
    games: int

    def strength_from_value(self, worth: float) -> CardValue:
        """Return the crystals per game against the published decks, with the interval of 95 of 100 such decks."""
        value = MAX_CRYSTALS * tanh(self.middle + self.slope * worth)
        found = estimate_from_variance(value, self.spread**2, self.games)
        return CardValue(value, max(found.low, -MAX_CRYSTALS), min(found.high, MAX_CRYSTALS), found.games)

    def percent_won(self, worth: float) -> int:
        return round(50 * (1 + tanh(self.won_middle + self.won_slope * worth)))

    def min_significant_difference(self, exchanged: int, size: int = 30) -> float:
        """Return the smallest difference that counts between decks with this many cards `exchanged`: errors add up."""
        return STANDARD_ERRORS_OF_95_PERCENT * self.spread * sqrt(2 * exchanged / size)


def held_out(decks: Iterable[PlayedDeck]) -> tuple[list[PlayedDeck], list[PlayedDeck]]:
    """Split decks into two groups from different drafts: the scale is fitted to the first and tested on the second."""
    parts: tuple[list[PlayedDeck], list[PlayedDeck]] = ([], [])
    for deck in decks:
        parts[deck.draft // _DECK_SIZES_FITTED % _TEST_SHARE == 0].append(deck)
    return parts


def fit_scale(decks: Sequence[PlayedDeck]) -> StrengthScale:
    middle, slope = _fit_tanh_curve([(deck.worth, deck.mean_crystals / MAX_CRYSTALS, deck.games) for deck in decks])
    won = _fit_tanh_curve([(deck.worth, 2 * deck.won / deck.games - 1, deck.games) for deck in decks])
    games = sum(deck.games for deck in decks)
    chance = sum(deck.squares - deck.crystals * deck.mean_crystals for deck in decks) / (games - len(decks))
    apart = sum(
        deck.games * (deck.mean_crystals - MAX_CRYSTALS * tanh(middle + slope * deck.worth)) ** 2 for deck in decks
    )
    spread = max(apart - len(decks) * chance, 0.0) / games
    return StrengthScale(middle, slope, *won, sqrt(spread), sqrt(chance), games)


def _fit_tanh_curve(points: Sequence[tuple[float, float, int]]) -> tuple[float, float]:
    """Fit the middle and slope of `tanh` to weighted points: least squares, by Gauss and Newton."""
    middle = slope = 0.0
    for _ in range(_FIT_STEPS):
        ones = worths = squares = off = off_worths = 0.0
        for worth, value, weight in points:
            at = tanh(middle + slope * worth)
            steep, rest = 1 - at * at, value - at
            ones += weight * steep * steep
            worths += weight * steep * steep * worth
            squares += weight * steep * steep * worth * worth
            off += weight * steep * rest
            off_worths += weight * steep * rest * worth
        size = ones * squares - worths * worths
        middle += (squares * off - worths * off_worths) / size
        slope += (ones * off_worths - worths * off) / size
    return middle, slope


@dataclass(frozen=True, slots=True)
class CalibrationGroup:
    """Decks of similar predicted strength: the prediction and the actual result, in crystals a game."""

    promised: float
    brought: CardValue


def calibration(scale: StrengthScale, decks: Iterable[PlayedDeck], groups: int) -> list[CalibrationGroup]:
    """Split decks into groups of equal size by predicted strength, the weakest first."""
    ordered = sorted(decks, key=lambda deck: deck.worth)
    size = max(1, -(-len(ordered) // groups))
    return [_calibration_group(scale, ordered[index : index + size]) for index in range(0, len(ordered), size)]


def _calibration_group(scale: StrengthScale, decks: Sequence[PlayedDeck]) -> CalibrationGroup:
    games = sum(deck.games for deck in decks)
    promised = sum(scale.strength_from_value(deck.worth).value * deck.games for deck in decks) / games
    variance = (scale.chance**2 + scale.spread**2 * games / len(decks)) / games
    return CalibrationGroup(
        promised, estimate_from_variance(sum(deck.crystals for deck in decks) / games, variance, games)
    )


def read_played_decks(folder: Path) -> list[PlayedDeck]:
    with (folder / PLAYED_DECKS_FILE).open(encoding="utf-8", newline="") as file:
        return [
            PlayedDeck(
                draft=int(row["draft"]),
                best=row["deck"] == "best",
                worth=float(row["worth"]),
                common=int(row["common"]),
                games=int(row["games"]),
                crystals=int(row["crystals"]),
                squares=int(row["squares"]),
                won=int(row["won"]),
            )
            for row in csv.DictReader(file)
        ]
