"""A Saturday of 41 by the pages alone: deck duty, latecomers, leavers, two desks and a cut; standings counted again.

The second count knows nothing of the site's: it adds up what was tapped.
"""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import dataclass, field

import pytest
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue
from matches.events.queries import load_event
from matches.events.read_models import LoadedEvent, LoadedPairing
from matches.models import Event, Registration
from tests.html import flat

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]
ROUNDS, PLAYERS, CUT = 6, 41, 8
POINTS = {"win": 3, "draw": 1, "bye": 3}


@dataclass
class Sums:
    """A player's totals: points, crystals of matches, matches and byes, and opponents."""

    points: int = 0
    plus: int = 0
    minus: int = 0
    matches: int = 0
    byes: int = 0
    met: list[str] = field(default_factory=list)


class Hall:
    """Two desks and the pages of one event; every result that was tapped is recorded here."""

    def __init__(self, first: Client, second: Client, key: str) -> None:
        self.desks, self.key, self.base = (first, second), key, f"/matches/events/{key}/"
        self.sums: dict[str, Sums] = defaultdict(Sums)
        self.winners: list[Sums] = []
        self.scores: list[tuple[int, int]] = []

    def do(self, action: str, desk: int = 0, **data: object) -> int:
        return self.desks[desk].post(f"{self.base}do/{action}/", data).status_code

    def view(self) -> LoadedEvent:
        return load_event(self.key)

    def tap(self, table: LoadedPairing, a: int, b: int, desk: int = 0, before: str = "") -> int:
        data = {"pairing": table.row.pk, "as": "desk", "score": f"{a}:{b}", "shown": 1, "back": "results"}
        return self.do("result", desk, before=before, **data)

    def counts(self, table: LoadedPairing, a: int, b: int) -> None:
        assert table.b is not None
        self.scores.append((max(a, b), min(a, b)))
        for own, other, x, y in ((table.a, table.b, a, b), (table.b, table.a, b, a)):
            sums = self.sums[own.name]
            sums.points += POINTS["win"] if x > y else POINTS["draw"] if x == y else 0
            sums.plus, sums.minus, sums.matches = sums.plus + x, sums.minus + y, sums.matches + 1
            sums.met.append(other.name)

    def sits_out(self, name: str) -> None:
        self.sums[name].points += POINTS["bye"]
        self.sums[name].byes += 1

    def order(self, name: str) -> tuple[float, ...]:
        """Return points, crystals, difference, mean of the opponents' points, a bye counting like the mean of own
        matches."""
        sums = self.sums[name]
        mean = [sum(score[nth] for score in self.scores) / len(self.scores) for nth in (0, 1)]
        own = [sums.plus / sums.matches, sums.minus / sums.matches] if sums.matches else mean
        plus, minus = (sums.plus + sums.byes * own[0], sums.minus + sums.byes * own[1])
        met = sum(self.sums[other].points for other in sums.met) / len(sums.met) if sums.met else 0.0
        return (-sums.points, -round(plus, 4), -round(plus - minus, 4), -round(met, 4))


def one_round(hall: Hall, lots: random.Random, number: int, *, late: str = "", leaver: str = "") -> None:
    """Pair, seat a latecomer opposite the bye, let one leave, enter by two desks, correct one, close by time."""
    asked = {"number": number, "without_decks": 1, "reason": "no printer", "back": "results"}
    assert hall.do("pair", **asked) == 302  # type: ignore[arg-type]
    if late:
        assert hall.do("add", names=late) == 302
        player = Registration.objects.get(event__key=hall.key, name=late)
        if any(table.b is None for table in hall.view().rounds[-1].pairings):
            assert hall.do("give_bye", number=number, to=player.number, back="results") == 302
    if leaver:
        player = Registration.objects.get(event__key=hall.key, name=leaver)
        assert hall.do("drop", number=player.number, back="players") == 302
    tables = hall.view().rounds[-1].pairings
    waits = next((table for table in tables if table.b is not None and table.remaining_player is None), None)
    for nth, table in enumerate(tables):
        if table.b is None:
            hall.sits_out(table.a.name)
            continue
        if table.remaining_player is not None:
            x, y = (5, 0) if table.remaining_player == table.a else (0, 5)
            assert f"{table.players_who_left[0].name} has left" in flat(
                hall.desks[0].get(f"{hall.base}results/").content
            )
        elif table is waits:
            continue
        else:
            x, y = (5, lots.randrange(5)) if lots.random() < 0.5 else (lots.randrange(5), 5)
        assert hall.tap(table, x, y, desk=nth % 2) == 302
        if nth % 5 == 1:
            # The other desk hasn't seen it, is warned, and changes it knowingly.
            assert hall.tap(table, y, x, desk=1 - nth % 2) == 409
            assert hall.tap(table, y, x, desk=1 - nth % 2, before=f"{x}:{y}") == 302
            x, y = y, x
        hall.counts(table, x, y)
    assert waits is not None
    assert hall.do("close", number=number, unfinished=1, back="results") == 302
    hall.counts(waits, 0, 0)


def test_a_saturday_of_41_to_its_winner(
    roland: User, roland_client: Client, elinor_client: Client, db_catalogue: Catalogue
) -> None:
    new = {"name": "Saturday", "me": "Roland", "format": "swiss", "edition": "legends", "target": 5,
           "round_minutes": 50, "points_win": 3, "points_draw": 1, "points_loss": 0, "points_bye": 3,
           "tie_1": "crystals", "tie_2": "difference", "tie_3": "opponents", "tie_4": "direct", "days_between": 7,
           "decks_seen": "staff", "decks_required": "on", "cut_size": CUT, "rounds_planned": ROUNDS}  # fmt: skip
    assert roland_client.post("/matches/events/new/", new).status_code == 302
    event = Event.objects.get(name="Saturday")
    hall = Hall(roland_client, elinor_client, event.key)
    people = [f"Player {chr(65 + n // 26)}{chr(97 + n % 26)}" for n in range(PLAYERS)]
    assert hall.do("add", names="\n".join(people)) == 302
    assert elinor_client.post(f"{hall.base}help/{event.scorekeeper_key}/", {"name": "Elinor"}).status_code == 302
    lots = random.Random(41)
    for number in range(1, ROUNDS + 1):
        late = {1: "Late Lu", 2: "Late Larry"}.get(number, "")
        leaver = {2: people[3], 4: people[7]}.get(number, "")
        one_round(hall, lots, number, late=late, leaver=leaver)
    view = hall.view()
    for place in view.standings:
        sums = hall.sums[place.player.name]
        line = place.line
        assert (line.points, line.crystals_for, line.crystals_against, line.byes) == (
            sums.points, sums.plus, sums.minus, sums.byes,
        )  # fmt: skip
    shown = [hall.order(place.player.name) for place in view.standings]
    assert shown == sorted(shown), "the table is in another order than the second count"
    assert hall.do("cut", without_decks=1) == 302
    for left in (4, 2, 1):
        tables = hall.view().rounds[-1].pairings
        assert len(tables) == left
        for table in tables:
            assert hall.tap(table, 5, lots.randrange(5)) == 302
        if left > 1:
            number = len(hall.view().rounds) + 1
            assert hall.do("pair", number=number, without_decks=1, back="results") == 302
    winner = hall.view().champion
    assert winner is not None and winner == hall.view().rounds[-1].pairings[0].a
    assert hall.do("finish") == 302
    page = flat(roland_client.get(hall.base).content)
    assert f"Winner: {winner.name}" in page and "Semifinals" in page
    everybody = [each.player.name for each in hall.view().standings]
    assert len(everybody) == len(set(everybody)) == PLAYERS + 2
    log = flat(roland_client.get(f"{hall.base}trail/").content)
    assert "paired: Semifinals" in log and "no printer" in flat(
        roland_client.get(f"{hall.base}trail/?who=no+printer").content
    )
