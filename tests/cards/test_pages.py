"""The pages of the catalogue."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from cards.facts import Catalogue, People
from cards.search import PARAMETERS

pytestmark = pytest.mark.django_db


def body(client: Client, url: str, **extra: str) -> str:
    """The page, which must be there."""
    response = client.get(url, headers=extra or None)
    assert response.status_code == 200
    return response.content.decode()


def test_the_catalogue_shows_all_cards_sixty_a_page(client: Client) -> None:
    page = body(client, "/cards/")
    assert "All 344 cards" in page
    assert page.count('class="card') == 60
    assert 'href="?page=2"' in page
    assert body(client, "/cards/?page=6").count('class="card') == 44


def test_the_query_is_in_the_address_and_stays_in_the_form(client: Client) -> None:
    page = body(client, "/cards/?q=launch&people=Flit&type=booster&fire_min=2&view=rows&sort=name")
    assert 'value="launch"' in page
    assert 'value="Flit" checked' in page
    assert 'name="fire_min" type="number" inputmode="numeric" min="0" max="20" value="2"' in page
    assert 'class="row"' in page
    assert "cards of 344" in page


def test_a_set_filter_can_be_taken_away(client: Client) -> None:
    page = body(client, "/cards/?people=Flit&deck=T")
    assert 'href="/cards/?deck=T"' in page
    assert 'href="/cards/?people=Flit"' in page


def test_live_results_are_only_the_results_with_a_clean_address(client: Client) -> None:
    response = client.get("/cards/?q=flash&fire_min=&known=&view=tiles&sort=best", headers={"HX-Request": "true"})
    assert b"<html" not in response.content
    assert b"hx-swap-oob" in response.content
    assert response["HX-Push-Url"] == "/cards/?q=flash"
    assert "HX-Request" in response["Vary"]


def test_nothing_found_suggests_names(client: Client) -> None:
    page = body(client, "/cards/?q=flash+the+incendary")
    assert "Nothing fits all of that" in page
    assert "Flash the Incendiary" in page


@pytest.mark.parametrize(
    "query",
    ["fire_min=banana", "people=Vulcan", "page=banana", "page=-1", "page=999", "q=%00", "q=" + "x" * 5000, "view=x"],
)
def test_bad_parameters_never_break_the_page(client: Client, query: str) -> None:
    assert client.get(f"/cards/?{query}").status_code == 200


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.dictionaries(st.sampled_from([*PARAMETERS, "page", "view"]), st.text(max_size=30), max_size=5))
def test_no_parameters_break_page_suggestions_or_api(client: Client, parameters: dict[str, str]) -> None:
    assert client.get("/cards/", parameters).status_code == 200
    assert client.get("/cards/suggest/", parameters).status_code == 200
    assert client.get("/api/v1/cards/", parameters).status_code in {200, 400, 404}


def test_every_card_has_a_page(client: Client, facts: Catalogue) -> None:
    for card in facts.cards[::7]:
        assert card.code in body(client, f"/cards/{card.slug}/")


def test_a_card_page_says_everything_that_is_known(client: Client) -> None:
    page = body(client, "/cards/flit-13/")
    for said in ("Mad Mike Magpie", "Mad Mike", "Terrah deck", "Flit character", "/api/v1/cards/flit-13/", "og:title"):
        assert said in page
    assert 'rel="prev" href="/cards/flit-12/"' in page
    assert 'rel="next" href="/cards/flit-14/"' in page


def test_a_card_page_says_what_nobody_knows(client: Client) -> None:
    assert "Not known yet: moons not known" in body(client, "/cards/inter-402/")
    assert "known to exist" in body(client, "/cards/tutu-slot-1/")


@pytest.mark.parametrize("slug", ["vulca-3", "scorch-the-inflammable", "Vulca-03"])
def test_other_ways_to_write_a_card_lead_to_its_page(client: Client, slug: str) -> None:
    response = client.get(f"/cards/{slug}/")
    assert (response.status_code, response.headers.get("Location")) == (302, "/cards/vulca-03/")


def test_an_unknown_card_is_404_with_the_nearest_names(client: Client) -> None:
    response = client.get("/cards/flash-the-incendary/")
    assert response.status_code == 404
    assert "Flash the Incendiary" in response.content.decode()


@pytest.mark.parametrize("people", [one.value.lower() for one in People])
def test_every_people_has_a_page(client: Client, people: str) -> None:
    assert 'class="card' in body(client, f"/cards/peoples/{people}/")


def test_a_people_page_has_the_check_figures(client: Client) -> None:
    page = body(client, "/cards/peoples/vulca/")
    assert "<b>65</b>" in page
    assert "<b>41</b>" in page


def test_an_unknown_people_is_404_with_the_nearest(client: Client) -> None:
    response = client.get("/cards/peoples/vulcan/")
    assert response.status_code == 404
    assert "Did you mean Vulca?" in response.content.decode()


def test_all_peoples_are_listed(client: Client) -> None:
    page = body(client, "/cards/peoples/")
    assert all(f"/cards/peoples/{one.value.lower()}/" in page for one in People)
    assert "8 cards, 1 known" in page


def test_names_are_completed_best_first(client: Client) -> None:
    results = json.loads(body(client, "/cards/suggest/?q=fla"))["results"]
    assert 0 < len(results) <= 10
    assert results[0] == {
        "code": "Vulca 01",
        "slug": "vulca-01",
        "name": "Flamebreath the Dazzling",
        "people": "Vulca",
        "type": "character",
    }
    assert json.loads(body(client, "/cards/suggest/"))["results"] == []


@pytest.mark.parametrize("url", ["/cards/", "/cards/vulca-03/", "/cards/suggest/", "/cards/peoples/"])
def test_pages_are_only_read(client: Client, url: str) -> None:
    assert client.post(url).status_code == 405


@pytest.mark.parametrize("url", ["/cards/", "/cards/vulca-03/", "/cards/peoples/vulca/", "/cards/suggest/?q=a"])
def test_pages_need_few_queries(
    roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, url: str
) -> None:
    with django_assert_max_num_queries(6):
        roland_client.get(url)
