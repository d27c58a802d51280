"""The one search: rulings, cards, decks and rules for the same words, and nothing that is not for the reader."""

from __future__ import annotations

import gc
from functools import _lru_cache_wrapper
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from cards.core.facts import Catalogue
from cards.models import UnansweredQuestion
from cards.rulings import services
from drafts.table.services import create_draft
from tests.decks.rows import terrah_deck
from tests.drafts.tables import person, setup_for

pytestmark = pytest.mark.django_db


def found(client: Client, asked: str) -> Any:
    return client.get(reverse("search"), {"q": asked}).context


def test_two_names_give_the_ruling_on_both_first(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get(reverse("search"), {"q": "cataclysm razorjaw"})
    assert page.context["best"].row.number == "R0-19"
    text = page.content.decode()
    assert text.index('id="best-answer"') < text.index("found-rulings") < text.index("found-cards")


def test_a_question_is_answered_on_top_and_a_name_or_a_condition_finds_cards(
    client: Client, db_catalogue: Catalogue
) -> None:
    text = client.get(reverse("search"), {"q": "is equal power enough?"}).content.decode()
    assert text.index('value="is equal power enough?"') < text.index('id="best-answer"') < text.index("found-rules")
    assert "At least as much" in text
    for asked in ("Cast Cataclysm", "people:vulca", "fire>=5"):
        text = client.get(reverse("search"), {"q": asked}).content.decode()
        assert "best-answer" not in text and text.index("<h2") == text.index('<h2 id="found-cards"'), asked


def test_a_deck_is_found_by_name_and_by_a_card_in_it(client: Client, roland: User, db_catalogue: Catalogue) -> None:
    terrah_deck(roland, db_catalogue, visibility="public", name="Nights of Terrah")
    for asked in ("nights terr", "Seismic Drill"):
        assert [deck.name for deck in found(client, asked)["decks"]] == ["Nights of Terrah"], asked


def test_a_deck_that_is_not_listed_is_found_by_its_owner_alone(
    client: Client, roland: User, roland_client: Client, db_catalogue: Catalogue
) -> None:
    for visibility in ("private", "link"):
        terrah_deck(roland, db_catalogue, visibility=visibility, name="Hidden cave")
    assert not found(client, "hidden cave")["decks"]
    assert len(found(roland_client, "hidden cave")["decks"]) == 2


def test_rules_are_found_by_their_words_and_numbers(client: Client, db_catalogue: Catalogue) -> None:
    assert client.get(reverse("search"), {"q": "deck-03"})["Location"] == "/help/rules/#DECK-03"
    assert client.get(reverse("search"), {"q": "R0-19"})["Location"] == "/cards/rulings/r0-19/"
    assert "DECK-03" in [row.number for row in found(client, "how many foreign moons may a deck have")["rules"]]


def test_what_nothing_answers_is_said_with_what_comes_closest(client: Client, db_catalogue: Catalogue) -> None:
    text = client.get(reverse("search"), {"q": "where can I buy sleeves"}).content.decode()
    assert "No rule or ruling seems to answer this" in text and "best-answer" not in text
    assert 0 < len(found(client, "where can I buy sleeves")["nearest"]) <= 3


def test_nothing_found_says_so_and_few_queries_are_asked(
    client: Client, db_catalogue: Catalogue, django_assert_max_num_queries: Any
) -> None:
    found(client, "flash")
    with django_assert_max_num_queries(8):
        found(client, "flash")
    assert "No results" in client.get(reverse("search"), {"q": "xyzzy qwerty"}).content.decode()
    assert "No results" not in client.get(reverse("search")).content.decode()


def test_the_code_of_a_draft_leads_to_it_however_it_was_read_aloud(client: Client, roland: User) -> None:
    key = create_draft(host=person(roland), setup=setup_for(2)).key
    for spoken in (key, f"{key[:4]} {key[4:8]} {key[8:]}", key.upper()):
        response = client.get(reverse("search"), {"q": spoken})
        assert response.headers.get("Location") == reverse("drafts:detail", args=[key]), spoken
    assert client.get(reverse("search"), {"q": "zzzz zzzz zzzz"}).status_code == 200


def test_a_question_without_an_answer_is_kept_without_its_asker(
    client: Client, roland_client: Client, db_catalogue: Catalogue
) -> None:
    for each in (client, roland_client):
        each.get(reverse("search"), {"q": "Where can I buy  sleeves"})
    (kept,) = UnansweredQuestion.objects.all()
    assert (kept.text, kept.language, kept.times) == ("where can i buy sleeves", "en", 2)
    fields = {field.name for field in UnansweredQuestion._meta.get_fields()}
    assert fields == {"id", "text", "language", "day", "times"}


@pytest.mark.parametrize(
    "text",
    [
        "is equal power enough?",
        "sleeves",
        "write to mira@example.org please",
        "write to mira＠example please",
        "write to mira(at)example please",
        "where can I buy mira.example/sleeves",
        "call me on 0170 1234567",
        "where can I call +49 (30) 12-34",
        "where can I call ０１７０１２３４",
    ],
)
def test_an_answered_question_a_word_and_what_is_personal_are_not_kept(
    client: Client, db_catalogue: Catalogue, text: str
) -> None:
    client.get(reverse("search"), {"q": text})
    assert not UnansweredQuestion.objects.exists()


def test_the_oldest_questions_give_way_and_a_day_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_QUESTIONS", 3)
    monkeypatch.setattr(services, "MAX_QUESTIONS_PER_DAY", 5)
    for number in range(7):
        services.save_unanswered_question(f"where is shop {number}", "en")
    texts = [row.text for row in UnansweredQuestion.objects.order_by("pk")]
    assert len(texts) == 3 and texts[-1] == "where is shop 6"
    monkeypatch.setattr(services, "MAX_QUESTIONS_PER_DAY", 3)
    services.save_unanswered_question("where is shop 9", "en")
    assert not UnansweredQuestion.objects.filter(text="where is shop 9").exists()


def test_no_flood_of_questions_pushes_out_what_many_have_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MAX_QUESTIONS", 3)
    same = ("where can i buy sleeves", "where can\u202e i buy\u200b sleeves\0")
    for text in (*same, *(f"where is shop {number}" for number in range(9))):
        services.save_unanswered_question(text, "en")
    texts = [row.text for row in UnansweredQuestion.objects.order_by("pk")]
    assert texts == ["where can i buy sleeves", "where is shop 7", "where is shop 8"]


@pytest.mark.parametrize("path", ["/search/", "/cards/rulings/", "/cards/", "/help/search/", "/api/v1/rulings/"])
def test_no_cache_grows_with_what_strangers_type(client: Client, db_catalogue: Catalogue, path: str) -> None:
    def sizes() -> dict[str, int]:
        return {f"{each.__module__}.{each.__qualname__}": each.cache_info().currsize for each in unlimited}

    def search(start: str) -> None:
        words = " ".join(f"{start}{letter}wq power" for letter in "bcdfghjkl")
        assert client.get(path, {"q": words}).status_code == 200

    search("z")
    gc.unfreeze()  # most caches existed when the tests began, and so are hidden from `get_objects`
    caches = [each for each in gc.get_objects() if type(each) is _lru_cache_wrapper]
    gc.freeze()
    unlimited = [each for each in caches if each.cache_parameters()["maxsize"] is None]
    assert len(unlimited) > 50
    before = sizes()
    for start in "xyv":
        search(start)
    assert {name: size for name, size in sizes().items() if size > before.get(name, size)} == {}


def test_the_keeper_reads_and_deletes_unanswered_questions(judge_client: Client, stranger_client: Client) -> None:
    services.save_unanswered_question("where can i buy sleeves", "en")
    url = reverse("admin:cards_unansweredquestion_changelist")
    assert stranger_client.get(url).status_code == 302
    assert "where can i buy sleeves" in judge_client.get(url).content.decode()
    row = UnansweredQuestion.objects.get()
    judge_client.post(reverse("admin:cards_unansweredquestion_delete", args=[row.pk]), {"post": "yes"})
    assert not UnansweredQuestion.objects.exists()
