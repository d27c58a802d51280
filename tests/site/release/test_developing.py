"""`make dev` shows the toolbar and loads pages again; nothing of it is in a site that others use."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = """
import django
django.setup()
from django.core.management import call_command
from django.test import Client
call_command("migrate", verbosity=0)
client = Client(REMOTE_ADDR="127.0.0.1", headers={"host": "localhost"})
page = client.get("/help/glossary/").content.decode()
worker = client.get("/static/django-browser-reload/reload-worker.js")
assert worker.status_code == 200 and "connect-src 'self'" in worker.headers["Content-Security-Policy"], worker.headers
assert 'id="djDebug"' in page and "django-browser-reload/reload-listener.js" in page, page[-3000:]
"""


def test_only_what_developers_install_has_the_toolbar() -> None:
    for name in ("django-debug-toolbar==", "django-browser-reload=="):
        assert name in (ROOT / "requirements-dev.txt").read_text()
        assert name not in (ROOT / "requirements.txt").read_text()
    assert "DJANGO_SETTINGS_MODULE=tests.developing.settings" in (ROOT / "Makefile").read_text()


@pytest.mark.thorough
def test_a_page_of_make_dev_has_the_toolbar_and_loads_again(tmp_path: Path) -> None:
    pytest.importorskip("debug_toolbar")
    own = {"VAR_DIR": str(tmp_path), "DEBUG": "yes", "DJANGO_SETTINGS_MODULE": "tests.developing.settings"}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, cwd=ROOT, env=os.environ | own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
