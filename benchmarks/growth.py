"""How cost grows: `python -m benchmarks.growth [--most 1000] [--tables 100] [--only decks]` makes a site in a folder.

For 10, 100, 1,000 … finished draft tables of six, decks of one person, players of one event and matches of one group:
the bytes that each adds to the database, and the processor time and statements of the pages that show them.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROUNDS = 7


def main() -> None:
    """Create the site, fill it step by step, print a line for each page and size."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--most", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--only", choices=("tables", "decks", "players", "matches"))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "site.sqlite3"
        os.environ |= {"VAR_DIR": folder, "DATABASE_URL": f"sqlite:///{file}", "LOG_LEVEL": "ERROR", "DEBUG": "no"}
        os.environ |= {"ALLOWED_HOSTS": "testserver", "SECONDS_PER_ADDRESS": "9000000"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
        import django

        django.setup()
        from django.core.management import call_command

        from tenmoons.serving.preparation import prepare_site

        prepare_site(lambda _line: None)
        call_command("clearsessions")
        kinds: dict[str, tuple[Callable[[int, int], list[str]], int]] = {
            "tables": (_tables, asked.tables),
            "decks": (_decks, asked.most),
            "players": (_players, asked.most),
            "matches": (_matches, asked.most),
        }
        for kind, (fill, most) in kinds.items():
            if asked.only not in (None, kind):
                continue
            before = 0
            for number in _steps(most):
                size, began = _bytes(file), time.process_time()
                pages = fill(before, number)
                spent, each = time.process_time() - began, (_bytes(file) - size) / (number - before)
                making = spent * 1000 / (number - before)
                _say(f"{kind} {number:6,}: {each:9,.0f} bytes and {making:7.1f} ms to make each")
                before = number
                for page in pages:
                    _say(f"    {page:44} {_cost(page)}")
    _say(f"load {Path('/proc/loadavg').read_text().split()[0]}")


def _steps(most: int) -> Iterator[int]:
    number = 10
    while number <= most:
        yield number
        number *= 10


def _bytes(file: Path) -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.stat().st_size


def _cost(page: str) -> str:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client, times, _who = Client(), list[float](), _person()
    client.force_login(_who.user)
    for _round in range(ROUNDS):
        began = time.process_time()
        answer = client.get(page, secure=True)
        times.append((time.process_time() - began) * 1000)
    with CaptureQueriesContext(connection) as asked:
        client.get(page, secure=True)
    assert answer.status_code == 200, (page, answer.status_code)
    size, median = len(answer.content) / 1000, statistics.median(times[1:])
    return f"{median:7.1f} ms, first {times[0]:7.1f} ms, {len(asked)} statements, {size:,.0f} kB"


def _person() -> Any:
    from accounts.models import Person, User

    user, _made = User.objects.get_or_create(username="roland")
    return Person.objects.select_related("user").get_or_create(user=user)[0]


def _tables(before: int, number: int) -> list[str]:
    """Create finished drafts of six, the other seats bots."""
    from cards.core.facts import PEOPLES
    from drafts.core.engine.setup import DEAL_TABLE, Setup
    from drafts.table import services
    from drafts.table.loaded import Visitor
    from drafts.table.rows import load_draft
    from drafts.table.transactions import transact

    host, setup = _person(), Setup(6, PEOPLES[: DEAL_TABLE[6].decks])
    for _number in range(before, number):
        key = services.create_draft(host=host, setup=setup).key
        services.start_draft(key, visitor=Visitor(host.pk))

        def leave(key: str = key) -> None:
            loaded = load_draft(key)
            services.set_bot_plays(loaded, next(seat for seat in loaded.seats if not seat.is_bot), bot=True)

        transact(leave)
    return ["/drafts/", f"/drafts/{key}/"]


def _decks(before: int, number: int) -> list[str]:
    """Create decks of one person."""
    from cards.catalogue.queries import catalogue
    from cards.core.facts import PEOPLES
    from decks.core.building import initial_deck
    from decks.deck.services import DeckContents, create_deck

    for turn in range(before, number):
        deck = initial_deck(PEOPLES[turn % len(PEOPLES)], catalogue())
        key = create_deck(owner=_person(), contents=DeckContents(deck=deck)).key
    return ["/decks/", f"/decks/{key}/"]


def _players(before: int, number: int) -> list[str]:
    """Create an event of this size in its third round."""
    from benchmarks.events.rows import event_in_play

    rows = event_in_play(number - before, 2)
    return [f"/matches/events/{rows['key']}/", f"/api/v1/events/{rows['key']}/"]


def _matches(before: int, number: int) -> list[str]:
    """Create finished matches of thirty members of one group."""
    from matches.core.scoring import DEFAULT_SHEET
    from matches.groups import services as groups
    from matches.models import Group, Match
    from matches.play import services
    from matches.play.services import GameReport

    lots, by = random.Random(number), _person()
    group = Group.objects.filter(owner=by).first() or groups.create_group(
        by=by, name="Club", members=[f"Player {turn}" for turn in range(30)]
    )
    members = list(group.members.values_list("pk", flat=True))
    for _turn in range(before, number):
        match = services.create_group_match(
            by=by, group_key=group.key, members=lots.sample(members, 2), sheet=DEFAULT_SHEET
        )
        while match.status == Match.Status.OPEN:
            match = services.record_game(
                by=by, key=match.key, version=match.version, report=GameReport(lots.choice("ab"), lots.randrange(4))
            )
    return [f"/matches/groups/{group.key}/", f"/matches/groups/{group.key}/season/"]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
