"""How long what an organiser does at a large event holds the write lock: processor time within each transaction.

`python -m benchmarks.events.write_locks [--players 2000] [--rounds 8] [--decks]`: names entered, rounds paired, taken
back and closed with half of the results, a cut, an end, and the longest season a file may hold. With --decks everybody
has handed in a deck, as where decks are asked for. Players have accounts, and one address is told of everything.
SQLite in a temporary folder.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

from benchmarks.events.rows import event_in_play

MAX_PLAYERS = 4000
HEAD = f"{'':44} {'longest ms':>10} {'by clock':>9} {'in all':>7} {'transactions':>12}"


class Locks:
    """Measures the outermost transactions of this thread, in milliseconds of processor and wall time."""

    def __init__(self) -> None:
        from django.db import connection, transaction

        self.held: list[tuple[float, float]] = []
        enter, leave = transaction.Atomic.__enter__, transaction.Atomic.__exit__
        began = [0.0, 0.0]

        def entered(atomic: Any) -> None:
            outermost = not connection.in_atomic_block
            enter(atomic)
            if outermost:
                began[:] = time.thread_time(), time.perf_counter()

        def left(atomic: Any, *about: Any) -> None:
            leave(atomic, *about)
            if not connection.in_atomic_block:
                self.held.append(((time.thread_time() - began[0]) * 1000, (time.perf_counter() - began[1]) * 1000))

        vars_of: Any = transaction.Atomic
        vars_of.__enter__, vars_of.__exit__ = entered, left

    def say(self, name: str, work: Callable[[], object]) -> None:
        """Do it, and print how long it held the lock."""
        self.held.clear()
        began = time.thread_time()
        work()
        spent = (time.thread_time() - began) * 1000
        longest, clock = max(self.held, default=(0.0, 0.0))
        sys.stdout.write(f"{name:44} {longest:10.0f} {clock:9.0f} {spent:7.0f} {len(self.held):12}\n")
        sys.stdout.flush()


def run(players: int, rounds: int, *, decks: bool) -> None:
    """Run an organiser’s actions, step by step."""
    from matches.events import result_services, round_services, services
    from matches.events.entry import leaving
    from matches.events.queries import load_event
    from matches.models import Event, Webhook

    key = event_in_play(players, rounds)["key"]
    event, locks = Event.objects.get(key=key), Locks()
    owner: Any = event.owner
    Webhook.objects.create(event=event, url="https://example.org/told", secret="s" * 40)
    if decks:
        _hand_in(event)
    newest = rounds + 1
    load_event(key)
    tables = [table.row.pk for table in load_event(key).rounds[-1].pairings if table.b is not None]
    locks.say("a result", lambda: result_services.enter_result(by=owner, key=key, pairing=tables[0], crystals=(5, 2)))
    _results(tables[1::2])
    locks.say("a player drops", lambda: leaving.drop_player(by=owner, key=key, number=9))
    end = {"by": owner, "key": key, "number": newest, "unfinished": True}
    locks.say("a round is closed, half of it open", lambda: round_services.close_round(**end))
    Event.objects.filter(key=key).update(rounds_planned=newest + 1)
    locks.say("the next round is paired", lambda: round_services.pair_next_round(by=owner, key=key, number=newest + 1))
    locks.say("its pairing is taken back", lambda: round_services.unpair_round(by=owner, key=key, number=newest + 1))
    locks.say("the event is finished", lambda: round_services.finish_event(by=owner, key=key))
    locks.say("and opened again", lambda: round_services.reopen_event(by=owner, key=key))
    Event.objects.filter(key=key).update(cut_size=16)
    locks.say("the cut begins", lambda: round_services.begin_playoff(by=owner, key=key))
    names = [f"Late {n}" for n in range(500)]
    _season(locks, owner)
    fresh = services.create_event(by=owner, rules=_rules()).key
    locks.say("500 names are entered", lambda: services.add_players(by=owner, key=fresh, names=names))
    _draft_day(locks, owner, players)


def _rules(format_: str = "swiss") -> Any:
    from matches.core.tournament import EventRules

    return EventRules(name="Sunday", format=format_)


def _draft_day(locks: Locks, owner: Any, players: int) -> None:
    """Seat everybody at draft tables twice, and delete the event."""
    from matches.events import pod_services as tables
    from matches.events import services

    key = services.create_event(by=owner, rules=_rules("draft")).key
    for first in range(0, players, 500):
        names = [f"Player {n}" for n in range(first, min(first + 500, players))]
        services.add_players(by=owner, key=key, names=names)
    locks.say("all are seated at draft tables", lambda: tables.seat_players_in_pods(by=owner, key=key))
    locks.say("and freed again", lambda: tables.cancel_all_pods(by=owner, key=key))
    locks.say("the event is deleted", lambda: services.delete_event(by=owner, key=key))


def _results(tables: list[int]) -> None:
    from matches.models import Pairing

    Pairing.objects.filter(pk__in=tables).update(settled="staff", crystals_a=5, crystals_b=2, outcome="a")


def _hand_in(event: Any) -> None:
    """Hand in the same deck for everybody."""
    from cards.catalogue.queries import catalogue
    from cards.core.facts import People
    from decks.core.building import initial_deck
    from decks.core.text import format_deck
    from matches.events.decks.services import submit_pasted_deck

    cards = catalogue()
    text = format_deck(initial_deck(People.VULCA, cards), cards)
    event.decks_required = True
    event.save(update_fields=["decks_required"])
    handed = submit_pasted_deck(by=event.owner, key=event.key, number=1, text=text)
    columns = ("deck", "deck_name", "deck_at", "deck_verdict", "deck_faults", "deck_frozen")
    event.registrations.update(**{column: getattr(handed, column) for column in columns})


def _season(locks: Locks, owner: Any) -> None:
    from matches.core.seasons.csv_import.columns import MAX_LINES
    from matches.models import Group, Member
    from matches.seasons import import_services
    from matches.seasons.import_services import SubmittedFile

    group = Group.objects.create(name="Thursdays", owner=owner)
    names = [f"Member {n}" for n in range(60)]
    Member.objects.bulk_create(Member(group=group, name=name) for name in names[:30])
    lines = ["date,player,opponent,games"]
    for n in range(MAX_LINES - 1):
        pair = f"{names[n % 60]},{names[(n + 1 + n // 60 % 58) % 60]}"
        lines.append(f"20{n // 2000 + 10}-0{n % 9 + 1}-1{n % 10},{pair},w2 l1 w3")
    file = SubmittedFile("\n".join(lines), "season.csv", dict.fromkeys(names[30:], ""))
    locks.say("a season is imported", lambda: import_services.import_season(by=owner, key=group.key, file=file))
    pk = group.imports.get().pk
    locks.say("and taken back", lambda: import_services.undo_import(by=owner, key=group.key, pk=pk))


def main() -> None:
    """Create the event, measure, print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--decks", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder) / 'event.sqlite3'}"
        os.environ |= {"VAR_DIR": folder, "DATABASE_URL": database, "LOG_LEVEL": "ERROR"}
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        if asked.decks:
            call_command("load_catalogue", verbosity=0)
        load = Path("/proc/loadavg").read_text().split()[0]
        sys.stdout.write(f"{asked.players} players, round {asked.rounds + 1}; load average {load}\n{HEAD}\n")
        run(min(asked.players, MAX_PLAYERS), asked.rounds, decks=asked.decks)


if __name__ == "__main__":
    main()
