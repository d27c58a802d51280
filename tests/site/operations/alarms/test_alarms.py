"""Every alarm fires when what it warns of happens to a site, from its own `/metrics`, and only then."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from prometheus_client import ProcessCollector

from common import metrics
from drafts.models import Draft
from tenmoons.backup.write import LAST_BACKUP_FILE
from tenmoons.monitoring import measurements, prometheus
from tests.drafts.tables import begun, guest
from tests.site.operations.alarms.promql import History, is_firing

ROOT = Path(__file__).resolve().parents[4]
MONITORING = ROOT / "deploy" / "monitoring"
RULES: dict[str, dict[str, Any]] = {
    rule["alert"]: rule for rule in yaml.safe_load((MONITORING / "alarms.yml").read_text())["groups"][0]["rules"]
}
STEP = 15
QUIET, WRONG = 80, 280  # steps: twenty minutes of quiet; then longer than any alarm waits


@pytest.fixture
def well(settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Return a healthy site where no page was requested: each alarm looks at every route that was."""
    for by_route in (metrics.REQUESTS_COUNTER, metrics.REQUEST_SECONDS, metrics.REQUEST_QUERIES):
        by_route.clear()
    settings.VAR_DIR = tmp_path
    measurements.record_clock_check()
    (tmp_path / LAST_BACKUP_FILE).write_text(json.dumps({"made": timezone.now().isoformat()}))
    monkeypatch.setattr(prometheus, "waiting_tasks_and_age", lambda: (0, 0.0))
    monkeypatch.setattr(
        "tenmoons.monitoring.prometheus.shutil.disk_usage", lambda _path: SimpleNamespace(free=20e9, total=40e9)
    )
    return monkeypatch


def process(folder: Path, *, pages: int = 1000, files: int = 8) -> type[ProcessCollector]:
    """Return a collector of memory and files of a process, from a made-up `/proc`."""
    own = folder / "proc" / "self"
    (own / "fd").mkdir(parents=True)
    for number in range(files):
        (own / "fd" / str(number)).touch()
    (own / "limits").write_text("Max open files            100                  100                  files\n")
    own.joinpath("stat").write_text(f"1 (python) S {'0 ' * 20}{pages} 0\n")
    (folder / "proc" / "stat").write_text("btime 1\n")
    return partial(ProcessCollector, proc=str(folder / "proc"))  # type: ignore[return-value]


def overdue_draft() -> None:
    key = begun(guest("one"), guest("other"))
    Draft.objects.filter(key=key).update(deadline=timezone.now() - timedelta(seconds=20))


def failing_page(client: Client) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(measurements, "is_database_answering", lambda: False)
        assert client.get("/readyz").status_code == 503


# What happens once, and what goes on; each gets client, folder and patches.
Provocation = Callable[[Client, Path, pytest.MonkeyPatch], object]
ONCE: dict[str, Provocation] = {
    "ClocksNotLookedAt": lambda *_site: cache.set(measurements.CLOCK_CHECK_CACHE_KEY, time.time() - 100, 1000),
    "ClocksLate": lambda *_site: overdue_draft(),
    "TasksWait": lambda _client, _folder, patch: patch.setattr(prometheus, "waiting_tasks_and_age", lambda: (3, 90.0)),
    "Errors": lambda *_site: logging.getLogger("tenmoons.alarms").error("once"),
    "TasksFail": lambda *_site: metrics.TASKS_COUNTER.labels("alarms.once", "FAILURE").inc(),
    "WritersHeldUp": lambda *_site: metrics.SLOW_TRANSACTIONS.inc(),
    "BackupOld": lambda _client, folder, _patch: (folder / LAST_BACKUP_FILE).unlink(),
    "DiskFull": lambda _client, _folder, patch: patch.setattr(
        "tenmoons.monitoring.prometheus.shutil.disk_usage", lambda _path: SimpleNamespace(free=5e8, total=40e9)
    ),
    "MemoryGrows": lambda _client, folder, patch: patch.setattr(
        prometheus, "ProcessCollector", process(folder, pages=500_000)
    ),
    "FilesRunOut": lambda _client, folder, patch: patch.setattr(
        prometheus, "ProcessCollector", process(folder, files=90)
    ),
}
GOING_ON: dict[str, Provocation] = {
    "PicksSlow": lambda *_site: metrics.observe_pick_seconds([time.perf_counter() - 3]),
    "RequestsFail": lambda client, *_rest: failing_page(client),
}
ONLY_PROCESS = {"MemoryGrows", "FilesRunOut"}


def answer(client: Client, name: str) -> str:
    return client.get("/metrics", {"only": "process"} if name in ONLY_PROCESS else {}).content.decode()


def watched(name: str, client: Client, folder: Path, patch: pytest.MonkeyPatch) -> tuple[History, int]:
    """Return what Prometheus stores before and after something happens, and when it last asked."""
    with pytest.MonkeyPatch.context() as calm:  # the process of the tests may be larger than that of a site
        calm.setattr(prometheus, "ProcessCollector", process(folder / "calm"))
        history, quiet = History(RULES[name]["expr"]), answer(client, name)
    for step in range(QUIET):
        history.scrape(step * STEP, quiet)
    if name in ONCE:
        ONCE[name](client, folder, patch)
    wrong = None if name == "SiteAway" else answer(client, name)
    for step in range(QUIET, QUIET + (WRONG if name not in GOING_ON else 60)):
        if name in GOING_ON:
            GOING_ON[name](client, folder, patch)
            wrong = answer(client, name)
        history.scrape(step * STEP, wrong)
    return history, step * STEP


@pytest.mark.django_db
@pytest.mark.parametrize("name", RULES)
def test_an_alarm_is_given_when_it_is_due(
    name: str, client: Client, well: pytest.MonkeyPatch, tmp_path: Path, db_catalogue: object
) -> None:
    history, until = watched(name, client, tmp_path, well)
    rule = RULES[name]
    assert not is_firing(rule, history, (QUIET - 1) * STEP)
    assert any(is_firing(rule, history, moment) for moment in range(QUIET * STEP, until + 1, STEP))


@pytest.mark.django_db
def test_no_alarm_is_given_where_all_is_well(client: Client, well: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # The process of the tests may be larger than that of a site.
    well.setattr(prometheus, "ProcessCollector", process(tmp_path))
    others = [line for line in answer(client, "").splitlines(keepends=True) if " process_" not in f" {line}"]
    history, quiet = History(), "".join(others) + answer(client, "MemoryGrows")
    for step in range(QUIET):
        history.scrape(step * STEP, quiet)
    assert [name for name, rule in RULES.items() if is_firing(rule, history, (QUIET - 1) * STEP)] == []


TOTALS = """
import django
django.setup()
from django.test import Client
from common import metrics
metrics.count_committed_picks(["player"])
for query in ({}, {"only": "process"}):
    print(Client().get("/metrics", query).content.decode(), end="--\\n")
"""


def test_of_processes_that_count_together_totals_are_told_once(tmp_path: Path) -> None:
    shared = tmp_path / "together"
    own = {"PROMETHEUS_MULTIPROC_DIR": str(shared), "VAR_DIR": str(tmp_path / "var"), "METRICS_TOKEN": ""}
    environment = os.environ | own | {"DJANGO_SETTINGS_MODULE": "tenmoons.settings", "ALLOWED_HOSTS": ""}
    for count in (1, 2):
        run = subprocess.run(
            [sys.executable, "-c", TOTALS], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
        )
        whole, own_only, _end = run.stdout.split("--\n")
        assert f'tenmoons_picks_total{{by="player"}} {count}.0' in whole
        for name in ("process_resident_memory_bytes", "process_open_fds", "process_max_fds", "process_cpu_seconds"):
            assert name in whole and name in own_only
        assert "tenmoons_" not in own_only
    [job] = yaml.safe_load((MONITORING / "prometheus.yml").read_text())["scrape_configs"]
    first, *others = job["static_configs"]
    assert len(first["targets"]) == 1 and "labels" not in first
    assert [config["labels"] for config in others] == [{"__param_only": "process"}] * len(others)
