"""Background searches for decks: their JSON, running one, restarting what was left."""

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
from common.errors import TooMany
from common.sentences import Sentence
from common.text import gettext_noop
from decks.core.building import complete
from decks.core.building.repair import Contradiction, Help
from decks.core.building.requirements import Requirements, SearchGoal
from decks.core.building.solver import Solution
from decks.core.legality import DeckList, Entry, judge
from decks.deck.queries import decklist_of
from decks.models import Deck, SearchJob

SEARCH_SECONDS = 20.0
STALE_JOB_AGE = timedelta(seconds=60)  # without an update of its row
SEARCH_FAILED_AFTER = timedelta(minutes=10)  # a search that dies again and again is given up
MAX_SEARCH_RESTARTS = 20
MAX_UNFINISHED_SEARCHES = 4  # searches of one address that wait or run


def requirements_as_data(requirements: Requirements) -> dict[str, Any]:
    return {
        "goal": requirements.goal.value,
        "keep_held": requirements.keep_held,
        "keep": list(requirements.keep),
        "never": list(requirements.never),
        "only": None if requirements.only is None else dict(requirements.only),
        "most_moons": requirements.most_moons,
        "least_fire": requirements.least_fire,
        "least_earth": requirements.least_earth,
        "at_least": {icon.value: count for icon, count in (requirements.at_least or {}).items()},
        "types": {kind.value: count for kind, count in (requirements.types or {}).items()},
    }


def requirements_from_data(data: Mapping[str, Any]) -> Requirements:
    return Requirements(
        goal=SearchGoal(data["goal"]),
        keep_held=data["keep_held"],
        keep=tuple(data["keep"]),
        never=tuple(data["never"]),
        only=None if data["only"] is None else dict(data["only"]),
        most_moons=data["most_moons"],
        least_fire=data["least_fire"],
        least_earth=data["least_earth"],
        at_least={IconKind(icon): count for icon, count in data["at_least"].items()},
        types={CardType(kind): count for kind, count in data["types"].items()},
    )


def search_result_as_data(answer: Help | Contradiction) -> dict[str, Any]:
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


def search_result_from_data(data: Mapping[str, Any], deck: DeckList, cards: Catalogue) -> Help | Contradiction:
    """An answer from its JSON, judged again; `deck` is the one it was found for."""
    if "clash" in data:
        return Contradiction(
            tuple(Sentence(sentence["template"], sentence["params"], sentence["rule"]) for sentence in data["clash"])
        )
    beside: dict[str, Any] = {
        name: value if name == "match" else tuple(value) for name, value in data["beside"].items()
    }
    proposed = replace(deck, entries=tuple(Entry(code) for code in data["codes"]), **beside)
    swaps = tuple((out, into) for out, into in data["swaps"])
    report = judge(proposed, cards)
    return Help(proposed, report, tuple(data["out"]), tuple(data["into"]), swaps, tuple(data["mended"]), data["proven"])


# Plays the games of a job: what was played, and whether the job was stopped (`decks.strength.jobs`).
GamesPlayer = Callable[[SearchJob], tuple[dict[str, Any] | None, bool]]


@transaction.atomic
def queue_search_job(
    *,
    row: Deck | None,
    person: Person,
    asked_from: str,
    parameters: Mapping[str, Any],
    start: Callable[[str], object],
    kind: str = SearchJob.Kind.COMPLETE,
) -> SearchJob:
    """Keep a job for the worker; those of the same person for the same deck, or for none, are stopped.

    `start` queues its key.

    Raises `TooMany` where the address has as many as it may that wait or run.
    """
    unfinished = SearchJob.objects.filter(state__in=("waiting", "running"))
    stop_jobs(unfinished.filter(deck=row, person=person))
    if asked_from and unfinished.filter(asked_from=asked_from, cancelled=False).count() >= MAX_UNFINISHED_SEARCHES:
        raise TooMany(
            gettext_noop("%(most)d searches from your network are still running. Wait for one to finish, or stop it."),
            {"most": MAX_UNFINISHED_SEARCHES},
        )
    job = SearchJob.objects.create(
        deck=row,
        person=person,
        asked_from=asked_from,
        deck_version=row.version if row else 0,
        kind=kind,
        wishes=parameters,
    )
    # A queue that is away does not undo it: the task `search_again` starts what no worker has begun.
    transaction.on_commit(lambda: start(job.key), robust=True)
    return job


def stop_jobs(jobs: QuerySet[SearchJob]) -> None:
    """Stop each at its next pause; what it has found so far stays. One that hasn’t begun never will."""
    waiting = Case(When(state="waiting", then=Value("stopped")), default=F("state"))
    jobs.update(cancelled=True, state=waiting)


def next_search_key(now: datetime) -> str | None:
    """The key of the search to run next: of the addresses that wait, the one whose last began longest ago.

    None while one runs, so that every other thread of the worker stays free for what is short.
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
    """Run the search of a key until it is proven, stopped or out of time; writes its progress to the row."""
    now = timezone.now()
    waiting = SearchJob.objects.filter(~Exists(SearchJob.objects.filter(_running_jobs(now))), key=key, state="waiting")
    if not waiting.update(state="running", updated=now):
        return  # stopped before it began, or a worker has another one
    job = SearchJob.objects.select_related("deck__pool").get(key=key)
    state, result = "failed", None
    try:
        result, stopped = (_complete_deck if job.kind == SearchJob.Kind.COMPLETE else play_games)(job)
        state = "stopped" if stopped else "done"
    finally:
        SearchJob.objects.filter(pk=job.pk).update(state=state, percent=100, result=result)


def _complete_deck(job: SearchJob) -> tuple[dict[str, Any] | None, bool]:
    deck, cards = decklist_of(job.own_deck), catalogue(job.own_deck.game)

    def pulse(best: Solution, spent: float) -> bool:
        percent = min(99, round(100 * spent / SEARCH_SECONDS))
        rows = SearchJob.objects.filter(pk=job.pk, cancelled=False)
        return bool(rows.update(percent=percent, updated=timezone.now()))

    answer = complete(deck, cards, requirements_from_data(job.wishes), seconds=SEARCH_SECONDS, pulse=pulse)
    stopped = SearchJob.objects.filter(pk=job.pk, cancelled=True).exists()
    return search_result_as_data(answer) if answer is not None else None, stopped


def restart_stale_searches(now: datetime, enqueue: Callable[[str], object]) -> int:
    """Queue again the searches that no worker has begun or whose worker died, and return how many.

    A running search updates its row every moment, so a row without updates is stale. `enqueue` queues a key.
    """
    stale = SearchJob.objects.filter(updated__lte=now - STALE_JOB_AGE, cancelled=False)
    SearchJob.objects.filter(updated__lte=now - STALE_JOB_AGE, cancelled=True, state="running").update(state="stopped")
    stale.filter(state="running", created__lte=now - SEARCH_FAILED_AFTER).update(state="failed")
    keys = list(stale.filter(state__in=("waiting", "running")).values_list("key", flat=True)[:MAX_SEARCH_RESTARTS])
    # Updated now, so that the next run does not queue them again before a worker has begun.
    SearchJob.objects.filter(key__in=keys).update(state="waiting", updated=now)
    for key in keys:
        enqueue(key)
    return len(keys)
