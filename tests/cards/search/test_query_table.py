"""The table of queries: what each means and finds, in memory and in the table of cards alike."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from cards.core.facts import CardFacts, Catalogue
from cards.core.search import BLUE_MOON, CardNameIndex, explain, format_query, parse_query, search_cards
from cards.core.search.cthulhu import CALL_OF_CTHULHU_KEYS
from cards.search.queries import find_cards
from tests.cards.search.queries import QUERIES


def compact(codes: Iterable[str]) -> str:
    """Join codes of one affiliation."""
    groups: list[list[str]] = []
    for code in codes:
        head, _, tail = code.rpartition(" ")
        if not groups or groups[-1][0] != head:
            groups.append([head])
        groups[-1].append(tail)
    return "; ".join(" ".join(group) for group in groups)


def found(query: str, facts: Catalogue, index: CardNameIndex) -> tuple[CardFacts, ...]:
    """Return what a query finds in memory."""
    return search_cards(parse_query(query).query, facts, index).cards


@pytest.fixture(scope="session")
def index(facts: Catalogue) -> CardNameIndex:
    """Return names and words of the real catalogue."""
    return CardNameIndex(facts)


def test_the_table_is_long_and_uses_every_key() -> None:
    assert len(QUERIES) >= 60
    used = " ".join(format_query(parse_query(query).query) for query, *_ in QUERIES)
    assert all(key.name in used for key in BLUE_MOON.keys)


@pytest.mark.parametrize(("query", "explanation", "codes"), QUERIES, ids=[row[0] for row in QUERIES])
def test_a_query_means_and_finds(
    query: str, explanation: str, codes: str, facts: Catalogue, index: CardNameIndex
) -> None:
    reading = parse_query(query)
    assert reading.problems == ()
    assert explain(reading.query, reading.table) == explanation
    assert compact(card.code for card in found(query, facts, index)) == codes
    assert parse_query(format_query(reading.query)).query == reading.query


@pytest.mark.django_db
def test_the_table_of_cards_finds_the_same_in_the_same_order(db_catalogue: Catalogue) -> None:
    for query, _, codes in QUERIES:
        assert compact(card.code for card in find_cards(parse_query(query)).cards) == codes, query


@pytest.mark.parametrize(
    ("query", "explanation"),
    [
        ("", "all cards"),
        ("sort:moons", "all cards, most moons first"),
        ("-(fire:3 p:vulca)", "cards that aren’t cards of the Vulca with fire of 3"),
        ("-deck:T -has:stop", "cards without the Terrah deck indicator or the stop icon"),
        ("type:ship type:booster", "ships that are boosters"),
        ("moons<1", "cards with no moons"),
        ("moons>1", "cards with more than one moon"),
        ("moons!=2", "cards with other than 2 moons"),
        ("-moons=1", "cards without one moon"),
        ("-number>=20 number!=25", "cards with a number other than 25 that aren’t numbered 20 or higher"),
        ("fire<=earth", "cards with at most as much fire as earth"),
        (
            "p:vulca (flash or fire>3 t:ship)",
            "cards of the Vulca that are cards that mention “flash”, or ships with fire of more than 3",
        ),
        ("game:cthulhu faction:hastur is:restricted", "from Call of Cthulhu: cards of Hastur that are restricted"),
    ],
)
def test_a_query_is_read_back(query: str, explanation: str) -> None:
    reading = parse_query(query)
    assert explain(reading.query, reading.table) == explanation


def test_every_piece_of_an_explanation_can_be_translated() -> None:
    said: set[str] = set()

    def say(template: str) -> str:
        said.add(template)
        return template

    for query, *_ in QUERIES:
        reading = parse_query(query)
        explain(reading.query, reading.table, say)
    assert {"of the %(value)s", "%(what)s of at least %(n)s", "mention %(value)s", "characters"} <= said


def test_the_document_names_every_key() -> None:
    text = (Path(__file__).resolve().parents[3] / "docs" / "reference" / "search-keys.md").read_text()
    parts = text.partition("## Call of Cthulhu")
    for table, part in ((BLUE_MOON, parts[0]), (CALL_OF_CTHULHU_KEYS, parts[2])):
        for key in table.keys:
            line = next(line for line in part.splitlines() if line.startswith(f"| `{key.name}` "))
            assert all(f"`{name}`" in line for name in key.names)
            assert key.example in line.replace("\\|", "|")
