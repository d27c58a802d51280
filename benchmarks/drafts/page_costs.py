"""What the requests of a draft cost a server: processor time of lobby, start, table, pool and proof.

`python -m benchmarks.drafts.page_costs [--drafts 20] [--players 6] [--profile lobby|start|table|pool|proof]`: the host
opens the lobby and begins, each seat opens its page at the start, bots play to the end, and each seat opens the page
of its pool and fetches its proof, as browsers do. All of the site's middleware is in it, sockets and server are not.
SQLite in a temporary folder. The first drafts of the process, which draw every card once, are not counted.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

MAX_DRAFTS = 500
# Drafts played before the measured ones: what a process imports, compiles and renders once.
WARM_UP_DRAFTS = 8
KINDS = {
    "lobby": "the page of the lobby",
    "start": "the start",
    "table": "the table's page",
    "pool": "the page of the pool",
    "first proof": "a proof, first of its draft",
    "proof": "a proof for another seat",
}


class Measuring:
    """Processor time of each request by kind, with a profile of one kind if requested."""

    def __init__(self, sessions: list[str], profiled: str) -> None:
        from django.test import Client

        self.client = Client(headers={"accept-encoding": "gzip"})
        self.sessions, self.profiled = sessions, profiled
        self.profile = cProfile.Profile(time.process_time)
        self.times: dict[str, list[float]] = defaultdict(list)
        self.counting = False

    def ask(self, kind: str, address: str, seat: int, *, post: bool = False) -> None:
        """Send one request of a seat."""
        from django.conf import settings

        self.client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[seat]
        send: Callable[..., Any] = self.client.post if post else self.client.get
        arguments: dict[str, Any] = {"secure": True}
        if post:
            arguments |= {"data": {}, "content_type": "application/json"}
        profiling = self.counting and kind == self.profiled
        began = time.process_time()
        answer = self.profile.runcall(send, address, **arguments) if profiling else send(address, **arguments)
        used = (time.process_time() - began) * 1000
        assert answer.status_code == 200, (address, answer.status_code, answer.content[:300])
        if self.counting:
            self.times[kind].append(used)


def seated_people(players: int) -> tuple[list[Any], list[str]]:
    """Create the people for all tables, and a session for each."""
    from django.contrib.sessions.backends.db import SessionStore

    from accounts.identity import SESSION_KEY
    from accounts.models import Person

    people, sessions = list[Any](), list[str]()
    for number in range(1, players + 1):
        people.append(Person.objects.create(nickname=f"Seat {number}"))
        session = SessionStore()
        session[SESSION_KEY] = people[-1].pk
        session.create()
        sessions.append(str(session.session_key))
    return people, sessions


def play_draft(people: list[Any], measuring: Measuring) -> None:
    """Play one draft from its lobby to the proofs of its end."""
    from drafts.core.engine.setup import Setup, default_peoples
    from drafts.table import services
    from drafts.table.loaded import Visitor
    from drafts.table.rows import load_draft

    players = len(people)
    key = services.create_draft(host=people[0], setup=Setup(players, default_peoples(players))).key
    for person in people[1:]:
        services.join_draft(key, visitor=Visitor(), person=person)
    measuring.ask("lobby", f"/drafts/{key}/", 0)
    measuring.ask("start", f"/api/v1/drafts/{key}/start/", 0, post=True)
    for seat in range(players):
        measuring.ask("table", f"/drafts/{key}/", seat)
    for number in range(players):
        loaded = load_draft(key)
        services.set_bot_plays(loaded, loaded.seats[number], bot=True)
    for seat in range(players):
        measuring.ask("pool", f"/drafts/{key}/", seat)
        measuring.ask("proof" if seat else "first proof", f"/drafts/{key}/proof.json", seat)


def row(name: str, times: list[float]) -> str:
    """Return a line of the table."""
    ordered = sorted(times)
    marks = (ordered[min(int(len(ordered) * part), len(ordered) - 1)] for part in (0.5, 0.95))
    return f"{name:28} {len(ordered):6} {sum(ordered) / len(ordered):7.2f} " + " ".join(f"{m:7.2f}" for m in marks)


def main() -> None:
    """Play the drafts, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--drafts", type=int, default=20)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--profile", default="", choices=["", *KINDS])
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'drafts.sqlite3'}"
        rates = {"API_RATE_ANONYMOUS": "9000000/min", "API_RATE_MEMBER": "9000000/min"}
        rates["SECONDS_PER_ADDRESS"] = "9000000"
        os.environ |= {"VAR_DIR": folder, "DATABASE_URL": database, "LOG_LEVEL": "ERROR", "ALLOWED_HOSTS": "testserver"}
        os.environ |= rates
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
        django.setup()
        from django.core.management import call_command

        from tenmoons.serving.preparation import create_or_migrate_tables

        create_or_migrate_tables()
        call_command("load_catalogue", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        people, sessions = seated_people(asked.players)
        measuring = Measuring(sessions, asked.profile)
        for number in range(WARM_UP_DRAFTS + min(asked.drafts, MAX_DRAFTS)):
            measuring.counting = number >= WARM_UP_DRAFTS
            play_draft(people, measuring)
    load = Path("/proc/loadavg").read_text().split()[0]
    out = sys.stdout
    out.write(f"{asked.drafts} drafts of {asked.players}; processor time in ms; load average {load}\n")
    out.write(f"{'':28} {'count':>6} {'mean':>7} {'50 %':>7} {'95 %':>7}\n")
    for kind, name in KINDS.items():
        out.write(f"{row(name, measuring.times[kind])}\n")
    if asked.profile:
        pstats.Stats(measuring.profile, stream=out).sort_stats("cumulative").print_stats(120)


if __name__ == "__main__":
    main()
