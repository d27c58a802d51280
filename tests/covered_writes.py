"""Check of services: a block that writes data of a cached page also raises the page’s version.

Only blocks of the site inside the test’s own transaction are checked; what a test itself writes needs no version.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.db import connection

ROOT = Path(__file__).resolve().parent.parent
# Tables that the version of the catalogue covers.
CATALOGUE = frozenset(
    {
        *("cards_card", "cards_cardlist", "cards_listentry", "cards_erratum", "cards_ruling", "cards_rulingreading"),
        "cards_rulingtopic",
    }
)
CATALOGUE_VERSION, EVENT = "cards_catalogueversion", "matches_event"
_WRITE = re.compile(r'\s*(INSERT|UPDATE|DELETE)\b.*?"(\w+)"(.*)', re.DOTALL)
# Modules that handle every statement, wherever it comes from.
_WRAPPERS = frozenset({"covered_writes", "query_counter", "statements"})
# Data that pages show of an event without reading its players.
_SHOWN_OF_EVENT = re.compile(r'"(name|status|first_day|key)" = ')


class Watch:
    """Wrapper of a connection’s statements; `stale` has the blocks that raised no version."""

    def __init__(self) -> None:
        self.stale: list[str] = []
        self._depth = 0
        self._needed: dict[str, str] = {}  # the table of a version, and the first statement that requests it
        self._raised: set[str] = set()

    def __call__(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        text = str(sql)
        if text.startswith("SAVEPOINT"):
            self._depth += bool(self._depth) or _is_of_the_site()
        elif text.startswith("ROLLBACK TO") and self._depth == 1:
            self._needed.clear()
        elif text.startswith("RELEASE SAVEPOINT") and self._depth:
            self._depth -= 1
            if not self._depth:
                self._end()
        elif self._depth:
            self._note(text)
        return execute(sql, params, many, context)

    def _note(self, text: str) -> None:
        if f'"{CATALOGUE_VERSION}"' in text:
            self._raised.add(CATALOGUE_VERSION)  # services compare its digest and write it if that differs
        if not (write := _WRITE.match(text)):
            return
        kind, table, rest = write.groups()
        changed = rest.split("WHERE")[0]
        if table == EVENT and (kind != "UPDATE" or '"version" = ' in changed):
            self._raised.add(table)
        elif table in CATALOGUE:
            self._needed.setdefault(CATALOGUE_VERSION, text)
        elif table == "matches_registration" or (table == EVENT and _SHOWN_OF_EVENT.search(changed)):
            self._needed.setdefault(EVENT, text)

    def _end(self) -> None:
        self.stale += [
            f"no new {table}: {why[:200]}" for table, why in self._needed.items() if table not in self._raised
        ]
        self._needed.clear()
        self._raised.clear()


@contextmanager
def watched() -> Iterator[None]:
    """Fail at the end if a block has written a covered table and not its version."""
    watch = Watch()
    with connection.execute_wrapper(watch):
        yield
    assert not watch.stale, "\n".join(watch.stale)


def _is_of_the_site() -> bool:
    """Return whether the running code was called by the site, not by a test itself."""
    for frame, _line in traceback.walk_stack(None):
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ROOT) and "site-packages" not in file.parts and file.stem not in _WRAPPERS:
            return file.relative_to(ROOT).parts[0] != "tests"
    return False
