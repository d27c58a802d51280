"""Background searches for decks: their JSON, running them, restarting abandoned searches."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Case, Exists, F, Max, Q, QuerySet, Value, When
from django.utils import timezone

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import CardType, Catalogue, IconKind
from common.errors import Missing, TooMany
from common.sentence_tables import Sentence
from common.text import gettext_noop
from decks.core.building import complete_deck
from decks.core.building.repair import Contradiction, ProposedDeck
from decks.core.building.requirements import Requirements, SearchGoal
from decks.core.building.solver import Solution
from decks.core.legality import DeckList, Entry, judge_deck
from decks.deck.queries import decklist_of
from decks.models import Deck, SearchJob

SEARCH_SECONDS = 20.0
STALE_JOB_AGE = timedelta(seconds=60)  # a job whose row isn’t updated for so long is stale
SEARCH_FAILED_AFTER = timedelta(minutes=10)  # then a search whose worker keeps dying is given up
MAX_SEARCH_RESTARTS = 20
MAX_UNFINISHED_SEARCHES = 4  # searches of one address that are waiting or running


def requirements_from_data(data: Mapping[str, Any]) -> Requirements:
    """Return requirements that were stored by `dataclasses.asdict`."""
    with_types = {
        "goal": SearchGoal(data["goal"]),
        "keep": tuple(data["keep"]),
        "never": tuple(data["never"]),
        "at_least": {IconKind(icon): count for icon, count in data["at_least"].items()},
        "types": {CardType(kind): count for kind, count in data["types"].items()},
    }
    return Requirements(**{**data, **with_types})


def search_result_as_data(answer: ProposedDeck | Contradiction) -> dict[str, Any]:
    if isinstance(answer, Contradiction):
        return {
            "clash": [
                {"template": sentence.template, "params": dict(sentence.params), "rule": sentence.rule}
                for sentence in answer.messages
            ]
        }
    beside = {
        name: getattr(answer.deck, name) for name in ("leaders", "inquisitors", "emissaries", "families", "match")
    }
    return {
        "codes": list(answer.deck.codes),
        "beside": beside,
        "out": list(answer.out),
        "into": list(answer.into),
        "swaps": [list(pair) for pair in answer.swaps],
        "mended": list(answer.mended),
        "proven": answer.proven,
    }


def search_result_from_data(data: Mapping[str, Any], deck: DeckList, cards: Catalogue) -> ProposedDeck | Contradiction:
    """Read a result from its JSON and judge it again; `deck` is the deck it was found for."""
    if "clash" in data:
        return Contradiction(
            tuple(Sentence(sentence["template"], sentence["params"], sentence["rule"]) for sentence in data["clash"])
        )
    beside: dict[str, Any] = {
        name: value if name == "match" else tuple(value) for name, value in data["beside"].items()
    }
    proposed = replace(deck, entries=tuple(Entry(code) for code in data["codes"]), **beside)
    swaps = tuple((out, into) for out, into in data["swaps"])
    report = judge_deck(proposed, cards)
    return ProposedDeck(
        proposed, report, tuple(data["out"]), tuple(data["into"]), swaps, tuple(data["mended"]), data["proven"]
    )


# Plays the games of a job; returns the result and whether the job was stopped (`decks.strength.jobs`).
GamesPlayer = Callable[[SearchJob], tuple[dict[str, Any] | None, bool]]


@transaction.atomic
def queue_search_job(
    *,
    deck: Deck | None,
    person: Person,
    asked_from: str,
    parameters: Mapping[str, Any],
    start: Callable[[str], object],
    kind: str = SearchJob.Kind.COMPLETE,
) -> SearchJob:
    """Save a job for the worker, and stop the person’s other jobs for the same deck (or for none).

    `start` queues its key.

    Raises `TooMany` if the address already has its maximum of waiting and running jobs.
    """
    unfinished = SearchJob.objects.filter(state__in=("waiting", "running"))
    stop_jobs(unfinished.filter(deck=deck, person=person))
    if asked_from and unfinished.filter(asked_from=asked_from, cancelled=False).count() >= MAX_UNFINISHED_SEARCHES:
        raise TooMany(
            gettext_noop("%(most)d searches from your network are still running. Wait for one to finish, or stop it."),
            {"most": MAX_UNFINISHED_SEARCHES},
        )
    job = SearchJob.objects.create(
        deck=deck,
        person=person,
        asked_from=asked_from,
        deck_version=deck.version if deck else 0,
        kind=kind,
        wishes=parameters,
    )
    # If the queue is unavailable, the job stays: the task `search_again` starts it later.
    transaction.on_commit(lambda: start(job.key), robust=True)
    return job


def search_job_for(key: str, person: Person | None) -> SearchJob:
    """Return the search with this key; raises `Missing` unless this person started it."""
    own = SearchJob.objects.select_related("deck__pool").filter(key=key, person=person, deck__isnull=False)
    job = own.first() if person else None
    if job is None:
        raise Missing(gettext_noop("We couldn’t find that search among yours."))
    return job


def stop_jobs(jobs: QuerySet[SearchJob]) -> None:
    """Stop each job at its next pause; the result so far stays. Jobs that haven’t begun never will."""
    waiting = Case(When(state="waiting", then=Value("stopped")), default=F("state"))
    jobs.update(cancelled=True, state=waiting)


def next_search_key(now: datetime) -> str | None:
    """Return the key of the search to run next: of the waiting addresses, the one whose last search began longest ago.

    Returns None while a search is running, so that the worker’s other threads stay free for short tasks.
    """
    if SearchJob.objects.filter(_running_jobs(now)).exists():
        return None
    waiting = list(SearchJob.objects.filter(state="waiting", cancelled=False).order_by("created"))
    others = SearchJob.objects.exclude(state="waiting").filter(asked_from__in={job.asked_from for job in waiting})
    last = dict(others.order_by().values_list("asked_from").annotate(Max("updated")))
    waiting.sort(key=lambda job: (job.asked_from in last, last.get(job.asked_from)))
    return waiting[0].key if waiting else None


def _running_jobs(now: datetime) -> Q:
    return Q(state="running", updated__gt=now - STALE_JOB_AGE)


def run_search(key: str, play_games: GamesPlayer) -> None:
    """Run a search until its result is proven, it is stopped, or time runs out; its row shows the progress."""
    now = timezone.now()
    waiting = SearchJob.objects.filter(~Exists(SearchJob.objects.filter(_running_jobs(now))), key=key, state="waiting")
    if not waiting.update(state="running", updated=now):
        return  # it was stopped before it began, or another worker took it
    job = SearchJob.objects.select_related("deck__pool").get(key=key)
    state, result = "failed", None
    try:
        run = _complete_deck if job.kind == SearchJob.Kind.COMPLETE else play_games
        result, stopped = run(job)
        state = "stopped" if stopped else "done"
    finally:
        SearchJob.objects.filter(pk=job.pk).update(state=state, percent=100, result=result)


def _complete_deck(job: SearchJob) -> tuple[dict[str, Any] | None, bool]:
    deck, cards = decklist_of(job.own_deck), catalogue(job.own_deck.game)

    def pulse(best: Solution, spent: float) -> bool:
        percent = min(99, round(100 * spent / SEARCH_SECONDS))
        search_jobs = SearchJob.objects.filter(pk=job.pk, cancelled=False)
        return bool(search_jobs.update(percent=percent, updated=timezone.now()))

    answer = complete_deck(deck, cards, requirements_from_data(job.wishes), seconds=SEARCH_SECONDS, pulse=pulse)
    stopped = SearchJob.objects.filter(pk=job.pk, cancelled=True).exists()
    return search_result_as_data(answer) if answer is not None else None, stopped


def restart_stale_searches(now: datetime, enqueue: Callable[[str], object]) -> int:
    """Queue the searches again that no worker has begun or whose worker died; return how many.

    A running search updates its row all the time, so a row without updates is stale. `enqueue` queues a key.
    """
    stale = SearchJob.objects.filter(updated__lte=now - STALE_JOB_AGE, cancelled=False)
    SearchJob.objects.filter(updated__lte=now - STALE_JOB_AGE, cancelled=True, state="running").update(state="stopped")
    stale.filter(state="running", created__lte=now - SEARCH_FAILED_AFTER).update(state="failed")
    keys = list(stale.filter(state__in=("waiting", "running")).values_list("key", flat=True)[:MAX_SEARCH_RESTARTS])
    # Update them now, so that the next run does not queue them again before a worker begins.
    SearchJob.objects.filter(key__in=keys).update(state="waiting", updated=now)
    for key in keys:
        enqueue(key)
    return len(keys)
