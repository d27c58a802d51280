"""Measuring decks by play: against others, against each other, and with one card swapped in the same games.

`Play` plays a game and `MayGoOn` says whether there is time for another; tests pass functions that play nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from game.evidence import CardValue, mean_with_interval

Codes = tuple[str, ...]
Play = Callable[[Codes, Codes, int, int], int]  # first deck, second deck, who starts, seed -> crystals of the first
MayGoOn = Callable[[float], bool]  # progress from 0 to 1 -> whether to go on
ReportValues = Callable[[Mapping[str, CardValue]], object]  # receives the result of the games so far
ReportTriedSwaps = Callable[[Sequence["TriedSwap"]], object]

SCREENED = 45  # games with each proposal before the best are chosen
CHECKED = 1000  # games with, and as many without, each of the best
FINALIST_SWAPS = 3
GAMES_BETWEEN_REPORTS = 10  # games of two decks
MIN_SCREENING_GAMES = 9  # games with a swap before it is reported: one against each published deck


@dataclass(frozen=True, slots=True)
class CardSwap:
    """A card out and a card in; `gain` by the evidence, `moons` that it adds."""

    out: str
    into: str
    gain: float
    moons: int

    def apply_to(self, deck: Codes) -> Codes:
        """Return the deck after the swap, the new card in the place of the old one."""
        return tuple(self.into if code == self.out else code for code in deck)


@dataclass(frozen=True, slots=True)
class TriedSwap:
    """A swap, and how much better the deck did with it than without it in the same games.

    `screened` are the few games that chose the best swaps, `checked` the later games of these; None if not played.
    """

    swap: CardSwap
    checked: CardValue | None = None
    screened: CardValue | None = None


def _ignore_progress(standing: object) -> None:
    """Report progress to nobody."""


def measure_against_each(
    deck: Codes,
    others: Mapping[str, Codes],
    play: Play,
    go_on: MayGoOn,
    games: int,
    *,
    show: ReportValues = _ignore_progress,
) -> dict[str, CardValue]:
    """Return a deck’s crystals against each of the others, in at most `games` with each; the decks take turns to start.

    `show` is called with the figures so far each time all of the others have been played, from the second time on.
    """
    scores: dict[str, list[int]] = {name: [] for name in others}
    total = games * len(others)
    for number in range(total):
        name = tuple(others)[number % len(others)]
        turn = number // len(others)
        scores[name].append(play(deck, others[name], turn % 2, turn))
        if turn and name == tuple(others)[-1]:
            show(_values_from_scores(scores))
        if not go_on((number + 1) / total):
            break
    return _values_from_scores(scores)


def _values_from_scores(scores: Mapping[str, Sequence[int]]) -> dict[str, CardValue]:
    return {name: mean_with_interval(crystals) for name, crystals in scores.items() if len(crystals) > 1}


def measure_against(
    first: Codes,
    second: Codes,
    play: Play,
    go_on: MayGoOn,
    games: int,
    *,
    show: Callable[[CardValue], object] = _ignore_progress,
) -> CardValue:
    """Return the crystals of the first deck against the second; they start in turn. `show` gets figures so far."""
    scores: list[int] = []
    for number in range(games):
        scores.append(play(first, second, number % 2, number))
        if len(scores) % GAMES_BETWEEN_REPORTS == 0:
            show(mean_with_interval(scores))
        if len(scores) > 1 and not go_on((number + 1) / games):
            break
    return mean_with_interval(scores)


def measure_swaps(
    deck: Codes,
    swaps: Sequence[CardSwap],
    others: Sequence[Codes],
    play: Play,
    go_on: MayGoOn,
    *,
    show: ReportTriedSwaps = _ignore_progress,
) -> tuple[list[TriedSwap], bool]:
    """Try swaps in the same games with and without each; return them best first, and whether there was time for all.

    All swaps are screened in a few games. The best are checked in games with other seeds, so that no swap is published
    with the figures by which it was chosen. `show` is called after every seed.
    """
    total = len(swaps) * SCREENED + min(FINALIST_SWAPS, len(swaps)) * CHECKED
    trial = _SwapTrial(deck, swaps, others, play, go_on, show, max(total, 1))
    if trial.play_rounds(swaps, range(SCREENED), trial.screened):
        trial.play_rounds(trial.screen_swaps()[:FINALIST_SWAPS], range(SCREENED, SCREENED + CHECKED), trial.checked)
    return trial.results_so_far(), trial.played == total


def screened_swaps(deck: Codes, swaps: Sequence[CardSwap], others: Sequence[Codes], play: Play) -> list[CardSwap]:
    """Return the swaps in the order of their results in a few screening games, best first."""
    trial = _SwapTrial(deck, swaps, others, play, lambda done: True, _ignore_progress, max(len(swaps) * SCREENED, 1))
    trial.play_rounds(swaps, range(SCREENED), trial.screened)
    return trial.screen_swaps()


ScoresBySwap = dict[CardSwap, list[int]]


@dataclass(slots=True)
class _SwapTrial:
    """Games with and without swaps; games without are played once for each seed."""

    deck: Codes
    swaps: Sequence[CardSwap]
    others: Sequence[Codes]
    play: Play
    go_on: MayGoOn
    show: ReportTriedSwaps
    total: int
    played: int = 0
    same: dict[int, int] = field(default_factory=dict)
    screened: ScoresBySwap = field(default_factory=lambda: defaultdict(list))
    checked: ScoresBySwap = field(default_factory=lambda: defaultdict(list))

    def play_rounds(self, swaps: Sequence[CardSwap], seeds: range, scores: ScoresBySwap) -> bool:
        """Add each swap’s gain in the games of these seeds to `scores`; return False if time ran out."""
        for seed in seeds:
            for swap in swaps:
                gain = self._play_game(swap.apply_to(self.deck), seed) - self._score_without_swap(seed)
                scores[swap].append(gain)
                self.played += 1
                if not self.go_on(self.played / self.total) and self.played < self.total:
                    return False
            self.show(self.results_so_far())
        return True

    def screen_swaps(self) -> list[CardSwap]:
        """Return the swaps, sorted by a few games and the evidence together."""
        return sorted(self.swaps, key=lambda swap: -_expected_gain(swap, self.screened[swap]))

    def results_so_far(self) -> list[TriedSwap]:
        """Return the swaps tried so far, best first, checked swaps before all others."""
        tried = [
            TriedSwap(swap, _mean_value(self.checked[swap]), _mean_value(self.screened[swap], MIN_SCREENING_GAMES))
            for swap in self.screen_swaps()
        ]
        return sorted(tried, key=lambda tried_swap: -tried_swap.checked.value if tried_swap.checked else float("inf"))

    def _score_without_swap(self, seed: int) -> int:
        if seed not in self.same:
            self.same[seed] = self._play_game(self.deck, seed)
        return self.same[seed]

    def _play_game(self, deck: Codes, seed: int) -> int:
        return self.play(deck, self.others[seed % len(self.others)], seed // len(self.others) % 2, seed)


def _mean_value(scores: Sequence[int], fewest: int = 2) -> CardValue | None:
    return mean_with_interval(scores) if len(scores) >= fewest else None


def _expected_gain(swap: CardSwap, scores: Sequence[int]) -> float:
    """Return the expected gain of a swap from evidence and screening, each weighted by how reliable it is."""
    if len(scores) < 2:
        return swap.gain
    measured = mean_with_interval(scores)
    error = max((measured.high - measured.low) / 4, 0.05) ** 2
    prior = 0.04  # mean squared error of the gains in the evidence
    return (swap.gain / prior + measured.value / error) / (1 / prior + 1 / error)
