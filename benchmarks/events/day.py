"""A Saturday of 200 players by the services: registration, eight rounds, drops, late entry, corrections, a cut, PDF.

`python -m benchmarks.events.day [--players 200]`. It works in a database in memory and leaves nothing behind.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time

import django


def main() -> None:
    """Play the day and print the duration of its parts."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--players", type=int, default=200)
    players = parser.parse_args().players
    os.environ["DATABASE_URL"] = "sqlite://:memory:"
    os.environ["LOG_LEVEL"] = "ERROR"
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    _day(players)


def _day(players: int) -> None:
    from accounts.models import Person
    from matches.core.tournament import EventRules
    from matches.events import result_services, round_services, services
    from matches.events.entry import leaving
    from matches.events.paper.standings_sheet import standings_pdf
    from matches.events.queries import load_event

    lots, owner = random.Random(1), Person.objects.create(nickname="Roland")
    began = time.perf_counter()
    settings = EventRules(name="Saturday", cut_size=8)
    key = services.create_event(by=owner, rules=settings).key
    services.add_players(by=owner, key=key, names=[f"Player {n}" for n in range(1, players + 1)])
    _say("registration", began)
    slowest = 0.0
    for number in range(1, 12):
        started = time.perf_counter()
        if number == 9:
            round_services.begin_playoff(by=owner, key=key)
        else:
            round_services.pair_next_round(by=owner, key=key, number=number)
        slowest = max(slowest, time.perf_counter() - started)
        for pairing in load_event(key).rounds[-1].unreported:
            crystals = (5, lots.randrange(5)) if lots.random() < 0.5 else (lots.randrange(5), 5)
            result_services.enter_result(by=owner, key=key, pairing=pairing.row.pk, crystals=crystals)
        if number == 3:
            leaving.drop_player(by=owner, key=key, number=7)
            services.add_players(by=owner, key=key, names=["Late Lena"])
            wrong = load_event(key).rounds[0].pairings[0]
            result_services.enter_result(by=owner, key=key, pairing=wrong.row.pk, crystals=wrong.crystals[::-1])
    round_services.finish_event(by=owner, key=key)
    _say("the day", began)
    sys.stdout.write(f"slowest pairing of a round, with its rows: {slowest:.2f} s\n")
    started = time.perf_counter()
    view = load_event(key)
    _say("the event read and its table counted", started)
    started = time.perf_counter()
    size = len(standings_pdf(view))
    _say(f"standings as PDF, {size // 1024} kB", started)
    sys.stdout.write(f"winner: {view.champion}\n")


def _say(what: str, began: float) -> None:
    sys.stdout.write(f"{what}: {time.perf_counter() - began:.2f} s\n")


if __name__ == "__main__":
    main()
