"""The collection as a search key: `is:owned` and `owned>=2` ask for the caller’s copies (DECK-20)."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from cards.core.search import CardNameIndex, explain, format_query, parse_query, search_cards
from decks.core.collection import copies_by_code
from decks.models import Shelf
from tests.decks.rows import person_of_user

NO_SHELF = "You haven’t added any boxes yet."


def found(query: str, facts: Catalogue, boxes: dict[str, int] | None) -> set[str]:
    """Return the codes that a query finds for somebody with these boxes."""
    owned = None if boxes is None else copies_by_code(boxes, facts)
    result = search_cards(parse_query(query).query, facts, CardNameIndex(facts), owned=owned)
    return {card.code for card in result.cards}


def packed(facts: Catalogue, *marks: str) -> set[str]:
    return {card.code for card in facts if card.deck in marks}


@pytest.mark.parametrize(
    ("query", "marks"),
    [
        ("is:owned", ("V", "H")),
        ("owned>=2", ("H",)),
        ("own:1", ("V",)),
        ("owned>1 or owned=1", ("V", "H")),
        ("is:owned -owned>1", ("V",)),
        ("owned<1 deck:F", ("F",)),
        ("owned>3", ()),
    ],
)
def test_a_query_finds_by_the_copies_owned(query: str, marks: tuple[str, ...], facts: Catalogue) -> None:
    assert found(query, facts, {"V": 1, "H": 2}) == packed(facts, *marks)


def test_without_a_shelf_no_card_is_owned_and_every_card_is_not(facts: Catalogue) -> None:
    assert not found("is:owned", facts, None) | found("owned<9", facts, None)
    assert len(found("-is:owned", facts, None)) == len(facts)


def test_a_card_whose_set_nobody_knows_meets_no_number(facts: Catalogue) -> None:
    unknown = packed(facts, "E&I")
    assert unknown
    assert not unknown & found("owned>=0", facts, {"E&I:A": 1})
    assert unknown <= found("owned=1", facts, {"E&I:A": 1, "E&I:B": 1})


@pytest.mark.parametrize(
    ("query", "said", "place"),
    [
        ("is:owned", "cards that are in your collection", (3, 8)),
        ("p:flit owned>=2", "cards of the Flit with at least 2 in your collection", (7, 12)),
        ("fire>owned", "cards with more fire than copies in your collection", (5, 10)),
    ],
)
def test_a_query_for_the_shelf_is_said_and_knows_its_place(query: str, said: str, place: tuple[int, int]) -> None:
    reading = parse_query(query)
    assert explain(reading.query, reading.table) == said
    assert reading.shelf is not None
    assert (reading.shelf.start, reading.shelf.end) == place
    assert parse_query(format_query(reading.query)).query == reading.query
    assert parse_query("is:known fire>2").shelf is None


@pytest.mark.django_db
def test_page_and_api_search_the_shelf_of_the_person_asking(
    client: Client, roland: User, roland_client: Client, db_catalogue: Catalogue
) -> None:
    Shelf.objects.create(owner=person_of_user(roland)).boxes.create(mark="V", count=2)
    asked = {"q": "owned>=2"}
    answer = roland_client.get("/api/v1/cards/", asked | {"page_size": 100}).json()
    assert {card["code"] for card in answer["results"]} == packed(db_catalogue, "V")
    assert answer["query"]["problems"] == []
    assert NO_SHELF not in roland_client.get("/cards/", asked).content.decode()

    stranger = client.get("/api/v1/cards/", asked).json()
    assert stranger["count"] == 0
    assert [(problem["column"], problem["message"][: len(NO_SHELF)]) for problem in stranger["query"]["problems"]] == [
        (1, NO_SHELF)
    ]
    page = client.get("/cards/", asked).content.decode()
    assert NO_SHELF in page
    assert 'href="/decks/shelf/"' in page


@pytest.mark.django_db
def test_the_panel_has_a_tick_for_the_shelf(client: Client, db_catalogue: Catalogue) -> None:
    page = " ".join(client.get("/cards/", {"q": "is:owned"}).content.decode().split())
    assert 'name="is" value="owned" checked' in page
    assert "In your collection" in page
