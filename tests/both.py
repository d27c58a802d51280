"""The same tests on the other servers: `python -m tests.both [what pytest takes]` runs them on PostgreSQL and Redis.

The servers are those of the development wheels, started for the run, unless TEST_DATABASE_URL and TEST_REDIS_URL name
others. What touches no database, lock, socket or task would only do the same twice, so it is left out; so are the tests
with a browser, except those marked `both`. Of a test that is tried with many inputs, the first and the last are run
here. In the gate, which knows what each test says to the database (`tests/statements.py`), so many of the rest are run
that every statement is made; `make thorough` runs them all.

`tests/conftest.py` does the rest with what is defined here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests import statements
from tests.effort import THOROUGH

DATABASE, REDIS = "TEST_DATABASE_URL", "TEST_REDIS_URL"
# A file that says where servers run that were started ahead, with the template of the database made.
AHEAD = "TEST_SERVERS_FILE"
TEMPLATE = "TEST_TEMPLATE"
# Folders of tests about locks, sockets, tasks and notifications, of which no statement tells.
ALWAYS = frozenset({"concurrency", "live", "sockets"})
# Anyone who asks for one of these has a database in hand.
FIXTURES = frozenset({"db", "transactional_db", "django_db_reset_sequences", "django_db_setup"})


def divide(settings: Any) -> None:
    """Workers run side by side, and a test empties its cache: each has a numbered Redis database of its own."""
    if not os.environ.get(DATABASE):
        return
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    address = f"{settings.REDIS_URL.rsplit('/', 1)[0]}/{int(worker) + 1}"
    settings.REDIS_URL = settings.CACHES["default"]["LOCATION"] = settings.CELERY_BROKER_URL = address
    settings.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"] = [{"address": address}]


def disconnect_all() -> None:
    """Cut the lines that threads of the tests have left open: PostgreSQL deletes no database that somebody is in."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def touches(item: pytest.Item) -> bool:
    """Whether a test has to do with a database, a lock, a socket or a task."""
    if item.get_closest_marker("both"):
        return True
    if item.get_closest_marker("browser"):
        return False
    if item.get_closest_marker("once") and not THOROUGH:
        return False
    own = set(getattr(item, "fixturenames", ()))
    if "ready" in own:  # a site in a process of its own, on a file of its own
        return False
    return bool(own & FIXTURES) or item.get_closest_marker("django_db") is not None


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On the other servers, leave out what never meets them, and all but two cases of what is tried with many."""
    if not os.environ.get(DATABASE):
        return
    chosen = [item for item in items if touches(item)]
    if not THOROUGH:
        chosen = enough_for_every_statement(few_of_each(chosen))
    kept = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = chosen


def few_of_each(items: list[pytest.Item]) -> list[pytest.Item]:
    """The first and the last case of each test: more of them say the same to the database in other words."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {shape for alike in cases.values() for shape in ({alike[0], alike[-1]} if needs_few(alike[0]) else alike)}
    return [item for item in items if item in kept]


def enough_for_every_statement(items: list[pytest.Item]) -> list[pytest.Item]:
    """Those that belong here in any case, and of the others the quickest that make every statement of all."""
    said = statements.read()
    certain = {item for item in items if item.nodeid not in said or belongs_here(item)}
    made = frozenset(shape for item in certain if item.nodeid in said for shape in said[item.nodeid].shapes)
    others = {item.nodeid: said[item.nodeid] for item in items if item not in certain}
    chosen = statements.cover(others, made)
    return [item for item in items if item in certain or item.nodeid in chosen]


def belongs_here(item: pytest.Item) -> bool:
    """Whether a test is about more than its statements: transactions, locks, sockets, tasks."""
    marker = item.get_closest_marker("django_db")
    transactional = "transactional_db" in getattr(item, "fixturenames", ()) or (
        marker is not None and bool(marker.kwargs.get("transaction"))
    )
    return transactional or not needs_few(item) or bool(ALWAYS & set(item.path.parts))


def needs_few(item: pytest.Item) -> bool:
    """Whether a case or two are enough; not where somebody said that it belongs here."""
    return item.get_closest_marker("both") is None


def addresses_of(stack: ExitStack) -> dict[str, str]:
    """The servers: those that the environment names, the others started until the stack is closed."""
    from tests.servers.wheels import PostgreSQL, Redis

    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    database = os.environ.get(DATABASE) or stack.enter_context(PostgreSQL(folder / "postgres", durable=False)).url
    redis = os.environ.get(REDIS) or stack.enter_context(Redis(folder / "redis", durable=False)).url
    return {DATABASE: database, REDIS: redis, "DATABASE_URL": database, "REDIS_URL": redis}


def serve_ahead(file: Path) -> int:
    """Start the servers and make the template before their run; the file says where they are.

    They end when nobody holds the standard input of this process open any more.
    """
    with ExitStack() as stack:
        addresses = addresses_of(stack) | {TEMPLATE: "ready_ahead"}
        made = os.environ | addresses | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
        subprocess.run([sys.executable, "-m", "tests.both", "--template"], env=made, check=True)
        part = file.with_suffix(".part")
        part.write_text(json.dumps(addresses), encoding="utf-8")
        part.rename(file)
        sys.stdin.read()
    return 0


def make_template() -> int:
    """Make the database that the processes of the run will copy."""
    import django

    django.setup()
    from tests import ready_database

    ready_database.make_template()
    return 0


def main(asked: list[str]) -> int:
    """Start the servers that nobody has named and that were not started ahead, run the tests on them, end them."""
    if asked[:1] == ["--ahead"]:
        return serve_ahead(Path(asked[1]))
    if asked == ["--template"]:
        return make_template()
    with ExitStack() as stack:
        ahead = Path(os.environ.get(AHEAD, ""))
        os.environ |= json.loads(ahead.read_text(encoding="utf-8")) if ahead.is_file() else addresses_of(stack)
        # What said nothing to the database in the run before need not even be read.
        files = sorted({file for test in statements.read() if Path(file := test.partition("::")[0]).exists()})
        return subprocess.run([sys.executable, "-m", "pytest", *asked, *files], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
