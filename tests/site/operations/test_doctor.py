"""The doctor: every check says what is wrong and what to do, and is content where nothing is."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles.storage import ManifestFilesMixin, StaticFilesStorage
from django.core import checks
from django.core.management import call_command
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone
from django.utils.http import http_date

from cards.catalogue import own_tables
from cards.models import Card
from tenmoons.backup.write import LAST
from tenmoons.doctor import data, machine, outside
from tenmoons.doctor.findings import Check, Finding, Level, good, run
from tenmoons.management.commands import doctor

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.VAR_DIR, settings.DEBUG, settings.HTTPS = tmp_path, False, False
    return tmp_path


def ill(check: Check) -> list[Finding]:
    """What a check does not find good; each names what to do."""
    found = [finding for finding in check() if finding.level is not Level.GOOD]
    assert all(finding.advice for finding in found)
    return found


def said(check: Check) -> str:
    return " ".join(f"{finding.level} {finding.said} {finding.advice}" for finding in ill(check))


# --- data


def test_the_database_that_answers_is_good() -> None:
    assert not ill(data.database)


def test_a_database_that_is_away_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(self: BaseDatabaseWrapper) -> None:
        raise OperationalError("connection refused")

    # Of the class: what is taken back from an object stays behind in it.
    monkeypatch.setattr(BaseDatabaseWrapper, "cursor", refused)
    assert "connection refused Start it" in said(data.database)


def test_a_migration_that_is_missing_is_named() -> None:
    assert not ill(data.migrations)
    [last] = MigrationLoader(connection).graph.leaf_nodes("drafts")
    MigrationRecorder(connection).record_unapplied(*last)
    assert ".".join(last) in said(data.migrations) and "manage.py migrate" in said(data.migrations)


def test_a_database_of_a_newer_version_is_said() -> None:
    MigrationRecorder(connection).record_applied("drafts", "9999_later")
    assert "drafts.9999_later, which this version does not know" in said(data.migrations)


def test_the_catalogue_is_there_and_of_this_version() -> None:
    own_tables.note_loaded(own_tables.fingerprint())
    assert not ill(data.catalogue)
    own_tables.note_loaded("another")
    assert said(data.catalogue).startswith("hint")
    Card.objects.all().delete()
    assert "there are no cards Run manage.py load_catalogue" in said(data.catalogue)


class FakeRedis:
    """Redis as it answers to the doctor."""

    def __init__(self, policy: str = "noeviction", waits: float = 0, ahead: float = 0) -> None:
        self.policy, self.waits, self.ahead = policy, waits, ahead

    def info(self, _section: str) -> dict[str, str]:
        return {"maxmemory_policy": self.policy}

    def llen(self, _name: str) -> int:
        return 1

    def lindex(self, _name: str, _place: int) -> str:
        return json.dumps({"headers": {"tenmoons_sent": time.time() - self.waits}})

    def time(self) -> tuple[int, int]:
        return int(time.time() + self.ahead), 0


@pytest.fixture
def with_redis(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def use(**about: Any) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        for module in (data, machine):
            monkeypatch.setattr(module, "redis", lambda: FakeRedis(**about))
        monkeypatch.setattr("tenmoons.monitoring.task_metrics.redis", lambda: FakeRedis(**about))

    return use


def test_redis_is_not_missed_by_a_site_of_one_process() -> None:
    assert not ill(data.redis_server)


def test_redis_that_is_away_is_wrong(settings: LazySettings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert "does not answer" in said(data.redis_server)


def test_redis_that_throws_tasks_away_is_a_hint(with_redis: Callable[..., None]) -> None:
    with_redis(policy="allkeys-lru")
    assert "maxmemory-policy noeviction" in said(data.redis_server)
    with_redis()
    assert not ill(data.redis_server)


def test_a_queue_nobody_works_on_is_wrong(with_redis: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "sweep_age", lambda: 1.0)
    with_redis(waits=5)
    assert not ill(data.queue)
    with_redis(waits=300)
    assert "the oldest for 300 s" in said(data.queue) and "celery -A tenmoons worker" in said(data.queue)


@pytest.mark.parametrize(("age", "well"), [(None, False), (31.0, False), (2.0, True)])
def test_clocks_nobody_looks_at_are_wrong(age: float | None, well: bool) -> None:
    assert (data.clocks(age).level is Level.GOOD) == well


@pytest.mark.parametrize(
    ("days", "expected"), [(None, "none was made"), (30, "30 days old"), (-30, "Set the clock"), (1, "")]
)
def test_the_age_of_the_backup_is_judged(days: int | None, expected: str, folder: Path) -> None:
    if days is not None:
        made = timezone.now() - timedelta(days=days)
        (folder / LAST).write_text(json.dumps({"made": made.isoformat()}))
    assert expected in said(data.backup) and bool(expected) == bool(ill(data.backup))


@pytest.mark.parametrize(
    ("hours", "expected"),
    [(0, "less than an hour old"), (1, "1 hour old"), (20, "20 hours old"), (72, "3 days old")],
)
def test_the_age_of_a_good_backup_is_told_in_words(hours: int, expected: str, folder: Path) -> None:
    (folder / LAST).write_text(json.dumps({"made": (timezone.now() - timedelta(hours=hours)).isoformat()}))
    assert [finding.said for finding in data.backup()] == [f"the last one is {expected}"]


# --- machine


def test_what_django_checks_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not ill(machine.configuration)
    both = [checks.Error("broken", hint="mend it", id="x.E1"), checks.Warning("odd", id="x.W1")]
    monkeypatch.setattr(checks, "run_checks", lambda **_options: both)
    assert said(machine.configuration) == "wrong x.E1: broken mend it hint x.W1: odd See manage.py check --deploy."


def test_debug_is_a_hint(settings: LazySettings) -> None:
    settings.DEBUG = True
    assert "Set DEBUG=no" in said(machine.configuration)


@pytest.mark.parametrize("key", ["put at least 40 characters of your own here", "ab" * 30])
def test_a_key_that_can_be_guessed_is_wrong(key: str, settings: LazySettings) -> None:
    settings.SECRET_KEY = key
    assert "can be guessed" in said(machine.secret_key)


@pytest.mark.parametrize("name", machine.KEY_FILES)
def test_a_key_that_others_can_read_is_wrong(name: str, folder: Path, settings: LazySettings) -> None:
    settings.SECRET_KEY = "abcdefghijklmnopqrstuvwxyz0123456789-=+!"
    (folder / name).write_text("key")
    (folder / name).chmod(0o600)
    assert not ill(machine.secret_key)
    (folder / name).chmod(0o644)
    assert f"chmod 600 {folder / name}" in said(machine.secret_key)


def test_a_disk_that_fills_up_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not ill(machine.disk)
    monkeypatch.setattr(machine, "MIN_FREE_BYTES", 10**18)
    assert "Make room" in said(machine.disk)


def test_a_folder_that_cannot_be_written_to_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_about: False)
    assert "cannot be written to" in said(machine.disk)


def test_a_clock_that_differs_from_another_is_wrong(with_redis: Callable[..., None]) -> None:
    with_redis(ahead=60)
    assert "s behind Redis" in said(machine.clock)
    with_redis()
    assert not ill(machine.clock)


def test_a_clock_that_went_back_is_wrong() -> None:
    assert not ill(machine.clock)
    recorder = MigrationRecorder(connection)
    recorder.record_applied("drafts", "9999_later")
    recorder.migration_qs.filter(name="9999_later").update(applied=datetime(2099, 1, 1, tzinfo=UTC))
    assert "2099-01-01" in said(machine.clock)


class _Manifest(ManifestFilesMixin, StaticFilesStorage):  # type: ignore[misc]
    """A storage whose files have fingerprints."""


@pytest.fixture
def collected(folder: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One style sheet, collected."""
    source, root = folder / "source", folder / "static"
    source.mkdir()
    root.mkdir()
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [("prefix", source)], root
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    monkeypatch.setattr(machine, "staticfiles_storage", _Manifest())
    (source / "a.css").write_text("a {}")
    (root / "prefix").mkdir()
    for name in ("prefix/a.css", "prefix/a.123.css"):
        (root / name).write_text("a {}")
    (root / "staticfiles.json").write_text('{"paths": {"prefix/a.css": "prefix/a.123.css"}}')
    return root


def test_static_files_of_this_version_are_good(collected: Path) -> None:
    assert not ill(machine.static_files)


def test_static_files_that_are_gone_old_or_never_collected_are_wrong(collected: Path, folder: Path) -> None:
    (folder / "source" / "a.css").write_text("b {}")
    assert "1 are of another version, a.css among them" in said(machine.static_files)
    (collected / "prefix/a.123.css").unlink()
    assert "1 are gone, prefix/a.css among them" in said(machine.static_files)
    (collected / "staticfiles.json").unlink()
    assert "none are collected" in said(machine.static_files)


# --- what others see


@pytest.fixture
def site() -> Iterator[tuple[str, dict[str, Any]]]:
    """A server on loopback that answers each path with what the test puts there: status, headers, text."""
    answers: dict[str, Any] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, headers, text = answers.get(self.path, (404, {}, ""))
            if self.path.startswith("/ws/") and self.headers["Connection"] != "Upgrade":
                status = 404
            self.send_response_only(status)
            for name, value in ({"Date": http_date()} | headers).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_about: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", answers
    server.shutdown()
    thread.join()
    server.server_close()


READY = {"status": "ok", "checks": {"database": True, "migrations": True}, "sweep": {"age_seconds": 1.0}}
HOME = '<link rel="stylesheet" href="/static/a.css">'


def well(answers: dict[str, Any], **ready: Any) -> None:
    answers["/readyz"] = (200, {}, json.dumps(READY | ready))
    answers["/"], answers["/static/a.css"] = (200, {}, HOME), (200, {}, "")


def test_a_site_that_is_well_is_good(site: tuple[str, dict[str, Any]]) -> None:
    well(site[1])
    assert not ill(lambda: outside.running_site(site[0]))


def test_nobody_at_the_address_is_wrong() -> None:
    assert "Start the web processes" in said(lambda: outside.running_site("http://127.0.0.1:1"))


def test_another_program_at_the_address_is_wrong(site: tuple[str, dict[str, Any]]) -> None:
    assert "not as this site does" in said(lambda: outside.running_site(site[0]))


@pytest.mark.parametrize(
    ("path", "answer", "expected"),
    [
        ("/readyz", (503, {}, json.dumps(READY | {"checks": {"migrations": False}})), "Run manage.py migrate"),
        ("/readyz", (200, {}, json.dumps(READY | {"sweep": {"age_seconds": None}})), "Start the beat"),
        ("/readyz", (200, {"Date": http_date(0)}, json.dumps(READY)), "s behind this machine's"),
        ("/metrics", (200, {}, "tenmoons_queue_age_seconds 500.0\n"), "the oldest task waits for 500 s"),
        ("/static/a.css", (404, {}, ""), "answers 404 for /static/a.css"),
        ("/", (500, {}, ""), "the home page answers 500"),
    ],
)
def test_what_a_running_site_lacks_is_said(
    path: str, answer: tuple[int, dict[str, str], str], expected: str, site: tuple[str, dict[str, Any]]
) -> None:
    well(site[1])
    site[1][path] = answer
    assert expected in said(lambda: outside.running_site(site[0]))


@pytest.fixture
def public(site: tuple[str, dict[str, Any]], settings: LazySettings) -> dict[str, Any]:
    """The same server as the proxy of a site with a name."""
    settings.SITE_URL, settings.ALLOWED_HOSTS, settings.SECURE_HSTS_SECONDS = site[0], ["127.0.0.1"], 60
    site[1]["/"] = (200, {"Strict-Transport-Security": "max-age=60"}, HOME)
    site[1]["/ws/doctor/"] = (403, {}, "")
    return site[1]


def test_a_proxy_that_passes_everything_is_good(public: dict[str, Any]) -> None:
    assert not ill(outside.proxy)


@pytest.mark.parametrize(
    ("path", "status", "expected"),
    [
        ("/ws/doctor/", 404, "does not pass WebSockets"),
        ("/", 400, "refuses the host name"),
        ("/", 502, "answers 502 through it"),
        ("/", 200, "without Strict-Transport-Security"),
    ],
)
def test_what_a_proxy_does_not_pass_is_said(path: str, status: int, expected: str, public: dict[str, Any]) -> None:
    public[path] = (status, {}, "")
    assert expected in said(outside.proxy)


def test_a_proxy_that_hides_https_is_said(public: dict[str, Any], settings: LazySettings) -> None:
    public["/"] = (301, {"Location": f"{settings.SITE_URL}/"}, "")
    assert "X-Forwarded-Proto, and set BEHIND_PROXY=yes" in said(outside.proxy)


def test_a_name_that_is_not_allowed_is_said(public: dict[str, Any], settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["moons.example"]
    assert "Add 127.0.0.1 to ALLOWED_HOSTS" in said(outside.proxy)


def test_a_proxy_that_is_away_is_wrong(settings: LazySettings) -> None:
    settings.SITE_URL, settings.ALLOWED_HOSTS = "http://127.0.0.1:1", ["*"]
    assert "nobody answers" in said(outside.proxy)


def test_a_server_without_its_address_is_a_hint(settings: LazySettings) -> None:
    settings.SITE_URL = ""
    assert not ill(outside.proxy)
    settings.HTTPS = True
    assert "Set SITE_URL" in said(outside.proxy)


def test_mail_that_goes_nowhere_is_a_hint_on_a_server(settings: LazySettings) -> None:
    settings.EMAIL_BACKEND, settings.SITE_URL = "django.core.mail.backends.console.EmailBackend", ""
    assert not ill(outside.mail)
    settings.SITE_URL = "https://moons.example"
    assert "Set EMAIL_URL" in said(outside.mail)


def test_a_mail_server_that_refuses_is_wrong(settings: LazySettings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    settings.DEFAULT_FROM_EMAIL = "Ten Moons <tenmoons@localhost>"
    assert "which other servers refuse" in said(outside.mail)
    assert "127.0.0.1:1 does not take mails" in said(outside.mail)


# --- the command


def asked(monkeypatch: pytest.MonkeyPatch, checks_: dict[str, Check], *words: str) -> tuple[str, int]:
    monkeypatch.setattr(doctor, "CHECKS", checks_)
    monkeypatch.setattr(outside, "running_site", lambda url: [good("running site", url)])
    out, status = StringIO(), 0
    try:
        call_command("doctor", *words, stdout=out, no_color=True)
    except SystemExit as end:
        status = int(str(end.code))
    return out.getvalue(), status


def test_the_command_ends_with_nought_where_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    text, status = asked(monkeypatch, {"one": lambda: [good("one", "is well")]}, "--url", "http://there")
    assert (status, text.splitlines()) == (
        0,
        ["good  one: is well", "good  running site: http://there", "2 findings: 0 wrong, 0 hints."],
    )


def test_the_command_ends_with_one_where_a_check_breaks_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> list[Finding]:
        raise ZeroDivisionError("nought")

    text, status = asked(monkeypatch, {"one": broken, "two": lambda: [good("two", "is well")]}, "--json")
    body = json.loads(text)
    assert status == 1
    assert [(finding["name"], finding["level"]) for finding in body] == [
        ("one", "wrong"),
        ("two", "good"),
        ("running site", "good"),
    ]
    assert "ZeroDivisionError: nought" in body[0]["said"] and body[0]["advice"]


def test_every_check_runs_on_this_site() -> None:
    for name, check in doctor.CHECKS.items():
        assert not [finding for finding in run(name, check) if "could not be looked at" in finding.said], name
