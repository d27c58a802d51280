"""What the games have shown, on pages and in the search: figures with intervals, and their basis."""

from __future__ import annotations

import pytest
from django.test import Client

from cards.core.facts import PEOPLES, Catalogue, People
from cards.core.search import parse_query, search_cards
from cards.core.search.index import CardNameIndex
from game import views
from game.evidence import DRAFTED, CardValue, Measurements
from game.shipped_evidence import shipped_evidence, strong_player_evidence


def test_a_cell_is_coloured_only_where_the_games_show_who_is_ahead() -> None:
    worths = {
        ("Vulca", "Hoax"): CardValue(1.0, 0.5, 1.5, 100),
        ("Hoax", "Vulca"): CardValue(-1.0, -1.5, -0.5, 100),
        ("Vulca", "Mimix"): CardValue(0.4, -0.1, 0.9, 100),
    }
    vulca, hoax, mimix = views.people_comparison_rows(
        Measurements(peoples=worths), (People.VULCA, People.HOAX, People.MIMIX)
    )
    assert [cell.heat for cell in vulca.cells] == [0, 2, 0]
    assert [cell.heat for cell in hoax.cells] == [-2, 0, 0]
    assert vulca.against_all is not None and vulca.against_all.value == pytest.approx(0.7)
    assert vulca.against_all.high - vulca.against_all.low == pytest.approx(0.5 * 2**0.5)
    assert mimix.against_all is None
    assert views.rows_best_first([hoax, vulca, mimix]) == [vulca, hoax]


@pytest.mark.django_db
def test_the_page_says_what_it_rests_on(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get("/game/peoples/")
    text = page.content.decode()
    assert "a basic bot" in text and "Played without their text" in text
    assert len(page.context["rows"]) == len(PEOPLES)
    assert page.context["best"][0][1].value > page.context["least"][0][1].value


@pytest.mark.django_db
def test_the_decks_are_ranked_by_either_player_with_the_figures_of_the_other_beside(
    client: Client, db_catalogue: Catalogue
) -> None:
    strong, basic = (client.get(f"/game/peoples/{query}") for query in ("", "?player=basic"))
    for page, played in ((strong, strong_player_evidence()), (basic, shipped_evidence())):
        assert page.context["games"] == sum(worth.games for worth in played.peoples.values()) // 2 > 2_000
        assert len(played.peoples) == 9 * 8
    for one, other in ((strong, basic), (basic, strong)):
        assert one.context["other"] == {row.people: row.against_all for row in other.context["rows"]}
    assert [row.people for row in strong.context["ranked"]] != [row.people for row in basic.context["ranked"]]


@pytest.mark.django_db
def test_what_the_engine_plays_has_a_page_that_says_why_not(client: Client, db_catalogue: Catalogue) -> None:
    text = client.get("/game/coverage/", headers={"accept-language": "de"}).content.decode()
    assert "160 von 163" in text and "Welche Arten das sind, ist nicht bestätigt" in text
    assert (
        "/cards/terrah-28/" in text
        and "/cards/khind-32/" in text
        and "/cards/aqua-15/" in text
        and "/cards/hyla-slot-1/" in text
    )
    assert "/game/coverage/" in client.get("/game/peoples/").content.decode()


@pytest.mark.django_db
def test_a_card_page_shows_what_the_card_is_worth(client: Client, db_catalogue: Catalogue) -> None:
    text = client.get("/cards/vulca-03/").content.decode()
    assert "Crystals per game" in text and "Deck" in text and "by a basic bot" in text
    assert "played without its text" not in text
    assert "played without its text" in client.get("/cards/terrah-28/").content.decode()
    assert "Measured value" not in client.get("/cards/vulca-00/").content.decode()  # a leader is in no deck


def found(facts: Catalogue, text: str) -> list[str]:
    reading = parse_query(text)
    assert not reading.problems
    return [card.code for card in search_cards(reading.query, facts, CardNameIndex(facts)).cards]


def test_cards_are_searched_by_their_worth(facts: Catalogue) -> None:
    worths = {code: worth.value for (context, code), worth in shipped_evidence().cards.items() if context == DRAFTED}
    high = found(facts, "worth>=0.1 sort:worth")
    assert high == sorted(high, key=lambda code: -round(worths[code], 2))
    assert set(high) == {code for code, value in worths.items() if round(value, 2) >= 0.1}
    assert set(found(facts, "worth<-0,1")) == {code for code, value in worths.items() if round(value, 2) < -0.1}
    assert len(found(facts, "has:worth")) == len(worths)


@pytest.mark.parametrize("text", ["worth>=much", "worth>=.5", "worth>1.23456", "fire>=0.5"])
def test_a_number_that_is_none_is_said(facts: Catalogue, text: str) -> None:
    (problem,) = parse_query(text).problems
    assert problem.template == "“%(text)s” must be a number or one of %(keys)s."
