"""A crawler: requests URLs in every role, follows links, and tries the filters of forms and links.

A page’s filters come from the pages: fields of its GET forms, and the queries of links to it. Of each filter every
value is tried, and of each pair of filters one value each. Some pages have endless variants, such as a board with every
move, so only a limited number of URLs per pattern and filters is followed.
"""

from __future__ import annotations

import logging
import random
import re
import time
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from functools import lru_cache
from html import unescape
from html.parser import HTMLParser
from ipaddress import IPv4Address
from itertools import combinations, count
from typing import Any
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit
from zlib import crc32

from django.db import transaction
from django.urls import NoReverseMatch, Resolver404, ResolverMatch, resolve, reverse

from common.spreadsheet_cells import BYTE_ORDER_MARK
from tests.access.walk import Address, addresses, rows
from tests.access.world import World
from tests.site.api.description import described

ROLES = ("anonymous", "guest", "stranger", "player", "host", "organiser", "judge", "staff")
LINK = re.compile(
    r"""<(?:a|link|img|script|iframe|area|source)\b[^>]*?\b(?:href|src)=(?:"([^"]*)"|'([^']*)'|([^\s>]+))"""
)
GOT = re.compile(r"""\bhx-get=(?:"([^"]*)"|'([^']*)'|([^\s>]+))""")
FORM = re.compile(r"<form\b(?![^>]*method=.?post).*?</form>", re.DOTALL | re.IGNORECASE)
# Texts for text fields.
TYPED = ("", "dragon", "a", "zzzz", "Vulca 05", "-1", "\x00", "(", "fire>5", "99999999999999999999", "2026-02-30")
OF_ONE_PATTERN = 12
SHARE_OF_A_SAMPLE = 0.05  # a smaller one isn’t worth the seconds for the API description
VALUES_OF_ONE = 60
# These end a session or lead to another site; static files are files.
LEFT_OUT = ("/static/", "/accounts/logout", "/admin/logout", "/media/")
Query = tuple[tuple[str, str], ...]


class _Fields(HTMLParser):
    """Names and values of a form."""

    def __init__(self) -> None:
        super().__init__()
        self.action, self.values, self._select = "", defaultdict[str, list[str]](list), ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the values that a field offers."""
        given = {name: value or "" for name, value in attrs}
        name = given.get("name", "")
        match tag:
            case "form":
                self.action = given.get("action", "")
            case "select":
                self._select = name
            case "option" if self._select:
                self.values[self._select].append(given.get("value", ""))
            case "input" if name and given.get("type") in ("checkbox", "radio", "hidden"):
                self.values[name].append(given.get("value", "on"))
            case "input" | "textarea" if name:
                self.values[name] += [given.get("value", ""), *TYPED]
            case "button" if name:
                self.values[name].append(given.get("value", ""))


class Crawler:
    """One crawl. It uses at most `seconds` of processor time, and requests only a `share` of everything."""

    def __init__(self, world: World, *, seed: int, share: float = 1.0, seconds: float = 1e9) -> None:
        self.world, self.share, self.seconds, self.seed = world, share, seconds, seed
        self.lots = random.Random(seed)
        self.visited = set[tuple[str, str]]()
        self.failed = dict[str, str]()
        self.statuses = Counter[int]()
        self.filters = defaultdict[str, dict[str, dict[str, None]]](lambda: defaultdict(dict))
        self._patterns = Counter[tuple[str, str, tuple[str, ...]]]()
        self._waiting, self._numbers = deque[tuple[str, str]](), count(1)
        self._began = time.process_time()

    def run(self) -> None:
        """Request every URL and its links; then every filter, and every pair."""
        logs = _Noted()
        for name in ("django.request", "tenmoons", "", "celery"):
            logging.getLogger(name).addHandler(logs)
        try:
            self._crawl(logs)
        finally:
            for name in ("django.request", "tenmoons", "", "celery"):
                logging.getLogger(name).removeHandler(logs)

    def _crawl(self, logs: _Noted) -> None:
        starts = [(role, path) for path in self._addresses() for role in ROLES]
        self.lots.shuffle(starts)
        for role, path in starts:
            self._later(role, path)
        self._follow(logs)
        if self.share > SHARE_OF_A_SAMPLE:
            self._described({path for _, path in starts})
        pairs = list(self._filtered())
        self.lots.shuffle(pairs)
        for path, query in pairs:
            self._later(self.lots.choice(ROLES), f"{path}?{urlencode(query)}", endless=True)
        self._follow(logs, links=False)

    def _follow(self, logs: _Noted, *, links: bool = True) -> None:
        while self._waiting and time.process_time() - self._began < self.seconds:
            role, url = self._waiting.popleft()
            answer = self._ask(role, url, logs)
            if answer is not None and links and not answer.streaming:
                self._learn(role, url, answer)

    def _addresses(self) -> Iterator[str]:
        """Yield every readable URL, for every object of the kind in the access table."""
        known, found = {address.name: address for address in addresses() if address.named}, dict[str, None]()
        for row in rows():
            if row.method != "GET" or row.name not in known or row.name.startswith("admin:"):
                continue
            kind = " ".join(word for word in row.on.split() if "=" not in word).rpartition(" ")[2]
            more = dict(word.split("=") for word in row.on.split() if "=" in word)
            for name, given in self.world.things.items():
                if kind in name and (path := _path(known[row.name], given | more)):
                    found[path] = None
        return iter(found)

    def _later(self, role: str, url: str, *, endless: bool = False) -> None:
        path, _, query = url.partition("?")
        if (role, url) in self.visited or path.startswith(LEFT_OUT) or len(url) > 4_000:
            return
        self.visited.add((role, url))
        if self.share < 1 and crc32(f"{self.seed} {role} {url}".encode()) % 10_000 >= 10_000 * self.share:
            return
        found = _resolved(path)
        if found is None:
            return
        names = tuple(sorted({name for name, _ in parse_qsl(query, keep_blank_values=True)}))
        pattern = (role, found.view_name or found.route, names)
        linked = bool(names) or found.view_name.split(":")[0] in ("cards", "help", "boards", "admin", "cards_api")
        if not endless and linked and self._patterns[pattern] >= OF_ONE_PATTERN:
            return
        self._patterns[pattern] += 1
        self._waiting.append((role, url))

    def _ask(self, role: str, url: str, logs: _Noted) -> Any:
        place = str(IPv4Address("10.0.0.0") + next(self._numbers))
        browser = self.world.client(role, REMOTE_ADDR=place)
        browser.raise_request_exception = False
        logs.found.clear()
        try:
            with transaction.atomic():
                answer = browser.get(url)
                if answer.streaming:
                    b"".join(answer)
                transaction.set_rollback(True)
        except Exception as error:
            self._failed(f"{type(error).__name__}: {error}"[:200], role, url)
            return None
        self.statuses[answer.status_code] += 1
        if (answer.status_code >= 500 and answer.status_code != 503) or logs.found:
            why = logs.found[-1] if logs.found else str(answer.status_code)
            self._failed(why, role, url)
        is_table = "text/csv" in answer.headers.get("Content-Type", "") and not answer.streaming
        if is_table and answer.content.count(BYTE_ORDER_MARK.encode()) != 1:
            self._failed("A CSV file begins with one byte order mark.", role, url)
        return answer

    def _failed(self, why: str, role: str, url: str) -> None:
        if why not in self.failed:
            print(f"{role} {url}: {why}", flush=True)  # a whole crawl takes half an hour
            self.failed[why] = f"{role} {url}"

    def _learn(self, role: str, url: str, answer: Any) -> None:
        if location := answer.headers.get("Location"):
            self._link(role, url, location)
        if "text/html" not in answer.headers.get("Content-Type", ""):
            return
        page = answer.content.decode()
        for match in (*LINK.finditer(page), *GOT.finditer(page)):
            self._link(role, url, unescape(next(filter(None, match.groups()), "")))
        for form in FORM.findall(page):
            fields = _Fields()
            fields.feed(form)
            path = urlsplit(urljoin(url, fields.action)).path
            for name, values in fields.values.items():
                self._note(path, name, values)

    def _link(self, role: str, base: str, href: str) -> None:
        try:
            parts = urlsplit(urljoin(f"http://testserver{base}", href))
        except ValueError:
            return
        if parts.scheme != "http" or parts.netloc != "testserver" or not parts.path:
            return
        for name, value in parse_qsl(parts.query, keep_blank_values=True):
            self._note(parts.path, name, [value])
        self._later(role, parts.path + (f"?{parts.query}" if parts.query else ""))

    def _note(self, path: str, name: str, values: list[str]) -> None:
        known = self.filters[path][name]
        for value in values:
            if len(known) < VALUES_OF_ONE:
                known[value] = None

    def _described(self, paths: set[str]) -> None:
        """Add the filters of the API, which only its description lists."""
        for template, operations in described()["paths"].items():
            pattern = re.compile(re.sub(r"\{\w+\}", "[^/]+", template))
            alike = sorted(filter(pattern.fullmatch, paths))[:2]
            for parameter in operations.get("get", {}).get("parameters", ()):
                schema = parameter.get("schema", {})
                offered = schema.get("enum") or schema.get("items", {}).get("enum") or ["true", "false", *TYPED]
                if parameter["in"] == "query":
                    for path in alike:
                        self._note(path, parameter["name"], list(map(str, offered)))

    def _filtered(self) -> Iterator[tuple[str, Query]]:
        """Yield each value of each filter, and a value each of every two; of similar paths only some."""
        alike = Counter[tuple[str, tuple[str, ...]]]()
        for path, filters in sorted(self.filters.items()):
            found = _resolved(path)
            if found is None:
                continue
            kind = (found.view_name or found.route, tuple(sorted(filters)))
            alike[kind] += 1
            if alike[kind] > 3:
                continue
            for name, values in filters.items():
                yield from ((path, ((name, value),)) for value in values)
            for one, two in combinations(filters, 2):
                firsts = list(filters[one])
                for first in self.lots.sample(firsts, min(4, len(firsts))):
                    yield path, ((one, first), (two, self.lots.choice(list(filters[two]))))


class _Noted(logging.Handler):
    """Exceptions and errors that were logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Record the last line of a traceback, or the message."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None:
            self.found.append(record.getMessage()[:300])
            return
        frames = error.__traceback__
        while frames is not None and frames.tb_next is not None:
            frames = frames.tb_next
        at = f"{frames.tb_frame.f_code.co_filename}:{frames.tb_lineno}" if frames else ""
        self.found.append(f"{type(error).__name__}: {error}"[:200] + f" at {at}")


@lru_cache(maxsize=50_000)
def _resolved(path: str) -> ResolverMatch | None:
    try:
        return resolve(path)
    except (Resolver404, ValueError):
        return None


def _path(address: Address, given: dict[str, object]) -> str | None:
    try:
        return reverse(address.name, kwargs={part: given[part] for part in address.parts})
    except (KeyError, NoReverseMatch):
        return None
