"""Measuring decks by play: against others, against each other, and with a card exchanged in the same games.

Who plays the games is passed in (`Play`), and whether there is time for another (`GoOn`), so that this can be tried
without playing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from game.evidence.worth import Worth, mean

Codes = tuple[str, ...]
Play = Callable[[Codes, Codes, int, int], int]  # first deck, second deck, who starts, seed -> crystals of the first
GoOn = Callable[[float], bool]  # how far it is, from 0 to 1 -> whether to go on

SCREENED = 45  # games with each proposal before the best are chosen
CHECKED = 1000  # games with and without the best of them
FINALISTS = 3


@dataclass(frozen=True, slots=True)
class Swap:
    """A card out and a card in; `gain` by the evidence, `moons` that it adds."""

    out: str
    into: str
    gain: float
    moons: int

    def applied(self, deck: Codes) -> Codes:
        """The deck with it, the new card at the place of the old."""
        return tuple(self.into if code == self.out else code for code in deck)


@dataclass(frozen=True, slots=True)
class Tried:
    """A swap and what the same games brought with it more than without; None where it was only screened."""

    swap: Swap
    checked: Worth | None


def against_all(deck: Codes, others: Mapping[str, Codes], play: Play, go_on: GoOn, games: int) -> dict[str, Worth]:
    """Crystals of a deck against each of some others: each in turn with either starting, `games` with each at most."""
    scores: dict[str, list[int]] = {name: [] for name in others}
    total = games * len(others)
    for number in range(total):
        name = tuple(others)[number % len(others)]
        turn = number // len(others)
        scores[name].append(play(deck, others[name], turn % 2, turn))
        if not go_on((number + 1) / total):
            break
    return {name: mean(found) for name, found in scores.items() if len(found) > 1}


def together(worths: Sequence[Worth]) -> Worth:
    """The mean against all of them, each counted alike."""
    count = len(worths)
    value = sum(worth.value for worth in worths) / count
    half = sum(((worth.high - worth.low) / 2) ** 2 for worth in worths) ** 0.5 / count
    return Worth(value, value - half, value + half, sum(worth.games for worth in worths))


def against_each_other(first: Codes, second: Codes, play: Play, go_on: GoOn, games: int) -> Worth:
    """Crystals of the first deck against the second, with either starting in turn."""
    scores = []
    for number in range(games):
        scores.append(play(first, second, number % 2, number))
        if len(scores) > 1 and not go_on((number + 1) / games):
            break
    return mean(scores)


def try_swaps(
    deck: Codes, swaps: Sequence[Swap], others: Sequence[Codes], play: Play, go_on: GoOn
) -> tuple[list[Tried], bool]:
    """The swaps tried in the same games with and without each, best first; and whether there was time for all.

    All are screened in a few games; those that did best are checked in games of other seeds, so that the figures shown
    are not those by which they were chosen.
    """
    finalists = min(FINALISTS, len(swaps))
    total = len(swaps) * SCREENED + finalists * CHECKED
    trial = _Trial(deck, others, play, go_on, max(total, 1))
    screened = trial.rounds(swaps, range(SCREENED))
    if screened is None:
        return [Tried(swap, None) for swap in swaps], False
    best = sorted(swaps, key=lambda swap: -_hoped(swap, screened[swap]))[:finalists]
    checked = trial.rounds(best, range(SCREENED, SCREENED + CHECKED), unfinished=True) or {}
    tried = [Tried(swap, mean(scores) if len(scores) > 1 else None) for swap, scores in checked.items()]
    tried.sort(key=lambda swap: -(swap.checked.value if swap.checked else 0.0))
    return [*tried, *(Tried(swap, None) for swap in swaps if swap not in checked)], trial.played == total


class _Trial:
    """Games with and without swaps: those without are played once for each seed."""

    def __init__(self, deck: Codes, others: Sequence[Codes], play: Play, go_on: GoOn, total: int) -> None:
        self.deck, self.others, self.play, self.go_on, self.total = deck, others, play, go_on, total
        self.played = 0
        self.same: dict[int, int] = {}

    def rounds(self, swaps: Sequence[Swap], seeds: range, *, unfinished: bool = False) -> dict[Swap, list[int]] | None:
        """What each swap brought in the games of these seeds; None, or what there is, where time is up before."""
        scores: dict[Swap, list[int]] = {swap: [] for swap in swaps}
        for seed in seeds:
            for swap in swaps:
                scores[swap].append(self._game(swap.applied(self.deck), seed) - self._without(seed))
                self.played += 1
                if not self.go_on(self.played / self.total) and self.played < self.total:
                    return scores if unfinished else None
        return scores

    def _without(self, seed: int) -> int:
        if seed not in self.same:
            self.same[seed] = self._game(self.deck, seed)
        return self.same[seed]

    def _game(self, deck: Codes, seed: int) -> int:
        return self.play(deck, self.others[seed % len(self.others)], seed // len(self.others) % 2, seed)


def _hoped(swap: Swap, scores: Sequence[int]) -> float:
    """What is to be expected of a swap: the evidence and the screening, each as far as it can be trusted."""
    measured = mean(scores)
    error = max((measured.high - measured.low) / 4, 0.05) ** 2
    prior = 0.04  # how far the gains of the evidence are from the true ones, squared
    return (swap.gain / prior + measured.value / error) / (1 / prior + 1 / error)
