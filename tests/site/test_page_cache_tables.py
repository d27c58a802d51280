"""A cached page reads nothing that its version does not cover, or it would go on showing what has changed."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLResolver, get_resolver

from accounts.identity import PERSON_ATTRIBUTE
from accounts.models import Person, User
from cards.core.facts import Catalogue
from cards.models import Card
from common.versioned_cache import VersionedCache
from matches.models import Event
from tests import covered_writes
from tests.covered_writes import CATALOGUE, CATALOGUE_VERSION, EVENT

# One address of each cached page; a new one needs one, too.
SAMPLES = {
    "home": "/",
    "cards:index": "/cards/",
    "cards:search_help": "/cards/help/",
    "cards:card": "/cards/vulca-03/",
    "cards:peoples": "/cards/peoples/",
    "cards:people": "/cards/peoples/vulca/",
    "cards:rulings": "/cards/rulings/",
    "cards:ruling": "/cards/rulings/r0-19/",
    "cards:errata": "/cards/errata/",
    "cards:lists": "/cards/lists/",
    "cards:list": "/cards/lists/4.2/",
    "boards:guide": "/board/peoples/vulca/",
    "boards:turn": "/board/turn/",
    "boards:readings": "/board/readings/",
    "boards:rule": "/board/rules/c-40/",
    "boards:card": "/board/cards/vulca-24/",
    "boards:learn": "/board/learn/",
    "drafts:create": "/drafts/new/",
    "help:index": "/help/",
    "help:rules": "/help/rules/",
    "help:glossary": "/help/glossary/",
    "help:page": "/help/drafts/",
}
# What a version that reads a table covers beside it.
COVERED = {CATALOGUE_VERSION: {CATALOGUE_VERSION, *CATALOGUE}, EVENT: {EVENT, "matches_registration"}}
# The reader, whose part of a page is nobody else's.
OF_THE_READER = {"accounts_user", "django_session"}
# Where there is a demo, the page that shows it to a visitor isn't cached.
OF_THE_DEMO = {("home", "visitor"): {"matches_group", "matches_member"}}
TABLE = re.compile(r'(?:FROM|JOIN) "(\w+)"')


def _cached_views(resolver: URLResolver | None = None, space: str = "") -> Iterator[tuple[str, Any]]:
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _cached_views(pattern, f"{pattern.namespace}:" if pattern.namespace else space)
        elif hasattr(pattern.callback, "page_version"):
            yield f"{space}{pattern.name}", pattern.callback


@pytest.fixture
def filled(monkeypatch: pytest.MonkeyPatch) -> set[VersionedCache[Any]]:
    """Return the caches that hold something; one that is removed from it is emptied, wherever it is."""
    caches: set[VersionedCache[Any]] = set()
    get, put = VersionedCache.get, VersionedCache.put

    def get_if_filled(own: VersionedCache[Any], key: Hashable, version: object) -> Any:
        return get(own, key, version) if own in caches else None

    def put_into_empty(own: VersionedCache[Any], key: Hashable, version: object, value: Any) -> None:
        if own not in caches:
            own.clear()
            caches.add(own)
        put(own, key, version, value)

    monkeypatch.setattr(VersionedCache, "get", get_if_filled)
    monkeypatch.setattr(VersionedCache, "put", put_into_empty)
    return caches


def _statements(filled: set[VersionedCache[Any]], call: Any, argument: Any) -> tuple[list[str], Any]:
    """Return the queries, with empty caches, and the result."""
    filled.clear()
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        made = call(argument)
    return [query["sql"] for query in queries.captured_queries], made


def test_every_kept_page_has_a_sample() -> None:
    assert {name for name, _view in _cached_views()} == set(SAMPLES)


@pytest.mark.django_db
@pytest.mark.parametrize("reader", ["visitor", "member"])
def test_a_kept_page_reads_nothing_that_its_version_does_not_cover(
    reader: str,
    client: Client,
    roland: User,
    roland_client: Client,
    db_catalogue: Catalogue,
    filled: set[VersionedCache[Any]],
) -> None:
    browser = client if reader == "visitor" else roland_client
    Person.objects.create(user=roland)
    not_covered = {}
    for name, view in _cached_views():
        drawn, answer = _statements(filled, browser.get, SAMPLES[name])
        assert answer.status_code == 200, name
        request = answer.wsgi_request
        vars(request).pop(PERSON_ATTRIBUTE, None)  # who it is; the version has asked as well
        of_version, _version = _statements(filled, view.page_version, request)
        known = {*of_version}
        for own_part in view.page_own_parts.values():
            known.update(_statements(filled, own_part, request)[0])
        covered = OF_THE_READER | OF_THE_DEMO.get((name, reader), set())
        for table in {table for statement in of_version for table in TABLE.findall(statement)}:
            covered |= COVERED.get(table, set())
        read = {table for statement in drawn if statement not in known for table in TABLE.findall(statement)}
        if read - covered:
            not_covered[name] = read - covered
    assert not_covered == {}


@pytest.mark.django_db
def test_a_block_that_raises_no_version_is_found(monkeypatch: pytest.MonkeyPatch, db_catalogue: Catalogue) -> None:
    monkeypatch.setattr(covered_writes, "_is_of_the_site", lambda: True)
    with covered_writes.watched(), transaction.atomic():
        Event.objects.filter(name="Cup").update(name="Autumn Cup", version=2)
        Event.objects.filter(name="Cup").update(announcement="Round 2 is up")
    for row in (Event, Card):
        with pytest.raises(AssertionError, match="no new"), covered_writes.watched(), transaction.atomic():
            row.objects.filter(name="Cup").update(name="Autumn Cup")
