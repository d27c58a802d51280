"""The builder: one tap at a time, with htmx and without, and two tabs at once."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.facts import Catalogue
from decks.models import Deck
from tests.decks.rows import draft_deck, drafted_pool, terrah_deck

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def row(roland: User, facts: Catalogue) -> Deck:
    return terrah_deck(roland, facts)


def url(row: Deck, page: str) -> str:
    return f"/decks/{row.key}/{page}/"


def results(page: str) -> list[str]:
    """The codes of the cards offered."""
    return re.findall(r'id="in-([a-z0-9-]+)"', page)


def test_the_builder_first_offers_the_leaders_own_cards(row: Deck, roland_client: Client) -> None:
    page = roland_client.get(url(row, "edit")).content.decode()
    assert len(results(page)) == 32
    assert all(code.startswith("terrah-") for code in results(page))
    assert "30/30 cards" in re.sub(r"\s+", " ", page)


def test_a_search_finds_cards_of_every_people(row: Deck, roland_client: Client) -> None:
    page = roland_client.get(url(row, "edit"), {"q": "rain", "people": ""}).content.decode()
    assert {"flit-16", "terrah-24"} <= set(results(page))


def test_the_results_alone_are_sent_to_htmx(row: Deck, roland_client: Client) -> None:
    answer = roland_client.get(url(row, "edit"), {"q": "catusan"}, headers=HTMX | {"HX-Target": "results"})
    page = answer.content.decode()
    assert results(page) == ["terrah-05"]
    assert "<html" not in page
    assert 'id="built"' not in page


def test_no_card_found_says_what_was_probably_meant(row: Deck, roland_client: Client) -> None:
    page = roland_client.get(url(row, "edit"), {"q": "catussan"}).content.decode()
    assert "No card is like that" in page
    assert "Catusan" in page


def test_a_tap_puts_a_card_in_without_javascript(row: Deck, roland_client: Client) -> None:
    answer = roland_client.post(url(row, "cards"), {"code": "Terrah 05", "present": "1", "back": "q=catusan"})
    assert answer["Location"] == f"{url(row, 'edit')}?q=catusan#results"
    assert row.cards.filter(code="Terrah 05").exists()


def test_a_tap_answers_htmx_with_all_it_touches(row: Deck, roland_client: Client) -> None:
    said = {"code": "Terrah 05", "present": "1", "version": "1"}
    page = roland_client.post(url(row, "cards"), said, headers=HTMX).content.decode()
    for part in ('id="built"', 'id="tally"', 'id="result-terrah-05"', 'id="settings-version"'):
        assert part in page
    assert "One card too many" in page
    assert page.count("hx-swap-oob") == 4


def test_a_tap_needs_few_queries(
    row: Deck, roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    said = {"code": "Terrah 05", "present": "1", "version": "1"}
    with django_assert_max_num_queries(14):
        roland_client.post(url(row, "cards"), said, headers=HTMX)


def test_taps_of_another_tab_leave_the_settings_of_this_one_to_be_compared(row: Deck, roland_client: Client) -> None:
    roland_client.post(url(row, "cards"), {"code": "Terrah 05", "present": "1", "version": "1"}, headers=HTMX)
    roland_client.post(url(row, "cards"), {"code": "Vulca 10", "present": "1", "version": "2"}, headers=HTMX)
    stale = roland_client.post(url(row, "cards"), {"code": "Aqua 01", "present": "1", "version": "1"}, headers=HTMX)
    assert 'id="settings-version"' not in stale.content.decode()
    assert row.cards.count() == 33


def test_a_tap_on_no_card_is_refused_kindly(row: Deck, roland_client: Client) -> None:
    answer = roland_client.post(url(row, "cards"), {"code": "Terrah 99", "present": "1"})
    assert answer.status_code == 404
    assert "No card is called" in answer.content.decode()


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "q=a&people=Flit"])
def test_the_way_back_never_leaves_the_site(row: Deck, roland_client: Client, back: str) -> None:
    answer = roland_client.post(url(row, "cards"), {"code": "Terrah 05", "present": "1", "back": back})
    assert answer["Location"].startswith(url(row, "edit") + "?")


def test_nobody_else_builds(row: Deck, stranger_client: Client, client: Client) -> None:
    for other in (stranger_client, client):
        assert other.get(url(row, "edit")).status_code == 403
        assert other.post(url(row, "cards"), {"code": "Terrah 05", "present": "1"}).status_code == 403
        assert other.post(url(row, "fill")).status_code == 403
        assert other.post(url(row, "settings"), {"name": "x"}).status_code == 403
    assert row.cards.count() == 30


def test_a_draft_deck_is_built_from_its_pool_alone(roland: User, roland_client: Client, facts: Catalogue) -> None:
    pool = drafted_pool(roland, facts)
    deck = draft_deck(roland, pool)
    page = roland_client.get(url(deck, "edit")).content.decode()
    assert "Your picks" in page
    assert len(results(page)) == 36
    found = roland_client.get(url(deck, "edit"), {"q": "", "people": "Hoax"}).content.decode()
    assert results(found) == []
    roland_client.post(url(deck, "fill"))
    assert deck.cards.count() == 30


def test_filling_says_why_it_cannot(row: Deck, roland_client: Client) -> None:
    page = roland_client.post(url(row, "fill"), follow=True).content.decode()
    assert "The deck is full" in page


def settings(**changed: str) -> dict[str, str]:
    return {
        "name": "Nights of Terrah",
        "format": "custom",
        "edition": "legends",
        "leader": "Terrah 00",
        "visibility": "link",
        "version": "1",
    } | changed


def test_the_settings_are_saved(row: Deck, roland_client: Client) -> None:
    said = settings(name="Storms", inquisitor="Inq 412", family="b", extend="on", match="on", notes="For Thursday")
    answer = roland_client.post(url(row, "settings"), said | {"visibility": "public", "edition": "first"})
    assert answer["Location"] == url(row, "edit")
    row.refresh_from_db()
    assert (row.name, row.inquisitor, row.family, row.match) == ("Storms", "Inq 412", "b", True)
    assert (row.options, row.notes, row.version) == ({"family_rule": "extend"}, "For Thursday", 2)
    assert row.cards.count() == 30
    assert roland_client.get(url(row, "edit")).status_code == 200


@pytest.mark.parametrize(
    "wrong", [{"name": ""}, {"format": "standard"}, {"leader": "Cthulhu 00"}, {"version": ""}, {"family": "q"}]
)
def test_wrong_settings_are_shown_again_as_typed(row: Deck, roland_client: Client, wrong: dict[str, str]) -> None:
    answer = roland_client.post(url(row, "settings"), settings(notes="Do not lose me") | wrong)
    assert answer.status_code == 400
    assert "Do not lose me" in answer.content.decode()
    row.refresh_from_db()
    assert row.version == 1


def test_two_tabs_that_save_settings_lose_nothing(row: Deck, roland_client: Client) -> None:
    roland_client.post(url(row, "settings"), settings(name="First tab"))
    answer = roland_client.post(url(row, "settings"), settings(name="Second tab", notes="Do not lose me"))
    page = answer.content.decode()
    assert answer.status_code == 409
    for shown in ("Name: Second tab", "Name: First tab", "Do not lose me", 'name="version" value="2"'):
        assert shown in page
    row.refresh_from_db()
    assert row.name == "First tab"
    again = roland_client.post(url(row, "settings"), settings(name="Second tab", notes="Do not lose me", version="2"))
    assert again.status_code == 302


def test_another_tab_hears_the_bell_and_asks_for_the_list(row: Deck, roland_client: Client) -> None:
    answer = roland_client.get(url(row, "edit"), headers=HTMX | {"HX-Target": "built"})
    page = answer.content.decode().strip()
    assert page.startswith('<div id="built"')
    assert f'data-topic="deck.{row.key}" data-version="1"' in page
    assert "hx-swap-oob" not in page
