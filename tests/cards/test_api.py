"""The catalogue for programs."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

pytestmark = pytest.mark.django_db


def test_cards_are_listed_in_pages_with_the_filters_of_the_page(client: Client) -> None:
    answer = client.get("/api/v1/cards/?people=Vulca&type=character&fire_min=6&page_size=2").json()
    assert answer["count"] == 3
    assert [card["code"] for card in answer["results"]] == ["Vulca 01", "Vulca 02"]
    assert "page=2" in answer["next"]


@pytest.mark.parametrize("card", ["Vulca 03", "vulca-03", "Scorch the Inflammable", "vulca 3"])
def test_a_card_is_given_by_code_slug_or_name(client: Client, card: str) -> None:
    answer = client.get(f"/api/v1/cards/{card}/").json()
    assert (answer["code"], answer["fire"], answer["moons"]) == ("Vulca 03", 6, 2)
    assert answer["url"] == "/cards/vulca-03/"


def test_icons_and_what_is_unknown_are_given(client: Client) -> None:
    answer = client.get("/api/v1/cards/mutant-106/").json()
    assert {"kind": "SHIELD", "detail": "fire"} in answer["icons"]
    assert client.get("/api/v1/cards/inter-402/").json()["unknown"] == ["moons"]


def test_an_unknown_card_is_404_with_the_nearest_names(client: Client) -> None:
    response = client.get("/api/v1/cards/Flash the Incendary/")
    assert response.status_code == 404
    assert "Flash the Incendiary" in response.json()["error"]["details"][0]["suggestions"]


@pytest.mark.parametrize("query", ["fire_min=banana", "people=Vulcan", "sort=weight"])
def test_a_bad_parameter_is_refused_with_its_name(client: Client, query: str) -> None:
    response = client.get(f"/api/v1/cards/?{query}")
    assert response.status_code == 400
    assert response.json()["error"]["details"][0]["field"] == query.partition("=")[0]


def test_a_page_that_is_not_there_is_404(client: Client) -> None:
    assert client.get("/api/v1/cards/?page=99").status_code == 404


def test_cards_are_only_read(client: Client) -> None:
    assert client.post("/api/v1/cards/").status_code == 405
    assert client.delete("/api/v1/cards/vulca-03/").status_code == 405


def test_the_list_needs_few_queries(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_max_num_queries(2):
        client.get("/api/v1/cards/?page_size=500")
