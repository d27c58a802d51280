"""What a report and the page after it cost a server: processor time of a player's own requests, without a network.

`python -m benchmarks.events.report [--players 300] [--rounds 3] [--rate 33] [--profile]`: every player of the round
reports and is answered with their panel, as a browser with scripts is; opens the page of the event, as one without is
told to; and then asks for the panel again, as a notice makes their phone do.
What the site keeps for some seconds is as old as if --rate players a second reported. All of the site's middleware is
in it, sockets and server are not. SQLite in a temporary folder.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import django

from benchmarks.events.rows import event_in_play

MAX_PLAYERS = 3000


class Costs:
    """Processor milliseconds of each kind of request."""

    def __init__(self, name: str) -> None:
        self.name, self.times = name, list[float]()

    def measured(self, ask: Callable[..., Any], *words: object) -> Any:
        """Send a request, and record its cost."""
        began = time.process_time()
        answer = ask(*words, secure=True)
        self.times.append((time.process_time() - began) * 1000)
        return answer

    def __str__(self) -> str:
        ordered = sorted(self.times)
        mean = sum(ordered) / len(ordered)
        marks = (ordered[min(int(len(ordered) * part), len(ordered) - 1)] for part in (0.5, 0.95))
        return f"{self.name:28} {len(ordered):6} {mean:7.2f} " + " ".join(f"{mark:7.2f}" for mark in marks)


def play(rows: dict[str, Any], rate: float) -> list[Costs]:
    """Let all players report and look, `rate` of them a second; return the cost of each kind of request."""
    from django.conf import settings
    from django.test import Client

    from matches.events import queries

    kinds = report, page, panel = [
        Costs("a report and its panel"),
        Costs("the whole page"),
        Costs("the panel, notified"),
    ]
    path = f"/matches/events/{rows['key']}/"
    client, now = Client(), 0.0
    # The site’s short-lived caches expire by this clock.
    vars(queries)["monotonic"] = lambda: now
    random.Random(3).shuffle(rows["players"])
    for number, player in enumerate(rows["players"]):
        now = number / rate
        client.cookies.clear()
        client.cookies[settings.SESSION_COOKIE_NAME] = player["cookie"]
        form = {"pairing": player["pairing"], "a": 5, "b": 2, "as": "player", "shown": ""}
        body = urlencode(form)
        answer = report.measured(client.post, f"{path}mine/report/", body, "application/x-www-form-urlencoded")
        assert answer.status_code == 200, answer.status_code
        answer = page.measured(client.get, path)
        assert answer.status_code == 200, answer.status_code
        answer = panel.measured(client.get, f"{path}mine/", {"since": 1})
        assert answer.status_code == 200, answer.status_code
        if number == 1:  # imports and compilation of a process’s first requests
            for kind in kinds:
                kind.times.clear()
    return kinds


def main() -> None:
    """Create the event, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rate", type=float, default=33)
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'event.sqlite3'}"
        os.environ |= {"VAR_DIR": folder, "DATABASE_URL": database, "LOG_LEVEL": "ERROR", "ALLOWED_HOSTS": "testserver"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        rows = event_in_play(min(asked.players, MAX_PLAYERS), asked.rounds)
        profile = cProfile.Profile(time.process_time)
        measured = profile.runcall(play, rows, asked.rate) if asked.profile else play(rows, asked.rate)
    load = Path("/proc/loadavg").read_text().split()[0]
    out = sys.stdout
    out.write(f"{asked.players} players, round {asked.rounds + 1}; processor time in ms; load average {load}\n")
    out.write(f"{'':28} {'count':>6} {'mean':>7} {'50 %':>7} {'95 %':>7}\n")
    for kind in measured:
        out.write(f"{kind}\n")
    if asked.profile:
        pstats.Stats(profile, stream=out).sort_stats("cumulative").print_stats(90)


if __name__ == "__main__":
    main()
