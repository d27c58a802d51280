"""Opens tables of guests in the database of DATABASE_URL and prints their keys and seat tokens as JSON.

`python -m benchmarks.draft_tables COUNT PLAYERS [FLOW [PACKET ROUNDS]]`; with the last two they are practice tables.
The secrets are those of its own throw-away database.
"""

from __future__ import annotations

import json
import os
import sys


def main(count: int, players: int, flow: str = "together", packet: int = 0, rounds: int = 1) -> None:
    """Open, sit, begin."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    import django

    django.setup()
    from accounts.models import Person
    from drafts.core.engine.setup import Flow, House, Setup, Step8, usual_peoples
    from drafts.table import services
    from drafts.table.loaded import Who

    house = House(packet, rounds, 0) if packet else None
    opened = []
    for _table in range(count):
        host = Person.objects.create(nickname="Seat 1")
        setup = Setup(players, usual_peoples(players), Step8.RIGHT, Flow(flow), house)
        seats = [services.create_draft(host=host, setup=setup, name="Load")]
        for number in range(2, players + 1):
            seats.append(services.join(seats[0].key, who=Who(), person=None, nickname=f"Seat {number}"))
        services.start(seats[0].key, who=Who(host.pk))
        opened.append({"key": seats[0].key, "tokens": [seat.token for seat in seats]})
    sys.stdout.write(json.dumps(opened))


if __name__ == "__main__":
    flow = sys.argv[3] if len(sys.argv) > 3 else "together"
    main(int(sys.argv[1]), int(sys.argv[2]), flow, *map(int, sys.argv[4:6]))
