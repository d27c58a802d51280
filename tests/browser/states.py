"""Every page of the site in each of its main states, listed once for all tests of pages.

`python -m tests.browser.states FILE` fills the site of its environment with the small world of `tests/access` and
writes the states: URLs to visit in a role, and rendered pages for states that can’t be visited (an empty site, a form
with errors). The gate gets the states that its tests use, `make thorough` all. Two pages of one URL with the same
elements are one state.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.effort import THOROUGH
from tests.pictures import KEYS

if TYPE_CHECKING:
    from django.http import HttpResponse

    from tests.access.walk import Address, Row
    from tests.access.world import World

# States checked in the gate: the most visited pages, and their components. `make thorough` checks all.
MAIN_SIGHTS = {
    "cards": ("cards:card card", "cards:index as rows", "cards:index nothing found", "cards:rulings search"),
    "decks": ("decks:deck public deck", "decks:edit private deck", "decks:check answered", "decks:index search"),
    "drafts": ("drafts:create", "drafts:practice", "drafts:detail running draft", "drafts:detail finished draft"),
    "matches": ("matches:event event", "matches:detail match", "matches:table match", "matches:event_wall finished"),
    "online": ("online:table running game", "online:table finished game", "online:log running game"),
    "": ("home", "mine", "style", "error 404"),
}
# Pages whose cost in the browser is counted: one of each kind.
COUNTED_IN_GATE = ("today", "drafts:question packet question", "cards:card card", "decks:edit private deck")
COUNTED = (
    *COUNTED_IN_GATE, "home", "mine", "search", "style", "cards:index", "cards:index as rows", "cards:rulings",
    "cards:ruling ruling", "cards:peoples", "cards:people card people=vulca", "cards:set card name=core-set",
    "cards:list card list", "boards:table", "boards:edit", "boards:learn", "boards:lesson key=power",
    "boards:guide people=vulca", "boards:turn", "decks:index", "decks:check", "decks:create", "decks:public",
    "decks:people people=vulca",
    "decks:compare", "decks:deck public deck", "decks:know private deck", "decks:help private deck",
    "decks:pool pool", "drafts:index", "drafts:create", "drafts:practice", "drafts:detail running draft",
    "drafts:detail finished draft", "drafts:coach finished draft", "drafts:log finished draft",
    "drafts:shared shared pool", "drafts:paper paper table", "matches:index", "matches:detail match",
    "matches:table match", "matches:event event", "matches:event_results event", "matches:event_wall event",
    "matches:group group", "matches:group_season group", "help:index", "help:rules", "help:glossary",
)  # fmt: skip
# All states for the gate.
IN_GATE = {key.state for key in KEYS}.union(COUNTED_IN_GATE, *MAIN_SIGHTS.values())
FOLDER = Path(__file__).resolve().parent.parent.parent
# Searches and views without a named URL.
MORE = (
    ("cards:index nothing found", "/cards/?q=zzzz"),
    ("cards:index cannot be read", "/cards/?q=fire%3E%3E"),
    ("cards:index as rows", "/cards/?q=people%3Amutant&view=rows"),
    ("cards:index of the other game", "/cards/?game=cthulhu"),
    ("cards:keeping of the other game", "/cards/keeping/?game=cthulhu"),
    ("cards:rulings search", "/cards/rulings/?q=what+does+a+shield+do"),
    ("search answered", "/search/?q=what+does+a+shield+do"),
    ("search nothing fits", "/search/?q=where+can+I+buy+sleeves"),
    ("decks:index search", "/decks/?q=nights"),
    ("decks:index choose", "/decks/?choose="),
)

# Menus, boxes and the large card over a page: name, role, object, and what is opened in turn.
OPENED = (
    ("decks:deck share is open", "host", "decks:deck", "link deck", ["[popovertarget=share]"]),
    ("decks:deck export is open", "host", "decks:deck", "link deck", ["[popovertarget=share]", "#share [name=export]"]),
    ("decks:deck menu is open", "host", "decks:deck", "link deck", ["[popovertarget=deck-more]"]),
    ("decks:deck large card is open", "host", "decks:deck", "link deck", ["main a[href*='/terrah-']"]),
    ("decks:edit menu is open", "host", "decks:edit", "link deck", ["[popovertarget=builder-more]"]),
    ("decks:index menu is open", "host", "decks:index", "", ["[popovertarget=page-more]"]),
    ("cards:index menu is open", "host", "cards:index", "", ["[popovertarget=page-more]"]),
    ("cards:index saved", "host", "cards:index", "", ["[popovertarget=page-more]", "[popovertarget=saved-searches]"]),
    ("cards:rulings menu is open", "anonymous", "cards:rulings", "", ["[popovertarget=page-more]"]),
    (
        "cards:rulings large card is open",
        "anonymous",
        "cards:rulings",
        "",
        ["main details:has(.card-name) > summary", "main details[open] .card-name"],
    ),
    ("drafts:detail large card", "player", "drafts:detail", "running draft", [".packet input"]),
)


@dataclass(frozen=True, slots=True)
class Sight:
    """A page in a role. `html` is empty if the page can be visited.

    `opens` are focused and opened by key, one after the other: a button with its menu, a card’s name with the card.
    """

    name: str
    role: str
    path: str
    status: int
    html: str = ""
    opens: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Told:
    """All states, and everybody’s cookies."""

    sights: list[Sight] = field(default_factory=list)
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)


class _Shape(HTMLParser):
    """The elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[tuple[str, str, str]] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found.add((tag, given.get("class") or "", given.get("type") or ""))


def _shape(html: str) -> frozenset[tuple[str, str, str]]:
    parser = _Shape()
    parser.feed(html)
    return frozenset(parser.found)


class _Seen:
    """Recognises new states: errors for the whole site, others by URL."""

    def __init__(self) -> None:
        self.shapes: set[tuple[object, ...]] = set()

    def new(self, name: str, status: int, html: str) -> bool:
        key = (status if status >= 400 else name, _shape(html))
        fresh = key not in self.shapes
        self.shapes.add(key)
        return fresh


def _told(name: str) -> bool:
    """Return whether this state is listed: in the gate if a test uses it, in `make thorough` always."""
    return THOROUGH or name in IN_GATE


def _page(response: HttpResponse) -> str:
    """Return the text of a response that is a whole page, or nothing."""
    if response.streaming or not response.headers.get("Content-Type", "").startswith("text/html"):
        return ""
    text: str = response.content.decode()
    return text if "</html>" in text else ""


def _lines(method: str) -> Iterator[tuple[Row, Address]]:
    from tests.access.walk import addresses, matching, rows

    known = addresses()
    for row in rows():
        if row.method == method and not row.name.startswith(("admin", "api", "schema")) and "_api:" not in row.name:
            yield from ((row, address) for address in matching(row, known, set()) if address.named)


def _given(world: World, row: Row, address: Address) -> str:
    from tests.access.walk import url_of

    return url_of(address, row.on, world)


def _roles(row: Row) -> Iterable[str]:
    """Return the roles whose pages are checked: in the gate the last permitted one, in `make thorough` everybody."""
    from tests.access.world import ROLES

    asked = dict(zip(ROLES, row.expected, strict=True))
    if THOROUGH:
        return [role for role, expected in asked.items() if expected != "login"]
    return [role for role, expected in asked.items() if expected == "ok"][-1:]


def _empty(world: World) -> Iterator[Sight]:
    """Yield the pages of an empty site."""
    from tests.access.walk import answer

    for row, address in _lines("GET"):
        if row.on or row.expected[0] != "ok":
            continue
        response = answer(world, "anonymous", row, address, SERVER_NAME="127.0.0.1")
        if html := _page(response):
            yield Sight(f"{row.name} empty", "anonymous", _given(world, row, address), response.status_code, html)


def _filled(world: World, seen: _Seen) -> Iterator[Sight]:
    from tests.access.walk import answer

    for row, address in _lines("GET"):
        name = f"{row.name} {row.on}".strip()
        if not _told(name):
            continue
        for role in _roles(row):
            if not THOROUGH:  # a permitted role has one state, which is requested when it is checked
                yield Sight(name, role, _given(world, row, address), 200)
                continue
            response = answer(world, role, row, address, SERVER_NAME="127.0.0.1")
            html = _page(response)
            status = response.status_code
            if html and seen.new(name, status, html):
                yield Sight(name, role, _given(world, row, address), status, html if status >= 400 else "")
    for name, path in MORE:
        yield Sight(name, "anonymous", path, 200)


def _opened(world: World) -> Iterator[Sight]:
    """Yield pages with something open over them."""
    from django.urls import reverse

    for name, role, address, on, opens in OPENED:
        key = world.things[on].get("key")
        yield Sight(name, role, reverse(address, args=[key] if key else []), 200, opens=opens)


def _broken(world: World) -> Iterator[Sight]:
    """Yield the site’s error pages."""
    from django.core.exceptions import RequestDataTooBig
    from django.test import RequestFactory
    from django.urls import get_resolver

    for status in (400, 403, 404, 413, 429, 500):
        if not _told(f"error {status}"):
            continue
        path = f"/nothing/{status}/"
        request = RequestFactory(SERVER_NAME="127.0.0.1").get(path)
        _clothed(request)
        handler: Any = get_resolver().resolve_error_handler(400 if status == 413 else status)
        wrong = RequestDataTooBig() if status == 413 else Exception("")
        response = handler(request) if status in (429, 500) else handler(request, exception=wrong)
        yield Sight(f"error {status}", "anonymous", path, status, _page(response))


def _clothed(request: Any) -> None:
    """Add what the middleware would have added."""
    from django.contrib.auth.models import AnonymousUser
    from django.contrib.messages.storage.cookie import CookieStorage
    from django.contrib.sessions.backends.db import SessionStore

    request.user, request.session = AnonymousUser(), SessionStore()
    request._messages = CookieStorage(request)


def _answered(world: World, seen: _Seen) -> Iterator[Sight]:
    """Yield forms after submission: successful, or with errors."""
    from tests.access.request_bodies import sends

    for row, address in _lines("POST"):
        if not _told(f"{row.name} answered"):
            continue
        role = _best(row)
        if not role:
            continue
        path = _given(world, row, address)
        for body in ({}, sends(world, row.name, row.on, "POST")):
            if not body and not THOROUGH:
                continue
            response = _posted(world, role, path, body)
            html = _page(response)
            if html and seen.new(f"POST {row.name}", response.status_code, html):
                state = "answered" if response.status_code < 300 else f"refused {response.status_code}"
                state += "" if body else " empty"
                yield Sight(f"{row.name} {state}", role, path, response.status_code, html)


def _best(row: Row) -> str:
    """Return a role that may submit this form."""
    from tests.access.world import ROLES

    roles = [role for role, expected in zip(ROLES, row.expected, strict=True) if expected in ("ok", "400", "409")]
    return next((role for role in ("host", "organiser", "player", "staff", "anonymous") if role in roles), "")


def _posted(world: World, role: str, path: str, body: dict[str, Any]) -> Any:
    from random import randrange

    from django.db import transaction

    place = f"10.{randrange(256)}.{randrange(256)}.{randrange(256)}"
    client = world.client(role, SERVER_NAME="127.0.0.1", REMOTE_ADDR=place)
    client.raise_request_exception = False
    with transaction.atomic():
        response: Any = client.post(path, body)
        transaction.set_rollback(True)
    return response


def told() -> Told:
    """Fill the site and return the states."""
    from django.conf import settings

    from cards.core.catalogue_csv import read_catalogue_file
    from tests.access.world import World, made_world, stop_the_clocks
    from tests.browser.scenes import played

    settings.DEBUG = False  # errors as people see them
    # As in tests/conftest.py.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]
    settings.WHITENOISE_AUTOREFRESH = True  # every client would scan all static files first
    result, seen = Told(), _Seen()
    empty = list(_empty(World())) if THOROUGH else []
    world = made_world(read_catalogue_file(FOLDER / "fixtures" / "bluemoon" / "cards.csv"))
    result.sights += _filled(world, seen)
    result.sights += _answered(world, seen)
    result.sights += [Sight(seen.name, seen.role, seen.path, seen.status, html) for seen, html in played(world, _told)]
    result.sights += _opened(world) if THOROUGH else ()
    result.sights += _broken(world)
    result.sights += [
        sight for sight in empty if seen.new(sight.name.removesuffix(" empty") + " ", sight.status, sight.html)
    ]
    result.cookies = world.cookies
    stop_the_clocks()
    return result


def main(path: str) -> None:
    """Write it to a file."""
    import django

    django.setup()
    from tests import undefined

    undefined.install()
    Path(path).write_text(json.dumps(asdict(told())), encoding="utf-8")
    if undefined.failures:
        sys.exit("\n".join(undefined.failures))


def read(path: Path) -> Told:
    """Read it from a file."""
    body = json.loads(path.read_text(encoding="utf-8"))
    return Told([Sight(**sight) for sight in body["sights"]], body["cookies"])


if __name__ == "__main__":
    main(sys.argv[1])
