"""Which SQL statements each test makes, so that the other database runs each of them without running every test twice.

The gate names a folder in `TEST_STATEMENTS`. The run on SQLite writes there the statements of each test, as shapes
without values, and how long it took; the run on PostgreSQL and Redis chooses the quickest tests that make all of them
(`cover`). What a test asks the database itself, to look at the result, isn’t recorded. A test that was not recorded is
not left out.
"""

from __future__ import annotations

import heapq
import json
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any
from zlib import crc32

from django.db import connection

from tests.packages import PACKAGES, ROOT

# Where the code of the site is, and the part of it that counts every statement, also those of tests. It isn’t imported:
# that would choose the site’s settings.
_SITE = tuple(str(ROOT / package) + os.sep for package in PACKAGES)
_COUNTER = str(ROOT / "tenmoons" / "monitoring" / "query_counter.py")
FOLDER = "TEST_STATEMENTS"
# Names of savepoints, lists of values, rows, cases of a bulk update, numbers of a limit: any number of them.
_SAVEPOINT = re.compile(r"^(?:RELEASE |ROLLBACK TO )?SAVEPOINT ")
_AS_MANY = ((re.compile(r"\((?:%s(?:, )?)+\)"), "(…)"), (re.compile(r"\(…\)(?:, \(…\))+"), "(…)"))
_CASES = re.compile(r"(?:WHEN \S+ = \S+ THEN \S+ )+")
_NUMBER = re.compile(r"\b\d+\b")


@dataclass(frozen=True, slots=True)
class RecordedTest:
    """What a test sent: the hashes of its statements' shapes, and how many seconds it took."""

    shapes: frozenset[int]
    seconds: float


@lru_cache(maxsize=20_000)
def shape_of(sql: str) -> str:
    """A statement without what is different from one call to the next.

    >>> shape_of("SELECT a FROM b WHERE c IN (%s, %s, %s) LIMIT 21")
    'SELECT a FROM b WHERE c IN (…) LIMIT n'
    """
    if match := _SAVEPOINT.match(sql):
        return match[0]
    for many, short in _AS_MANY:
        sql = many.sub(short, sql)
    return _NUMBER.sub("n", _CASES.sub("WHEN … ", sql))


def _is_made_by_site() -> bool:
    """Return whether code of the site makes the current statement, rather than a test alone."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(_SITE) and file != _COUNTER:
            return True
        frame = frame.f_back
    return False


@contextmanager
def written_down(test: str) -> Iterator[None]:
    """Record the statements of a test, if wanted."""
    folder = os.environ.get(FOLDER)
    if not folder or connection.vendor != "sqlite":
        yield
        return
    statements: set[str] = set()

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql not in statements and _is_made_by_site():
            statements.add(sql)
        return execute(sql, params, many, context)

    start = time.perf_counter()
    with connection.execute_wrapper(note):
        yield
    row = [test, round(time.perf_counter() - start, 3), sorted({crc32(shape_of(sql).encode()) for sql in statements})]
    Path(folder).mkdir(parents=True, exist_ok=True)
    with (Path(folder) / f"{os.environ.get('PYTEST_XDIST_WORKER', 'all')}.jsonl").open("a") as file:
        file.write(json.dumps(row) + "\n")


def read() -> dict[str, RecordedTest]:
    """Return what was recorded, by test; nothing if nothing was."""
    folder = os.environ.get(FOLDER)
    files = sorted(Path(folder).glob("*.jsonl")) if folder else []
    rows = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return {test: RecordedTest(frozenset(shapes), seconds) for test, seconds, shapes in rows}


def cover(tests: Mapping[str, RecordedTest], already: frozenset[int] = frozenset()) -> set[str]:
    """Return tests that together make every statement that all of them make, the most statements a second first.

    `already` are the shapes that other tests make anyway.
    """
    covered, chosen = set(already), set[str]()
    # A test gains less the more are chosen, never more, so only the best has to be checked again.
    waiting = [(-len(said.shapes) / max(said.seconds, 0.01), test) for test, said in tests.items()]
    heapq.heapify(waiting)
    while waiting:
        _old, test = heapq.heappop(waiting)
        fresh = tests[test].shapes - covered
        gain = -len(fresh) / max(tests[test].seconds, 0.01)
        if fresh and waiting and gain > waiting[0][0]:
            heapq.heappush(waiting, (gain, test))
        elif fresh:
            chosen.add(test)
            covered |= fresh
    return chosen
