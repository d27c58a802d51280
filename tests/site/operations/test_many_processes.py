"""Processes of one machine count together, and a killed one takes only its sockets with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent.parent
ONE = """
import os, signal
from common import metrics
metrics.count_committed_picks(["player", "clock"])
metrics.OPEN_SOCKETS_GAUGE.labels("draft").inc()
os.kill(os.getpid(), signal.SIGKILL)
"""
OTHER = """
import django
django.setup()
from common import metrics
from tenmoons.monitoring.prometheus import metric_totals
metrics.count_committed_picks(["player"])
metrics.OPEN_SOCKETS_GAUGE.labels("draft").inc()
print(*metric_totals("tenmoons_picks_total", "tenmoons_sockets_open"))
"""


def test_what_a_killed_process_counted_stays_counted(tmp_path: Path) -> None:
    own = {"PROMETHEUS_MULTIPROC_DIR": str(tmp_path), "VAR_DIR": str(tmp_path / "var")}
    environment = os.environ | own | {"DJANGO_SETTINGS_MODULE": "tenmoons.settings"}
    for _time in range(2):
        subprocess.run([sys.executable, "-c", ONE], cwd=ROOT, env=environment, check=False)
    output = subprocess.run(
        [sys.executable, "-c", OTHER], cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    assert output.stdout.split() == ["5.0", "1.0"]


def test_with_an_empty_folder_a_process_counts_for_itself(tmp_path: Path) -> None:
    """Containers share the folder they run in, and each has the same process number: their counts would collide."""
    own = {"PROMETHEUS_MULTIPROC_DIR": "", "VAR_DIR": str(tmp_path / "var"), "PYTHONPATH": str(ROOT)}
    environment = os.environ | own | {"DJANGO_SETTINGS_MODULE": "tenmoons.settings"}
    # The beat counts before it has read a setting.
    count = "import tenmoons.beat; from common import metrics; metrics.count_committed_picks(['player'])"
    subprocess.run([sys.executable, "-c", count], cwd=tmp_path, env=environment, check=True)
    assert not list(tmp_path.glob("*.db"))
