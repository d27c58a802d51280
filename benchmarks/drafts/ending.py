"""What the end of a draft costs a server: processor time of each seat's page of the pool and of its proof.

`python -m benchmarks.drafts.ending [--drafts 20] [--players 6] [--profile]`: drafts that bots have played to the end;
each seat opens its page and fetches its proof once, as browsers do after the last pick. All of the site's middleware
is in it, sockets and server are not. SQLite in a temporary folder.
"""

from __future__ import annotations

import argparse
import cProfile
import os
import pstats
import sys
import tempfile
import time
from pathlib import Path

import django

MAX_DRAFTS = 500


def finished_drafts(count: int, players: int) -> tuple[list[str], list[str]]:
    """Drafts that are over: their keys, and a session for each of those who sat at all of them."""
    from django.contrib.sessions.backends.db import SessionStore

    from accounts.identity import SESSION_KEY
    from accounts.models import Person
    from drafts.core.engine.setup import Setup, usual_peoples
    from drafts.table import services
    from drafts.table.loaded import Who
    from drafts.table.rows import load

    people, sessions, keys = list[Person](), list[str](), list[str]()
    for number in range(1, players + 1):
        people.append(Person.objects.create(nickname=f"Seat {number}"))
        session = SessionStore()
        session[SESSION_KEY] = people[-1].pk
        session.create()
        sessions.append(str(session.session_key))
    for _draft in range(count):
        keys.append(services.create_draft(host=people[0], setup=Setup(players, usual_peoples(players))).key)
        for person in people[1:]:
            services.join(keys[-1], who=Who(), person=person)
        services.start(keys[-1], who=Who(people[0].pk))
        for number in range(players):
            loaded = load(keys[-1])
            services.play_by(loaded, loaded.seats[number], bot=True)
    return keys, sessions


def ask(keys: list[str], sessions: list[str]) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds of each page, of the first proof of each draft, and of the proofs of its other seats."""
    from django.conf import settings
    from django.test import Client

    client = Client()

    def measured(address: str) -> float:
        began = time.process_time()
        answer = client.get(address, secure=True)
        used = (time.process_time() - began) * 1000
        assert answer.status_code == 200, (address, answer.status_code)
        return used

    pages, firsts, others = list[float](), list[float](), list[float]()
    for number, key in enumerate(keys):
        for seat, session in enumerate(sessions):
            client.cookies[settings.SESSION_COOKIE_NAME] = session
            pages.append(measured(f"/drafts/{key}/"))
            (others if seat else firsts).append(measured(f"/drafts/{key}/proof.json"))
        if number == 0:  # what the first requests of a process import and compile
            for kind in (pages, firsts, others):
                kind.clear()
    return pages, firsts, others


def row(name: str, times: list[float]) -> str:
    """A line of the table."""
    ordered = sorted(times)
    marks = (ordered[min(int(len(ordered) * part), len(ordered) - 1)] for part in (0.5, 0.95))
    return f"{name:28} {len(ordered):6} {sum(ordered) / len(ordered):7.2f} " + " ".join(f"{m:7.2f}" for m in marks)


def main() -> None:
    """Play the drafts, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--drafts", type=int, default=20)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--profile", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'drafts.sqlite3'}"
        os.environ |= {"VAR_DIR": folder, "DATABASE_URL": database, "LOG_LEVEL": "ERROR", "ALLOWED_HOSTS": "testserver"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        call_command("load_catalogue", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        keys, sessions = finished_drafts(min(asked.drafts, MAX_DRAFTS) + 1, asked.players)
        profile = cProfile.Profile(time.process_time)
        pages, firsts, others = profile.runcall(ask, keys, sessions) if asked.profile else ask(keys, sessions)
    load = Path("/proc/loadavg").read_text().split()[0]
    out = sys.stdout
    out.write(f"{asked.drafts} drafts of {asked.players}; processor time in ms; load average {load}\n")
    out.write(f"{'':28} {'count':>6} {'mean':>7} {'50 %':>7} {'95 %':>7}\n")
    rows = [("the page of the pool", pages), ("a proof", firsts + others)]
    for name, times in [*rows, ("first of its draft", firsts), ("for another seat", others)]:
        out.write(f"{row(name, times)}\n")
    if asked.profile:
        pstats.Stats(profile, stream=out).sort_stats("tottime").print_stats("drafts", 20)


if __name__ == "__main__":
    main()
