"""Opens tables of guests in the database of DATABASE_URL and prints their keys and seat tokens as JSON.

`python -m benchmarks.draft_tables COUNT PLAYERS [FLOW]`. The secrets are those of its own throw-away database.
"""

from __future__ import annotations

import json
import os
import sys


def main(count: int, players: int, flow: str = "together") -> None:
    """Open, sit, begin."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    import django

    django.setup()
    from accounts.models import Person
    from drafts import services
    from drafts.engine.setup import Flow, Setup, usual_peoples
    from drafts.queries import Who

    opened = []
    for _table in range(count):
        host = Person.objects.create(nickname="Seat 1")
        setup = Setup(players, usual_peoples(players), flow=Flow(flow))
        seats = [services.create_draft(host=host, setup=setup, name="Load")]
        for number in range(2, players + 1):
            seats.append(services.join(seats[0].key, who=Who(), person=None, nickname=f"Seat {number}"))
        services.start(seats[0].key, who=Who(host.pk))
        opened.append({"key": seats[0].key, "tokens": [seat.token for seat in seats]})
    sys.stdout.write(json.dumps(opened))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
