"""Version 1 keeps its promise: the description of today against the promised one (`v1.json`).

`python -m tests.site.api.accept` records what is new; it refuses where a promise would be broken.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests.site.api.description import described
from tests.site.api.promise import broken, contract_of

pytestmark = pytest.mark.xdist_group("description")
PROMISED = Path(__file__).with_name("v1.json")


@pytest.fixture(scope="module")
def promised() -> dict[str, Any]:
    body: dict[str, Any] = json.loads(PROMISED.read_text(encoding="utf-8"))
    return body


def test_nothing_that_was_promised_is_broken(promised: dict[str, Any]) -> None:
    assert broken(promised, contract_of(described())) == []


def test_what_is_new_is_promised_too(promised: dict[str, Any]) -> None:
    assert contract_of(described()) == promised, "run python -m tests.site.api.accept"


DECK, LIST = "GET /api/v1/decks/{key}/", "GET /api/v1/decks/"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda c: c["operations"].pop(DECK), f"{DECK} is gone"),
        (lambda c: c["operations"][DECK].update(id="x"), "is called x"),
        (lambda c: c["operations"][DECK].update(public=False), "needs an account"),
        (lambda c: c["operations"][LIST]["parameters"].pop("query page"), "parameter query page is gone"),
        (lambda c: c["operations"][LIST]["parameters"].update({"query x": True}), "query x is required"),
        (lambda c: c["operations"][DECK]["answers"].clear(), "does not answer 200"),
        (lambda c: c["schemas"]["Deck"]["fields"].pop("name"), "Deck.name is gone"),
        (lambda c: c["schemas"]["Deck"]["fields"].update(name="integer"), "Deck.name: string is integer"),
        (lambda c: c["schemas"]["Deck"]["fields"].update(name="string?"), "Deck.name: string is string?"),
        (lambda c: c["schemas"]["Deck"]["required"].remove("name"), "Deck.name may be missing"),
        (lambda c: c["schemas"]["ImportRequest"]["required"].append("written_as"), "written_as is required"),
        (lambda c: c["schemas"].pop("ImportRequest"), "schema ImportRequest is gone"),
        (lambda c: c["schemas"]["VisibilityEnum"].update(type="(private|public)"), "schema VisibilityEnum"),
    ],
)
def test_a_broken_promise_is_named(change: Any, says: str, promised: dict[str, Any]) -> None:
    after = copy.deepcopy(promised)
    change(after)
    assert any(says in line for line in broken(promised, after))


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c["operations"].update({"GET /api/v1/new/": c["operations"][LIST]}),
        lambda c: c["schemas"]["Deck"]["fields"].update(more="string"),
        lambda c: c["schemas"]["ImportRequest"]["fields"].update(more="string"),
        lambda c: c["operations"][LIST]["parameters"].update({"query more": False}),
        lambda c: c["operations"][DECK]["answers"].update({"203": {}}),
    ],
)
def test_what_is_added_breaks_nothing(change: Any, promised: dict[str, Any]) -> None:
    after = copy.deepcopy(promised)
    change(after)
    assert broken(promised, after) == []
