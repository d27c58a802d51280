"""Events and matches on devices: who is notified of a round, a result and a dispute, and never who did it."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from accounts.push import outbox
from matches.events import result_services
from matches.events.queries import load_event
from matches.events.services import delete_event
from matches.models import EntryRequest, Event, Game
from matches.play import disputes
from matches.play.services import GameReport
from tests.matches.builders import made_match, person, won
from tests.matches.events.builders import made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, set[int]]]:
    """Return who is notified of what."""
    sent: list[tuple[str, set[int]]] = []
    monkeypatch.setattr(outbox.queue_push, "delay", lambda people, kind, **more: sent.append((kind, set(people))))
    monkeypatch.setattr("accounts.push.outbox.transaction.on_commit", lambda call, **more: call())
    return sent


def with_two_people(event: Event, roland: User, elinor: User) -> None:
    first, second = event.registrations.order_by("number")[:2]
    for row, user in ((first, roland), (second, elinor)):
        row.person = person(user)
        row.save()


def test_a_posted_round_is_told_to_its_players_and_a_claim_to_the_other(
    roland: User, elinor: User, judge: User, told: list[tuple[str, set[int]]]
) -> None:
    event = made_event(person(judge), 2)
    with_two_people(event, roland, elinor)
    both, owner = {person(roland).pk, person(elinor).pk}, person(judge).pk
    view = paired(event, 1)
    assert told == [("begins", both), ("round", both)]
    told.clear()
    (table,) = view.rounds[0].pairings
    for user, crystals in ((roland, (5, 2)), (elinor, (5, 3))):
        result_services.report_result(by=person(user), key=event.key, pairing=table.row.pk, crystals=crystals)
    assert told == [("result", {person(elinor).pk}), ("dispute", {person(roland).pk, owner})]
    told.clear()
    result_services.report_result(by=person(elinor), key=event.key, pairing=table.row.pk, crystals=(5, 2))
    assert told == [] and load_event(event.key).rounds[0].pairings[0].state == "done"


def test_a_deleted_event_is_told_to_those_entered_or_waiting(
    roland: User, elinor: User, judge: User, told: list[tuple[str, set[int]]]
) -> None:
    event = made_event(person(judge), 2)
    with_two_people(event, roland, judge)
    EntryRequest.objects.create(event=event, person=person(elinor), name="Elinor")
    delete_event(by=event.owner, key=event.key)
    assert told == [("cancelled", {person(roland).pk, person(elinor).pk})]


def test_a_league_tells_of_its_beginning_not_of_every_round_of_the_calendar(
    roland: User, elinor: User, judge: User, told: list[tuple[str, set[int]]]
) -> None:
    event = made_event(person(judge), 6, format=Event.Format.ROUND_ROBIN)
    with_two_people(event, roland, elinor)
    paired(event, 1)
    assert [kind for kind, _people in told] == ["begins", "round"]


def test_a_game_waits_for_the_opponent_and_a_dispute_for_both_and_the_organiser(
    roland: User, elinor: User, told: list[tuple[str, set[int]]]
) -> None:
    match = made_match(roland, elinor)
    won(match)
    assert told == [("result", {person(elinor).pk})]
    told.clear()
    match.refresh_from_db()
    said: dict[str, Any] = {"key": match.key, "number": 1, "version": match.version}
    disputes.dispute_game(by=person(elinor), **said, report=GameReport("b", 1))
    assert told == [("dispute", {person(roland).pk})]
    assert match.games.get().status == Game.Status.DISPUTED
