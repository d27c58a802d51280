"""The first requests after a start: they come at the same moment, and load what no start needs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from tests.servers.site_shell import ROOT, SiteShell

pytestmark = [pytest.mark.thorough, pytest.mark.once, pytest.mark.django_db]
# Much processor time goes into these, and into what only some requests use.
LOADED_LATER = (
    *(
        "rest_framework.views",
        "drf_spectacular.plumbing",
        "rapidfuzz",
        "openskill",
        "psycopg",
        "accounts.push.delivery",
    ),
)
ONE_ADDRESS = ("/", "/cards/?q=people:vulca", "/help/", "/api/schema/", "/api/v1/cards/?nonsense=1", "/api/v1/events/")
API = (
    *("/api/schema/", "/api/docs/", "/api/nothing/"),
    *(f"/api/v1/{name}/" for name in ("cards", "decks", "drafts", "events", "glossary", "groups", "nothing")),
)
PAGES = (
    *(
        "/",
        "/cards/",
        "/search/?q=vulcan",
        "/decks/",
        "/decks/check/",
        "/drafts/",
        "/matches/",
        "/game/",
        "/help/rules/",
    ),
    *("/accounts/login/", "/admin/", "/accounts/two-steps/", "/mine/", "/status/", "/metrics", "/readyz"),
)
# Every thread waits for the others, sends its request, and reports the answer.
PROGRAM = """
import sys, threading
from django.test import Client
import tenmoons.asgi
loaded = [name for name in {later!r} if name in sys.modules]
addresses, statuses = {addresses!r}, []
start = threading.Barrier(len(addresses))
def ask(address):
    start.wait()
    answer = Client(raise_request_exception=False).get(address, headers={{"host": "localhost"}})
    statuses.append((answer.status_code, address))
threads = [threading.Thread(target=ask, args=[address]) for address in addresses]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(loaded, len(statuses) - len(addresses), [each for each in statuses if each[0] >= 500])
"""


@pytest.fixture(scope="module")
def shell(ready: Path | None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteShell]:
    """Yield a process that has loaded what a start loads, and runs each program in a fork."""
    folder = tmp_path_factory.mktemp("first")
    if ready is not None:
        copy(ready, folder / "tenmoons.sqlite3")
    own = {"VAR_DIR": str(folder), "DATABASE_URL": "", "REDIS_URL": "", "DEBUG": "yes", "LOG_LEVEL": "ERROR"}
    made = SiteShell(os.environ | own | {"DJANGO_SETTINGS_MODULE": "tenmoons.settings", "PYTHONPATH": str(ROOT)})
    yield made
    made.stop()


def asked(shell: SiteShell, addresses: tuple[str, ...]) -> str:
    return shell.run(PROGRAM.format(later=LOADED_LATER, addresses=addresses)).splitlines()[-1]


@pytest.mark.parametrize("address", ONE_ADDRESS)
def test_several_ask_for_one_address(shell: SiteShell, address: str) -> None:
    assert asked(shell, (address,) * 6) == "[] 0 []"


def test_pages_need_nothing_of_the_api(shell: SiteShell) -> None:
    program = PROGRAM.format(later=LOADED_LATER, addresses=("/", "/decks/check/", "/drafts/"))
    later = f"print([name for name in {LOADED_LATER!r} if name in sys.modules])"
    assert shell.run(program + later).splitlines()[-1] == "[]"


@pytest.mark.parametrize("addresses", [API, PAGES, API[::2] + PAGES[::2]])
def test_all_ask_for_something_else(shell: SiteShell, addresses: tuple[str, ...]) -> None:
    assert asked(shell, addresses) == "[] 0 []"
