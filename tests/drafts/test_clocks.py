"""Clocks of a draft: deadlines, pauses, bots that take over, and the proof at the end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import User
from common.errors import Conflict, Invalid, NotAllowed
from drafts.core.engine.clock import Clock
from drafts.core.engine.setup import LastDealDirection, PassingMode, Setup, default_peoples
from drafts.core.engine.state import NotInPacket
from drafts.models import Draft, Pick, Seat
from drafts.table import clocks, picks, services
from drafts.table.rows import load_draft
from drafts.table.setup.forms import default_form_data
from tests.drafts.tables import by, person, seen_by, setup_for, take, view_of

pytestmark = pytest.mark.django_db


def begun_with(*users: User, setup: Setup | None = None, **agreed: object) -> str:
    host = person(users[0])
    wanted = setup or setup_for(max(len(users), 2))
    key = services.create_draft(host=host, setup=wanted, seating=Draft.Seating.AS_SAT, **agreed).key  # type: ignore[arg-type]
    for user in users[1:]:
        services.join_draft(key, visitor=by(person(user)), person=person(user))
    services.start_draft(key, visitor=by(host))
    return key


def row(key: str) -> Draft:
    return Draft.objects.get(key=key)


@pytest.mark.parametrize(("size", "seconds"), [(5, 60), (4, 48), (3, 36), (2, 24)])
def test_a_shrinking_clock_gives_less_time_for_a_smaller_packet(size: int, seconds: int) -> None:
    assert Clock(60, shrinking=True).seconds_for_packet(size, 5) == seconds
    assert Clock(60).seconds_for_packet(size, 5) == 60
    assert Clock(12, shrinking=True).seconds_for_packet(2, 5) == 10


@pytest.mark.parametrize("clock", [(9, 0), (10**7, 0), (None, -1), (None, 4000)])
def test_a_clock_that_is_none_is_refused(clock: tuple[int | None, int]) -> None:
    seconds, review = clock
    with pytest.raises(Invalid):
        Clock(seconds, review_seconds=review)


def test_a_card_chosen_in_advance_counts_when_time_runs_out(roland: User, elinor: User) -> None:
    key = begun_with(roland, elinor, pick_seconds=60)
    me, other = person(roland), person(elinor)
    card = view_of(key, me).packet[3]
    picks.plan_pick(key, visitor=by(me), round_number=1, number=1, card=card)
    assert picks.planned_card(seen_by(key, me)) == card
    assert picks.planned_card(seen_by(key, other)) == ""
    clocks.expire_due_picks(row(key).deadline)  # type: ignore[arg-type]
    assert view_of(key, me).pool == (card,)
    assert picks.planned_card(seen_by(key, me)) == ""
    with pytest.raises(NotInPacket):
        picks.plan_pick(key, visitor=by(me), round_number=1, number=2, card=card)
    picks.plan_pick(key, visitor=by(me), round_number=1, number=2, card=view_of(key, me).packet[0])
    picks.plan_pick(key, visitor=by(me), round_number=1, number=2, card="")
    assert picks.planned_card(seen_by(key, me)) == ""


def test_a_pause_shifts_every_deadline_and_nothing_can_be_picked(roland: User, elinor: User) -> None:
    key = begun_with(roland, elinor, pick_seconds=60)
    host, other = person(roland), person(elinor)
    with pytest.raises(NotAllowed):
        clocks.pause_draft(key, visitor=by(other))
    clocks.pause_draft(key, visitor=by(host))
    before, since = row(key).deadline, timezone.now() - timedelta(hours=2)
    Draft.objects.filter(key=key).update(paused=since)
    assert clocks.expire_due_picks(timezone.now() + timedelta(hours=1)) == 0
    with pytest.raises(Conflict, match="paused"):
        take(key, host)
    assert clocks.resume_draft(key, visitor=by(host)).paused is None
    after = row(key).deadline
    assert before is not None
    assert after is not None
    assert timedelta(hours=2) <= after - before < timedelta(hours=2, minutes=1)
    take(key, host)


@pytest.mark.parametrize("flow", list(PassingMode))
def test_a_clock_that_sleeps_at_night_is_due_in_daylight_also_after_a_pause(roland: User, flow: PassingMode) -> None:
    evening, night = datetime(2026, 7, 1, 20, tzinfo=UTC), datetime(2026, 7, 1, 23, 30, tzinfo=UTC)
    setup = Setup(2, default_peoples(2), LastDealDirection.RIGHT, flow)
    with time_machine.travel(evening, tick=False) as clock:
        key = begun_with(roland, setup=setup, pick_seconds=8 * 3600, quiet_hours="23-7 UTC")
        assert row(key).deadline == datetime(2026, 7, 2, 12, tzinfo=UTC)
        # An hour of it has run when the table is paused; it goes on at night, and runs again in the morning.
        clock.shift(3600)
        clocks.pause_draft(key, visitor=by(person(roland)))
        clock.move_to(night)
        clocks.resume_draft(key, visitor=by(person(roland)))
        assert row(key).deadline == datetime(2026, 7, 2, 14, tzinfo=UTC)
        if flow is PassingMode.QUEUED:
            assert Seat.objects.get(draft__key=key, number=0).deadline == datetime(2026, 7, 2, 14, tzinfo=UTC)


def test_between_rounds_everyone_looks_at_his_cards(roland: User) -> None:
    key = begun_with(roland, pick_seconds=60, review_seconds=120)
    me = person(roland)
    for _pick in range(4):
        take(key, me)
    seen = seen_by(key, me)
    assert seen.review_until is not None
    assert seen.view is not None
    assert (seen.view.packet, seen.table.round) == ((), 2)  # type: ignore[union-attr]
    assert Pick.objects.filter(round=2).count() == 0
    with pytest.raises(Conflict, match="There’s a break between rounds so that everyone can look at their cards"):
        picks.pick_card(key, visitor=by(me), round_number=2, number=1, card="x")
    clocks.expire_due_picks(seen.review_until)
    assert row(key).deadline == seen.review_until + timedelta(seconds=60)
    assert len(view_of(key, me).packet) == 5


def test_queued_seats_have_deadlines_of_their_own(roland: User, elinor: User) -> None:
    key = begun_with(roland, elinor, setup=Setup(2, default_peoples(2), flow=PassingMode.QUEUED), pick_seconds=60)
    me, other = person(roland), person(elinor)
    first = Seat.objects.get(draft__key=key, number=1).deadline
    take(key, me)
    assert Seat.objects.get(draft__key=key, number=0).deadline is None
    assert row(key).deadline == first
    take(key, other)
    take(key, other)
    assert [view_of(key, player).number for player in (me, other)] == [2, 3]
    assert seen_by(key, other).deadline is None
    clocks.expire_due_picks(timezone.now() + timedelta(minutes=2))
    assert list(Pick.objects.filter(by="clock").values_list("seat", flat=True)) == [0]


def test_a_seat_away_is_played_by_its_bot_until_its_owner_comes_back(roland: User, elinor: User) -> None:
    key = begun_with(roland, elinor, grace_seconds=30)
    me, other = person(roland), person(elinor)
    take(key, me)
    later = timezone.now() + timedelta(seconds=31)
    Seat.objects.filter(number=0).update(away_at=later + timedelta(minutes=5))
    assert clocks.expire_due_picks(later) == 1
    assert clocks.expire_due_picks(later) == 0
    assert len(view_of(key, other).pool) == 2
    services.take_seat_back(key, visitor=by(other))
    assert not seen_by(key, other).me.is_bot  # type: ignore[union-attr]


def test_who_reads_his_seat_is_there(roland: User, roland_client: Client) -> None:
    key = begun_with(roland, grace_seconds=30)
    Seat.objects.filter(number=0).update(away_at=timezone.now())
    roland_client.get(f"/api/v1/drafts/{key}/")
    away = Seat.objects.get(draft__key=key, number=0).away_at
    assert away is not None
    assert away > timezone.now() + timedelta(seconds=20)


def test_a_commitment_stands_before_the_first_pick_and_the_proof_comes_after_the_last(
    roland: User, roland_client: Client, stranger_client: Client
) -> None:
    key = begun_with(roland)
    promised = roland_client.get(f"/api/v1/drafts/{key}/").json()["commitment"]
    assert len(promised) == 64
    assert roland_client.get(f"/api/v1/drafts/{key}/proof/").status_code == 409
    services.abort_draft(key, visitor=by(person(roland)))
    paper = roland_client.get(f"/api/v1/drafts/{key}/proof/").json()
    assert paper["commitment"] == promised
    assert stranger_client.get(f"/api/v1/drafts/{key}/proof/").status_code == 403
    assert load_draft(key).draft.deal.salt not in json_of(paper)


def test_a_browser_keeps_the_proof_of_its_seat_and_asks_for_it_once(roland: User, roland_client: Client) -> None:
    key = begun_with(roland)
    early = roland_client.get(f"/drafts/{key}/proof.json")
    assert early.status_code == 409 and "immutable" not in early.get("Cache-Control", "")
    services.abort_draft(key, visitor=by(person(roland)))
    proof = roland_client.get(f"/drafts/{key}/proof.json", headers={"Accept-Encoding": "gzip"})
    assert proof["Content-Encoding"] == "gzip"
    assert {"private", "immutable"} <= set(proof["Cache-Control"].split(", ")) and "Cookie" in proof["Vary"]


def json_of(value: object) -> str:
    import json

    return json.dumps(value)


def test_a_pick_over_http_after_the_deadline_takes_nothing_more(
    roland: User, elinor: User, roland_client: Client
) -> None:
    key = begun_with(roland, elinor, pick_seconds=60)
    packet = view_of(key, person(roland)).packet
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        # Nobody else has opened the table: the late pick itself notices that time is up.
        cards = [("round", 1), ("number", 1)]
        answers = [
            roland_client.post(
                f"/api/v1/drafts/{key}/picks/", dict(cards) | {"card": card}, content_type="application/json"
            )
            for card in packet
        ]
    kept = Pick.objects.get(draft__key=key, seat=0)
    assert (kept.by, kept.number) == (Pick.By.CLOCK, 1)
    assert [answer.status_code for answer in answers] == [200 if card == kept.card else 409 for card in packet]
    assert view_of(key, person(roland)).pool == (kept.card,)


def test_nobody_waits_for_the_only_one_who_plays_himself(roland: User, elinor: User) -> None:
    key = begun_with(roland, elinor, grace_seconds=30)
    clocks.expire_due_picks(timezone.now() + timedelta(seconds=31))
    assert Seat.objects.filter(draft__key=key, is_bot=True).count() == 1
    assert clocks.expire_due_picks(timezone.now() + timedelta(minutes=9)) == 0
    assert Draft.objects.get(key=key).status == Draft.Status.DRAFTING


@pytest.mark.parametrize(("seconds", "grace"), [("", 180), ("60", 180), ("43200", None)])
def test_the_pages_propose_a_grace_that_fits_the_clock(roland_client: Client, seconds: str, grace: int | None) -> None:
    assert b'value="auto" selected' in roland_client.get("/drafts/new/").content
    answers = default_form_data()
    answers["pick_seconds"] = seconds
    roland_client.post("/drafts/new/", {**dict(answers.lists()), "action": "open"})
    assert Draft.objects.get().grace_seconds == grace
