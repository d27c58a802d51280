"""Fixtures of all tests: the people and the catalogue."""

from __future__ import annotations

import gc
import os
import time
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db.models.fields import tuple_lookups
from django.test import Client
from django.test.utils import teardown_databases
from django.utils.translation import activate
from hypothesis import strategies as st
from kombu.transport.memory import Channel
from pytest_django import DjangoAssertNumQueries, DjangoDbBlocker

from accounts.models import User
from cards.core.catalogue_csv import read_catalogue_file
from cards.core.facts import Catalogue
from cards.templatetags.cards import some_face
from common.request_work import RequestWork, attach_request_work
from tests import both, effort, ready_database, statements, undefined

# Playwright keeps an event loop running in the test thread; Django would treat every query there as a mistake.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "1")

# A process for each processor runs tests already; threads of a matrix would only wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Argon2 is slow on purpose; a thousand test users need not be safe (tests/accounts tests the real one).
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher", *settings.PASSWORD_HASHERS]

# A new client for every request would scan all static files every time.
settings.WHITENOISE_AUTOREFRESH = True

both.divide(settings)
effort.load_profile()

# A template with an undefined variable fails every test that renders it.
undefined.install()


def _no_forward_prefetch(*_args: object) -> NoReturn:
    raise AssertionError("select_related() instead: SQLite refuses a thousand rows of a forward prefetch.")


# A forward prefetch asks SQLite for "id = 1 OR id = 2 …", which fails beyond a depth of 1,000.
tuple_lookups.TupleIn.__init__ = _no_forward_prefetch  # type: ignore[method-assign, assignment]

# More statements of one shape than this in one request are a loop.
MOST_REPEATS = 8

# Number of new objects between garbage collections; a test run leaves little garbage, and has the memory.
GARBAGE_THRESHOLD = 50_000

# Pytest’s prefix of the reason of a skipped test.
SKIPPED = "Skipped: "

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


@pytest.fixture(autouse=True)
def english() -> None:
    """Start every test in English; a page read in another language would leak into the next test of the thread."""
    activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def somebody_waits() -> None:
    """Give every test a work context of its own: a disconnect in an asynchronous test must not affect the thread’s next
    test."""
    attach_request_work(RequestWork())


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    """Run the tests below a frame that is half a megabyte large.

    Python 3.11 takes memory for frames in pieces of 16 kB: a loop that calls across the end of one takes and returns
    it each time, which can be half the time of a test. For so large a frame it takes a megabyte, for its callees too.
    """
    this = session.config.pluginmanager.get_plugin(__file__)
    return session.config.pluginmanager.subset_hook_caller("pytest_runtestloop", [this])(session=session)


pytest_runtestloop.__code__ = pytest_runtestloop.__code__.replace(co_stacksize=66_000)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Freeze the objects that exist when the tests begin, so that no garbage collection scans them again.

    A run that only collects precedes others: it lets Hypothesis write its character tables, which takes two seconds in
    every process without them.
    """
    if session.config.option.collectonly:
        st.text().validate()
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD, 20, 100)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Record a test’s statements, if it is run on the other servers too."""
    if not both.touches(item):
        return (yield)
    with statements.written_down(item.nodeid):
        return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests for `make thorough`, and those without a database if the run is on the other servers."""
    effort.leave_to_thorough(config, items)
    both.leave_out(config, items)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print one line for each reason why tests were left out, such as a machine without Chromium."""
    skipped = [report.longrepr for report in terminalreporter.stats.get("skipped", [])]
    reasons = Counter(reason[2].removeprefix(SKIPPED) for reason in skipped if isinstance(reason, tuple))
    for reason, count in reasons.items():
        terminalreporter.write_line(f"Tests left out: {count}, because {reason}.")


@pytest.fixture(scope="session")
def facts() -> Catalogue:
    """Return the real catalogue straight from its file, without a database."""
    return read_catalogue_file(FIXTURES / "bluemoon" / "cards.csv")


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_modify_db_settings: None,
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Path | None]:
    """Load the catalogue once; every test rolls back to it. The sites that tests start copy the same file.

    It replaces the fixture of pytest-django, which creates no tables if only tests run that start a site.
    """
    cache = getattr(request.config, "cache", None)
    # One folder for all processes of a run, so that they can wait for each other.
    folder = cache.mkdir("ready-database") if cache else tmp_path_factory.getbasetemp().parent / "ready-database"
    folder.mkdir(exist_ok=True)
    with django_db_blocker.unblock():
        made, file = ready_database.set_up(folder)
    yield file
    with django_db_blocker.unblock():
        both.disconnect_all()
        teardown_databases(made, verbosity=0)
        ready_database.drop_template(folder)


@pytest.fixture(scope="session")
def ready(django_db_setup: Path | None) -> Path | None:
    """Return a database as a site has it after its first start, so that not every test’s site creates its own."""
    return django_db_setup


@pytest.fixture
def db_catalogue(db: None, django_db_setup: Path | None) -> Catalogue:
    """Return the catalogue in the database; loaded again if a test with real transactions has emptied it."""
    from cards.catalogue.queries import catalogue
    from cards.models import Card

    if not Card.objects.exists():
        ready_database.fill_again(django_db_setup)
    return catalogue()


@pytest.fixture
def warm(db_catalogue: Catalogue) -> None:
    """Load the catalogue and the leaders, as in every process after its first pages."""
    some_face("")


@pytest.fixture
def django_assert_num_queries(warm: None, django_assert_num_queries: DjangoAssertNumQueries) -> DjangoAssertNumQueries:
    """Count a page’s queries, in whatever order the tests run."""
    return django_assert_num_queries


@pytest.fixture
def django_assert_max_num_queries(
    warm: None, django_assert_max_num_queries: DjangoAssertNumQueries
) -> DjangoAssertNumQueries:
    """The same for a maximum."""
    return django_assert_max_num_queries


@pytest.fixture(autouse=True)
def _no_loops(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail if a request repeats a statement over and over, unless its test is marked (`repeats`)."""
    from tenmoons.monitoring import query_counter

    marker = request.node.get_closest_marker("repeats")
    monkeypatch.setattr(query_counter, "max_repeats", marker.args[0] if marker else MOST_REPEATS)


@pytest.fixture(autouse=True)
def _fresh_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Isolate rate limits, cached pages and waiting tasks of each test.

    No minute of a rate limit ends while a test counts what is left of it.
    """
    from common import page_cache, rate_limits

    cache.clear()
    page_cache._cached_pages.clear()
    Channel.queues.clear()
    began = time.time()
    monkeypatch.setattr(rate_limits, "time", SimpleNamespace(time=lambda: began))


def _user(username: str) -> User:
    return User.objects.create_user(username, password="a long password")


@pytest.fixture
def roland(db: None) -> User:
    """Return the owner."""
    return _user("Roland")


@pytest.fixture
def elinor(db: None) -> User:
    """Return the opponent."""
    return _user("Elinor")


@pytest.fixture
def stranger(db: None) -> User:
    """Return a member who has nothing to do with it."""
    return _user("Stranger")


@pytest.fixture
def judge(db: None) -> User:
    """Staff of the site."""
    from tests.accounts.staff import with_second_factor  # models of allauth, which exist once Django is set up

    return with_second_factor(User.objects.create_superuser("Judge", password="a long password"))


def _logged_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def roland_client(roland: User) -> Client:
    """Roland's browser."""
    return _logged_in(roland)


@pytest.fixture
def elinor_client(elinor: User) -> Client:
    """Elinor's browser."""
    return _logged_in(elinor)


@pytest.fixture
def stranger_client(stranger: User) -> Client:
    """Return the stranger's browser."""
    return _logged_in(stranger)


@pytest.fixture
def judge_client(judge: User) -> Client:
    """Return the judge's browser."""
    return _logged_in(judge)
