"""Every list and object of the API is read with contents: an empty list says nothing about its rows."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import resolve
from pytest_django import DjangoDbBlocker

from cards.core.facts import Catalogue
from tests.access.walk import Address, Row, addresses, answer, matching, rows
from tests.access.world import ROLES, World, undone_world
from tests.effort import THOROUGH
from tests.site.api.description import described

pytestmark = [pytest.mark.once, pytest.mark.django_db, pytest.mark.xdist_group("description")]
# Whose objects the world’s are: their responses have the most fields.
OWNERS = ("host", "organiser")
# Read with a token, with a seat’s secret, in the middle of a practice draft, by partners, or once both players have
# shown their cards; other tests do that.
READ_ELSEWHERE = {
    *(
        "accounts_api:current_token",
        "decks_api:guide",
        "drafts_api:paper_pool",
        "drafts_api:hint",
        "drafts_api:partners",
        "online_api:file",
    ),
    "drafts_api:wishlist",
}
# Lists at the top of a response that may be empty if everything is in order, or until the worker, a bot or many matches
# have filled them.
MAY_BE_EMPTY = {
    "cards_api:card": {"aliases", "icons", "unknown"},
    "cards_api:record": {"formats", "years"},
    "cards_api:ruling": {"icons", "see", "timings", "types"},
    "decks_api:collection": {"clashes"},
    "decks_api:record": {"formats", "years"},
    "decks_api:strength_job": {"each", "swaps", "texts_not_whole"},
    "drafts_api:coach": {"decks", "texts_not_whole"},
    "drafts_api:log": {"open_seats"},
    "matches_api:event_player": {"requested_byes"},
    "matches_api:event_player_deck": {"faults"},
    "matches_api:group_duel": {"played_a", "played_b"},
    "matches_api:group_picks": {"cards"},
    "matches_api:group_player": {"played"},
    "matches_api:group_season_file": {"peoples"},
    "matches_api:group_strengths": {"cards", "peoples"},
    "online_api:game": {"last"},
}


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker, facts: Catalogue) -> Iterator[World]:
    """Create one world for all tests here."""
    yield from undone_world(django_db_blocker, facts)


def _lines() -> Iterator[tuple[Row, Address]]:
    """Yield everything of the API that the table lets a user read."""
    for row in rows():
        if row.method == "GET" and "_api:" in row.name:
            yield from ((row, address) for address in matching(row, addresses(), set()))


def _readers(row: Row) -> list[str]:
    """Return the roles that may read this, owners first."""
    let_in = [role for role, expected in zip(ROLES, row.expected, strict=True) if expected == "ok"]
    return sorted(let_in, key=lambda role: role not in OWNERS)


def _note_lists(filled: dict[str, bool], response: Any) -> None:
    """Note which lists at the top of a response have a row."""
    told = json.loads(response.content) if "json" in response["Content-Type"] else {}
    for field, value in (told if isinstance(told, dict) else {"": told}).items():
        if isinstance(value, list):
            filled[field] = filled.get(field, False) or bool(value)


def test_every_list_has_a_row_and_everything_can_be_read_by_whoever_may(world: World) -> None:
    """In the gate, owners are asked, and others only until each list has a row; `test_access` asks one of all."""
    filled: dict[str, dict[str, bool]] = defaultdict(dict)
    failed = []
    for row, address in _lines():
        for place, role in enumerate(_readers(row)):
            missing = _empty(filled[address.name]) - MAY_BE_EMPTY.get(address.name, set())
            if place and role not in OWNERS and not missing and not THOROUGH:
                break
            seen = answer(world, role, row, address)
            if seen.status_code != 200:
                failed.append(f"{row} as {role}: {seen.status_code}")
            _note_lists(filled[address.name], seen)
    assert not failed, "\n".join(failed)
    empty = {name: _empty(fields) for name, fields in filled.items()}
    assert {name: fields for name, fields in empty.items() if fields} == MAY_BE_EMPTY


def _empty(filled: dict[str, bool]) -> set[str]:
    return {field for field, full in filled.items() if not full}


def test_nothing_that_the_description_tells_how_to_read_is_left_out() -> None:
    read = {row.name for row in rows() if row.method == "GET" and "ok" in row.expected}
    paths = described()["paths"]
    told = {resolve(re.sub(r"{\w+}", "1", path)).view_name for path, by in paths.items() if "get" in by}
    assert told - read == READ_ELSEWHERE
