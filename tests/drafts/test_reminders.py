"""Drafts over days: told once for each packet, at half of its time, and nobody who need not choose."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import LazySettings, settings
from django.core.mail import EmailMessage
from django.test import Client
from django.utils.translation import get_language

from accounts.models import Person, PushDevice, User
from drafts.core.engine.clock import Clock, waiting_packet
from drafts.core.engine.setup import PassingMode, Setup, default_peoples
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft, Quiet, Seat
from drafts.reminders.services import (
    push_to_waiting_players,
    reminder_email_settings,
    send_due_reminders,
    stop_reminders_key,
)
from drafts.table import clocks, picks, services
from drafts.table.rows import load_draft
from drafts.tasks import remind_waiting
from tests.drafts.tables import by, guest, person, setup_for, take, view_of

DAY = 24 * 3600
START = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _site(settings: LazySettings) -> None:
    settings.SITE_URL = "https://moons.example/"


def hours(count: float) -> datetime:
    return START + timedelta(hours=count)


def begun_over_days(*users: User, setup: Setup | None = None, seconds: int | None = DAY) -> str:
    for user in users:
        address = f"{user.username}@example.org".lower()
        EmailAddress.objects.get_or_create(user=user, email=address, verified=True, primary=True)
    host, others = person(users[0]), [person(user) for user in users[1:]]
    key = services.create_draft(
        host=host, setup=setup or setup_for(2), pick_seconds=seconds, seating=Draft.Seating.AS_SAT
    ).key
    for player in others:
        services.join_draft(key, visitor=by(player), person=player)
    services.start_draft(key, visitor=by(host))
    return key


def told(mailoutbox: list[EmailMessage]) -> list[str]:
    return sorted(mail.to[0].partition("@")[0].lower() for mail in mailoutbox)


@pytest.mark.parametrize(
    ("hour", "reminded", "due"),
    [(11.9, "", False), (12, "", True), (12, "1.1", True), (12, "1.2", False), (23.9, "", True), (24, "", False)],
)
def test_a_packet_is_told_of_from_half_of_its_time_until_its_end(hour: float, reminded: str, due: bool) -> None:
    packet = waiting_packet(Clock(DAY), place=(1, 2), size=4, full=5, deadline=hours(24))
    assert packet is not None
    assert packet.since == START
    assert packet.is_reminder_due(hours(hour), reminded=reminded) is due


def test_a_short_clock_and_none_never_remind() -> None:
    for seconds in (None, 60, 3599):
        assert waiting_packet(Clock(seconds), place=(1, 1), size=5, full=5, deadline=START) is None
    shrunk = waiting_packet(Clock(DAY, shrinking=True), place=(1, 3), size=2, full=4, deadline=hours(12))
    assert shrunk is not None
    assert shrunk.since == START


def test_the_beat_calls_it_once_a_minute() -> None:
    entry = settings.CELERY_BEAT_SCHEDULE["remind-waiting"]
    assert (entry["task"], entry["schedule"]) == (remind_waiting.name, 60)


@pytest.mark.django_db
def test_everyone_who_has_not_chosen_is_told_once_for_each_packet(
    roland: User, elinor: User, mailoutbox: list[EmailMessage]
) -> None:
    with time_machine.travel(START, tick=False) as clock:
        key = begun_over_days(roland, elinor)
        take(key, person(roland))
        assert send_due_reminders(hours(11)) == 0
        assert [send_due_reminders(hours(13)) for _call in range(3)] == [1, 0, 0]
        assert told(mailoutbox) == ["elinor"]
        clock.move_to(hours(14))
        take(key, person(elinor))
        assert send_due_reminders(hours(25)) == 0
        clock.move_to(hours(27))
        remind_waiting()
        remind_waiting()
    assert told(mailoutbox) == ["elinor", "elinor", "roland"]


@pytest.mark.django_db
def test_the_mail_leads_to_the_table_and_names_no_card(roland: User, mailoutbox: list[EmailMessage]) -> None:
    with time_machine.travel(START, tick=False):
        key = begun_over_days(roland)
        Draft.objects.filter(key=key).update(name="Roland's & Elinor's")
        assert send_due_reminders(hours(13)) == 1
        deal = load_draft(key).draft.deal.order
    mail = mailoutbox[0]
    assert mail.subject == "A packet is waiting for you: Roland's & Elinor's"
    assert f"https://moons.example/drafts/{key}/" in mail.body
    assert "since 1 Mar 2026, 12:00 UTC" in mail.body
    assert not [card for card in deal if card in mail.body + mail.subject]


@pytest.mark.django_db
def test_bots_seats_away_paused_tables_and_short_clocks_are_left_alone(
    roland: User, elinor: User, mailoutbox: list[EmailMessage]
) -> None:
    with time_machine.travel(START, tick=False) as clock:
        short = begun_over_days(roland, elinor, seconds=600)
        away = begun_over_days(roland, elinor)
        Seat.objects.filter(draft__key=away, number=1).update(is_bot=True)
        paused = begun_over_days(roland)
        clock.move_to(hours(1))
        clocks.pause_draft(paused, visitor=by(person(roland)))
        Draft.objects.filter(key=short).update(deadline=hours(24))
        take(away, person(roland))
        assert send_due_reminders(hours(13.5)) == 1
        assert told(mailoutbox) == ["roland"]
        assert not Seat.objects.exclude(reminded="").exclude(draft__key=away).exists()


@pytest.mark.django_db
def test_whoever_has_confirmed_no_address_is_told_on_his_pages_only(
    roland: User, roland_client: Client, stranger_client: Client, mailoutbox: list[EmailMessage]
) -> None:
    with time_machine.travel(START, tick=False) as clock:
        key = begun_over_days(roland)
        EmailAddress.objects.update(verified=False)
        assert send_due_reminders(hours(13)) == 1
        assert not mailoutbox
        for page in ("/drafts/", "/mine/"):
            assert (
                "packet has been waiting for you since 1 Mar 2026, 12:00 UTC"
                in roland_client.get(page).content.decode()
            )
            assert "a packet has been waiting for you" not in stranger_client.get(page).content.decode()
        clock.move_to(hours(1))
        services.abort_draft(key, visitor=by(person(roland)))
        assert "a packet has been waiting for you" not in roland_client.get("/drafts/").content.decode()


@pytest.mark.django_db
def test_when_packets_queue_each_seat_has_its_own_time(
    roland: User, elinor: User, mailoutbox: list[EmailMessage]
) -> None:
    table = setup_for(2)
    with time_machine.travel(START, tick=False) as clock:
        key = begun_over_days(roland, elinor, setup=Setup(2, table.peoples, flow=PassingMode.QUEUED))
        clock.move_to(hours(6))
        take_own(key, roland)
        take_own(key, elinor)
        clock.move_to(hours(10))
        take_own(key, elinor)
        assert send_due_reminders(hours(18.5)) == 1
        assert told(mailoutbox) == ["roland"]


def take_own(key: str, user: User) -> None:
    view = view_of(key, person(user))
    picks.pick_card(key, visitor=by(person(user)), round_number=view.round, number=view.number, card=view.packet[0])


@pytest.mark.django_db
def test_each_mail_has_a_link_that_ends_them_after_a_tap(
    roland: User, client: Client, mailoutbox: list[EmailMessage]
) -> None:
    with time_machine.travel(START, tick=False) as clock:
        key = begun_over_days(roland)
        assert send_due_reminders(hours(13)) == 1
        stop = re.search(r"https://moons.example(/drafts/mails/\S+)", str(mailoutbox[0].body))
        assert stop is not None
        assert mailoutbox[0].extra_headers["List-Unsubscribe"] == f"<https://moons.example{stop[1]}>"
        assert "Stop reminders" in client.get(stop[1]).content.decode()
        assert not Quiet.objects.exists()
        assert (
            "You’ve stopped reminder emails. Anything waiting for you is still shown under Drafts and "
            "on your page." in client.post(stop[1]).content.decode()
        )
        clock.move_to(hours(14))
        take(key, person(roland))
        assert send_due_reminders(hours(27)) == 1
        assert len(mailoutbox) == 1
        assert "Reminders are on again." in client.post(stop[1], {"again": "yes"}).content.decode()
        assert not Quiet.objects.exists()
    assert client.get(f"{stop[1][:-4]}xyz/").status_code == 404
    assert client.get("/drafts/mails/nothing/").status_code == 404
    assert client.put(stop[1]).status_code == 405


@pytest.mark.django_db
def test_mail_programs_end_them_without_a_page_of_ours(roland: User) -> None:
    address = f"/drafts/mails/{stop_reminders_key(person(roland))}/"
    assert Client(enforce_csrf_checks=True).post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert reminder_email_settings(person(roland)).post == "unconfirmed"
    assert Quiet.objects.filter(person=person(roland)).exists()


@pytest.mark.django_db
def test_pages_say_whether_a_mail_comes(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, settings: LazySettings
) -> None:
    key = begun_over_days(roland, elinor)
    page = f"/drafts/{key}/"
    assert "You get an email at roland@example.org" in roland_client.get(page).content.decode()
    assert "roland@" not in elinor_client.get(page).content.decode()
    roland_client.post("/drafts/mails/", {"wanted": "no"})
    assert "Email reminders are off." in roland_client.get(page).content.decode()
    roland_client.post("/drafts/mails/", {"wanted": "yes"})
    EmailAddress.objects.update(verified=False)
    assert "Confirm an email address to get reminders by email." in roland_client.get(page).content.decode()
    assert reminder_email_settings(guest("Judith")).post == "guest"
    settings.SITE_URL = ""
    assert "reminders" not in roland_client.get(page).content.decode()
    assert "half the time for a packet" not in roland_client.get("/drafts/new/").content.decode()
    assert Client().post("/drafts/mails/", {"wanted": "no"}).status_code == 403
    assert roland_client.get("/drafts/mails/").status_code == 405


@pytest.mark.django_db
def test_a_site_without_an_address_tells_on_its_pages_only(
    roland: User, roland_client: Client, settings: LazySettings, mailoutbox: list[EmailMessage]
) -> None:
    settings.SITE_URL = ""
    with time_machine.travel(START, tick=False):
        begun_over_days(roland)
        assert send_due_reminders(hours(13)) == 1
        assert not mailoutbox
        assert "a packet has been waiting for you since" in roland_client.get("/drafts/").content.decode()


@pytest.mark.django_db
def test_a_mail_speaks_the_language_of_its_reader(roland: User, mailoutbox: list[EmailMessage]) -> None:
    Person.objects.filter(pk=person(roland).pk).update(language="de")
    with time_machine.travel(START, tick=False):
        begun_over_days(roland)
        with patch("drafts.reminders.services.render_to_string", side_effect=lambda *_said: get_language()):
            assert send_due_reminders(hours(13)) == 1
    assert (mailoutbox[0].subject, mailoutbox[0].body) == ("de", "de")


@pytest.mark.django_db
def test_at_open_cards_players_are_reminded_of_their_turn_unless_a_wish_came_true(
    roland: User, elinor: User, roland_client: Client, mailoutbox: list[EmailMessage]
) -> None:
    setup = Setup(2, default_peoples(2), sharing=Sharing.ROTISSERIE, over_days=True)
    PushDevice.objects.create(person=person(elinor), digest="hers", kinds="packet")
    with time_machine.travel(START, tick=False) as clock:
        key = begun_over_days(roland, elinor, setup=setup)
        assert send_due_reminders(hours(13)) == 1
        assert mailoutbox[0].subject.startswith("It’s your turn: ")
        assert "it’s been your turn in" in mailoutbox[0].body
        clock.move_to(hours(14))
        assert "it’s been your turn since" in roland_client.get("/drafts/").content.decode()
        first, second, third, *_rest = view_of(key, person(roland)).packet
        picks.save_wishlist(key, visitor=by(person(elinor)), cards=[second, third])
        picks.pick_card(key, visitor=by(person(roland)), round_number=1, number=1, card=first)
        # Both of Elinor’s turns were wishes, so she isn’t notified.
        assert push_to_waiting_players() == 0
        picks.pick_card(
            key, visitor=by(person(roland)), round_number=2, number=2, card=view_of(key, person(roland)).packet[0]
        )
        state = load_draft(key).state
        assert state is not None
        assert (state.awaited_seats, state.count) == ((0,), 4), "the first seat has two turns as well"
        picks.pick_card(
            key, visitor=by(person(roland)), round_number=3, number=1, card=view_of(key, person(roland)).packet[0]
        )
        assert [push_to_waiting_players() for _call in range(2)] == [1, 0]
    assert told(mailoutbox) == ["roland"]
