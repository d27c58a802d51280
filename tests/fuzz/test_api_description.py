"""The API does what its description says, whatever is sent: no 5xx, no undocumented status, no answer of another shape.

Half of the requests are about objects that exist, so that more than 404 is tested.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from zlib import crc32

import pytest
from django.conf import settings as site
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from django.test import override_settings
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from accounts.models import ApiToken
from cards.core.facts import Catalogue
from tests.access.world import World, undone_world
from tests.effort import THOROUGH

pytestmark = [pytest.mark.once, pytest.mark.django_db, pytest.mark.xdist_group("description")]

EXAMPLES = int(os.environ.get("FUZZ_EXAMPLES", "10" if THOROUGH else "2"))
SEED = int(os.environ.get("FUZZ_SEED", "7"))
# Of the refusals of callers without an account, every n-th is checked; `tests/access` checks all of them.
REFUSALS = 5
AREAS = ("cards", "decks", "drafts", "events", "matches and groups")


# Whose objects an area is about: they ask there, and a caller without an account; in `make thorough` everybody asks
# everywhere.
OWNERS = {"events": "organiser", "matches and groups": "organiser"}
ASKING = [
    (area, who)
    for area in AREAS
    for who in ("anonymous", "host", "organiser")
    if THOROUGH or who in ("anonymous", OWNERS.get(area, "host"))
]


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker, facts: Catalogue) -> Iterator[World]:
    """One world for all tests here: what a request does is undone, so its connection stays open, as with Django's
    client."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    with override_settings(LIMITS=dict.fromkeys(site.LIMITS, "9999999/min")):
        yield from undone_world(django_db_blocker, facts)
    for signal in signals:
        signal.connect(close_old_connections)


def _area(path: str) -> str:
    word = path.removeprefix("/api/v1/").partition("/")[0]
    if word in ("decks", "pools", "collection"):
        return "decks"
    if word in ("matches", "groups", "power", "seasons"):
        return "matches and groups"
    return word if word in AREAS else "cards"


@lru_cache(maxsize=1)
def _described() -> list[Any]:
    import schemathesis  # takes a second, so only the process that needs it loads it

    schema: Any = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    return [operation.ok() for operation in schema.get_all_operations()]


def _real(world: World, path: str) -> dict[str, list[object]]:
    """Return the existing objects that a path parameter may name."""
    kind = next((word for word in ("deck", "pool", "draft", "paper", "group", "event", "match") if word in path), "")
    fitting = [keys for name, keys in world.things.items() if kind in name or (kind == "draft" and name == "lobby")]
    parts = ("key", "number", "pk", "pairing", "version", "card", "ruling", "format_name", "side")
    return {part: [thing[part] for thing in fitting if part in thing] for part in parts}


@lru_cache(maxsize=1)
def _checks() -> list[Any]:
    """Return the checks that every answer has to pass."""
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    return [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_schema_conformance,
    ]


@pytest.mark.parametrize(("area", "who"), ASKING)
def test_every_operation_answers_as_described(area: str, who: str, world: World) -> None:
    from schemathesis.core.failures import FailureGroup

    headers = {"Accept-Encoding": "identity"}  # the client of the fuzzer decompresses nothing
    if who != "anonymous":
        _token, secret = ApiToken.issue(user=world.users[who], name="fuzz")
        headers["Authorization"] = f"Bearer {secret}"
    wrong: dict[str, str] = {}
    operations = [operation for operation in _described() if _area(operation.path) == area]
    assert operations
    for operation in operations:
        if _refused(operation, who) and crc32(operation.label.encode()) % REFUSALS:
            continue
        try:
            _try(operation, headers, _real(world, operation.path), 1 if _refused(operation, who) else EXAMPLES)
        except (FailureGroup, AssertionError, Exception) as failure:
            wrong[f"{operation.method.upper()} {operation.path}"] = str(failure)[:1500]
    assert not wrong, "\n\n".join(f"{name}\n{said}" for name, said in wrong.items())


def _refused(operation: Any, who: str) -> bool:
    """Whether the answer is the same whatever is sent: 401 for everybody without an account."""
    return who == "anonymous" and not THOROUGH and {} not in operation.definition.raw.get("security", [{}])


def _try(operation: Any, headers: dict[str, str], real: dict[str, list[object]], count: int) -> None:
    @seed(SEED)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=False,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    @given(case=operation.as_strategy(), data=st.data())
    def attempt(case: Any, data: st.DataObject) -> None:
        for part in case.path_parameters or {}:
            if real.get(part) and data.draw(st.booleans()):
                case.path_parameters[part] = data.draw(st.sampled_from(real[part]))
        with transaction.atomic():
            answer = case.call(headers=headers)
            transaction.set_rollback(True)
        case.validate_response(answer, checks=_checks())

    attempt()
