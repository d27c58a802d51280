"""Real threads on a real file, because the database of the tests is one connection in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Barrier

import pytest
from django.db import connection, connections

from accounts.models import Person, User
from common.errors import DomainError
from drafts import services
from drafts.engine.errors import AlreadyPicked
from drafts.models import Draft, Pick
from tests.drafts.tables import begun, by, person, setup_for, view_of

pytestmark = pytest.mark.django_db


@contextmanager
def connected(path: Path) -> Iterator[None]:
    """This thread's own connection to the file."""
    own = connections.create_connection("default")
    own.settings_dict = {**own.settings_dict, "NAME": str(path)}
    before = getattr(connections._connections, "default", None)  # type: ignore[attr-defined]
    connections["default"] = own
    try:
        yield
    finally:
        own.close()
        if before is not None:
            connections["default"] = before
        else:
            del connections["default"]


@dataclass(frozen=True)
class Race:
    """A copy of the database of the test, and calls that are let loose on it at the same moment."""

    path: Path

    def run(self, *calls: Callable[[], object]) -> list[object]:
        """What each call returned, or the error of the house that it raised."""
        gate = Barrier(len(calls))

        def one(call: Callable[[], object]) -> object:
            with connected(self.path):
                gate.wait(timeout=10)
                try:
                    return call()
                except DomainError as refused:
                    return refused

        with ThreadPoolExecutor(len(calls)) as pool:
            return list(pool.map(one, calls))


Races = Callable[[], Race]


@pytest.fixture
def race(tmp_path: Path) -> Races:
    """Call it when the table is set."""
    if connection.vendor != "sqlite":
        pytest.skip("copies the database of the test, which only SQLite can")

    def copied() -> Race:
        connection.ensure_connection()
        path = tmp_path / "race.sqlite3"
        # A backup would wait for the transaction of the test to end.
        path.write_bytes(connection.connection.serialize())
        # The first connection turns the file to write-ahead logging, which can be done by only one at a time.
        with connected(path):
            connection.ensure_connection()
        return Race(path)

    return copied


def test_many_taps_at_once_are_one_pick_and_the_rest_are_told(roland: User, elinor: User, race: Races) -> None:
    host = person(roland)
    key = begun(host, person(elinor))
    packet = view_of(key, host).packet

    def tap(card: str) -> Callable[[], object]:
        return lambda: services.pick(key, who=by(host), number_of_round=1, number=1, card=card)

    table = race()
    answers = table.run(*(tap(card) for card in (packet * 8)[:40]))
    with connected(table.path):
        pick = Pick.objects.get(seat=0)
    refused = [one for one in answers if isinstance(one, AlreadyPicked)]
    assert all(f"You have taken {pick.card}" in str(one) for one in refused)
    assert len(refused) == 40 - (packet * 8)[:40].count(pick.card)


def test_all_seats_picking_at_once_pass_the_packets_once(
    roland: User, elinor: User, stranger: User, race: Races
) -> None:
    people = [person(user) for user in (roland, elinor, stranger)]
    key = begun(*people)

    def first(number: int) -> Callable[[], object]:
        card = view_of(key, people[number]).packet[0]
        return lambda: services.pick(key, who=by(people[number]), number_of_round=1, number=1, card=card)

    calls, at_table = [first(number) for number in range(3)], race()
    assert not [one for one in at_table.run(*calls) if isinstance(one, DomainError)]
    with connected(at_table.path):
        table = view_of(key, people[0]).table
    assert (table.number, table.picks, table.awaited) == (2, 3, (0, 1, 2))


def test_the_last_seat_goes_to_one_of_those_who_want_it(
    roland: User, elinor: User, stranger: User, race: Races
) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    wanting = [person(elinor), person(stranger)]

    def join(one: Person) -> Callable[[], object]:
        return lambda: services.join(key, who=by(one), person=one)

    answers = race().run(*(join(one) for one in wanting))
    assert sum(isinstance(one, DomainError) for one in answers) == 1


def test_one_of_many_clocks_decides(roland: User, elinor: User, race: Races) -> None:
    key = begun(person(roland), person(elinor), pick_seconds=60)
    deadline = Draft.objects.get(key=key).deadline
    assert deadline is not None
    table = race()
    answers = table.run(*[lambda: services.expire_due_picks(deadline)] * 6)
    assert answers.count(1) == 1
    assert answers.count(0) == 5
    with connected(table.path):
        assert Pick.objects.filter(by="clock").count() == 2
