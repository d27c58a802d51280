"""The table of Call of Cthulhu: all its printings, its errors, its search keys and pages."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest
from django.test import Client

from cards.catalogue.services import load_card_table
from cards.core.facts import Catalogue
from cards.core.search import CardNameIndex, parse_query, search_cards
from cards.core.search.cthulhu import CALL_OF_CTHULHU_KEYS
from cards.games import GAMES
from cards.games.cthulhu.csv_table import TABLE_COLUMNS, parse_card_table
from cards.games.cthulhu.facts import FACTIONS, SET_SIZES
from common.errors import Invalid
from tests.conftest import FIXTURES

TEXT = (FIXTURES / "cthulhu" / "cards.csv").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def cards() -> Catalogue:
    return GAMES["cthulhu"].build_catalogue(parse_card_table(TEXT).cards)


@pytest.fixture(scope="module")
def index(cards: Catalogue) -> CardNameIndex:
    return CardNameIndex(cards)


def test_every_set_is_whole(cards: Catalogue) -> None:
    printed = [printing for card in cards for printing in cast(Any, card).printings]
    assert len(printed) == 1568
    sizes = Counter(printing.set for printing in printed)
    assert sizes == {name: size for name, (_kind, size) in SET_SIZES.items()}
    for name, (_kind, size) in SET_SIZES.items():
        numbers = {printing.number for printing in printed if printing.set == name}
        assert numbers == {f"F{number}" for number in range(1, size + 1)}, name


def test_the_factions_have_these_cards(cards: Catalogue) -> None:
    counts = Counter(str(card.people) for card in cards)
    assert [counts[faction] for faction in FACTIONS] == [174, 181, 181, 122, 174, 176, 174, 176, 175]
    assert counts[""] == sum(str(card.type) == "story" for card in cards) == 32


def test_the_codes_in_use_are_kept(cards: Catalogue) -> None:
    for name in ("errata", "list_entries"):
        text = (FIXTURES / "cthulhu" / f"{name}.csv").read_text(encoding="utf-8")
        assert all(row["card"] in cards for row in csv.DictReader(io.StringIO(text)))


def test_opening_night_is_a_story_and_a_conspiracy(cards: Catalogue) -> None:
    assert [(card.type, card.people) for card in cards.lookup("Opening Night")] == [
        ("story", ""),
        ("conspiracy", "Hastur"),
    ]


def test_a_reprint_is_the_same_card(cards: Catalogue) -> None:
    (card,) = cards.lookup("FL-002")
    assert card.code == "CoC Torch the Joint!"
    assert [str(printing) for printing in cast(Any, card).printings] == [
        "CORE-018 Core Set F18",
        "FL-002 Spawn of Madness F2",
    ]


def faulty(**cells: str) -> list[str]:
    """Return the errors of the table with one more line, a copy of Pulled Under with some changed cells."""
    rows = list(csv.DictReader(io.StringIO(TEXT)))
    pulled = next(row for row in rows if row["code"] == "CoC Pulled Under")
    fresh = {**pulled, "printing": "CORE-900", "code": "CoC New", "name": "New", "number": "F200"} | cells
    out = io.StringIO()
    writer = csv.DictWriter(out, TABLE_COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows([*rows, fresh])
    return [f"{fault.line} {fault.column}" for fault in parse_card_table(out.getvalue()).faults]


@pytest.mark.parametrize(
    ("cells", "column"),
    [
        ({}, ""),
        ({"faction": "Agencey"}, "faction"),
        ({"printing": "CORE-057"}, "printing"),
        ({"printing": "core 57"}, "printing"),
        ({"code": "CoC PULLED under", "name": "Another"}, "code"),
        ({"code": "CoC Another", "name": "PULLED under"}, "name"),
        ({"cost": "x"}, "cost"),
        ({"cost": "-1"}, "cost"),
        ({"skill": "3"}, "skill"),
        ({"terror": "ten"}, "terror"),
        ({"keywords": "Toughnes +1"}, "keywords"),
        ({"struggle": "horror 1"}, "struggle"),
        ({"set": "Core"}, "set"),
        ({"number": "57"}, "number"),
        ({"unique": "maybe"}, "unique"),
        ({"reprint_of": "CORE-999"}, "reprint_of"),
        ({"reprint_of": "CORE-057"}, "code"),
    ],
)
def test_a_faulty_line_is_named(cells: dict[str, str], column: str) -> None:
    assert set(faulty(**cells)) == ({f"1570 {column}"} if column else set())


@pytest.mark.django_db
def test_a_table_with_faults_is_refused_whole_with_every_line(tmp_path: Path) -> None:
    lines = TEXT.splitlines(keepends=True)
    lines[1] = lines[1].replace(",Agency,", ",Agencey,", 1)
    lines[3] = lines[3].replace(",4,4,", ",x,4,", 1)
    file = tmp_path / "cards.csv"
    file.write_text("".join(lines), encoding="utf-8")
    with pytest.raises(Invalid) as refused:
        load_card_table(file, game="cthulhu")
    assert [(detail.line, detail.field) for detail in refused.value.details] == [(2, "faction"), (4, "cost")]


@pytest.mark.parametrize(
    ("query", "count", "first"),
    [
        ("faction:hastur", 176, "Hastur, The King in Yellow"),
        ("type:conspiracy", 49, ""),
        ("type:story", 32, ""),
        ("faction:agency type:character cost<=2", None, ""),
        ("terror>=4", 5, ""),
        ("combat>terror type:character", None, ""),
        ("keyword:loyal", 46, ""),
        ("is:loyal", 46, ""),
        ('keyword:"steadfast hastur"', 19, ""),
        ("is:transient", 4, "Local Sheriff"),
        ("is:unique", 464, ""),
        ("sub:investigator", None, ""),
        ("set:revelations", 120, ""),
        ('set:"forgotten lore"', 120, ""),
        ('pack:"written and bound"', 20, ""),
        ("skill>=8", 8, ""),
        ("resource:zoog", 6, ""),
        ("is:reprinted", 3, ""),
        ("is:incomplete", 0, ""),
        ("sort:-cost type:character", 798, ""),
    ],
)
def test_a_search_finds(cards: Catalogue, index: CardNameIndex, query: str, count: int | None, first: str) -> None:
    reading = parse_query(query, CALL_OF_CTHULHU_KEYS)
    assert reading.problems == ()
    hits = search_cards(reading.query, cards, index, reading.table).cards
    assert len(hits) == count if count is not None else hits
    assert not first or hits[0].label == first


def test_numbers_are_compared_and_an_x_is_none(cards: Catalogue, index: CardNameIndex) -> None:
    def codes(query: str) -> set[str]:
        reading = parse_query(query, CALL_OF_CTHULHU_KEYS)
        return {card.code for card in search_cards(reading.query, cards, index, reading.table).cards}

    cheap = codes("cost<=2")
    assert cheap == {card.code for card in cards if cast(Any, card).cost in ("0", "1", "2")}
    assert "CoC Shotgun Blast" not in cheap | codes("cost>2")
    assert codes("sub:investigator") == {card.code for card in cards if "Investigator" in cast(Any, card).subtypes}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("/cards/sets/", ["Core Set", "165 of 165 cards", "The Mark of Madness"]),
        ("/cards/sets/forgotten-lore/", ["120 of 120 cards", "Spawn of Madness", "Torch the Joint!", "reprint"]),
        ("/cards/factions/", ["Miskatonic University", "181"]),
        ("/cards/factions/hastur/", ["Hastur", "Search these 176 cards", "Average cost", "Character icons"]),
        ("/cards/coc-local-sheriff/", ["Toughness", "Skill", "Willpower, Transient", "Agency 2"]),
    ],
)
def test_a_page_shows(client: Client, address: str, parts: list[str]) -> None:
    page = client.get(address).content.decode()
    for part in parts if "sheriff" not in address else parts[1:]:
        assert part in page


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/cards/sets/nowhere/", "/cards/factions/nobody/"])
def test_an_unknown_set_or_faction_is_not_found(client: Client, address: str) -> None:
    assert client.get(address).status_code == 404


@pytest.mark.django_db
def test_the_api_has_every_fact(client: Client) -> None:
    card = client.get("/api/v1/cards/coc-local-sheriff/").json()
    wanted = {"printing": "CORE-003", "cost": "4", "skill": "4", "combat": 1, "keywords": ["Willpower", "Transient"]}
    assert {name: card["attributes"][name] for name in wanted} == wanted
    body = client.get("/api/v1/cards/", {"q": "game:cthulhu faction:hastur cost<=1 is:unique"}).json()
    assert body["count"] == len(body["results"]) > 0
