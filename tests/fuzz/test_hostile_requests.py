"""No request makes the site fail, DEBUG off: nesting, strange letters, sizes and types at every address in every role.

A generator of its own beside the one that follows the description of the API (`test_api_description`): it also requests
pages, breaks a valid request in one place, and nests deeper than any schema. `FUZZ_REQUESTS` says how many requests,
`FUZZ_SEED` which; `make thorough` sends 10,000.
"""

from __future__ import annotations

import json
import os
import random
import re
from collections import Counter
from ipaddress import IPv4Address
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.conf import settings as site
from django.db import transaction
from django.test import override_settings
from django.urls import NoReverseMatch, reverse

from cards.core.facts import Catalogue
from tests.access.request_bodies import sends
from tests.access.walk import METHODS, Address, addresses, rows
from tests.access.world import ROLES, World, made_world

pytestmark = pytest.mark.once

REQUESTS = int(os.environ.get("FUZZ_REQUESTS", "10000" if os.environ.get("THOROUGH") else "150"))
SEED = int(os.environ.get("FUZZ_SEED", "7"))
FORM = "application/x-www-form-urlencoded"

TEXTS = (
    "", " ", "x", "0", "-1", "1e309", "NaN", "null", "true", "[]", "{}", "..", "//", "/\\x", "%", "%s", "%(x)s", "{x}",
    "\x00", "\n", "\r\n", "\u202e", "\ufeff", "\ufffe", "\ud800", "∞", "١٢٣", "²", "𝟘", "é" * 300, "👩‍👩‍👧" * 40,
    "İ", "ß" * 200,
    "9" * 30, "9" * 5000, "a" * 5000, "(" * 500, "[" * 1000, "'", '"', "<script>", "' OR 1=1 --", "2026-02-30",
    "0000-00-00",
    "https://[::1", "http://\u2028/", "Vulca 01", "Leader: \u0000", "1x " * 900, "\n".join(["1x Nothing"] * 300),
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, 1e308, 2**31, 2**63, 10**40, [], {}, [[]], [None], [[1, [2, [3]]]], {"a": {"b": []}},
    {"": ""},
    [0] * 2000, {str(n): n for n in range(600)},
)  # fmt: skip
BODIES = (
    b"", b"[" * 1000, b"[" * 100_000, b'{"a":' * 2000, b'{"text":' + b"[" * 5000 + b"]" * 5000 + b"}", b"\xff\xfe",
    b"nul",
    b"9" * 5000, b'{"version": ' + b"9" * 5000 + b"}", b"NaN", b'{"a": 1, "a": 2}', b'"\\ud800"',
    b"{" + b" " * 90_000 + b"}",
    b'{"text": "' + b"x" * 300_000 + b'"}',
)  # fmt: skip


class Generator:
    """Generates requests, the same ones for the same seed."""

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.random = world, random.Random(seed)
        self.known = [address for address in addresses() if address.named]
        self.methods: dict[str, list[str]] = {}
        for row in rows():
            self.methods.setdefault(row.name, []).append(row.method)
        self.things = [{str(name): value for name, value in dict(given).items()} for given in world.things.values()]

    def method(self, address: Address) -> str:
        """Return a method that the address allows by the access table, usually; else any."""
        known = self.methods.get(address.name, METHODS)
        return self.random.choice(known if self.random.random() < 0.9 else METHODS)

    def text(self) -> str:
        """Return a hostile text."""
        letters = [chr(self.random.randrange(1, 0x10FFFF)) for _each in range(self.random.randrange(1, 30))]
        return self.random.choice([*TEXTS, "".join(letters)])

    def value(self) -> Any:
        """Return a hostile value of JSON."""
        return self.random.choice([*VALUES, self.text(), self.text()])

    def path(self, address: Address) -> str | None:
        """Return the address of an existing object, usually; else of a missing one."""
        fitting = [given for given in self.things if all(part in given for part in address.parts)]
        if fitting and self.random.random() < 0.85:
            given = dict(self.random.choice(fitting))
        else:
            given = {part: self.random.choice(("nothing2here", 0, 1, 10**18, "x")) for part in address.parts}
        try:
            path = reverse(address.name, kwargs={part: given[part] for part in address.parts})
        except NoReverseMatch:
            return None
        if self.random.random() < 0.05:
            path += quote(self.text().encode("utf-8", "replace")[:200])
        if self.random.random() < 0.4:
            names = (
                "page",
                "page_size",
                "q",
                "sort",
                "round",
                "seed",
                "since",
                "next",
                "game",
                "first",
                "who",
                "format",
            )
            path += "?" + urlencode({self.random.choice(names): self.text().encode("utf-8", "replace")[:3000]})
        return path

    def body(self, address: Address, method: str) -> tuple[bytes, str]:
        """Return a valid body with one thing wrong, or something else entirely."""
        if self.random.random() < 0.25:
            return self.random.choice(BODIES), self.random.choice(("application/json", FORM, "text/plain"))
        sent_body: dict[str, Any] = {}
        try:
            sent_body = dict(sends(self.world, address.name, "", method))
        except (KeyError, TypeError, ValueError, AttributeError):
            sent_body = {name: self.value() for name in ("name", "text", "version", "game", "cards")}
        for name in self.random.sample(sorted(sent_body), k=min(len(sent_body), 2)):
            sent_body[name] = self.value()
        if "_api:" in address.name:
            return json.dumps(sent_body, default=str).encode("utf-8", "surrogatepass"), "application/json"
        fields = {name: str(value).encode("utf-8", "replace")[:20_000] for name, value in sent_body.items()}
        return urlencode(fields).encode(), FORM


@pytest.fixture
def world(db: None, facts: Catalogue) -> World:
    return made_world(facts)


def test_no_request_makes_the_site_fail(world: World) -> None:
    made, failed, met = Generator(world, SEED), [], Counter[int]()
    limits = dict.fromkeys(site.LIMITS, "9999999/min")
    with override_settings(DEBUG=False, LIMITS=limits):
        while sum(met.values()) < REQUESTS:
            address = made.random.choice(made.known)
            method, path = made.method(address), made.path(address)
            if path is None:
                continue
            body, kind = made.body(address, method)
            browser = world.client(
                made.random.choice(ROLES), REMOTE_ADDR=str(IPv4Address("10.0.0.0") + sum(met.values()))
            )
            browser.raise_request_exception = False
            with transaction.atomic():
                answer = browser.generic(method, path, b"" if method == "GET" else body, content_type=kind)
                transaction.set_rollback(True)
            met[answer.status_code] += 1
            if answer.status_code >= 500 and answer.status_code != 503:
                failed.append((method, path[:200], kind, body[:200]))
    assert not failed, (SEED, failed[:5])
    assert len(met) > 5, met  # it reaches more than refusals
    # A refusal is one that docs/api.md explains.
    assert {status for status in met if status >= 400} <= documented(), met


def documented() -> set[int]:
    """Return the statuses of errors in the documents."""
    text = (site.BASE_DIR / "docs" / "api.md").read_text(encoding="utf-8")
    return {int(status) for status in re.findall(r"^([45]\d\d)\. ", text, re.MULTILINE)}
