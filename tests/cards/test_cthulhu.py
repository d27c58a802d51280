"""The second game: its cards, and the readings K-01 to K-20 of its contradictory sources."""

from __future__ import annotations

from typing import Any, cast

import pytest
from django.test import Client

from cards.catalogue.queries import card_by_slug, catalogue
from cards.core.facts import Catalogue
from cards.games import GAMES
from cards.models import Card, CatalogueVersion
from cards.rulings.queries import current_rulings_book

pytestmark = pytest.mark.django_db


@pytest.fixture
def cards(db: None) -> Catalogue:
    """Return the cards of Call of Cthulhu."""
    return catalogue("cthulhu")


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param("Aspiring Artist", "F112", id="K-01"),
        pytest.param("Initiate of Huang Hun", "F40", id="K-02"),
        pytest.param("Forms of the Ether", "F39", id="K-02-ether"),
        pytest.param("Glaaki", "F78", id="K-03"),
        pytest.param("The Large Man", "F27", id="K-04"),
        pytest.param("Canopic Jar", "F28", id="K-04-jar"),
        pytest.param("Jenica Capra", "F61", id="K-05"),
        pytest.param("Padma Amrita", "F83", id="K-05-padma"),
        pytest.param("The Mage's Machinations", "F30", id="K-06"),
        pytest.param("Savio Corvi", "F34", id="K-07"),
        pytest.param("Snow Graves", "F95", id="K-08"),
        pytest.param("Bokrug", "F110", id="K-09"),
        pytest.param("Bringer of Fire", "F114", id="K-10"),
        pytest.param("Obsessive Insomniac", "F24", id="K-11"),
        pytest.param("Magah Bird", "F110", id="K-11-bird"),
    ],
)
def test_a_number_is_the_one_the_reading_takes(cards: Catalogue, name: str, number: str) -> None:
    assert cards.find_card(name).number == number


def test_glaaki_is_filed_under_the_rituals_of_the_order(cards: Catalogue) -> None:
    assert cards.find_card("Glakki").attributes["set"] == "The Rituals of the Order"


@pytest.mark.parametrize("name", ["The Large Man", "Canopic Jar"])
def test_the_pack_with_numbers_above_twenty_is_said(cards: Catalogue, name: str) -> None:
    card = cards.find_card(name)
    assert card.attributes["pack"] == "The Shifting Sands"
    assert "K-04" in card.notes


@pytest.mark.parametrize(
    ("written", "name"),
    [
        pytest.param("Nyarlahotep", "Nyarlathotep", id="K-12"),
        pytest.param("Nyarlathotep, The Black Pharaoh", "Nyarlathotep", id="K-12-right"),
        pytest.param("Ravager of the Deep", "Ravager from the Deep", id="document"),
        pytest.param("CORE-057", "Pulled Under", id="printing"),
        pytest.param("Slaving Gug", "Slavering Gug", id="K-19"),
        pytest.param("Master of Myth's", "Master of the Myths", id="K-20"),
        pytest.param("master of myths", "Master of the Myths", id="K-20-bare"),
        pytest.param("The Cthonian Stone", "The Chthonian Stone", id="title"),
        pytest.param("Chthonian Stone", "The Chthonian Stone", id="article"),
        pytest.param("Unausprechlichen Kulten", "Unaussprechlichen Kulten", id="K-13"),
        pytest.param("doppelganger", "Doppelgänger", id="accent"),
        pytest.param("Temple of R’lyeh", "Temple of R'lyeh", id="apostrophe"),
    ],
)
def test_every_spelling_finds_the_card(cards: Catalogue, written: str, name: str) -> None:
    assert [card.name for card in cards.lookup(written)] == [name]


def test_one_card_can_have_two_errata(cards: Catalogue) -> None:
    assert [erratum.id for erratum in current_rulings_book().errata_of("cthulhu", "CoC Scaleshorn Asylum")] == [
        "CE-26",
        "CE-27",
    ]


@pytest.mark.parametrize(
    ("ruling", "reading"),
    [("CR-093", "K-15"), ("CR-130", "K-16"), ("CR-028", "K-17"), ("CR-012", "K-03"), ("CR-150", "K-20")],
)
def test_a_ruling_says_which_reading_is_taken(ruling: str, reading: str) -> None:
    assert reading in current_rulings_book().by_slug[ruling.lower()].readings


def test_errata_with_a_missing_symbol_say_so() -> None:
    entry = next(erratum for erratum in current_rulings_book().errata if erratum.id == "CE-10")
    assert "K-18" in entry.readings
    assert "symbol is missing" in entry.note


def test_two_cards_of_one_name_are_told_apart(cards: Catalogue) -> None:
    assert [card.title for card in cards.lookup("Julia Brown")] == ["Insomniac", "Oddly Amphibious"]
    assert cards.find_card("Julia Brown, Insomniac").code == "CoC Julia Brown, Insomniac"


@pytest.mark.parametrize(
    ("name", "fact", "value"),
    [
        pytest.param("Slavering Gug", "subtypes", ["Monster", "Gug"], id="CE-03"),
        pytest.param("Dynamite", "subtypes", ["Attachment", "Item", "Weapon"], id="CE-14"),
        pytest.param("Descendant of Eibon", "unique", True, id="CE-18"),
        pytest.param("Clever Zoog", "subtypes", ["Creature", "Zoog"], id="CE-19"),
        pytest.param("Zoog Burrow", "resource", "Neutral", id="CE-33"),
        pytest.param("Initiate of Huang Hun", "keywords", ["Loyal"], id="CE-53"),
        pytest.param("Aspiring Artist", "skill", "0", id="CE-60-skill"),
        pytest.param("Aspiring Artist", "subtypes", ["Cultist", "Artist"], id="CE-60"),
        pytest.param("The Underground Conspiracy", "resource", "Syndicate", id="CE-68"),
        pytest.param("The R'lyeh Conspiracy", "resource", "Cthulhu", id="CE-69"),
        pytest.param("Displaced Chthonian", "subtypes", ["Chthonian"], id="CE-71"),
        pytest.param("Uroborus, Fang of Yig", "unique", True, id="CE-73"),
        pytest.param("Lodge Barkeep", "keywords", ["Steadfast Syndicate 1"], id="CR-040"),
    ],
)
def test_the_facts_are_those_of_the_errata_and_the_rules(cards: Catalogue, name: str, fact: str, value: object) -> None:
    assert cards.find_card(name).attributes[fact] == value


@pytest.mark.parametrize("name", ["Omega Alumnus", "Student of the Profane", "Thomas Olney", "Blood Magician"])
def test_a_misprinted_subtype_is_corrected(cards: Catalogue, name: str) -> None:  # CE-61 to CE-72
    assert "Sorcerer" in cast(Any, cards.find_card(name)).subtypes


def test_unknown_stays_unknown_and_is_said(client: Client, cards: Catalogue) -> None:
    Card.objects.filter(code="CoC Pulled Under").update(people="", type="")
    CatalogueVersion.objects.filter(game="cthulhu").update(digest="changed")
    card = catalogue("cthulhu").find_card("Pulled Under")
    assert card.unknown == ("people", "type")
    page = client.get(f"/cards/{card.slug}/").content.decode()
    assert "faction not known" in page
    assert "type not known" in page


def test_every_card_has_a_page_with_its_marks(client: Client, cards: Catalogue) -> None:
    assert len(cards) == 1565
    assert sum(1 + len(cast(Any, card).reprints) for card in cards) == 1568
    assert all(card.complete for card in cards)
    page = client.get("/cards/coc-doppelganger/").content.decode()
    for part in ("Doppelgänger", "Yog-Sothoth character", "restricted", "has errata", "The Wailer Below", "COC-07"):
        assert part in page
    assert client.get("/cards/doppelganger/").status_code == 302
    for card in cards.cards[::97]:
        assert client.get(f"/cards/{card.slug}/").status_code == 200


def test_no_address_is_taken_twice() -> None:
    slugs = [card.slug for game in GAMES for card in catalogue(game)]
    assert len(slugs) == len(set(slugs))
    assert all(card_by_slug(slug) is not None for slug in slugs)


def test_the_editor_of_a_card_offers_its_own_game(judge_client: Client) -> None:
    row = Card.objects.get(code="CoC Pulled Under")
    url = f"/admin/cards/card/{row.pk}/change/"
    assert b"Miskatonic University" in judge_client.get(url).content
    sent = {"name": "Pulled Under", "people": "Cthulhu", "type": "event", "number": "F57", "icons": "", "aliases": ""}
    kept = '{"set": "Core Set", "pack": "", "subtypes": ["Spell"], "cost": "2", "unique": null, "marks": []}'
    assert judge_client.post(url, sent | {"attributes": kept}).status_code == 302
    card = catalogue("cthulhu")["CoC Pulled Under"]
    assert (card.people, card.attributes["subtypes"], card.attributes["marks"]) == ("Cthulhu", ["Spell"], ["errata"])
    assert judge_client.post(url, sent | {"attributes": '{"sets": 1}'}).status_code == 200
    assert judge_client.post(url, sent | {"attributes": '{"subtypes": "x"}'}).status_code == 200
