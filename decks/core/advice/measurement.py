"""Measuring decks by play: against others, against each other, and with a card exchanged in the same games.

Who plays the games is passed in (`Play`), and whether there is time for another (`GoOn`), so that this can be tried
without playing.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from game.evidence.worth import Worth, mean

Codes = tuple[str, ...]
Play = Callable[[Codes, Codes, int, int], int]  # first deck, second deck, who starts, seed -> crystals of the first
GoOn = Callable[[float], bool]  # how far it is, from 0 to 1 -> whether to go on
ShowWorths = Callable[[Mapping[str, Worth]], object]  # told what the games have said so far
ShowTried = Callable[[Sequence["Tried"]], object]

SCREENED = 45  # games with each proposal before the best are chosen
CHECKED = 1000  # games with and without the best of them
FINALISTS = 3
SHOWN_EVERY = 10  # games of two decks
MIN_SCREENED = 9  # games with a swap before they are spoken of: one against each published deck


@dataclass(frozen=True, slots=True)
class Swap:
    """A card out and a card in; `gain` by the evidence, `moons` that it adds."""

    out: str
    into: str
    gain: float
    moons: int

    def applied(self, deck: Codes) -> Codes:
        """Return the deck after the swap, the new card in the place of the old one."""
        return tuple(self.into if code == self.out else code for code in deck)


@dataclass(frozen=True, slots=True)
class Tried:
    """A swap and what the same games brought with it more than without.

    `screened` are the few games by which the best were chosen, `checked` those in which the best were tried after that;
    None where there were none yet.
    """

    swap: Swap
    checked: Worth | None = None
    screened: Worth | None = None


def _no_report(standing: object) -> None:
    """Report progress to nobody."""


def against_all(
    deck: Codes, others: Mapping[str, Codes], play: Play, go_on: GoOn, games: int, *, show: ShowWorths = _no_report
) -> dict[str, Worth]:
    """Crystals of a deck against each of some others: each in turn with either starting, `games` with each at most.

    `show` is called after every game with the last of them.
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


def _values_from_scores(scores: Mapping[str, Sequence[int]]) -> dict[str, Worth]:
    return {name: mean(crystals) for name, crystals in scores.items() if len(crystals) > 1}


def against_each_other(
    first: Codes, second: Codes, play: Play, go_on: GoOn, games: int, *, show: Callable[[Worth], object] = _no_report
) -> Worth:
    """Crystals of the first deck against the second, with either starting in turn; `show` is called now and then."""
    scores: list[int] = []
    for number in range(games):
        scores.append(play(first, second, number % 2, number))
        if len(scores) % SHOWN_EVERY == 0:
            show(mean(scores))
        if len(scores) > 1 and not go_on((number + 1) / games):
            break
    return mean(scores)


def try_swaps(
    deck: Codes,
    swaps: Sequence[Swap],
    others: Sequence[Codes],
    play: Play,
    go_on: GoOn,
    *,
    show: ShowTried = _no_report,
) -> tuple[list[Tried], bool]:
    """The swaps tried in the same games with and without each, best first; and whether there was time for all.

    All are screened in a few games; those that did best are checked in games of other seeds, so that the figures shown
    are not those by which they were chosen. `show` is called after every seed.
    """
    total = len(swaps) * SCREENED + min(FINALISTS, len(swaps)) * CHECKED
    trial = _SwapTrial(deck, swaps, others, play, go_on, show, max(total, 1))
    if trial.rounds(swaps, range(SCREENED), trial.screened):
        trial.rounds(trial.by_screening()[:FINALISTS], range(SCREENED, SCREENED + CHECKED), trial.checked)
    return trial.so_far(), trial.played == total


def screened(deck: Codes, swaps: Sequence[Swap], others: Sequence[Codes], play: Play) -> list[Swap]:
    """Return the swaps, those first that a few games with each promise the most of."""
    trial = _SwapTrial(deck, swaps, others, play, lambda done: True, _no_report, max(len(swaps) * SCREENED, 1))
    trial.rounds(swaps, range(SCREENED), trial.screened)
    return trial.by_screening()


Scores = dict[Swap, list[int]]


class _SwapTrial:
    """Games with and without swaps: those without are played once for each seed."""

    def __init__(
        self,
        deck: Codes,
        swaps: Sequence[Swap],
        others: Sequence[Codes],
        play: Play,
        go_on: GoOn,
        show: ShowTried,
        total: int,
    ) -> None:
        self.deck, self.swaps, self.others, self.play = deck, swaps, others, play
        self.go_on, self.show, self.total = go_on, show, total
        self.played = 0
        self.same: dict[int, int] = {}
        self.screened: Scores = {swap: [] for swap in swaps}
        self.checked: Scores = {}

    def rounds(self, swaps: Sequence[Swap], seeds: range, scores: Scores) -> bool:
        """Add each swap's gain in the games of these seeds to `scores`; return False if time ran out."""
        for seed in seeds:
            for swap in swaps:
                gain = self._game(swap.applied(self.deck), seed) - self._without(seed)
                scores.setdefault(swap, []).append(gain)
                self.played += 1
                if not self.go_on(self.played / self.total) and self.played < self.total:
                    return False
            self.show(self.so_far())
        return True

    def by_screening(self) -> list[Swap]:
        """Return the swaps, sorted by a few games and the evidence together."""
        return sorted(self.swaps, key=lambda swap: -_expected_gain(swap, self.screened[swap]))

    def so_far(self) -> list[Tried]:
        """Return the swaps tried so far, best first; those that were checked come before the others."""
        tried = [
            Tried(swap, _mean_value(self.checked.get(swap)), _mean_value(self.screened[swap], MIN_SCREENED))
            for swap in self.by_screening()
        ]
        return sorted(tried, key=lambda each: -each.checked.value if each.checked else float("inf"))

    def _without(self, seed: int) -> int:
        if seed not in self.same:
            self.same[seed] = self._game(self.deck, seed)
        return self.same[seed]

    def _game(self, deck: Codes, seed: int) -> int:
        return self.play(deck, self.others[seed % len(self.others)], seed // len(self.others) % 2, seed)


def _mean_value(scores: Sequence[int] | None, fewest: int = 2) -> Worth | None:
    return mean(scores) if scores is not None and len(scores) >= fewest else None


def _expected_gain(swap: Swap, scores: Sequence[int]) -> float:
    """Return the expected gain of a swap from evidence and screening, each weighted by how reliable it is."""
    if len(scores) < 2:
        return swap.gain
    measured = mean(scores)
    error = max((measured.high - measured.low) / 4, 0.05) ** 2
    prior = 0.04  # how far the gains of the evidence are from the true ones, squared
    return (swap.gain / prior + measured.value / error) / (1 / prior + 1 / error)
