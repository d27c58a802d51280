"""Starts games of guests in the database of DATABASE_URL, and prints them as JSON; or prints every action in it.

`python -m benchmarks.online.games COUNT [LEVEL]`: each player’s session and topic, by game. With COUNT 0, the actions:
key, number, place, view versions of both seats. The secrets are those of its own throw-away database.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

PEOPLES = ("Hoax", "Vulca", "Mimix", "Flit", "Khind", "Terrah", "Pillar", "Aqua")


def started(count: int, level: str) -> list[dict[str, Any]]:
    """Start games with the peoples’ decks."""
    from django.contrib.sessions.backends.db import SessionStore

    from accounts.identity import SESSION_KEY
    from accounts.models import Person
    from online.core.terms import GameTerms
    from online.games import services
    from online.games.decks import DeckChoice
    from online.games.services import FRIEND, NewGame

    def guest(name: str) -> tuple[Person, str]:
        person, session = Person.objects.create(nickname=name), SessionStore()
        session[SESSION_KEY] = person.pk
        session.create()
        return person, str(session.session_key)

    games = []
    for number in range(count):
        (first, own), (second, other) = guest("Roland"), guest("Elinor")
        decks = [DeckChoice(people=PEOPLES[(number + at) % len(PEOPLES)]) for at in (0, 1 + number % 7)]
        new = NewGame(GameTerms(), decks[0], level or FRIEND, decks[1], accepts_texts=True)
        loaded = services.create_game(first, new)
        if not level:
            loaded = services.join_game(second, loaded.game.key, loaded.game.join_key, decks[1], accepts_texts=True)
        sessions = {first.pk: own, second.pk: other}
        seats = [
            {"session": sessions[seat.person_id], "topic": seat.topic, "place": seat.place}
            for seat in loaded.seats
            if seat.person_id
        ]
        games.append({"key": loaded.game.key, "seats": seats})
    return games


def recorded() -> list[list[Any]]:
    """Return every action, and check that each game is at the position of its last one."""
    from online.models import Game, GameAction

    rows = GameAction.objects.order_by("game__key", "number")
    for game in Game.objects.exclude(version=0):
        last = rows.filter(game=game).last()
        assert last is not None and (last.number, last.position) == (game.version, game.position), game.key
    return [list(row) for row in rows.values_list("game__key", "number", "place", "view_0", "view_1")]


def main(count: int, level: str = "") -> None:
    """Start or read, and print."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    import django

    django.setup()
    sys.stdout.write(json.dumps(started(count, level) if count else recorded()))


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
