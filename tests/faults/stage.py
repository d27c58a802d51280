"""Inside the site: opens what is played, and reports at the end what is stored. Run by the kit, prints JSON.

`python -m tests.faults.stage open TABLES PLAYERS CLOCKS` · `python -m tests.faults.stage look`
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any


def opened(tables: int, players: int, clocks: int) -> dict[str, Any]:
    """Return tables with their secrets, tables decided by their clocks alone, and tokens for those who record
    scores."""
    from accounts.models import ApiToken, Person, User
    from drafts.core.engine.setup import LastDealDirection, PassingMode, Setup, default_peoples
    from drafts.table import services
    from drafts.table.loaded import Visitor

    def table(number: int, seconds: int | None) -> dict[str, Any]:
        host = Person.objects.create(nickname="Seat 1")
        flow = (PassingMode.TOGETHER, PassingMode.QUEUED)[number % 2]
        setup = Setup(players, default_peoples(players), LastDealDirection.RIGHT, flow)
        seats = [services.create_draft(host=host, setup=setup, name="Faults", pick_seconds=seconds)]
        for at in range(2, players + 1):
            seats.append(services.join_draft(seats[0].key, visitor=Visitor(), person=None, nickname=f"Seat {at}"))
        services.start_draft(seats[0].key, visitor=Visitor(host.pk))
        return {"key": seats[0].key, "tokens": [seat.token for seat in seats]}

    tokens = []
    for name in ("Roland", "Elinor", "Judge"):
        user = User.objects.create_user(f"{name} {Person.objects.count()}", password=None)
        tokens.append(ApiToken.issue(user=user, name="faults")[1])
    return {
        "tables": [table(number, None) for number in range(tables)],
        "clocks": [table(number, 10) for number in range(clocks)],
        "tokens": tokens,
    }


def looked() -> dict[str, Any]:
    """Return every acknowledged row, and every draft replayed from its picks."""
    from decks.models import Deck
    from drafts.models import Draft, Pick
    from drafts.table.rows import load_drafts_uncached
    from matches.models import Game, Match, Pairing, Round

    drafts = {}
    for draft in Draft.objects.all():
        state = load_drafts_uncached([draft])[0].state
        hands = [sorted(hand) for hand in state.hands] if state is not None else []
        drafts[draft.key] = {"status": draft.status, "version": draft.version, "hands": hands}
    return {
        "drafts": drafts,
        "picks": list(Pick.objects.values_list("draft__key", "seat", "round", "number", "card", "by")),
        "matches": list(Match.objects.values_list("key", flat=True)),
        "games": list(Game.objects.values_list("match__key", "number", "winner", "dragons")),
        "decks": {deck.key: [deck.version, deck.name] for deck in Deck.objects.all()},
        "rounds": list(Round.objects.values_list("event__key", "number")),
        "results": list(Pairing.objects.exclude(settled="").values_list("pk", "crystals_a", "crystals_b")),
    }


def main(asked: list[str]) -> None:
    """Run it and print the result."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tenmoons.settings")
    import django

    django.setup()
    said = looked() if asked[0] == "look" else opened(*map(int, asked[1:]))
    sys.stdout.write(json.dumps(said))


if __name__ == "__main__":
    main(sys.argv[1:])
