"""API of the catalogue: cards, search, peoples and sets."""

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


def test_a_query_is_explained(client: Client) -> None:
    answer = client.get("/api/v1/cards/", {"q": "p:vulca t:char"}).json()
    query = answer["query"]
    assert (query["normal"], query["explanation"]) == ("people:Vulca type:character", "characters of the Vulca")
    assert (query["problems"], answer["count"]) == ([], 17)
    assert query["game"] == "bluemoon"


def test_a_query_that_cannot_be_read_is_refused_with_its_place(client: Client) -> None:
    refused = client.get("/api/v1/cards/", {"q": "p:vulca t:char fire>banana"})
    (detail,) = refused.json()["error"]["details"]
    assert (refused.status_code, detail["field"], detail["column"]) == (400, "q", 21)
    assert "“banana” must be a number" in detail["message"]


def test_mistyped_words_and_names_are_data(client: Client) -> None:
    query = client.get("/api/v1/cards/", {"q": "incendary"}).json()["query"]
    assert query["mended"] == [{"word": "incendary", "near": ["incendiary"]}]
    query = client.get("/api/v1/cards/", {"q": "flash type:ship"}).json()["query"]
    assert "Flash the Incendiary" in query["suggestions"]


@pytest.mark.parametrize("query", ["fire>=banana", "people:Vulcan", "sort:weight"])
def test_what_is_wrong_in_a_query_or_a_parameter_is_refused(client: Client, query: str) -> None:
    name, value = query.replace(">=", "_min:").split(":")
    for field, given in (("q", query), (name, value)):
        refused = client.get("/api/v1/cards/", {field: given})
        (detail,) = refused.json()["error"]["details"]
        assert (refused.status_code, detail["field"]) == (400, field) and value in detail["message"]


def test_all_cards_come_at_once_and_only_when_they_have_changed(client: Client) -> None:
    first = client.get("/api/v1/cards/all.json")
    assert first.json()["count"] == len(first.json()["cards"]) == 344
    assert first["ETag"]
    again = client.get("/api/v1/cards/all.json", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    assert client.get("/api/v1/cards/all.json", headers={"If-None-Match": '"old"'}).status_code == 200
    assert client.get("/api/v1/cards/all.json?game=chess").status_code == 400
    assert client.post("/api/v1/cards/all.json").status_code == 405


def test_a_page_that_is_not_there_is_404(client: Client) -> None:
    assert client.get("/api/v1/cards/?page=99").status_code == 404


def test_cards_are_given_by_a_list_of_codes_in_its_order(client: Client) -> None:
    answer = client.get("/api/v1/cards/", {"codes": "Vulca 03,hoax 01, Vulca 03"}).json()
    assert [card["code"] for card in answer["results"]] == ["Vulca 03", "Hoax 01"]
    both = client.get("/api/v1/cards/", {"codes": "Vulca 03,Hoax 01", "q": "people:hoax"}).json()
    assert [card["code"] for card in both["results"]] == ["Hoax 01"]


def test_codes_that_no_card_has_are_named_with_the_nearest(client: Client) -> None:
    answer = client.get("/api/v1/cards/", {"codes": "Vulca 01,Vulkan 03,,"})
    details = answer.json()["error"]["details"]
    assert answer.status_code == 400
    assert [detail["message"] for detail in details] == ["No card has the code “Vulkan 03”."]
    assert "Vulca 03" in details[0]["suggestions"]
    assert client.get("/api/v1/cards/", {"codes": ",".join(map(str, range(501)))}).status_code == 400


def test_cards_are_only_read(client: Client) -> None:
    assert client.post("/api/v1/cards/").status_code == 405
    assert client.delete("/api/v1/cards/vulca-03/").status_code == 405


def test_the_list_needs_few_queries(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_max_num_queries(6):
        client.get("/api/v1/cards/", {"q": "flash or fire>earth sort:fire", "page_size": "500"})
    with django_assert_max_num_queries(6):
        client.get("/api/v1/cards/all.json")
