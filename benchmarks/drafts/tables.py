"""Opens tables of guests in the database of DATABASE_URL and prints their keys and seat tokens as JSON.

`python -m benchmarks.drafts.tables COUNT PLAYERS [FLOW [PACKET ROUNDS]]`; with the last two they are practice tables.
FLOW can also be another way of sharing the cards. With the flow "lobby" the packets pass together, the tables have not
begun, and each seat belongs to a guest whose session is printed. The secrets are those of its own throw-away database.
"""

from __future__ import annotations

import json
import os
import sys


def main(count: int, players: int, flow: str = "together", packet: int = 0, rounds: int = 1) -> None:
    """Open, sit, start."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    import django

    django.setup()
    from django.contrib.sessions.backends.db import SessionStore

    from accounts.identity import SESSION_KEY
    from accounts.models import Person
    from drafts.core.engine.setup import HouseDeal, LastDealDirection, PassingMode, Setup, default_peoples
    from drafts.core.engine.sharing import Sharing
    from drafts.table import services
    from drafts.table.loaded import Visitor

    def guest(number: int) -> tuple[Person, str]:
        person, session = Person.objects.create(nickname=f"Seat {number}"), SessionStore()
        session[SESSION_KEY] = person.pk
        session.create()
        return person, str(session.session_key)

    waits = flow == "lobby"
    sharing = Sharing(flow) if flow in set(Sharing) else Sharing.PACKETS
    flow = flow if flow in set(PassingMode) else PassingMode.TOGETHER
    house = HouseDeal(packet, rounds, 0) if packet else None
    opened = []
    for _table in range(count):
        guests = [guest(number) for number in range(1, (players if waits else 1) + 1)]
        host = guests[0][0]
        setup = Setup(players, default_peoples(players), LastDealDirection.RIGHT, PassingMode(flow), house, sharing)
        seats = [services.create_draft(host=host, setup=setup, name="Load")]
        for number in range(2, players + 1):
            person = guests[number - 1][0] if waits else None
            seats.append(services.join_draft(seats[0].key, visitor=Visitor(), person=person, nickname=f"Seat {number}"))
        if not waits:
            services.start_draft(seats[0].key, visitor=Visitor(host.pk))
        sessions = [session for _person, session in guests]
        opened.append({"key": seats[0].key, "tokens": [seat.token for seat in seats], "sessions": sessions})
    sys.stdout.write(json.dumps(opened))


if __name__ == "__main__":
    flow = sys.argv[3] if len(sys.argv) > 3 else "together"
    main(int(sys.argv[1]), int(sys.argv[2]), flow, *map(int, sys.argv[4:6]))
