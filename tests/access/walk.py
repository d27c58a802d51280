"""Walk over every URL of the site in every role: listing URLs, responses and table rows."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from ipaddress import IPv4Address
from itertools import count
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import transaction
from django.http import HttpResponseBase
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.resolvers import RoutePattern

from tests.access.request_bodies import sends
from tests.access.world import ROLES, World

TABLE = Path(__file__).with_name("access.csv")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
# Numbers the requests, so that each has an IP address of its own.
REQUESTS = count(1)


@dataclass(frozen=True, slots=True)
class Address:
    """A URL pattern: its name, or its route if it has none, and its parameters."""

    name: str
    parts: tuple[str, ...]
    named: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: the permitted roles at a URL."""

    name: str
    on: str
    method: str
    expected: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.method} {self.name}" + (f" on {self.on}" if self.on else "")


@cache
def addresses() -> list[Address]:
    """Return every URL that the resolver knows."""
    return list(_walk(get_resolver().url_patterns, (), "", ()))


def _walk(patterns: list[Any], spaces: tuple[str, ...], before: str, inherited: tuple[str, ...]) -> Iterator[Address]:
    for pattern in patterns:
        route, parts = before + str(pattern.pattern), (*inherited, *_parts(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from _walk(
                pattern.url_patterns, (*spaces, pattern.namespace) if pattern.namespace else spaces, route, parts
            )
        elif isinstance(pattern, URLPattern):
            yield Address(":".join((*spaces, pattern.name)) if pattern.name else route, parts, bool(pattern.name))


def _parts(pattern: Any) -> tuple[str, ...]:
    return tuple(pattern.converters if isinstance(pattern, RoutePattern) else pattern.regex.groupindex)


@cache
def rows() -> list[Row]:
    """Return the table as written."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [
            Row(line["address"], line["on"], line["method"], tuple(line[role] for role in ROLES))
            for line in csv.DictReader(file)
        ]


def matching(row: Row, known: list[Address], explicit: set[tuple[str, str]]) -> list[Address]:
    """Return the URLs of a line; a pattern such as `admin:*_change` leaves out those with a line of their own."""
    if "*" not in row.name:
        return [address for address in known if address.name == row.name]
    alike = [address for address in known if fnmatchcase(address.name, row.name)]
    return [address for address in alike if (address.name, row.method) not in explicit]


def url_of(address: Address, on: str, world: World) -> str:
    """Return the URL of an object: `event number=2` is that of the event with another number."""
    words = on.split()
    base = " ".join(word for word in words if "=" not in word)
    given: dict[str, object] = dict(world.things[base])
    given |= {name: value for name, _is, value in (word.partition("=") for word in words if "=" in word)}
    if not address.named:
        return "/" + address.name.split("<")[0].split("(")[0] + "nothing/"
    if address.name.startswith("admin:"):
        given = {"id": world.users["host"].pk, "app_label": "decks"} | given
        if "object_id" in address.parts and "object_id" not in given:
            given["object_id"] = _first_of(address.name)
    return reverse(address.name, kwargs={part: given[part] for part in address.parts})


def _first_of(name: str) -> object:
    app, _bar, rest = name.removeprefix("admin:").partition("_")
    try:
        first = apps.get_model(app, rest.split("_")[0])._base_manager.first()
    except LookupError:
        return 1
    return first.pk if first else 1


def answer(world: World, role: str, row: Row, address: Address, **client: Any) -> Any:
    """Return a role’s response; its effects are undone."""
    # Everybody has an IP address of their own, so that rate limits don’t interfere.
    place = IPv4Address("10.0.0.0") + next(REQUESTS)
    browser = world.client(role, REMOTE_ADDR=str(place), **client)
    what = (address.name, address.parts, row.on, row.method)
    if what not in world.requests:
        world.requests[what] = url_of(address, row.on, world), sends(world, address.name, row.on, row.method)
    url, body = world.requests[what]
    more: dict[str, Any] = {"content_type": "application/json"} if "_api:" in address.name else {}
    browser.raise_request_exception = False
    with transaction.atomic():
        if row.method == "GET":
            response = browser.get(url, body)
        elif row.method == "POST":
            response = browser.post(url, body, **more)
        else:
            response = browser.generic(row.method, url, _json(body), content_type="application/json")
        transaction.set_rollback(True)
    return response


def _json(body: dict[str, Any]) -> bytes:
    return json.dumps(body).encode()


def kind_of(response: HttpResponseBase) -> str:
    """Return the class of a response: `ok`, `login` (sent to log in, or 401), or the status of the refusal."""
    if 300 <= response.status_code < 400:
        return "login" if "/login/" in str(response.headers.get("Location", "")) else "ok"
    if 200 <= response.status_code < 300:
        return "ok"
    return "login" if response.status_code == 401 else str(response.status_code)


def line_of(row: Row, seen: tuple[str, ...]) -> str:
    """Return the line of the table for the observed behaviour; to be checked before it is added."""
    return ",".join((row.name, row.on, row.method, *seen))
