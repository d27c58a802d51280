"""Picks by forms alone and by the script of the table, up to the deck that is built of them."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.catalogue.queries import catalogue
from decks.models import Deck
from drafts.models import Draft, Pick
from drafts.table import services
from tests.drafts.pages.forms import pick_form, text
from tests.drafts.tables import begun, by, person, play_to_the_end

pytestmark = pytest.mark.django_db
BY_SCRIPT = {"Accept": "application/json"}


def test_a_whole_draft_is_played_by_forms_alone_and_ends_in_a_deck(roland: User, roland_client: Client) -> None:
    host = person(roland)
    key = begun(host, players=2)
    while Draft.objects.get(key=key).status == "drafting":
        response = roland_client.post(f"/drafts/{key}/pick/", pick_form(key, host))
        assert response.status_code == 302
    page = text(roland_client.get(f"/drafts/{key}/"))
    assert "Build a deck from this pool" in page
    target = re.search(r'action="(/decks/pools/[^"]+)"', page)
    assert target is not None
    assert roland_client.post(target[1], {"fill": "1"}).status_code == 302
    deck = Deck.objects.get()
    assert deck.format == "draft"
    assert deck.pool is not None


def test_cards_tapped_after_the_draft_are_the_deck_and_others_are_not(roland: User, roland_client: Client) -> None:
    host = person(roland)
    key = begun(host, players=2)
    while Draft.objects.get(key=key).status == "drafting":
        roland_client.post(f"/drafts/{key}/pick/", pick_form(key, host))
    page = roland_client.get(f"/drafts/{key}/").content.decode()
    boxes = re.findall(r'name="card"\s+value="([^"]+)"', page)
    assert len(boxes) > 30
    suggested = roland_client.get(re.search(r'data-suggestion="([^"]+)"', page)[1]).json()["cards"]  # type: ignore[index]
    assert len(suggested) == 30
    assert set(suggested) <= set(boxes)
    stranger = next(card.code for card in catalogue() if card.code not in boxes)
    target = re.search(r'action="(/decks/pools/[^"]+/deck/)"', page)
    assert target is not None
    roland_client.post(target[1], {"card": [*boxes[:30], boxes[0], stranger]})
    assert sorted(Deck.objects.get().cards.values_list("code", flat=True)) == sorted(boxes[:30])


def test_a_pick_by_the_script_brings_the_view(roland: User, elinor: User, roland_client: Client) -> None:
    host = person(roland)
    key = begun(host, person(elinor))
    form = pick_form(key, host)
    answer = roland_client.post(f"/drafts/{key}/pick/", form, headers=BY_SCRIPT).json()
    assert answer["problem"] == ""
    assert answer["view"]["mine"]["pool"] == [form["card"]]
    assert answer["view"]["version"] == Draft.objects.get(key=key).version


def test_a_page_that_was_opened_before_an_upgrade_loads_itself_again(
    roland: User, elinor: User, roland_client: Client
) -> None:
    host = person(roland)
    key = begun(host, person(elinor))
    answer = roland_client.post(f"/drafts/{key}/pick/", pick_form(key, host), headers={"HX-Request": "true"})
    assert answer["HX-Refresh"] == "true"
    assert roland_client.get(f"/drafts/{key}/live/?status=drafting&step=1.1.000")["HX-Refresh"] == "true"
    assert Pick.objects.filter(by="player").count() == 1


def test_two_tabs_give_one_pick_and_one_clear_message(roland: User, elinor: User, roland_client: Client) -> None:
    host = person(roland)
    key = begun(host, person(elinor))
    first, second = pick_form(key, host), pick_form(key, host, 1)
    roland_client.post(f"/drafts/{key}/pick/", first)
    page = text(roland_client.post(f"/drafts/{key}/pick/", second, follow=True))
    assert f"You’ve already picked {first['card']} from this packet" in page
    by_script = roland_client.post(f"/drafts/{key}/pick/", second, headers=BY_SCRIPT).json()
    assert f"You’ve already picked {first['card']} from this packet" in by_script["problem"]
    assert Pick.objects.count() == 1


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({}, "Choose a card first"),
        ({"card": "Vulca 01"}, "was for another packet"),
        ({"card": "Card not found", "round": "1", "number": "1"}, "” isn’t in your packet."),
        ({"card": "Vulca 01", "round": "x", "number": "-1"}, "was for another packet"),
        ({"card": "Vulca 01", "round": "9" * 80, "number": "1"}, "was for another packet"),
        ({"card": "\x00" * 500, "round": "1", "number": "1"}, "” isn’t in your packet."),
    ],
    ids=["nothing", "no packet", "no card", "words", "huge", "binary"],
)
def test_a_pick_that_makes_no_sense_is_said_and_takes_nothing(
    roland: User, roland_client: Client, form: dict[str, str], words: str
) -> None:
    key = begun(person(roland), players=2)
    assert words in text(roland_client.post(f"/drafts/{key}/pick/", form, follow=True))
    assert Pick.objects.filter(by="player").count() == 0


def test_the_pool_of_the_seat_is_built_only_by_its_owner(roland: User, roland_client: Client, client: Client) -> None:
    host = person(roland)
    key = begun(host, players=2)
    play_to_the_end(key, host)
    link = services.create_seat_link(key, visitor=by(host))
    client.post(f"/drafts/{key}/seat/{link.token}/")
    page = text(client.get(f"/drafts/{key}/"))
    assert "My pool" in page
    assert "This is Roland’s pool" in page
    assert "Build a deck from this pool" in text(roland_client.get(f"/drafts/{key}/"))


def test_reading_the_table_and_picking_stay_within_their_queries(
    roland: User, elinor: User, roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    host = person(roland)
    key = begun(host, person(elinor))
    roland_client.get(f"/drafts/{key}/")
    with django_assert_max_num_queries(10):
        roland_client.get(f"/drafts/{key}/")
    form = pick_form(key, host)
    with django_assert_max_num_queries(15):
        roland_client.post(f"/drafts/{key}/pick/", form, headers=BY_SCRIPT)
