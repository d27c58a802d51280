"""What the site reports about itself: ids, log lines, counts, readiness; and what it keeps secret."""

from __future__ import annotations

import json
import logging
import time
from contextvars import copy_context
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import cache
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from cards.core.facts import Catalogue
from common import metrics
from common.request_work import RequestWork, attach_request_work
from decks.models import Deck
from tenmoons.backup.write import consistent_read
from tenmoons.monitoring import logs, measurements, middleware, prometheus, query_counter, task_metrics
from tenmoons.monitoring.socket_metrics import SocketCounting
from tenmoons.monitoring.trace import Trace, current_trace, request_id_of
from tenmoons.serving.static_storage import GzippedManifestStorage
from tests.drafts.tables import begun, guest, person, take

DISK = {"disk": True} if connection.vendor == "sqlite" else {}

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def _lines(caplog: pytest.LogCaptureFixture, logger: str) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name == logger]


def test_an_id_that_comes_with_a_request_goes_out_with_the_answer(client: Client) -> None:
    assert client.get("/help/", headers={"X-Request-ID": "proxy-0123456789"})["X-Request-ID"] == "proxy-0123456789"


@pytest.mark.parametrize(
    "said", ["short", "a b c d e f g h", "x" * 65, "line\nbreak-0123", '{"a": "12345678"}', "é" * 9]
)
def test_an_id_that_could_be_mischief_is_replaced(said: str) -> None:
    assert request_id_of(said) != said
    assert len(request_id_of(said)) == 16


def test_the_line_of_a_request_names_the_template_of_its_address_only(
    client: Client, roland: User, caplog: pytest.LogCaptureFixture
) -> None:
    deck = Deck.objects.create(owner=person(roland), name="Secret name", visibility=Deck.Visibility.LINK)
    client.force_login(roland)
    with caplog.at_level(logging.INFO):
        client.get(deck.get_absolute_url(), {"q": "hidden"})
    line = _lines(caplog, "tenmoons.requests")[-1]
    said = json.loads(logs.JsonFormatter().format(line))
    assert said["route"] == "decks/<slug:key>/"
    assert said["status"] == 200
    assert said["queries"] > 0
    for secret in (deck.key, "Roland", "hidden", "Secret name"):
        assert secret not in caplog.text


@pytest.mark.parametrize(
    "address",
    [
        "/drafts/k3j9k3j9k3j9/",
        "/nowhere/k3j9k3j9k3j9/",
        "/drafts/abc/seat/k3j9k3j9k3j9/%E2%80%9D",
        "/cards/texts/join/k3j9k3j9k3j9%E2%80%A6/",
        "/nowhere/k3j9/%0Ak3j9/?k3j9=%FF",
    ],
)
def test_a_request_that_fails_does_not_write_its_address_either(
    client: Client, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        assert client.get(address).status_code == 404
    route_only = logs.RouteOnlyFilter()
    for line in caplog.records:
        route_only.filter(line)
        assert "k3j9" not in logs.JsonFormatter().format(line)


def test_a_line_says_who_asked_by_number(roland_client: Client, roland: User) -> None:
    request = roland_client.get("/mine/").wsgi_request
    trace: Trace = request.trace  # type: ignore[attr-defined]
    assert trace.person == f"p{person(roland).pk}"
    assert Trace("0123456789").person == ""


def test_what_a_visitor_brings_about_is_no_error(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    answer = client.post("/api/v1/decks/check/", {"text": "x" * 3_000_000}, content_type="application/json")
    forged = client.get("/", headers={"host": "forged.example"})
    assert (answer.status_code, forged.status_code) == (413, 400)
    lines = [line for line in caplog.records if line.name.startswith("django.security.")]
    assert {line.name.rpartition(".")[2] for line in lines} == {"RequestDataTooBig", "DisallowedHost"}
    assert {(line.levelname, line.exc_info) for line in lines} == {("WARNING", None)}


def test_who_is_no_staff_leaves_no_traceback_at_the_door_of_the_admin(
    roland_client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    assert roland_client.get("/admin/login/").status_code == 403
    assert [line.exc_info for line in caplog.records if line.name == "django.request"] == [None]


@pytest.mark.parametrize(("hung_up", "level"), [(True, "WARNING"), (False, "ERROR")])
def test_a_request_that_ends_because_its_sender_has_gone_is_no_error(hung_up: bool, level: str) -> None:
    work, line = RequestWork(), logging.LogRecord("django.request", logging.ERROR, __file__, 1, "away", (), None)
    if hung_up:
        work.gone.set()
    context = copy_context()
    context.run(attach_request_work, work)
    assert context.run(logs.VisitorErrorFilter().filter, line) and line.levelname == level


def test_lines_of_text_and_of_json_carry_the_id() -> None:
    record = logging.LogRecord("some.where", logging.ERROR, __file__, 1, "it %s", ("broke",), None)
    token = current_trace.set(Trace("id-of-a-test"))
    try:
        said = json.loads(logs.JsonFormatter().format(record))
        text = logs.TextFormatter("%(name)s%(trace_id)s: %(message)s").format(record)
    finally:
        current_trace.reset(token)
    assert (said["request_id"], said["message"], said["level"]) == ("id-of-a-test", "it broke", "ERROR")
    assert text == "some.where [id-of-a-test]: it broke"


def test_errors_are_counted_and_kept_for_an_hour_without_what_they_say() -> None:
    (before,) = prometheus.metric_totals("tenmoons_errors_total")
    try:
        raise ZeroDivisionError("a secret")
    except ZeroDivisionError as error:
        about = (type(error), error, error.__traceback__)
        logs.ErrorCounter().emit(logging.LogRecord("drafts.table.clocks", logging.ERROR, "", 1, "a secret", (), about))
    count, last = logs.errors_of_last_hour()
    assert count == 1
    assert last[0]["kind"] == "ZeroDivisionError"
    assert "a secret" not in str(last)
    assert prometheus.metric_totals("tenmoons_errors_total") == [before + 1]


def test_picks_results_and_requests_are_counted(client: Client, db_catalogue: Catalogue) -> None:
    host, other = guest("one"), guest("other")
    before = {by: metrics.PICKS_COUNTER.labels(by)._value.get() for by in ("player", "bot")}
    key = begun(host, other, players=3)
    take(key, host)
    assert metrics.PICKS_COUNTER.labels("player")._value.get() == before["player"] + 1
    assert metrics.PICKS_COUNTER.labels("bot")._value.get() > before["bot"]
    client.get(reverse("drafts:detail", args=[key]))
    page = client.get("/metrics").content.decode()
    assert 'tenmoons_requests_total{method="GET",route="drafts/<slug:key>/",status="200"}' in page
    assert "tenmoons_drafts_running 1.0" in page
    assert "tenmoons_pick_seconds_bucket" in page
    assert key not in page


def test_metrics_are_for_this_machine_or_for_who_has_the_token(client: Client, settings: LazySettings) -> None:
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="203.0.113.9").status_code == 404
    assert client.get("/metrics", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 404
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "a-token-for-prometheus"
    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", headers={"Authorization": "Bearer wrong"}).status_code == 404
    allowed = {"Authorization": "Bearer a-token-for-prometheus"}
    assert client.get("/metrics", headers=allowed, REMOTE_ADDR="203.0.113.9").status_code == 200


def test_probes_need_neither_the_name_of_the_site_nor_https(client: Client, settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["moons.example"], True
    for address in ("/healthz", "/readyz", "/metrics"):
        assert client.get(address, headers={"Host": "127.0.0.1:8000"}).status_code == 200
        assert client.post(address, headers={"Host": "127.0.0.1:8000"}).status_code == 405


def test_readyz_tells_of_database_migrations_and_clocks(client: Client, settings: LazySettings) -> None:
    settings.REDIS_URL = ""
    said = client.get("/readyz").json()
    assert said["checks"] == {"pages": True, "database": True, "migrations": True} | DISK
    assert said["sweep"] == {"age_seconds": None, "late": True}
    measurements.record_clock_check()
    assert client.get("/readyz").json()["sweep"]["late"] is False
    cache.set(measurements.CLOCK_CHECK_CACHE_KEY, time.time() - 100, 1000)
    answer = client.get("/readyz")
    assert answer.json()["sweep"]["late"] is True
    assert answer.status_code == 200


def test_readyz_says_when_the_database_is_away(
    client: Client, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = ""
    monkeypatch.setattr(measurements, "is_database_answering", lambda: False)
    answer = client.get(reverse("readyz"))
    assert answer.status_code == 503
    assert answer.json()["checks"] == {"pages": True, "database": False, "migrations": False} | DISK


def test_readyz_says_when_no_page_can_be_drawn(
    client: Client, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = ""
    empty = GzippedManifestStorage(location=tmp_path, base_url="/static/")
    monkeypatch.setattr(staticfiles_storage, "_wrapped", empty)
    answer = client.get("/readyz")
    assert answer.status_code == 503 and answer.json()["checks"]["pages"] is False


def test_readyz_says_when_a_migration_is_wanting(
    client: Client, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = ""
    monkeypatch.setattr(measurements, "_known_as_migrated", False)
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda self, targets: ["one"])
    assert client.get("/readyz").json()["checks"] == {"pages": True, "database": True, "migrations": False} | DISK


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has a disk of its own")
def test_readyz_says_when_the_disk_is_full(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=4096))
    answer = client.get("/readyz")
    assert answer.status_code == 503 and answer.json()["checks"]["disk"] is False
    assert client.get("/healthz").status_code == 200


def test_readyz_says_when_redis_is_away(client: Client, settings: LazySettings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["checks"]["redis"] is False


def test_a_slow_statement_is_logged_by_its_shape(settings: LazySettings, caplog: pytest.LogCaptureFixture) -> None:
    settings.SLOW_QUERY_MS = 1
    connection.ensure_connection()

    def slow(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
        time.sleep(0.01)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(slow), caplog.at_level(logging.WARNING):
        list(User.objects.filter(username__in=["Roland", "Elinor", "third"]))
    line = _lines(caplog, "tenmoons.statements")[-1].getMessage()
    assert "IN (…)" in line
    assert "Roland" not in line


@pytest.mark.parametrize(
    ("sql", "shape"),
    [
        ("SELECT a  FROM b\nWHERE c = %s", "SELECT a FROM b WHERE c = %s"),
        ("INSERT INTO a (b, c) VALUES (%s, %s), (%s, %s)", "INSERT INTO a (b, c) VALUES (…) …"),
        ("INSERT INTO a (b) VALUES (%s), (%s), (%s)", "INSERT INTO a (b) VALUES (%s) …"),
    ],
)
def test_the_shape_of_a_statement_does_not_depend_on_how_many_values_it_has(sql: str, shape: str) -> None:
    assert query_counter.query_shape(sql) == shape


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_holds_others_up_is_logged(
    settings: LazySettings, caplog: pytest.LogCaptureFixture, roland: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SLOW_QUERY_MS, clock = 0, iter(range(0, 10_000, 2))
    monkeypatch.setattr("tenmoons.monitoring.query_counter.time.perf_counter", lambda: float(next(clock)))
    before = metrics.SLOW_TRANSACTIONS._value.get()
    with transaction.atomic():
        with transaction.atomic():
            User.objects.filter(pk=roland.pk).update(first_name="Secret")
        User.objects.filter(pk=roland.pk).update(last_name="Secret")
    (record,) = _lines(caplog, "tenmoons.statements")
    assert "a transaction of 2 writes held others up for" in record.getMessage()
    assert 'UPDATE "accounts_user"' in record.getMessage() and "Secret" not in record.getMessage()
    assert metrics.SLOW_TRANSACTIONS._value.get() == before + 1
    with query_counter.without_slow_query_log(), transaction.atomic():
        User.objects.filter(pk=roland.pk).update(first_name="Secret")
    settings.SLOW_TRANSACTION_MS = 1_000_000
    with transaction.atomic():
        User.objects.filter(pk=roland.pk).update(first_name="Secret")
    assert len(_lines(caplog, "tenmoons.statements")) == 1


@pytest.mark.django_db(transaction=True)
def test_a_backup_holds_nobody_up_however_long_it_takes(
    settings: LazySettings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SLOW_QUERY_MS, clock = 0, iter(range(0, 10_000, 2))
    monkeypatch.setattr("tenmoons.monitoring.query_counter.time.perf_counter", lambda: float(next(clock)))
    with consistent_read("default"):
        User.objects.exists()
    assert not _lines(caplog, "tenmoons.statements")
    with transaction.atomic():  # which, as long, would have been told of
        User.objects.update(first_name="Secret")
    assert len(_lines(caplog, "tenmoons.statements")) == 1


def test_a_request_that_asks_in_a_loop_fails_in_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(query_counter, "max_repeats", 3)

    def view(request: object) -> Any:
        from django.http import HttpResponse

        for name in ("one", "two", "three", "four"):
            list(User.objects.filter(username=name))
        return HttpResponse()

    with pytest.raises(middleware.RepeatedQueryError, match="repeated 4 times"):
        middleware.MonitoringMiddleware(view)(RequestFactory().get("/loop/"))


def test_a_task_carries_the_id_of_the_request_that_sent_it() -> None:
    headers: dict[str, Any] = {}
    token = current_trace.set(Trace("from-a-request"))
    task_metrics._on_task_sent(headers=headers)
    current_trace.reset(token)

    class Task:
        name = task_metrics.CLOCK_CHECK_TASK
        request = headers

    before = metrics.TASKS_COUNTER.labels(task_metrics.CLOCK_CHECK_TASK, "SUCCESS")._value.get()
    task_metrics._on_task_start(task_id="1", task=Task)
    inside = current_trace.get()
    assert inside is not None
    assert inside.id == "from-a-request"
    task_metrics._on_task_end(task_id="1", task=Task, state="SUCCESS")
    assert current_trace.get() is None
    assert metrics.TASKS_COUNTER.labels(task_metrics.CLOCK_CHECK_TASK, "SUCCESS")._value.get() == before + 1
    age = measurements.clock_lag()
    assert age is not None
    assert age < 60


async def test_a_socket_is_counted_while_it_is_open() -> None:
    open_now = metrics.OPEN_SOCKETS_GAUGE.labels("draft")._value
    before = open_now.get()
    observed: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        observed.append((open_now.get(), current_trace.get()))

    async def send(event: Any) -> None:
        observed.append(event["type"])

    scope = {"type": "websocket", "path": "/ws/drafts/k3j9/", "headers": [(b"x-request-id", b"socket-0123")]}
    await SocketCounting(application)(scope, None, send)
    assert observed[0] == "websocket.accept"
    count, trace = observed[1]
    assert count == before + 1
    assert trace.id == "socket-0123"
    assert open_now.get() == before
