"""Access: the responses at every URL for every role, against the table `access.csv`.

Its columns are the roles; its values are `ok` (including redirects), `login` (sent to log in, or 401) and the status of
a refusal. A URL without a line fails, and the failure prints the lines that describe the current behaviour: check them,
then add them.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import Any
from zlib import crc32

import pytest
from django.urls import resolve
from django.utils.cache import has_vary_header
from icalendar import Calendar
from pytest_django import DjangoDbBlocker

from cards.core.facts import Catalogue
from common.headers import SECRET_URL_PARAMETERS
from tests.access.walk import METHODS, Address, Row, addresses, answer, kind_of, line_of, matching, rows, url_of
from tests.access.world import ROLES, World, undone_world
from tests.effort import THOROUGH

# Django’s and allauth’s own views treat a PUT as a POST; it needs the same CSRF token.
FOREIGN = ("account_", "mfa_", "usersessions_", "admin:", "admin/", "api/")
# Forms on pages that are the same for everybody and contain no token: the browser’s `Sec-Fetch-Site` replaces it. A
# token is created with the password in the body, regardless of any session. A notification has no page: the key in its
# URL is signed for one device and kind, and ends nothing else. A program that requests tokens has its code or secret,
# regardless of any session.
WITHOUT_TOKEN = {
    *("accounts:language", "accounts:push_stop", "accounts_api:tokens"),
    *("oauth2_provider:token", "oauth2_provider:revoke-token"),
}
# One process creates the world for all of these.
pytestmark = [pytest.mark.once, pytest.mark.django_db, pytest.mark.xdist_group("access")]
MEMBERS = ROLES[1:-1]
# Lists of the caller’s own data: pages of other sites can’t read them.
OF_THE_CALLER = {
    *("accounts_api:current_token", "accounts_api:tokens"),
    *("decks_api:decks", "decks_api:file", "decks_api:collection"),
    *("drafts_api:drafts", "drafts_api:waiting", "drafts_api:papers", "drafts_api:statistics", "drafts_api:lists"),
    *("matches_api:events", "matches_api:matches", "matches_api:groups"),
    "online_api:games",
}
FIELDSET = re.compile(rb"<fieldset\b.*?</fieldset>", re.DOTALL)
CARD = re.compile(rb"""class=['"]?card[ "'>]""")
FLOORS = ("cards", "decks", "drafts", "matches", "admin", "")


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker, facts: Catalogue) -> Iterator[World]:
    """Create one world for all tests here: every response’s effects are undone, and the world with the last test."""
    yield from undone_world(django_db_blocker, facts)


def _floor(name: str) -> str:
    return next((floor for floor in FLOORS if floor and name.startswith(floor)), "")


def _explicit() -> set[tuple[str, str]]:
    return {(row.name, row.method) for row in rows() if "*" not in row.name}


def _of_floor(floor: str) -> list[tuple[Row, Address]]:
    known, explicit = addresses(), _explicit()
    return [(row, address) for row in rows() if _floor(row.name) == floor for address in matching(row, known, explicit)]


def test_every_address_has_a_line_and_every_line_an_address(world: World) -> None:
    known, explicit = addresses(), _explicit()
    written = {address.name for row in rows() for address in matching(row, known, explicit)}
    missing = [f"{address.name} {address.parts}" for address in known if address.name not in written]
    assert not missing, "no line in access.csv for:\n" + "\n".join(missing)
    stale = [str(row) for row in rows() if not matching(row, known, explicit)]
    assert not stale, "no address for:\n" + "\n".join(stale)


def test_every_line_names_a_role_class_once() -> None:
    seen = [(row.name, row.on, row.method) for row in rows()]
    assert len(seen) == len(set(seen))
    allowed = {"ok", "login", "400", "403", "404", "405", "409"}
    assert all(set(row.expected) <= allowed for row in rows())


@pytest.mark.parametrize("floor", FLOORS)
def test_everybody_gets_what_the_table_says(floor: str, world: World) -> None:
    wrong = []
    for row, address in _of_floor(floor):
        asking = _who_asks(row, address)
        seen = tuple(
            _outcome(world, role, row, address) if role in asking else expected
            for role, expected in zip(ROLES, row.expected, strict=True)
        )
        if seen != row.expected:
            wrong.append(f"{address.name}: {line_of(row, seen)}\n    instead of {line_of(row, row.expected)}")
    assert not wrong, "\n".join(wrong)


def _outcome(world: World, role: str, row: Row, address: Address) -> str:
    """Return the kind of a response, and whether it was made for one reader without telling caches.

    Or whether a card is in a fieldset: Chromium loses parts of a size container there when a page arrives in chunks.
    """
    seen = answer(world, role, row, address)
    if not seen.streaming and any(CARD.search(part) for part in FIELDSET.findall(seen.content)):
        return f"{kind_of(seen)} with a card in a fieldset"
    if reason := _why_programs_misread(seen):
        return f"{kind_of(seen)} {reason}"
    for_one = has_vary_header(seen, "Cookie") and not seen.has_header("Cache-Control")
    return f"{kind_of(seen)} for any cache" if for_one else kind_of(seen)


def _why_programs_misread(seen: Any) -> str:
    """Return why a spreadsheet or a calendar would misread this file; empty for other responses."""
    kind = seen.headers.get("Content-Type", "").partition(";")[0]
    if kind == "text/csv" and not seen.content.startswith(BOM_UTF8):
        return "without a byte order mark"
    if kind == "text/calendar":
        entries: list[Any] = list(Calendar.from_ical(seen.content).walk("VEVENT"))
        if not all("dtend" in entry or "duration" in entry for entry in entries):
            return "with an entry without an end"
    return ""


def _who_asks(row: Row, address: Address) -> set[str]:
    """Return one of the permitted roles and half of the refused ones, varying by URL; always a stranger.

    The admin only checks whether somebody is staff, so one member is tested there. In `make thorough`, everybody is
    tested everywhere.
    """
    if THOROUGH:
        return set(ROLES)
    number = crc32(f"{address.name} {row.on} {row.method}".encode())
    if address.name.startswith("admin:"):
        return {"anonymous", "staff", MEMBERS[number % len(MEMBERS)]}
    let_in = [role for role, expected in zip(ROLES, row.expected, strict=True) if expected == "ok"]
    refused = [role for role in ROLES if role not in let_in]
    some = {"anonymous", "stranger", *refused[number % 2 :: 2]} & set(refused)
    return some | ({let_in[number % len(let_in)]} if let_in else set())


def _methods_asked(name: str, unlisted: set[str]) -> list[str]:
    """Return one of the methods without a line, varying by URL; in `make thorough` all."""
    methods = sorted(unlisted)
    return methods if THOROUGH or not methods else [methods[crc32(name.encode()) % len(methods)]]


@pytest.mark.parametrize("floor", FLOORS)
def test_a_method_without_a_line_is_refused(floor: str, world: World) -> None:
    listed: dict[tuple[str, str], set[str]] = {}
    for row, address in _of_floor(floor):
        listed.setdefault((address.name, row.on), set()).add(row.method)
    known = {address.name: address for address in addresses()}
    wrong = []
    for name, on in listed:
        every = set.union(*(parameters for (other, _on), parameters in listed.items() if other == name))
        if name.startswith(FOREIGN) or on != next(o for other, o in listed if other == name):
            continue
        for method in _methods_asked(name, set(METHODS) - every):
            seen = kind_of(answer(world, "host", Row(name, on, method, ()), known[name]))
            if seen == "ok" or seen >= "5":
                wrong.append(f"{method} {name}: {seen}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("floor", FLOORS)
def test_nothing_is_written_for_a_browser_without_a_csrf_token(floor: str, world: World) -> None:
    wrong = []
    for row, address in _of_floor(floor):
        role = "staff" if floor == "admin" else "host"
        if row.method == "GET" or row.name in WITHOUT_TOKEN or row.expected[ROLES.index(role)] in ("404", "405"):
            continue
        seen = answer(world, role, row, address, enforce_csrf_checks=True)
        if seen.status_code != 403:
            wrong.append(f"{row}: {seen.status_code}")
    assert not wrong, "\n".join(wrong)


def test_pages_of_other_sites_read_what_anybody_may_and_no_answer_to_somebody(world: World) -> None:
    asked: dict[str, Any] = {"HTTP_ORIGIN": "https://else.example", "HTTP_ACCESS_CONTROL_REQUEST_METHOD": "GET"}
    stranger, wrong = world.client("anonymous", **asked), []
    for row, address in (pair for floor in FLOORS for pair in _of_floor(floor) if "_api:" in pair[1].name):
        lists_own = address.name in OF_THE_CALLER
        if row.method != "GET":
            continue
        if row.expected[0] == "ok":
            seen = (stranger.options(url_of(address, row.on, world)), answer(world, "anonymous", row, address, **asked))
            if [answer.get("Access-Control-Allow-Origin") for answer in seen] != [None if lists_own else "*"] * 2:
                wrong.append(f"{row}: a page of another site reads it" + (" not" * (not lists_own)))
        if row.expected[0] == "ok" and not lists_own:
            continue
        if "Access-Control-Allow-Origin" in answer(world, "host", row, address, **asked):
            wrong.append(f"{row}: a page of another site reads what the host is answered")
    assert not wrong, "\n".join(wrong)


def test_no_page_tells_the_next_one_an_address_that_is_a_key(world: World) -> None:
    pages = [(row, address) for floor in FLOORS for row, address in _of_floor(floor) if row.method == "GET"]
    wrong, keys = [], 0
    for row, address in pages:
        if not SECRET_URL_PARAMETERS & set(address.parts):
            continue
        seen, keys = answer(world, "stranger", row, address), keys + 1
        if seen["Referrer-Policy"] != "strict-origin":
            wrong.append(f"{row}: {seen['Referrer-Policy']}")
    assert not wrong and keys >= 8, wrong


def test_the_addresses_of_the_table_are_those_that_are_walked(world: World) -> None:
    for row, address in (pair for floor in FLOORS for pair in _of_floor(floor)):
        if address.named:
            assert resolve(url_of(address, row.on, world)).url_name == address.name.rpartition(":")[2]
