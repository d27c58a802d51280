"""Cost at a hundred times the data: `python -m benchmarks.hundredfold [--times 100] [--only /decks/]`.

The demo site is measured page by page; then every person, deck, draft, match, event and group is copied by SQL, so
many times over, and the same pages are measured again. An answer of the same size should cost at most 1.5 times as
much, a longer one no more for each kB, and none more statements. Milliseconds of processor, the least of eleven views.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROUNDS = 12
MAX_RATIO = 1.5
# Below this, a page is measured too roughly for its ratio to say anything.
MIN_MS = 2.0
# More than any primary key of the demo, so that the copies of a row never meet another’s.
STEP = 1_000_000


@dataclass(frozen=True, slots=True)
class PageCost:
    """Least milliseconds of processor of a page seen before, those of its first view, statements, kB and status."""

    ms: float
    first_ms: float
    statements: int
    kilobytes: float
    status: int


def main() -> int:
    """Print a line for each page; the status is 1 where one fails or costs too much."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--only", default="")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"VAR_DIR": folder, "DATABASE_URL": f"sqlite:///{folder}/site.sqlite3", "LOG_LEVEL": "ERROR"}
        os.environ |= {"DEBUG": "no", "ALLOWED_HOSTS": "testserver", "SECONDS_PER_ADDRESS": "9000000"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
        import django

        django.setup()
        from tenmoons.demo.living_site import create_live_demo
        from tenmoons.serving.preparation import prepare_site

        prepare_site(lambda _line: None)
        create_live_demo()
        who = _busiest_person()
        pages = [page for page in _pages(who) if asked.only in page]
        before = {page: _cost(page, who) for page in pages}
        rows = copy_rows(asked.times - 1)
        _say(f"{rows:,} rows copied; load {Path('/proc/loadavg').read_text().split()[0]}")
        _say(f"{'page':48} {'1 ×':>7} {asked.times:>5} × {'ratio':>6}  first, statements, kB")
        failed = 0
        for page in pages:
            then, now = before[page], _cost(page, who)
            ratio = now.ms / max(then.ms, MIN_MS) / max(1, now.kilobytes / then.kilobytes)
            bad = now.status != then.status or ratio > MAX_RATIO or now.statements > then.statements
            failed += bad
            _say(
                f"{page:48} {then.ms:7.1f} {now.ms:7.1f} {ratio:6.1f}  {then.first_ms:.0f} → {now.first_ms:.0f}, "
                f"{then.statements} → {now.statements}, {then.kilobytes:.0f} → {now.kilobytes:.0f}"
                f"{f'  status {now.status}' if now.status != 200 else ''}{'  !' * bad}"
            )
        _say(f"load {Path('/proc/loadavg').read_text().split()[0]}; {failed} of {len(pages)} over the mark")
    return int(bool(failed))


def copy_rows(times: int) -> int:
    """Copy what people made so many times over, each copy with people, keys and names of its own; return the rows."""
    from django.apps import apps
    from django.db import connection

    from accounts.models import Person

    models: list[Any] = [Person]
    for app in ("decks", "drafts", "matches"):
        models += apps.get_app_config(app).get_models()
    copied = 0
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys = OFF")
        for model in models:
            if model.__name__ in ("TodaysAnswer", "Webhook", "WebhookNotice", "Quiet"):
                continue
            columns, values = zip(*_copied_columns(model, models), strict=True)
            numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %s)"
            table = model._meta.db_table
            cursor.execute(
                f"{numbers} INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM {table}, n",
                [times],
            )
            copied += cursor.execute("SELECT changes()").fetchone()[0]
        cursor.execute("ANALYZE")
    return copied


def _copied_columns(model: Any, models: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield each column with what stands there in the copy number `n.i`."""
    once = {group.fields[0] for group in model._meta.constraints if len(getattr(group, "fields", ())) == 1}
    for field in model._meta.concrete_fields:
        column = f'"{field.column}"'
        if field.primary_key or (field.is_relation and field.related_model in models):
            yield column, f"{column} + n.i * {STEP}"
        elif field.is_relation and field.unique:
            yield column, "NULL"
        elif field.unique or field.name in once:
            yield column, f"iif({column} = '', '', printf('%%05d', n.i) || {column})"
        else:
            yield column, column


def _busiest_person() -> Any:
    """Return a member who has drafted, played and built: the owner of the demo’s group, with an account."""
    from accounts.models import User
    from matches.models import Group

    person = Group.objects.order_by("pk")[0].owner
    person.user = User.objects.create_user("busy")
    person.save()
    return person


ADDRESSES = (
    "home", "mine", "new", "today", "today_archive", "play:index", "cards:index", "cards:rulings", "cards:peoples",
    "game:peoples", "decks:index", "decks:public", "decks:create", "decks:formats", "decks:shelf", "drafts:index",
    "drafts:create", "drafts:statistics", "matches:index", "matches:create", "matches:calendar", "matches:clubs",
    "matches:events", "matches:event_create", "decks_api:decks", "decks_api:public", "drafts_api:drafts",
    "matches_api:events", "matches_api:event_calendar", "matches_api:matches", "matches_api:groups",
)  # fmt: skip


def _pages(who: Any) -> list[str]:
    from django.urls import reverse

    from decks.models import Deck
    from drafts.models import Draft
    from matches.models import Event, Group, Match

    events = Event.objects.order_by("pk")
    rows: dict[str, Iterable[Any]] = {
        "decks:deck": [*Deck.objects.filter(owner=who)[:1], *Deck.objects.filter(visibility="public")[:1]],
        "drafts:detail": [*Draft.objects.filter(status="done")[:1], *Draft.objects.filter(status="drafting")[:1]],
        "matches:detail": [*Match.objects.filter(group=None)[:1], *Match.objects.exclude(group=None)[:1]],
        "matches:event": [*events.filter(status="finished")[:1], *events.filter(status="running")[:1]],
        "matches:group": Group.objects.order_by("pk")[:1],
        "matches:group_season": Group.objects.order_by("pk")[:1],
    }
    searches = ["/search/?q=shield", f"{reverse('cards:index')}?q=fire", f"{reverse('decks:public')}?q=fire"]
    cards = [reverse("cards:card", args=["vulca-05"]), reverse("cards:card", args=["hoax-15"])]
    of_rows = [reverse(name, args=[row.key]) for name, found in rows.items() for row in found]
    return [*map(reverse, ADDRESSES), *searches, *cards, *of_rows]


def _cost(page: str, who: Any) -> PageCost:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client, times = Client(raise_request_exception=False), list[float]()
    client.force_login(who.user)
    for _round in range(ROUNDS):
        began = time.process_time()
        client.get(page, secure=True)
        times.append((time.process_time() - began) * 1000)
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(page, secure=True)
    return PageCost(min(times[1:]), times[0], len(asked), len(answer.content) / 1000, answer.status_code)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
