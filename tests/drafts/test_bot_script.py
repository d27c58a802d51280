"""The bot of the documentation, run as printed there over plain HTTP against a site in a process of its own."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import Site

DOCS = Path(__file__).resolve().parent.parent.parent / "docs" / "drafts.md"
pytestmark = pytest.mark.xdist_group("crash")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, ready: Path | None) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("site"), ready)
    running.wait()
    yield running
    running.stop()


def documented_bot() -> str:
    match = re.search(r"## Bots and scripts.*?```python\n(.*?)```", DOCS.read_text(), re.DOTALL)
    assert match is not None
    return match[1]


def api_token(site: Site) -> str:
    """Return a token, made as a member makes one on their page."""
    program = (
        "import django; django.setup()\n"
        "from accounts.models import ApiToken, User\n"
        "print(ApiToken.issue(user=User.objects.create_user('Roland'), name='bot')[1])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=site.environment, cwd=DOCS.parent.parent, capture_output=True, check=True
    )
    return done.stdout.decode().split()[-1]


def ask(site: Site, token: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(f"{site.url}/api/v1/{path}", data, headers)) as answer:
        answered: dict[str, Any] = json.load(answer)
        return answered


def test_the_documented_bots_draft_to_the_end(site: Site, tmp_path: Path) -> None:
    script, token = tmp_path / "bot.py", api_token(site)
    script.write_text(documented_bot())
    # A short table: each wait of a bot is half a second, however busy the machine is.
    short = {"packet": 4, "rounds": 2}
    table = {"players": 2, "peoples": ["Vulca", "Hoax", "Mimix"], "flow": "queued", "name": "Bots", "house": short}
    opened = ask(site, token, "drafts/", table)
    key = opened["draft"]["key"]
    first = [sys.executable, str(script), site.url, key, token]
    # The member's own token is enough for their seat; a friend's bot has none and sits down by itself.
    bots = [
        subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for words in (first, [sys.executable, str(script), site.url, key])
    ]
    try:
        while len(ask(site, token, f"drafts/{key}/")["seats"]) < 2:
            assert bots[1].poll() is None
            time.sleep(0.2)
        ask(site, token, f"drafts/{key}/start/", {})
        said = [bot.communicate(timeout=180) for bot in bots]
    finally:
        for bot in bots:
            bot.kill()
            bot.communicate()
    assert [(out.decode().split(), errors.decode()) for out, errors in said] == [(["6", "cards"], "")] * 2
    assert ask(site, token, f"drafts/{key}/")["status"] == "done"
    assert len(ask(site, token, f"drafts/{key}/pool/")["cards"]) == 6
