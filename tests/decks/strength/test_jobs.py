"""How strong is it? Games in a process of their own, with progress, an end at any time, and kind refusals."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue, People
from decks import tasks
from decks.assist import jobs as assist_jobs
from decks.models import Deck, SearchJob
from decks.strength import jobs
from game.arena import Arena, ArenaClosed
from game.engine.table import people_deck
from game.evidence.plan import played
from tests.decks.rows import terrah_deck

pytestmark = pytest.mark.django_db
begun: list[str] = []


def result_of(job: SearchJob) -> dict[str, Any]:
    """What the job has found."""
    job.refresh_from_db()
    assert job.result is not None
    return dict(job.result)


@pytest.fixture
def row(roland: User, db_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> Deck:
    monkeypatch.setattr(tasks.search, "delay", begun.append)
    begun.clear()
    return terrah_deck(roland, db_catalogue)


def ask(client: Client, row: Deck, **answers: str) -> SearchJob:
    response = client.post(f"/decks/{row.key}/strength/begin/", answers)
    return SearchJob.objects.get(key=response["Location"].split("/")[-2])


def test_an_arena_plays_as_the_engine_does(facts: Catalogue) -> None:
    decks = people_deck(facts, People.VULCA), people_deck(facts, People.HOAX)
    with Arena(facts) as arena:
        found = [arena.play(*decks, 0, seed) for seed in (1, 2)]
        arena._child.kill()
        arena._child.wait()
        with pytest.raises(ArenaClosed):
            arena.play(*decks, 0, 3)
    assert found == [played(facts, *decks, start=0, seed=seed) for seed in (1, 2)]


def test_a_deck_is_played_against_the_nine(row: Deck, roland_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "GAMES_WITH_EACH", 2)
    job = ask(roland_client, row, kind="strength")
    page = roland_client.get(f"/decks/strength/{job.key}/").content.decode()
    assert "The games are being played." in page and 'hx-trigger="every 1s"' in page
    assist_jobs.run_search(job.key)
    found = result_of(job)
    assert (job.state, len(found["each"]), found["all"]["games"]) == ("done", 9, 18)
    page = roland_client.get(f"/decks/strength/{job.key}/").content.decode()
    assert "from 18 games" in page and "hx-trigger" not in page


def test_swaps_are_tried(row: Deck, roland_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.core.advice.playing.SCREENED", 1)
    monkeypatch.setattr("decks.core.advice.playing.CHECKED", 2)
    job = ask(roland_client, row, kind="swaps")
    assist_jobs.run_search(job.key)
    found = result_of(job)
    assert found["whole"] and len([one for one in found["swaps"] if one["checked"]]) == 3
    assert "Swaps that may help" in roland_client.get(f"/decks/strength/{job.key}/").content.decode()


def test_two_decks_are_played_against_each_other(
    row: Deck, roland: User, roland_client: Client, db_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "GAMES_OF_TWO", 2)
    job = ask(roland_client, row, kind="match", other=terrah_deck(roland, db_catalogue).get_absolute_url())
    assist_jobs.run_search(job.key)
    assert result_of(job)["match"]["games"] == 2


def test_what_was_played_before_the_end_stays(
    row: Deck, roland_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SECONDS_BETWEEN_WRITES", 0.0)
    job = ask(roland_client, row, kind="strength")
    SearchJob.objects.filter(pk=job.pk).update(cancelled=True)
    assist_jobs.run_search(job.key)
    assert result_of(job)["all"] is None
    assert job.state == "stopped"
    waiting = ask(roland_client, row, kind="strength")
    roland_client.post(f"/decks/strength/{waiting.key}/stop/")
    assist_jobs.run_search(waiting.key)
    waiting.refresh_from_db()
    assert (waiting.state, waiting.result) == ("stopped", None)


def test_a_second_question_ends_the_first(row: Deck, roland_client: Client) -> None:
    first = ask(roland_client, row, kind="strength")
    ask(roland_client, row, kind="swaps")
    first.refresh_from_db()
    assert first.cancelled


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ({"kind": "match", "other": "nowhere"}, "There is no such deck"),
        ({"kind": "swaps"}, "Make the deck legal first"),
    ],
)
def test_what_cannot_be_played_is_said(row: Deck, roland_client: Client, answers: dict[str, str], said: str) -> None:
    row.cards.first().delete()  # type: ignore[union-attr]
    response = roland_client.post(f"/decks/{row.key}/strength/begin/", answers)
    assert response["Location"] == f"/decks/{row.key}/strength/"
    assert next(str(one) for one in get_messages(response.wsgi_request)).startswith(said)
    assert not SearchJob.objects.exists()


def test_a_deck_of_few_cards_or_with_an_unknown_one_is_refused(row: Deck, roland_client: Client) -> None:
    row.cards.exclude(pk__in=row.cards.values("pk")[:3]).delete()
    response = roland_client.post(f"/decks/{row.key}/strength/begin/", {"kind": "strength"})
    assert "too small to be played" in str(next(iter(get_messages(response.wsgi_request))))


def test_a_stranger_sees_neither_the_job_nor_the_deck(
    row: Deck, roland_client: Client, stranger_client: Client
) -> None:
    Deck.objects.filter(pk=row.pk).update(visibility="private")
    job = ask(roland_client, row, kind="strength")
    assert stranger_client.get(f"/decks/strength/{job.key}/").status_code == 404
    assert stranger_client.get(f"/decks/{row.key}/strength/").status_code == 404
    assert stranger_client.post(f"/decks/{row.key}/strength/begin/", {"kind": "strength"}).status_code == 404
