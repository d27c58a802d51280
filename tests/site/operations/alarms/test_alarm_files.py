"""The alarms and the dashboard of deploy/ ask for what the site counts, and say what operations.md says."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.metrics import MetricWrapperBase

from common import metrics
from tenmoons.backup.write import LAST_BACKUP_FILE
from tenmoons.monitoring.measurements import (
    MAX_BACKUP_AGE_DAYS,
    MAX_SWEEP_AGE_SECONDS,
    MIN_FREE_BYTES,
    record_clock_check,
)
from tenmoons.monitoring.prometheus import CurrentStateCollector

ROOT = Path(__file__).resolve().parents[4]
FOLDER = ROOT / "deploy" / "monitoring"
RULES: list[dict[str, Any]] = yaml.safe_load((FOLDER / "alarms.yml").read_text())["groups"][0]["rules"]
BOARD: dict[str, Any] = json.loads((FOLDER / "grafana.json").read_text())
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
SUFFIXES = {"counter": ("_total",), "gauge": ("",), "histogram": ("_bucket", "_sum", "_count")}
# What the library of Prometheus counts of each process, and what Prometheus itself adds.
PROCESS = {
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "process_open_fds",
    "process_max_fds",
    "up",
}
ADDED = {"le", "job", "instance"}
_NAME = re.compile(r"\b(?:tenmoons|process)_\w+|\bup\b")
_BY = re.compile(r"by \(([\w, ]+)\)")
_SELECTED = re.compile(r"[{,]\s*(\w+)\s*[=!]")


def counted() -> dict[str, set[str]]:
    """Return the labels of each series that a process of the site counts, by its name."""
    labels: dict[str, set[str]] = {}
    for metric in vars(metrics).values():
        if isinstance(metric, MetricWrapperBase):
            [family] = metric.describe()
            for suffix in SUFFIXES[family.type]:
                labels[family.name + suffix] = set(metric._labelnames)
    return labels


def current(folder: Path) -> set[str]:
    """Return the names of the series that are read when Prometheus asks."""
    record_clock_check()
    (folder / LAST_BACKUP_FILE).write_text('{"made": "2026-11-01T00:00:00+00:00"}')
    return {family.name for family in CurrentStateCollector().collect()}


def expressions() -> Iterator[tuple[str, str]]:
    for rule in RULES:
        yield rule["alert"], rule["expr"]
    for panel in BOARD["panels"]:
        for target in panel["targets"]:
            yield panel["title"], target["expr"]


@pytest.mark.django_db
def test_every_series_that_is_asked_for_is_counted(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    known = {*counted(), *current(tmp_path), *PROCESS}
    for name, expression in expressions():
        assert set(_NAME.findall(expression)) <= known, name
        assert _NAME.findall(expression), name


@pytest.mark.django_db
def test_every_series_is_explained_and_on_the_dashboard(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path
    explained = set(re.findall(r"`(tenmoons_\w+)(?:\{[\w,]+\})?`", OPERATIONS))
    drawn = {name for panel in BOARD["panels"] for target in panel["targets"] for name in _NAME.findall(target["expr"])}
    measured = current(tmp_path)
    assert measured <= explained and measured <= drawn
    for metric in {re.sub(r"_(bucket|sum|count)$", "", name) for name in counted()}:
        assert metric in explained
        assert any(name.startswith(metric) for name in drawn), metric


def test_labels_that_are_asked_for_are_given() -> None:
    labels = counted()
    for name, expression in expressions():
        asked = {word.strip() for group in _BY.findall(expression) for word in group.split(",")}
        asked |= set(_SELECTED.findall(expression))
        given = set().union(*(labels.get(series, set()) for series in _NAME.findall(expression)))
        assert asked <= given | ADDED, name


def test_the_alarms_are_those_of_the_document() -> None:
    rows = re.findall(r"^\| `([A-Z]\w+)` \| [^|]+ \| (page|ticket) \|$", OPERATIONS, re.MULTILINE)
    assert rows == [(rule["alert"], rule["labels"]["severity"]) for rule in RULES]


def test_alarms_doctor_and_status_page_count_alike() -> None:
    expressions = {rule["alert"]: rule["expr"] for rule in RULES}
    assert f"> {MAX_SWEEP_AGE_SECONDS:.0f}" in expressions["ClocksNotLookedAt"]
    assert f"> {MAX_BACKUP_AGE_DAYS} * 86400" in expressions["BackupOld"]
    assert float(expressions["DiskFull"].rpartition("< ")[2]) == MIN_FREE_BYTES


def test_every_alarm_says_what_to_do() -> None:
    for rule in RULES:
        assert rule["annotations"]["summary"].endswith("."), rule["alert"]
        assert rule["annotations"]["description"], rule["alert"]


def test_panels_lie_side_by_side_and_not_over_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in BOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken and at["x"] + at["w"] <= 24, panel["title"]
        taken |= cells
    assert len({panel["id"] for panel in BOARD["panels"]}) == len(BOARD["panels"])


def test_every_alarm_is_tried_by_the_rules_tests() -> None:
    tried = yaml.safe_load((FOLDER / "alarms_test.yml").read_text())
    [wrong] = [test for test in tried["tests"] if test["name"] == "all is wrong"]
    labels = [sample["labels"] for sample in wrong["promql_expr_test"][0]["exp_samples"]]
    assert labels == [f'{{alertname="{rule["alert"]}"}}' for rule in RULES]


def test_prometheus_accepts_the_alarms_and_gives_them_when_they_are_due() -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed")
    for words in (["check", "rules", "alarms.yml"], ["test", "rules", "alarms_test.yml"]):
        done = subprocess.run([promtool, *words], cwd=FOLDER, check=False, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
