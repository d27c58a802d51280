"""How strong is it? Games in a process of their own, with progress, stopping at any time, and kind errors."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue, People
from decks import tasks
from decks.assist.jobs import run_search
from decks.models import Deck, SearchJob
from decks.strength import jobs
from decks.tasks import search
from game.arena import GameProcess, GameProcessEnded, crystals_of_game
from game.engine.table import published_codes
from tests.decks.rows import terrah_deck

pytestmark = pytest.mark.django_db
begun: list[str] = []


def result_of(job: SearchJob) -> dict[str, Any]:
    """Return the job’s result."""
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
    decks = published_codes(facts, People.VULCA), published_codes(facts, People.HOAX)
    with GameProcess(facts) as arena:
        scores = [arena.play(*decks, 0, seed) for seed in (1, 2)]
        arena._child.kill()
        arena._child.wait()
        with pytest.raises(GameProcessEnded):
            arena.play(*decks, 0, 3)
    assert scores == [crystals_of_game(facts, *decks, start=0, seed=seed) for seed in (1, 2)]


def test_a_deck_is_played_against_the_nine(row: Deck, roland_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "GAMES_PER_OPPONENT", 2)
    job = ask(roland_client, row, kind="strength")
    page = roland_client.get(f"/decks/strength/{job.key}/").content.decode()
    assert "Simulating games…" in page and 'hx-trigger="every 1s"' in page
    search(job.key)
    result = result_of(job)
    assert (job.state, len(result["each"]), result["all"]["games"]) == ("done", 9, 18)
    page = roland_client.get(f"/decks/strength/{job.key}/").content.decode()
    assert "from 18 games" in page and "hx-trigger" not in page


def test_every_result_names_the_cards_whose_text_was_left_out(
    row: Deck, roland: User, roland_client: Client, db_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "GAMES_PER_OPPONENT", 2)
    monkeypatch.setattr(jobs, "GAMES_BETWEEN_TWO", 2)
    monkeypatch.setattr("decks.core.advice.measurement.SCREENED", 1)
    monkeypatch.setattr("decks.core.advice.measurement.CHECKED", 2)
    monkeypatch.setattr(jobs, "GameProcess", QuickArena)
    other = terrah_deck(roland, db_catalogue)
    other.cards.filter(code="Terrah 01").update(code="Aqua 15")
    row.cards.filter(code="Terrah 01").update(code="Terrah 28")
    asked: list[tuple[dict[str, str], list[str]]] = [
        ({"kind": "strength"}, ["Terrah 28"]),  # the published decks have none of these cards
        ({"kind": "swaps"}, ["Terrah 28"]),
        ({"kind": "match", "other": other.key}, ["Aqua 15", "Terrah 28"]),
    ]
    for body, codes in asked:
        begun_job = roland_client.post(f"/api/v1/decks/{row.key}/strength/", body, "application/json").json()
        assert begun_job["texts_not_whole"] == []
        search(begun_job["key"])
        data = roland_client.get(f"/api/v1/decks/strength/{begun_job['key']}/").json()
        assert data["texts_not_whole"] == codes
        page = roland_client.get(f"/decks/strength/{begun_job['key']}/").content.decode()
        assert "Played without their text" in page
        assert all(f'href="/cards/{db_catalogue[code].slug}/"' in page for code in codes)


def test_swaps_are_tried(row: Deck, roland_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("decks.core.advice.measurement.SCREENED", 1)
    monkeypatch.setattr("decks.core.advice.measurement.CHECKED", 2)
    job = ask(roland_client, row, kind="swaps")
    search(job.key)
    result = result_of(job)
    assert result["whole"] and len([swap for swap in result["swaps"] if swap["checked"]]) == 3
    assert "Swaps that might help" in roland_client.get(f"/decks/strength/{job.key}/").content.decode()


def proposed(row: Deck, client: Client, kind: str = "swaps") -> SearchJob:
    """Create a job that has proposed one swap for the deck."""
    job = ask(client, row, kind=kind)
    swap = {"out": "Terrah 01", "into": "Vulca 05", "gain": 0.3, "moons": 1, "checked": None}
    SearchJob.objects.filter(pk=job.pk).update(state="done", result={"swaps": [swap], "whole": True})
    return job


SWAP = {"out": "Terrah 01", "into": "Vulca 05"}


def codes_of(row: Deck) -> set[str]:
    return {card.code for card in row.cards.all()}


def test_a_proposed_swap_is_one_change_that_undo_takes_back(row: Deck, roland_client: Client) -> None:
    job, before = proposed(row, roland_client), codes_of(row)
    page = roland_client.get(f"/decks/strength/{job.key}/").content.decode()
    assert "Apply swap" in page
    for _again in (1, 2):  # a tap may be repeated
        response = roland_client.post(f"/decks/strength/{job.key}/swap/", SWAP, follow=True)
        assert "You can undo this" in response.content.decode()
        assert codes_of(row) == before - {"Terrah 01"} | {"Vulca 05"}
    row.refresh_from_db()
    assert row.version == job.deck_version + 1
    assert "Apply swap" not in roland_client.get(f"/decks/strength/{job.key}/").content.decode()
    roland_client.post(f"/decks/{row.key}/step/undo/")
    assert codes_of(row) == before
    assert "Apply swap" in roland_client.get(f"/decks/strength/{job.key}/").content.decode()


def test_a_swap_is_not_made_in_another_deck_than_it_was_tried_in(row: Deck, roland_client: Client) -> None:
    job = proposed(row, roland_client)
    roland_client.post(f"/decks/{row.key}/cards/", {"tap": "0 Terrah 02"})
    before = codes_of(row)
    response = roland_client.post(f"/decks/strength/{job.key}/swap/", SWAP, follow=True)
    assert (
        "The deck has changed since these swaps were tested, so nothing was swapped. Run the test "
        "again." in response.content.decode()
    )
    assert roland_client.post(f"/api/v1/decks/strength/{job.key}/swap/", SWAP, "application/json").status_code == 409
    assert codes_of(row) == before


def test_only_proposed_swaps_are_made_and_only_by_who_edits(
    row: Deck, roland_client: Client, elinor_client: Client
) -> None:
    job = proposed(row, roland_client)
    other = {"out": "Terrah 02", "into": "Vulca 05"}
    response = roland_client.post(f"/decks/strength/{job.key}/swap/", other, follow=True)
    assert "This swap wasn’t one of the suggestions." in response.content.decode()
    assert elinor_client.post(f"/decks/strength/{job.key}/swap/", SWAP).status_code == 404
    hers = proposed(row, elinor_client)
    assert "Apply swap" not in elinor_client.get(f"/decks/strength/{hers.key}/").content.decode()
    assert elinor_client.post(f"/decks/strength/{hers.key}/swap/", SWAP).status_code == 403
    assert "Terrah 01" in codes_of(row)


class QuickArena:
    """Games that end at once: the first deck wins a crystal if it starts."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.games = 0

    def __enter__(self) -> QuickArena:
        return self

    def __exit__(self, *error: object) -> None:
        """Nothing to end."""

    def play(self, first: object, second: object, start: int, seed: int) -> int:
        self.games += 1
        return 1 - start


def test_programs_ask_read_stop_and_swap(
    row: Deck, roland_client: Client, elinor_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "GAMES_PER_OPPONENT", 2)
    monkeypatch.setattr(jobs, "GameProcess", QuickArena)
    begun_job = roland_client.post(
        f"/api/v1/decks/{row.key}/strength/", {"kind": "strength"}, "application/json"
    ).json()
    assert (begun_job["status"], begun_job["each"], begun_job["current"]) == ("waiting", [], True)
    address = f"/api/v1/decks/strength/{begun_job['key']}/"
    search(begun_job["key"])
    body = roland_client.get(address).json()
    assert (body["status"], len(body["each"]), body["all"]["games"]) == ("done", 9, 18)
    assert elinor_client.get(address).status_code == 404
    waiting = roland_client.post(f"/api/v1/decks/{row.key}/strength/", {"kind": "swaps"}, "application/json").json()
    stopped = roland_client.post(f"/api/v1/decks/strength/{waiting['key']}/stop/").json()
    assert stopped["status"] == "stopped"
    job = proposed(row, roland_client)
    deck = roland_client.post(f"/api/v1/decks/strength/{job.key}/swap/", SWAP, "application/json").json()
    assert deck["version"] == job.deck_version + 1 and "Vulca 05" in str(deck["cards"])


@pytest.mark.parametrize("answers", [{"kind": "match"}, {"kind": "strength", "other": "x"}, {"kind": "luck"}])
def test_a_question_that_is_none_is_refused(row: Deck, roland_client: Client, answers: dict[str, str]) -> None:
    assert roland_client.post(f"/api/v1/decks/{row.key}/strength/", answers, "application/json").status_code == 400


def test_the_best_so_far_is_shown_while_games_go_on(
    row: Deck, roland_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SECONDS_BETWEEN_WRITES", 0.0)
    monkeypatch.setattr("decks.core.advice.measurement.SCREENED", 2)
    monkeypatch.setattr("decks.core.advice.measurement.CHECKED", 2)
    seen: list[str] = []

    class Watched(QuickArena):
        def play(self, first: object, second: object, start: int, seed: int) -> int:
            if self.games == 25:
                seen.append(roland_client.get(f"/decks/strength/{job.key}/").content.decode())
            return super().play(first, second, start, seed)

    monkeypatch.setattr(jobs, "GameProcess", Watched)
    job = ask(roland_client, row, kind="swaps")
    search(job.key)
    assert "So far:" in seen[0] and "Swaps that might help" in seen[0] and "Apply swap" not in seen[0]


def test_two_decks_are_played_against_each_other(
    row: Deck, roland: User, roland_client: Client, db_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "GAMES_BETWEEN_TWO", 2)
    job = ask(roland_client, row, kind="match", other=terrah_deck(roland, db_catalogue).get_absolute_url())
    search(job.key)
    assert result_of(job)["match"]["games"] == 2


def test_what_was_played_before_the_end_stays(
    row: Deck, roland_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "SECONDS_BETWEEN_WRITES", 0.0)
    job = ask(roland_client, row, kind="strength")
    SearchJob.objects.filter(pk=job.pk).update(cancelled=True)
    run_search(job.key, jobs.run_games_job)
    assert result_of(job)["all"] is None
    assert job.state == "stopped"
    waiting = ask(roland_client, row, kind="strength")
    roland_client.post(f"/decks/strength/{waiting.key}/stop/")
    search(waiting.key)
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
        ({"kind": "match", "other": "nowhere"}, "This deck doesn’t exist or is private."),
        ({"kind": "swaps"}, "Make the deck legal first"),
    ],
)
def test_what_cannot_be_played_is_said(row: Deck, roland_client: Client, answers: dict[str, str], said: str) -> None:
    row.cards.first().delete()  # type: ignore[union-attr]
    response = roland_client.post(f"/decks/{row.key}/strength/begin/", answers)
    typed = f"?other={answers['other']}#match" if "other" in answers else ""
    assert response["Location"] == f"/decks/{row.key}/strength/{typed}"
    assert next(str(message) for message in get_messages(response.wsgi_request)).startswith(said)
    assert not SearchJob.objects.exists()


def test_what_was_pasted_for_the_other_deck_stays_in_its_field(row: Deck, roland_client: Client) -> None:
    page = roland_client.get(f"/decks/{row.key}/strength/", {"other": "https://example.org/x"}).content.decode()
    assert 'value="https://example.org/x"' in page


def test_a_deck_plays_against_that_of_a_people(
    row: Deck, roland_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "GAMES_BETWEEN_TWO", 2)
    monkeypatch.setattr(jobs, "GameProcess", QuickArena)
    response = roland_client.post(f"/decks/{row.key}/strength/begin/", {"kind": "match", "other": "Vulca"})
    job = SearchJob.objects.get()
    assert response["Location"] == f"/decks/strength/{job.key}/"
    search(job.key)
    assert "against Vulca deck" in " ".join(roland_client.get(response["Location"]).content.decode().split())


def test_a_deck_of_few_cards_or_with_an_unknown_one_is_refused(row: Deck, roland_client: Client) -> None:
    row.cards.exclude(pk__in=row.cards.values("pk")[:3]).delete()
    response = roland_client.post(f"/decks/{row.key}/strength/begin/", {"kind": "strength"})
    assert "cards is too small to simulate; it needs at least" in str(next(iter(get_messages(response.wsgi_request))))


def test_a_stranger_sees_neither_the_job_nor_the_deck(
    row: Deck, roland_client: Client, stranger_client: Client
) -> None:
    Deck.objects.filter(pk=row.pk).update(visibility="private")
    job = ask(roland_client, row, kind="strength")
    assert stranger_client.get(f"/decks/strength/{job.key}/").status_code == 404
    assert stranger_client.get(f"/decks/{row.key}/strength/").status_code == 404
    assert stranger_client.post(f"/decks/{row.key}/strength/begin/", {"kind": "strength"}).status_code == 404
