"""Drafts on devices: a packet is told of once, to those who asked, in fast drafts too; the host of a full table."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, DjangoCaptureOnCommitCallbacks

from accounts.models import Person, PushDevice, User
from accounts.push import outbox
from drafts.core.engine.setup import PassingMode
from drafts.models import Draft, Seat
from drafts.reminders.services import push_to_waiting_players
from drafts.table import clocks, services
from tests.drafts.tables import begun, by, guest, person, setup_for, take
from tests.html import flat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("db_catalogue")]


@pytest.fixture
def told(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> list[tuple[list[int], str]]:
    """Return who is notified of what."""
    sent: list[tuple[list[int], str]] = []
    monkeypatch.setattr(outbox.queue_push, "delay", lambda people, kind, **more: sent.append((people, kind)))
    monkeypatch.setattr("accounts.push.outbox.transaction.on_commit", lambda call, **more: call())
    return sent


def asks(player: Person, kinds: str = "packet full") -> None:
    PushDevice.objects.create(person=player, digest=f"of {player.pk}", kinds=kinds)


@pytest.mark.parametrize("flow", [PassingMode.TOGETHER, PassingMode.QUEUED])
def test_those_who_asked_are_told_of_each_packet_once(flow: PassingMode, roland: User, elinor: User, told: Any) -> None:
    mine, other, third = person(roland), person(elinor), guest("Third")
    asks(mine)
    asks(third, "full deck")
    key = begun(mine, other, third, pick_seconds=30, flow=flow)
    assert told.pop() == ([mine.pk], "full")
    assert push_to_waiting_players() == 1 and push_to_waiting_players() == 0
    assert told == [([mine.pk], "packet")]
    take(key, mine)
    assert push_to_waiting_players() == 0  # the others still choose
    take(key, other), take(key, third)
    assert push_to_waiting_players() == 1
    assert told == [([mine.pk], "packet")] * 2


def test_nobody_is_told_while_a_bot_plays_or_the_table_is_paused(roland: User, told: Any) -> None:
    mine = person(roland)
    asks(mine)
    key = begun(mine, guest("Other"))
    told.clear()
    clocks.pause_draft(key, visitor=by(mine))
    assert push_to_waiting_players() == 0
    clocks.resume_draft(key, visitor=by(mine))
    Seat.objects.filter(person=mine).update(is_bot=True)
    assert push_to_waiting_players() == 0 and told == []


def test_looking_costs_one_query_while_nobody_has_asked(
    roland: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    begun(person(roland), guest("Other"))
    with django_assert_num_queries(1):
        assert push_to_waiting_players() == 0


def test_the_host_is_told_of_a_full_table(roland: User, elinor: User, told: Any) -> None:
    host = person(roland)
    key = services.create_draft(host=host, setup=setup_for(3)).key
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    assert told == []
    third = guest("Third")
    services.join_draft(key, visitor=by(third), person=third)
    services.join_draft(key, visitor=by(third), person=third)  # the same seat again
    assert told == [([host.pk], "full")]


def test_the_lobby_and_the_table_ask_and_only_those_who_sit_there(
    roland: User, roland_client: Client, stranger_client: Client
) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    page = Draft.objects.get(key=key).get_absolute_url()
    question = "Notification"
    assert question in flat(roland_client.get(page, secure=True).content)
    assert question not in flat(stranger_client.get(page, secure=True).content)
    device = PushDevice.objects.create(person=person(roland), digest="x", kinds="packet full")
    session = roland_client.session
    session["push_device"] = device.pk
    session.save()
    ends = flat(roland_client.get(page, secure=True).content)
    assert f'role="switch" aria-checked="true" name="act" value="stop">{question}' in ends
