"""What each device of the draft table earns: it is switched off in turn, and the processor time beside it with all on.

`python -m benchmarks.drafts.switched_off [--rounds 3]`. Picks of 16 tables of six are written as the writing thread
does, a batch a step; pages of the table are asked as browsers do. SQLite in a temporary folder, processor time of this
process alone, so that other work on the machine does not count; each way in turn, the least of the rounds is printed.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any
from unittest.mock import patch

import django

TABLES, PLAYERS, STEPS, PAGES = 16, 6, 4, 30


@contextmanager
def one_commit_a_pick() -> Iterator[None]:
    """Without group commit: each pick is a transaction of its own."""
    from drafts.table import picks
    from live.group_writer import WriteResults

    together = picks.write_picks

    def alone(commands: Sequence[Any]) -> Any:
        results = [together([command]) for command in commands]
        outcomes = [outcome for result in results for outcome in result.outcomes]
        return WriteResults(outcomes, [notice for result in results for notice in result.notices])

    with patch.object(picks, "write_picks", alone):
        yield


@contextmanager
def rows_by_the_orm() -> Iterator[None]:
    """Without bulk SQL: query sets write versions and picks."""
    from django.db.models import F

    from drafts.models import Draft, Pick
    from drafts.table import bulk_sql

    def write_versions(changed: Sequence[tuple[Draft, Mapping[str, Any]]], *, before: datetime | None = None) -> bool:
        return all(
            Draft.objects.filter(pk=draft.pk, version=draft.version)
            .exclude(deadline__lte=before or datetime.min)
            .update(version=F("version") + 1, **changes)
            for draft, changes in changed
        )

    def add_picks(rows: Sequence[tuple[Any, ...]], replaced: Sequence[tuple[Any, ...]]) -> dict[int, int]:
        names = ("draft_id", "seat", "round", "number", "card", "by", "made")
        made = Pick.objects.bulk_create([Pick(**dict(zip(names, row, strict=True))) for row in rows])
        return {pick.draft_id: pick.pk for pick in made}

    with patch.object(bulk_sql, "update_versions", write_versions), patch.object(bulk_sql, "insert_picks", add_picks):
        yield


@contextmanager
def nothing_kept() -> Iterator[None]:
    """Without the cache of states: every table is read from its rows."""
    from drafts.table import state_cache

    with patch.object(state_cache, "get", lambda _key: None):
        yield


@contextmanager
def drawn_each_time() -> Iterator[None]:
    """Without `drawonce`: each block is rendered for every page."""
    from common.versioned_cache import VersionedCache

    with patch.object(VersionedCache, "get_or_make", lambda _self, _key, _from, make: make()):
        yield


@contextmanager
def written_each_time() -> Iterator[None]:
    """Without prepared statements: each query set is compiled for every read."""
    from common.database.prepared import PreparedQuery

    def rows(self: PreparedQuery[Any], *values: Any) -> list[Any]:
        return list(self._make(*values))

    with patch.object(PreparedQuery, "rows", rows):
        yield


PICKS: dict[str, Callable[[], Any]] = {
    "all on": nullcontext,
    "group commit": one_commit_a_pick,
    "bulk SQL": rows_by_the_orm,
    "state cache": nothing_kept,
    "prepared statements": written_each_time,
}
PAGE: dict[str, Callable[[], Any]] = {
    "all on": nullcontext,
    "drawonce and other drawn parts": drawn_each_time,
    "prepared statements": written_each_time,
    "state cache": nothing_kept,
}


def open_tables(people: Sequence[Any]) -> list[str]:
    """Return the keys of running tables."""
    from drafts.core.engine.setup import Setup, default_peoples
    from drafts.table import services
    from drafts.table.loaded import Visitor

    keys = []
    for _table in range(TABLES):
        key = services.create_draft(host=people[0], setup=Setup(PLAYERS, default_peoples(PLAYERS))).key
        for person in people[1:]:
            services.join_draft(key, visitor=Visitor(), person=person)
        services.start_draft(key, visitor=Visitor(people[0].pk))
        keys.append(key)
    return keys


def pick_steps(people: Sequence[Any], off: Callable[[], Any]) -> float:
    """Return milliseconds per pick: each seat’s first card, of all tables at once, for some steps."""
    from drafts.table import picks
    from drafts.table.loaded import Visitor
    from drafts.table.queries import visible_draft_for
    from drafts.table.rows import load_draft

    keys, used, count = open_tables(people), 0.0, 0
    for _step in range(STEPS):
        for person in people:
            who = Visitor(person.pk)
            views = [(key, visible_draft_for(load_draft(key), who).view) for key in keys]
            commands = [
                picks.PickCommand(key, who, view.round, view.number, view.packet[0])
                for key, view in views
                if view is not None and view.packet
            ]
            with off():
                began = time.process_time()
                results = picks.write_picks(commands)
                used += time.process_time() - began
            assert not [outcome for outcome in results.outcomes if isinstance(outcome, Exception)]
            count += len(commands)
    return used / count * 1000


def table_pages(people: Sequence[Any], sessions: Sequence[str], off: Callable[[], Any]) -> float:
    """Return milliseconds per page of the table."""
    from django.conf import settings
    from django.test import Client

    client, (key, *_others) = Client(), open_tables(people)
    with off():
        for at in range(PAGES + PLAYERS):
            if at == PLAYERS:  # each seat’s first page is not counted
                began = time.process_time()
            client.cookies[settings.SESSION_COOKIE_NAME] = sessions[at % PLAYERS]
            assert client.get(f"/drafts/{key}/", secure=True).status_code == 200
        return (time.process_time() - began) / PAGES * 1000


def main() -> None:
    """Measure each way in turn, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    with ExitStack() as ending:
        folder = ending.enter_context(tempfile.TemporaryDirectory())
        os.environ |= {"VAR_DIR": folder, "DATABASE_URL": f"sqlite:///{Path(folder) / 'drafts.sqlite3'}"}
        os.environ |= {"LOG_LEVEL": "ERROR", "ALLOWED_HOSTS": "testserver", "SECONDS_PER_ADDRESS": "9000000"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
        django.setup()
        from django.core.management import call_command

        from benchmarks.drafts.page_costs import seated_people
        from tenmoons.serving.preparation import create_or_migrate_tables

        create_or_migrate_tables()
        call_command("load_catalogue", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        people, sessions = seated_people(PLAYERS)
        told: dict[tuple[str, str], list[float]] = {}
        for _round in range(rounds):
            for name, off in PICKS.items():
                told.setdefault(("a pick", name), []).append(pick_steps(people, off))
            for name, off in PAGE.items():
                told.setdefault(("a page", name), []).append(table_pages(people, sessions, off))
        load = Path("/proc/loadavg").read_text().split()[0]
        sys.stdout.write(f"processor time in ms, the least of {rounds}; load average {load}\n")
        for (what, name), times in told.items():
            less = min(times) / min(told[what, "all on"])
            way = name if name == "all on" else f"without {name}"
            sys.stdout.write(f"{what:8} {way:40} {min(times):7.3f} {less:6.2f}\n")


if __name__ == "__main__":
    main()
