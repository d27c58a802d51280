"""Help with a kept deck: at once where that is quick, as a search in the background where it is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.models import Person
from cards.catalogue.queries import catalogue
from cards.core.facts import CardType, Catalogue, IconKind
from common.errors import Missing
from common.text import gettext_noop
from decks.core.building import Clash, Goal, Help, Said, Wishes, complete
from decks.core.building.solver import Answer
from decks.core.legality import DeckList, Entry, judge
from decks.deck.queries import decklist_of
from decks.models import Deck, SearchJob
from decks.tasks import search

QUICK = 1.2  # seconds a page may search
LIMIT = 20.0  # seconds a search in the background may
SILENT = timedelta(seconds=60)  # a search of which nothing has been heard for so long has died
GIVEN_UP = timedelta(minutes=10)  # and one that died again and again is not tried for ever
AT_ONCE = 20


def search_now(
    deck: DeckList, cards: Catalogue, wishes: Wishes, *, seconds: float | None = None
) -> Help | Clash | None:
    """What is proven within the time of a page; None where it takes longer."""
    found = complete(deck, cards, wishes, seconds=QUICK if seconds is None else seconds)
    return found if isinstance(found, Clash) or (found is not None and found.proven) else None


@transaction.atomic
def start_search(*, row: Deck, person: Person, wishes: Wishes) -> SearchJob:
    """Begin a search in the background; the ones of the same person for the same deck are stopped."""
    SearchJob.objects.filter(deck=row, person=person, state__in=("waiting", "running")).update(cancelled=True)
    job = SearchJob.objects.create(deck=row, person=person, deck_version=row.version, wishes=wishes_as_data(wishes))
    # A queue that is away does not undo it: `search_again` finds what nobody has begun.
    transaction.on_commit(lambda: search.delay(job.key), robust=True)
    return job


def cancel_search(*, key: str, person: Person | None) -> SearchJob:
    """Stop a search at its next pause; what it found so far stays."""
    job = job_by(key, person)
    SearchJob.objects.filter(pk=job.pk).update(cancelled=True)
    # One that has not begun will not.
    SearchJob.objects.filter(pk=job.pk, state="waiting").update(state="stopped")
    job.refresh_from_db()
    return job


def job_by(key: str, person: Person | None) -> SearchJob:
    """A search for whoever began it; raises `Missing` for everybody else."""
    job = SearchJob.objects.select_related("deck__pool").filter(key=key, person=person).first() if person else None
    if job is None:
        raise Missing(gettext_noop("There is no such search among yours."))
    return job


def run_search(key: str, *, limit: float | None = None) -> None:
    """Search until it is proven, stopped or out of time, telling the row how far it is after each slice."""
    if not SearchJob.objects.filter(key=key, state="waiting").update(state="running", updated=timezone.now()):
        return  # stopped before it began, or another worker has it
    job = SearchJob.objects.select_related("deck__pool").get(key=key)
    seconds = LIMIT if limit is None else limit
    deck, cards = decklist_of(job.deck), catalogue(job.deck.game)

    def pulse(best: Answer, spent: float) -> bool:
        percent = min(99, round(100 * spent / seconds))
        rows = SearchJob.objects.filter(pk=job.pk, cancelled=False)
        return bool(rows.update(percent=percent, updated=timezone.now()))

    state = "failed"
    result = None
    try:
        found = complete(deck, cards, wishes_from_data(job.wishes), seconds=seconds, pulse=pulse)
        stopped = SearchJob.objects.filter(pk=job.pk, cancelled=True).exists()
        state = "stopped" if stopped else "done"
        result = answer_as_data(found) if found is not None else None
    finally:
        SearchJob.objects.filter(pk=job.pk).update(state=state, percent=100, result=result)


def search_again(now: datetime) -> int:
    """Begin anew what nobody has begun or whose worker died; returns how many. A search says every moment it lives."""
    silent = SearchJob.objects.filter(updated__lte=now - SILENT, cancelled=False)
    SearchJob.objects.filter(updated__lte=now - SILENT, cancelled=True, state="running").update(state="stopped")
    silent.filter(state="running", created__lte=now - GIVEN_UP).update(state="failed")
    keys = list(silent.filter(state__in=("waiting", "running")).values_list("key", flat=True)[:AT_ONCE])
    # Taken in hand now, so that the next look does not take them again before a worker has begun.
    SearchJob.objects.filter(key__in=keys).update(state="waiting", updated=now)
    for key in keys:
        search.delay(key)
    return len(keys)


def wishes_as_data(wishes: Wishes) -> dict[str, Any]:
    """Wishes as JSON."""
    return {
        "goal": wishes.goal.value,
        "keep_held": wishes.keep_held,
        "keep": list(wishes.keep),
        "never": list(wishes.never),
        "only": None if wishes.only is None else dict(wishes.only),
        "most_moons": wishes.most_moons,
        "least_fire": wishes.least_fire,
        "least_earth": wishes.least_earth,
        "at_least": {icon.value: count for icon, count in (wishes.at_least or {}).items()},
        "types": {kind.value: count for kind, count in (wishes.types or {}).items()},
    }


def wishes_from_data(data: Mapping[str, Any]) -> Wishes:
    """Wishes from their JSON."""
    return Wishes(
        goal=Goal(data["goal"]),
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


def answer_as_data(answer: Help | Clash) -> dict[str, Any]:
    """An answer as JSON."""
    if isinstance(answer, Clash):
        return {
            "clash": [{"template": one.template, "params": dict(one.params), "rule": one.rule} for one in answer.said]
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


def answer_from_data(data: Mapping[str, Any], deck: DeckList, cards: Catalogue) -> Help | Clash:
    """An answer from its JSON, judged anew; `deck` is the one it was found for."""
    if "clash" in data:
        return Clash(tuple(Said(one["template"], one["params"], one["rule"]) for one in data["clash"]))
    beside: dict[str, Any] = {
        name: value if name == "match" else tuple(value) for name, value in data["beside"].items()
    }
    proposed = replace(deck, entries=tuple(Entry(code) for code in data["codes"]), **beside)
    swaps = tuple((out, into) for out, into in data["swaps"])
    report = judge(proposed, cards)
    return Help(proposed, report, tuple(data["out"]), tuple(data["into"]), swaps, tuple(data["mended"]), data["proven"])
