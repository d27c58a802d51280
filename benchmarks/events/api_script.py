"""What a script costs a server at a large event: processor time and size of the answers of the API, without a network.

`python -m benchmarks.events.api_script [--players 2000] [--rounds 8]`: an organiser reads the event whole and again
by `since`, enters results and a correction, lets a player drop, closes the round and pairs the next. They have a token,
and all of the site's middleware is in it, compression too. SQLite in a temporary folder.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

from benchmarks.events.rows import event_in_play

MAX_PLAYERS = 3000
REPEATS = 5


class Script:
    """A client with a token of the organiser that prints the cost of each request."""

    def __init__(self, key: str) -> None:
        from django.test import Client

        from accounts.models import ApiToken, Person, User
        from matches.models import Event

        user = User.objects.create_user("roland")
        Person.objects.filter(pk=Event.objects.get(key=key).owner_id).update(user=user)
        _row, secret = ApiToken.issue(user=user, name="script")
        headers = {"accept-encoding": "gzip", "authorization": f"Bearer {secret}"}
        self.client, self.path, self.version = Client(headers=headers), f"/api/v1/events/{key}/", 0

    def ask(self, name: str, method: str, path: str = "", body: Any = None, *, since: bool = True) -> dict[str, Any]:
        """Send a request, print its cost; return the response."""
        said = {} if body is None else {"data": body, "content_type": "application/json"}
        call: Callable[..., Any] = getattr(self.client, method)
        began = time.process_time()
        asked = f"?since={self.version}" if since else ""
        answer = call(f"{self.path}{path}{asked}", secure=True, **said)
        spent = (time.process_time() - began) * 1000
        if answer.status_code >= 300:
            sys.exit(f"{name}: {answer.status_code} {answer.content[:300]!r}")
        plain = gzip.decompress(answer.content) if answer.get("Content-Encoding") == "gzip" else answer.content
        sys.stdout.write(f"{name:44} {spent:8.0f} {len(answer.content) / 1000:9.1f} {len(plain) / 1000:9.1f}\n")
        data: dict[str, Any] = json.loads(plain)
        return data

    def change(self, name: str, method: str, path: str = "", body: Any = None) -> dict[str, Any]:
        """The same, continuing from the version in its response."""
        answer = self.ask(name, method, path, body)
        self.version = answer["version"]
        return answer


def run(script: Script, played: int) -> None:
    """Run an organiser’s script of a round."""
    script.ask("the first request of a process, since=0", "get")
    whole = script.ask("the event, since=0", "get")
    script.version = whole["version"]
    script.ask("nothing is new, since", "get")
    newest = whole["rounds"][-1]
    for table in newest["pairings"][:REPEATS]:
        script.ask("a result", "put", f"pairings/{table['id']}/result/", {"crystals": [5, 2]}, since=False)
    correction = f"pairings/{newest['pairings'][0]['id']}/result/"
    script.ask("a correction", "put", correction, {"crystals": [2, 5]}, since=False)
    script.change("what the results changed", "get")
    script.change("a player drops", "post", "players/9/", {"playing": False})
    closing = {"closed": True, "unfinished": True}
    script.change("close the round with what was played", "post", f"rounds/{played + 1}/", closing)
    script.change("plan one round more", "patch", "", {"rounds_planned": played + 2, "version": script.version})
    script.change("pair the next round", "post", "rounds/", {"number": played + 2})
    script.ask("the row of a player", "get", "players/10/", since=False)


def main() -> None:
    """Create the event, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=8)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'event.sqlite3'}"
        os.environ |= {"VAR_DIR": folder, "DATABASE_URL": database, "LOG_LEVEL": "ERROR", "ALLOWED_HOSTS": "testserver"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        rows = event_in_play(min(asked.players, MAX_PLAYERS), asked.rounds)
        load = Path("/proc/loadavg").read_text().split()[0]
        sys.stdout.write(f"{asked.players} players, round {asked.rounds + 1}; load average {load}\n")
        sys.stdout.write(f"{'':44} {'ms CPU':>8} {'kB sent':>9} {'kB':>9}\n")
        run(Script(rows["key"]), asked.rounds)


if __name__ == "__main__":
    main()
