"""Worker of strength jobs: plays in a process of its own and saves the result so far."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils import timezone

from cards.catalogue.queries import catalogue
from cards.core.facts import PEOPLES
from cards.games.labels import indicator_name
from decks.core.advice.measurement import TriedSwap, measure_against, measure_against_each, measure_swaps
from decks.core.advice.swaps import best_swaps
from decks.deck.queries import decklist_of
from decks.hooks import run_draft_simulation
from decks.models import Deck, SearchJob
from game.arena import GameProcess
from game.engine.table import published_codes
from game.evidence import CardValue, mean_of_estimates
from game.records.coverage import cards_played_in_part
from game.shipped_evidence import shipped_evidence

SECONDS_BY_JOB_KIND = {SearchJob.Kind.STRENGTH: 60.0, SearchJob.Kind.SWAPS: 240.0, SearchJob.Kind.MATCH: 60.0}
GAMES_PER_OPPONENT = 100
GAMES_BETWEEN_TWO = 1000
SECONDS_BETWEEN_WRITES = 1.0


def run_games_job(job: SearchJob) -> tuple[dict[str, Any] | None, bool]:
    """Play the games of a job; return its result, and whether it was stopped."""
    kind = SearchJob.Kind(job.kind)
    if kind is SearchJob.Kind.DRAFTS:
        return run_draft_simulation(job)
    with GameProcess(catalogue()) as arena:
        games = _GameRunner(arena)
        clock = JobProgress(job, SECONDS_BY_JOB_KIND[kind], games.add_cards_without_text)
        work: dict[SearchJob.Kind, Callable[[], dict[str, Any]]] = {
            SearchJob.Kind.STRENGTH: lambda: _strength_result(job, games, clock),
            SearchJob.Kind.SWAPS: lambda: _swaps_result(job, games, clock),
            SearchJob.Kind.MATCH: lambda: _match_result(job, games, clock),
        }
        return games.add_cards_without_text(work[kind]()), clock.stopped


class _GameRunner:
    """Plays the games of a job, and collects the cards whose text was ignored in any of them."""

    def __init__(self, arena: GameProcess) -> None:
        self.arena = arena
        self.cards: set[str] = set()

    def play(self, first: Sequence[str], second: Sequence[str], start: int, seed: int) -> int:
        self.cards.update(first, second)
        return self.arena.play(first, second, start, seed)

    def add_cards_without_text(self, result: dict[str, Any]) -> dict[str, Any]:
        """Add the codes of cards that were played without their text to the result."""
        cards = catalogue()
        return result | {"without_text": list(cards_played_in_part(cards[code] for code in self.cards))}


class JobProgress:
    """Says whether there is time for another game, and saves the progress at most once a second."""

    def __init__(self, job: SearchJob, seconds: float, complete: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
        self.job, self.seconds, self.complete = job, seconds, complete
        self.began = self.written = time.monotonic()
        self.stopped = False
        self.so_far: dict[str, Any] | None = None

    def store_result(self, result: dict[str, Any]) -> None:
        """Store the result so far; it is saved with the next progress."""
        self.so_far = self.complete(result)

    def __call__(self, done: float) -> bool:
        now = time.monotonic()
        if now - self.written >= SECONDS_BETWEEN_WRITES:
            self.written = now
            share = max(done, (now - self.began) / self.seconds)
            search_jobs = SearchJob.objects.filter(pk=self.job.pk, cancelled=False)
            percent = min(99, round(100 * share))
            self.stopped = not search_jobs.update(percent=percent, updated=timezone.now(), result=self.so_far)
        return not self.stopped and now - self.began < self.seconds


def _published_deck_codes() -> dict[str, tuple[str, ...]]:
    return {people.value: published_codes(catalogue(), people) for people in PEOPLES}


def _strength_result(job: SearchJob, games: _GameRunner, clock: JobProgress) -> dict[str, Any]:
    strengths = measure_against_each(
        decklist_of(job.own_deck).codes,
        _published_deck_codes(),
        games.play,
        clock,
        GAMES_PER_OPPONENT,
        show=lambda worths: clock.store_result(_values_by_people(worths)),
    )
    return _values_by_people(strengths)


def _values_by_people(worths: Mapping[str, CardValue]) -> dict[str, Any]:
    each = [{"people": people, **_value_data(worth)} for people, worth in worths.items()]
    return {"each": each, "all": _value_data(mean_of_estimates(list(worths.values()))) if worths else None}


def _swaps_result(job: SearchJob, games: _GameRunner, clock: JobProgress) -> dict[str, Any]:
    deck, cards = decklist_of(job.own_deck), catalogue()
    tried, whole = measure_swaps(
        deck.codes,
        best_swaps(deck, cards, shipped_evidence()),
        list(_published_deck_codes().values()),
        games.play,
        clock,
        show=lambda tried: clock.store_result(_tried_swaps_result(tried, whole=False)),
    )
    return _tried_swaps_result(tried, whole=whole)


def _tried_swaps_result(tried: Sequence[TriedSwap], *, whole: bool) -> dict[str, Any]:
    return {"swaps": [_tried_swap_data(tried_swap) for tried_swap in tried], "whole": whole}


def _tried_swap_data(tried: TriedSwap) -> dict[str, Any]:
    swap = tried.swap
    return {
        "out": swap.out,
        "into": swap.into,
        "gain": round(swap.gain, 3),
        "moons": swap.moons,
        "checked": _value_data(tried.checked) if tried.checked else None,
        "screened": _value_data(tried.screened) if tried.screened else None,
    }


def _match_result(job: SearchJob, games: _GameRunner, clock: JobProgress) -> dict[str, Any]:
    if people := job.wishes.get("people"):
        name, codes = indicator_name(people[0]), _published_deck_codes()[people]
    elif (other_deck := Deck.objects.filter(pk=job.wishes["other"]).first()) is not None:
        name, codes = other_deck.name, decklist_of(other_deck).codes
    else:
        return {"match": None}
    strength = measure_against(
        decklist_of(job.own_deck).codes,
        codes,
        games.play,
        clock,
        GAMES_BETWEEN_TWO,
        show=lambda worth: clock.store_result({"match": _value_data(worth), "other": name}),
    )
    return {"match": _value_data(strength), "other": name}


def _value_data(worth: CardValue) -> dict[str, Any]:
    rounded = {name: round(getattr(worth, name), 3) for name in ("value", "low", "high")}
    return rounded | {"games": worth.games, "won": worth.won}
