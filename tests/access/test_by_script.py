"""Scripts can do what pages can: each page that changes something names its API operation, or a reason for having none.

`by_script.csv` is the table. A new page without a line fails here, and so does a line with an unknown operation.
"""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.access.walk import addresses, matching, rows
from tests.site.api.description import described

pytestmark = pytest.mark.xdist_group("description")
TABLE = Path(__file__).with_name("by_script.csv")
# Logging in and the admin are for people; their pages are from libraries.
FOREIGN = ("admin:", "account_", "mfa_", "usersessions_")


def _table() -> list[dict[str, str]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_page_that_changes_something_has_an_operation_or_a_reason() -> None:
    known = addresses()
    posts = {
        address.name
        for row in rows()
        if row.method == "POST" and "_api:" not in row.name
        for address in matching(row, known, set())
        if not address.name.startswith(FOREIGN)
    }
    written = [line["page"] for line in _table()]
    assert sorted(written) == sorted(posts), "write a line in tests/access/by_script.csv"
    assert [line for line in _table() if bool(line["operation"]) == bool(line["why"])] == []


def test_every_operation_that_the_table_names_is_there() -> None:
    known = {operation["operationId"] for methods in described()["paths"].values() for operation in methods.values()}
    assert {line["operation"] for line in _table()} - known == {""}
