"""What each key page costs a phone that has never been here, and the database: `BUDGETS`, also in docs/performance.md.

Bytes are those over the wire in production, each answer compressed as it is served and with its headers: the page
and every file that a phone asks for before anybody scrolls. These are styles, scripts, the typeface, pictures of the
site, and of the cards' pictures those that come near the screen (`LOADED`).
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.core.facts import PEOPLES as NINE
from cards.core.facts import Catalogue, People
from tests.site.pages.weights import BUDGETS, FILE_HEADERS, FIRST_PAGE, weight_of

DOCS = Path(__file__).resolve().parent.parent.parent.parent / "docs" / "performance.md"
GZIP = {"Accept-Encoding": "gzip"}


@pytest.fixture(autouse=True)
def _padding(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compressed pages are padded randomly against guesses at their content; here always by the mean."""
    monkeypatch.setattr("django.utils.text._get_random_filename", lambda most: b"a" * (most // 2))


@pytest.mark.parametrize(("path", "most_bytes", "most_queries"), BUDGETS, ids=[row[0] for row in BUDGETS])
def test_a_page_stays_within_its_budget(
    path: str, most_bytes: int, most_queries: int, client: Client, db_catalogue: Catalogue
) -> None:
    client.get(path)  # what a process looks up once isn't part of the page
    with CaptureQueriesContext(
        connection,
    ) as asked:
        page = client.get(path, headers=GZIP)
    assert page.status_code == 200
    assert len(asked) <= most_queries, "\n".join(statement["sql"] for statement in asked)
    weight = weight_of(page)
    assert weight.whole <= most_bytes, f"{path} weighs {weight}"
    assert not weight.outside


def test_the_first_pages_fit_into_seventy_kilobytes() -> None:
    first = {path: most for path, most, _queries in BUDGETS}
    assert all(first[path] <= FIRST_PAGE for path in ("/", "/cards/", "/cards/rulings/"))


def test_of_a_card_s_page_the_same_holds_without_the_board_on_it(client: Client, db_catalogue: Catalogue) -> None:
    weight = weight_of(client.get("/cards/hoax-25/", headers=GZIP))
    pictures = [size + FILE_HEADERS for address, size in weight.files.items() if address.startswith("/cards/pictures/")]
    assert len(pictures) > 5
    assert weight.whole - sum(pictures) <= FIRST_PAGE


def test_the_document_shows_the_same_budgets() -> None:
    text = DOCS.read_text()
    for path, most_bytes, most_queries in BUDGETS:
        assert re.search(rf"^\| `{re.escape(path)}` \|.*\| {most_bytes // 1000} kB \| {most_queries} \|", text, re.M), (
            path
        )


# Players, peoples; most bytes until the table is in use: its page, styles, scripts and all drawn cards; most with their
# pictures, which come then.
TABLES = ((2, NINE[:3], 98_000, 143_000), (6, NINE, 121_000, 239_000))
MOST_QUERIES_OF_A_TABLE = 7


@pytest.mark.parametrize(("players", "peoples", "in_use", "in_all"), TABLES, ids=("two", "six"))
def test_the_first_load_of_a_draft_table_stays_within_its_budget(
    players: int,
    peoples: Sequence[People],
    in_use: int,
    in_all: int,
    client: Client,
    db_catalogue: Catalogue,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("drafts.table.services._random", random.Random(7))  # the same packet in every run
    form = {"players": players, "peoples": [*peoples], "step8": "right", "seating": "random"}
    begun = client.post("/drafts/new/", form | {"action": "bots"}, follow=True)
    with CaptureQueriesContext(connection) as asked:
        page = client.get(begun.redirect_chain[-1][0], headers=GZIP)
    assert len(asked) <= MOST_QUERIES_OF_A_TABLE
    data = gzip.decompress(page.content).decode().split('id="table-data" type="application/json">')[1]
    files = json.loads(data.split("</script>")[0])
    cards, pictures = (
        [len(client.get(address, headers=GZIP).content) + FILE_HEADERS for address in files[kind]]
        for kind in ("tiles", "pictures")
    )
    assert len(cards) == len(pictures) == len(peoples) + 1  # the mutants, too
    weight = weight_of(page)
    assert weight.whole + sum(cards) <= in_use, (weight, cards)
    assert weight.whole + sum(cards) + sum(pictures) <= in_all, pictures
