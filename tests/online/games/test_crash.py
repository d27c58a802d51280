"""A real server killed with SIGKILL while games are played: what was acknowledged is kept, and the games go on."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from benchmarks.drafts.site import ROOT, Site
from tests.effort import THOROUGH

ROUNDS = 6 if THOROUGH else 1
GAMES = 3
MAKE_TOKEN = """
from accounts.models import ApiToken, User
print("token", ApiToken.issue(user=User.objects.create_user("Roland"), name="player")[1])
"""


@dataclass
class Player:
    """Plays one game against the computer by the API; `acknowledged` is the version of the last answer."""

    url: str
    token: str
    key: str = ""
    acknowledged: int = 0
    warm: threading.Event = field(default_factory=threading.Event)

    def call(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api/v1/online-games/{path}", data, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return dict(json.load(answer))

    def start(self) -> None:
        self.key = self.call("", {"opponent": "beginner", "people": "Vulca", "opponent_people": "Hoax"})["key"]

    def play(self, most: int = 100_000) -> None:
        """Act until the server is gone, the game is over, or so many actions were made."""
        try:
            view = self.call(f"{self.key}/")
            while view["status"] == "playing" and most:
                self.acknowledged, most = view["version"], most - 1
                view = self.call(f"{self.key}/act/", {"version": view["version"], "do": view["offers"][0]["do"]})
                self.warm.set()
            self.acknowledged = view["version"]
        except OSError:
            pass
        finally:
            self.warm.set()


def _token(site: Site) -> str:
    command = [sys.executable, "manage.py", "shell", "-c", MAKE_TOKEN]
    made = subprocess.run(command, cwd=ROOT, env=site.environment, capture_output=True, check=True, text=True)
    return next(line.split()[1] for line in made.stdout.splitlines() if line.startswith("token "))


@pytest.mark.xdist_group("crash")
@pytest.mark.filterwarnings("ignore")
def test_no_acknowledged_action_is_lost_and_none_is_there_twice(tmp_path: Path, ready: Path | None) -> None:
    site = Site(tmp_path)
    if ready is not None:
        shutil.copy(ready, site.database)
    site.start()
    try:
        token = _token(site)
        players = [Player(site.url, token) for _ in range(GAMES)]
        for player in players:
            player.start()
        for _round in range(ROUNDS):
            threads = [threading.Thread(target=player.play) for player in players]
            for thread in threads:
                thread.start()
            for player in players:
                assert player.warm.wait(120)
                player.warm.clear()
            threading.Event().wait(random.uniform(0, 0.3))
            site.kill()
            for thread in threads:
                thread.join()
            site.start()
            for player in players:
                assert player.call(f"{player.key}/")["version"] >= player.acknowledged > 0
                player.play(1)
    finally:
        site.kill()
    with sqlite3.connect(site.database) as database:
        rows = database.execute("SELECT g.id, g.version, a.number FROM online_game g JOIN online_gameaction a"
                                " ON a.game_id = g.id ORDER BY a.number").fetchall()  # fmt: skip
    database.close()
    for game, version in {(game, version) for game, version, _number in rows}:
        assert [number for other, _version, number in rows if other == game] == list(range(1, version + 1))
    assert len({game for game, _version, _number in rows}) == GAMES
