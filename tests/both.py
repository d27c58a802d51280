"""The same tests on other servers: `python -m tests.both [arguments of pytest]` runs them on PostgreSQL and Redis.

The servers are those of the development wheels, started for the run, unless TEST_DATABASE_URL and TEST_REDIS_URL name
others. Tests without a database, lock, socket or task would only repeat themselves, so they are left out; so are
browser tests, except those marked `both`. Of a parametrised test, the first and the last case run here. In the gate,
which knows each test’s statements (`tests/statements.py`), enough of the others run that every statement is made; `make
thorough` runs them all.

`tests/conftest.py` uses what is defined here.
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
# A file with the addresses of servers that were started ahead, with the template of the database created.
AHEAD = "TEST_SERVERS_FILE"
TEMPLATE = "TEST_TEMPLATE"
# Folders of tests about locks, sockets, tasks and notifications, which statements don’t show.
ALWAYS = frozenset({"concurrency", "live", "sockets"})
# Fixtures that use a database.
FIXTURES = frozenset({"db", "transactional_db", "django_db_reset_sequences", "django_db_setup"})


def divide(settings: Any) -> None:
    """Give each worker a numbered Redis database of its own, because a test empties its cache."""
    if not os.environ.get(DATABASE):
        return
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    address = f"{settings.REDIS_URL.rsplit('/', 1)[0]}/{int(worker) + 1}"
    settings.REDIS_URL = settings.CACHES["default"]["LOCATION"] = settings.CELERY_BROKER_URL = address
    settings.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"] = [{"address": address}]


def disconnect_all() -> None:
    """Close connections that threads of the tests have left open: PostgreSQL deletes no database in use."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def touches(item: pytest.Item) -> bool:
    """Return whether a test involves a database, a lock, a socket or a task."""
    if item.get_closest_marker("both"):
        return True
    if item.get_closest_marker("browser"):
        return False
    if item.get_closest_marker("once") and not THOROUGH:
        return False
    own = set(getattr(item, "fixturenames", ()))
    if "ready" in own:  # a site in a process of its own, on its own file
        return False
    return bool(own & FIXTURES) or item.get_closest_marker("django_db") is not None


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On the other servers, leave out tests without a database, and all but two cases of parametrised ones."""
    if not os.environ.get(DATABASE):
        return
    chosen = [item for item in items if touches(item)]
    if not THOROUGH:
        chosen = enough_for_every_statement(few_of_each(chosen))
    kept = set(chosen)
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = chosen


def few_of_each(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return the first and the last case of each test: more of them make the same statements."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {shape for alike in cases.values() for shape in ({alike[0], alike[-1]} if needs_few(alike[0]) else alike)}
    return [item for item in items if item in kept]


def enough_for_every_statement(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return those that always belong here, and of the others the quickest that together make every statement."""
    said = statements.read()
    certain = {item for item in items if item.nodeid not in said or belongs_here(item)}
    made = frozenset(shape for item in certain if item.nodeid in said for shape in said[item.nodeid].shapes)
    others = {item.nodeid: said[item.nodeid] for item in items if item not in certain}
    chosen = statements.cover(others, made)
    return [item for item in items if item in certain or item.nodeid in chosen]


def belongs_here(item: pytest.Item) -> bool:
    """Return whether a test is about more than its statements: transactions, locks, sockets, tasks."""
    marker = item.get_closest_marker("django_db")
    transactional = "transactional_db" in getattr(item, "fixturenames", ()) or (
        marker is not None and bool(marker.kwargs.get("transaction"))
    )
    return transactional or not needs_few(item) or bool(ALWAYS & set(item.path.parts))


def needs_few(item: pytest.Item) -> bool:
    """Return whether a case or two are enough; not if the test is marked as belonging here."""
    return item.get_closest_marker("both") is None


def addresses_of(stack: ExitStack) -> dict[str, str]:
    """Return the servers: those named in the environment, the others started until the stack is closed."""
    from tests.servers.wheels import PostgreSQL, Redis

    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    database = os.environ.get(DATABASE) or stack.enter_context(PostgreSQL(folder / "postgres", durable=False)).url
    redis = os.environ.get(REDIS) or stack.enter_context(Redis(folder / "redis", durable=False)).url
    return {DATABASE: database, REDIS: redis, "DATABASE_URL": database, "REDIS_URL": redis}


def serve_ahead(file: Path) -> int:
    """Start the servers and create the template before their run; the file has their addresses.

    They end when nobody holds this process’s standard input open any more.
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
    """Create the database that the processes of the run copy."""
    import django

    django.setup()
    from tests import ready_database

    ready_database.make_template()
    return 0


def main(asked: list[str]) -> int:
    """Start the servers that aren’t named or started ahead, run the tests on them, stop them."""
    if asked[:1] == ["--ahead"]:
        return serve_ahead(Path(asked[1]))
    if asked == ["--template"]:
        return make_template()
    with ExitStack() as stack:
        ahead = Path(os.environ.get(AHEAD, ""))
        os.environ |= json.loads(ahead.read_text(encoding="utf-8")) if ahead.is_file() else addresses_of(stack)
        # Tests without statements in the previous run need not even be imported.
        files = sorted({file for test in statements.read() if Path(file := test.partition("::")[0]).exists()})
        return subprocess.run([sys.executable, "-m", "pytest", *asked, *files], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
