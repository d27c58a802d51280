"""A question about cards always has results: what people type finds the ruling, with related ones below."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils.translation import override

from cards.catalogue.queries import current_catalogues
from cards.core.rulings import RulingQuery, RulingsFound
from cards.rulings.queries import answer_ruling_query, current_rulings_book
from cards.templatetags.cards import name_in_rulings
from tests.html import flat

pytestmark = pytest.mark.django_db
# Queries with the rulings that answer them: headings from the documents, and words of our own.
QUERIES = Path(__file__).with_name("queries.csv")
# How many of the queries on a document must have their ruling among the first five.
LEAST = {"faq": 0.98, "cthulhu": 0.93, "booklet": 0.91, "dutch": 0.94, "manual": 0.94, "general": 0.88}


def found(text: str, language: str = "en", **asked: Any) -> RulingsFound:
    with override(language):
        return answer_ruling_query(
            RulingQuery(text=text, **asked),
            current_rulings_book(),
            current_catalogues(),
        )


def first(text: str, language: str = "en") -> list[str]:
    answer = found(text, language)
    return [ruling.id for ruling in (*answer.rulings, *answer.near)][:5]


def queries() -> dict[str, list[dict[str, str]]]:
    groups = defaultdict(list)
    with QUERIES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            groups[row["document"]].append(row)
    return groups


@pytest.mark.parametrize("document", LEAST)
def test_headings_and_questions_of_a_document_find_their_ruling(document: str) -> None:
    rows = queries()[document]
    missed = [
        row["query"] for row in rows if not set(row["wanted"].split()) & set(first(row["query"], row["language"]))
    ]
    assert len(missed) <= (1 - LEAST[document]) * len(rows), missed


def test_every_query_names_rulings_that_exist() -> None:
    known = {ruling.id for ruling in current_rulings_book().rulings}
    assert {row for rows in queries().values() for one in rows for row in one["wanted"].split()} <= known


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_the_names_of_its_cards_find_every_ruling(language: str) -> None:
    cards = current_catalogues()
    for ruling in current_rulings_book().rulings:
        with override(language):
            names = ", ".join(name_in_rulings(cards[ruling.game][code]) for code in ruling.cards)
        if names and (language == "en" or ruling.game == "bluemoon"):
            assert ruling in found(names, language).rulings[:5], ruling.id


@pytest.mark.parametrize(
    ("text", "taken"),
    [("lands seas", ()), ("acts", ()), ("cataclism", ("cataclysm",)), ("interferance", ("interference",))],
)
def test_only_a_word_that_is_nowhere_is_read_as_a_name_or_a_term(text: str, taken: tuple[str, ...]) -> None:
    assert tuple(word for _, word in found(text).read) == taken


def test_rulings_that_say_less_of_it_are_only_near() -> None:
    answer = found("how many ships may be in play")
    assert answer.rulings[0].id == "R1-020"
    assert answer.near and not set(answer.near) & set(answer.rulings)
    assert found("infinite loops").rulings[0].id == "CR-022"


def test_two_cards_in_fields_find_what_names_both_then_either() -> None:
    answer = found("", card="Vulca 30", beside="Aqua 23")
    assert (answer.rulings[0].id, answer.together) == ("R0-19", 1)
    assert all({"Vulca 30", "Aqua 23"} & set(ruling.cards) for ruling in answer.rulings)


@pytest.mark.parametrize("url", ["/cards/rulings/", "/api/v1/rulings/"])
def test_cards_that_no_ruling_names_get_those_on_what_they_bear(client: Client, url: str) -> None:
    page = client.get(url, {"q": "Fireblast Infernal Armor"}).content.decode()
    assert "What does a shield do?" in page


def test_a_page_shows_both_cards_with_their_powers_and_the_rules_on_them(client: Client) -> None:
    page = flat(client.get("/cards/rulings/", {"card": "Cast Cataclysm", "with": "razorjaw"}).content)
    assert "You may discard every active support" in page
    for number in ("GAME-02", "GAME-05", "C-27"):
        assert f'/help/rules/#{number}"' in page


def test_a_question_that_is_not_answered_can_be_taken_along(client: Client) -> None:
    page = flat(client.get("/cards/rulings/", {"q": "may I?", "card": "Vulca 30", "with": "Aqua 23"}).content)
    question = page[page.index("<textarea") : page.index("</textarea>")]
    for part in ("may I?", "Cast Cataclysm (Vulca 30), Vulca leadership.", "Ravenous Razorjaw (Aqua 23)", "http"):
        assert part in question


def test_a_question_of_one_game_gets_no_answer_of_the_other() -> None:
    for text in ("how many cards may I hold in my hand?", "what happens when my draw deck runs out of cards?"):
        answer = found(text)
        assert {ruling.game for ruling in (*answer.rulings, *answer.near)} == {"bluemoon"}, text
        assert {one.source.game for one in answer.rules} == {"bluemoon"}, text
    assert found("what happens to an insane character at a story?").rulings[0].game == "cthulhu"


@pytest.mark.parametrize("text", ["what beats a falcon in a fight", "is this thing alive", "a bird in the hand"])
def test_a_common_word_names_no_card(text: str) -> None:
    assert not found(text).cards
