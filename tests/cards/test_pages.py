"""The pages of the catalogue."""

from __future__ import annotations

import pytest
from django.http import QueryDict
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from cards.core.facts import PEOPLES, Catalogue, People
from cards.core.search import BLUE_MOON, TABLES, parameters_of, parse_query
from cards.games.labels import sources_in_words
from cards.models import Card, SavedSearch
from cards.search.views import CARDS_PER_PAGE
from tests.effort import SLOW, examples
from tests.html import flat

pytestmark = pytest.mark.django_db


def body(client: Client, url: str, **extra: str) -> str:
    """Return the page, which must exist."""
    response = client.get(url, headers=extra or None)
    assert response.status_code == 200
    return flat(response.content)


def test_the_catalogue_shows_all_cards_page_by_page(client: Client) -> None:
    page = body(client, "/cards/")
    assert "344 cards" in page
    assert page.count('class="card') == CARDS_PER_PAGE
    assert 'href="?page=2"' in page
    assert body(client, "/cards/?page=14").count('class="card') == 344 - 13 * CARDS_PER_PAGE


@pytest.mark.parametrize("people", list(PEOPLES))
def test_a_people_and_its_leaders_are_one_page(client: Client, people: People) -> None:
    page = body(client, f"/cards/?q=people:{people.value.lower()}")
    assert "page=2" not in page and page.count('class="card') > CARDS_PER_PAGE


def test_the_query_is_in_the_address_and_stays_in_the_box(client: Client) -> None:
    page = body(client, "/cards/?q=launch+people:flit+type:booster+fire>=2+sort:name&view=rows")
    assert 'value="launch people:flit type:booster fire&gt;=2 sort:name"' in page
    assert "boosters of the Flit with fire of at least 2 that mention “launch”, by name" in page
    assert 'value="Flit" checked' in page
    assert 'min="0" max="20" value="2"' in page
    assert 'class="row"' in page


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("?people=Flit&deck=T", "people:Flit deck:T"),
        ("?q=flash&people=Vulca&known=yes&sort=name", "flash people:Vulca is:known sort:name"),
        ("?q=flash+or+spark&people=Vulca", "(flash or spark) people:Vulca"),
        ("?by=panel&q=flash+people:hoax&people=Vulca&fire_min=3", "flash people:Vulca fire>=3"),
        ("?by=box&q=flash&people=Vulca", "flash"),
        ("?by=panel&q=flash+is:gap&is=owned&is=known", "flash is:owned is:known"),
        ("?game=cthulhu&q=faction:hastur", "game:cthulhu faction:hastur"),
        ("?by=panel&game=&q=game:cthulhu+faction:hastur&faction=Cthulhu", "game:cthulhu faction:Cthulhu"),
    ],
)
def test_filters_and_former_addresses_become_the_query(client: Client, before: str, after: str) -> None:
    response = client.get(f"/cards/{before}")
    assert response.status_code == 302
    assert QueryDict(response["Location"].partition("?")[2])["q"] == after


def test_a_condition_can_be_taken_away(client: Client) -> None:
    page = body(client, "/cards/?q=people:Flit+deck:T")
    assert 'href="/cards/?q=deck%3AT"' in page
    assert 'href="/cards/?q=people%3AFlit"' in page


def test_live_results_are_only_the_results_with_a_clean_address(client: Client) -> None:
    response = client.get("/cards/?by=box&q=flash&fire_min=&view=tiles", headers={"HX-Request": "true"})
    assert b"<html" not in response.content
    assert b'id="panel"' in response.content
    assert response["HX-Push-Url"] == "/cards/?q=flash"
    assert "HX-Request" in response["Vary"]


def test_rare_filters_are_folded_until_one_is_set(client: Client) -> None:
    first, _, rest = body(client, "/cards/").partition("<summary>More filters</summary>")
    assert (
        'value="shield"' in first
        and 'value="Mutant"' in rest
        and ">Vulca</span>" in rest
        and "<details open" not in rest
    )
    assert "Show 344 cards" in rest and 'value="unknown"' not in first + rest
    assert "open>" in body(client, "/cards/?q=timing:now").partition("<summary>More filters")[0][-40:]


def test_a_card_leads_to_the_rulings_with_its_name(client: Client) -> None:
    page = body(client, "/cards/vulca-05/")
    assert 'href="/cards/rulings/?q=Volca"' in page and "Ask about Volca" in page
    assert "in other peoples’ decks" in page and "as JSON" not in page
    assert "as JSON" in body(client, "/cards/vulca-05/history/")


def test_a_tick_writes_the_query_into_the_box(client: Client) -> None:
    response = client.get("/cards/?by=panel&q=flash&people=Vulca", headers={"HX-Request": "true"})
    assert b'value="flash people:Vulca"' in response.content
    assert b'id="box"' in response.content
    assert b'id="panel-more"' not in response.content


def test_a_mistake_is_shown_at_its_place_with_what_was_meant(client: Client) -> None:
    page = body(client, "/cards/?q=type:ship+people:vulcan")
    assert "“people” can’t be “vulcan”. Did you mean Vulca, Mutant?" in page
    assert "type:ship people:<mark>vulcan</mark>" in page
    assert 'href="?q=type%3Aship%20people%3AVulca"' in page
    assert "Character 18" in page
    assert page.count('class="card') == 4


def test_a_mistyped_word_finds_and_says_so(client: Client) -> None:
    page = body(client, "/cards/?q=flash+the+incendary")
    assert "No card contains “incendary”. Also searched for “incendiary”." in page
    assert "/cards/vulca-02/" in page


def test_nothing_found_suggests_names(client: Client) -> None:
    page = body(client, "/cards/?q=flash+type:ship")
    assert "No cards match" in page
    assert "Flash the Incendiary" in page


def test_the_help_names_every_key_and_its_examples_work(client: Client) -> None:
    page = body(client, "/cards/help/")
    for table in TABLES.values():
        for key in table.keys:
            assert f'id="{table.game}-{key.name}"' in page
            assert all(f"<code>{name}</code>" in page for name in key.names)
            assert parse_query(key.example, table).problems == ()


def test_searches_are_kept_and_forgotten(client: Client, stranger_client: Client) -> None:
    kept = client.post("/cards/searches/", {"q": "people:vulca fire>5", "name": "Hot"}, follow=True)
    assert "Hot" in kept.content.decode()
    assert "?q=people%3Avulca%20fire%3E5" in kept.content.decode()
    saved = SavedSearch.objects.get()
    assert stranger_client.post(f"/cards/searches/{saved.pk}/delete/").status_code == 404
    client.post("/cards/searches/", {"q": "people:vulca fire>6", "name": "Hot"})
    assert SavedSearch.objects.get().query == "people:vulca fire>6"
    assert client.get(f"/cards/searches/{saved.pk}/delete/").status_code == 405
    client.post(f"/cards/searches/{saved.pk}/delete/")
    assert not SavedSearch.objects.exists()


@pytest.mark.parametrize("query", ["", "   ", "x" * 2000])
def test_a_search_that_cannot_be_kept_is_said(client: Client, query: str) -> None:
    page = client.post("/cards/searches/", {"q": query, "name": "x"}, follow=True)
    assert "characters before you save it." in page.content.decode()


@pytest.mark.parametrize(
    "query",
    ["fire_min=banana", "people=Vulcan", "page=banana", "page=-1", "page=999", "q=%00", "q=" + "x" * 5000, "view=x"],
)
def test_bad_parameters_never_break_the_page(client: Client, query: str) -> None:
    assert client.get(f"/cards/?{query}", follow=True).status_code == 200


@settings(max_examples=examples(15), suppress_health_check=[*SLOW, HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(
        st.sampled_from([*parameters_of(BLUE_MOON), "q", "page", "view", "by", "game"]),
        st.text(max_size=30),
        max_size=5,
    )
)
def test_no_parameters_break_page_suggestions_or_api(client: Client, parameters: dict[str, str]) -> None:
    assert client.get("/cards/", parameters).status_code in {200, 302}
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
    assert "We know this card exists" in body(client, "/cards/tutu-slot-1/")


@pytest.mark.parametrize("slug", ["vulca-3", "scorch-the-inflammable", "Vulca-03"])
def test_other_ways_to_write_a_card_lead_to_its_page(client: Client, slug: str) -> None:
    response = client.get(f"/cards/{slug}/")
    assert (response.status_code, response.headers.get("Location")) == (302, "/cards/vulca-03/")


def test_an_unknown_card_is_404_with_the_nearest_names(client: Client) -> None:
    response = client.get("/cards/flash-the-incendary/")
    assert response.status_code == 404
    assert "Flash the Incendiary" in response.content.decode()


@pytest.mark.parametrize("people", [people.value.lower() for people in People])
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
    assert all(f"/cards/peoples/{people.value.lower()}/" in page for people in People)
    assert "8 cards, 1 known" in page


def suggestions(client: Client, text: str) -> list[dict[str, str]]:
    """Return the suggestions for a text."""
    results: list[dict[str, str]] = client.get("/cards/suggest/", {"q": text}).json()["results"]
    return results


def test_names_are_completed_best_first(client: Client) -> None:
    first = suggestions(client, "fla")[0]
    assert (first["kind"], first["text"], first["url"]) == ("card", "Flamebreath the Dazzling", "/cards/vulca-01/")
    assert suggestions(client, "people:vulca flash the in")[0]["query"] == 'people:vulca !"Flash the Incendiary"'
    assert suggestions(client, "incendary")[0]["text"] == "Flash the Incendiary"
    assert suggestions(client, "") == []


def test_keys_and_values_are_completed(client: Client) -> None:
    assert {"people:", "family:"} <= {
        suggestion["text"] for suggestion in suggestions(client, "p") + suggestions(client, "fam")
    }
    assert [suggestion["query"] for suggestion in suggestions(client, "flash people:vu")] == ["flash people:Vulca"]
    assert [suggestion["query"] for suggestion in suggestions(client, "-people:hoax|vu")] == ["-people:hoax|Vulca"]
    assert "sort:moons" in [suggestion["query"] for suggestion in suggestions(client, "sort:m")]
    assert len(suggestions(client, "is:")) == 8
    assert suggestions(client, "qqq:v") == []


@pytest.mark.parametrize("url", ["/cards/", "/cards/vulca-03/", "/cards/suggest/", "/cards/peoples/"])
def test_pages_are_only_read(client: Client, url: str) -> None:
    assert client.post(url).status_code == 405


@pytest.mark.parametrize(
    "url", ["/cards/?q=flash+or+fire>earth+sort:fire", "/cards/peoples/vulca/", "/cards/suggest/?q=a"]
)
def test_pages_need_few_queries(
    roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries, url: str
) -> None:
    roland_client.post("/cards/searches/", {"q": "flash", "name": "Flash"})
    with django_assert_max_num_queries(6):
        assert roland_client.get(url).status_code == 200


def test_the_large_card_comes_with_its_rulings_and_leads_another_way_of_writing_on(client: Client) -> None:
    shown = client.get("/cards/hoax-15/peek/").content.decode()
    assert "<html" not in shown
    assert "Ketharkopas" in shown
    assert "Does Chitter Chatter stop Ketharkopas?" in shown
    assert client.get("/cards/no-such-card/peek/").status_code == 404


@pytest.mark.parametrize(
    ("slug", "label", "sources"),
    [
        ("vulca-01", "Bekannt aus", "Kartenliste, englische Karte, deutsche Karte"),
        ("cthulhu", "Bekannt aus", "Kartenlisten, verglichen"),
    ],
    ids=["Blue Moon", "Call of Cthulhu"],
)
def test_where_a_card_is_known_from_is_told_in_the_reader_s_language(
    client: Client, slug: str, label: str, sources: str
) -> None:
    if slug == "cthulhu":
        slug = Card.objects.filter(game="cthulhu", source="card lists, compared").values_list("slug", flat=True)[0]
    page = flat(client.get(f"/cards/{slug}/", headers={"accept-language": "de"}).content)
    assert f"<dt>{label}</dt><dd>{sources}</dd>" in page


def test_a_source_that_staff_wrote_stays_as_it_is() -> None:
    assert sources_in_words("card list;Roland’s copy") == "card list, Roland’s copy"
    assert sources_in_words("FAQ and errata 4.2: errata, a letter") == "FAQ and errata 4.2: errata, a letter"


def test_up_to_four_cards_stand_side_by_side_and_what_is_no_card_is_said(client: Client) -> None:
    asked = {"card": ["vulca-01", "Flash the Incendiary", "Hoax 02", "Flash the Inc"]}
    page = flat(client.get("/cards/compare/", asked).content)
    assert page.count("<article aria-label=") == 3
    assert "No card is called “Flash the Inc”. Did you mean Flash the Incendiary?" in page
    assert 'href="/cards/compare/?card=vulca-01&amp;card=vulca-02" aria-label="Remove Athradysas the Seeker"' in page
    full = flat(client.get("/cards/compare/", {"card": [f"Vulca 0{number}" for number in range(1, 6)]}).content)
    assert full.count("<article aria-label=") == 4
    assert "You can compare up to 4 cards." in full and 'id="one-more"' not in full


def test_the_large_card_leads_to_others_beside_it(client: Client) -> None:
    assert 'data-beside="hoax-15"' in client.get("/cards/hoax-15/peek/").content.decode()
    bare = client.get("/cards/compare/?card=hoax-15&card=vulca-01", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in bare and 'data-beside-only="vulca-01"' in bare
