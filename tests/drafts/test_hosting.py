"""What a host may do at a draft table, and how the role is passed on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from common.errors import Conflict, DomainError, NotAllowed
from drafts.models import Draft, Note, Seat
from drafts.table import clocks, services
from drafts.table import hosting as host_services
from drafts.table.identity import visitor_of_token
from drafts.table.loaded import Visitor
from drafts.table.queries import visible_draft_for
from drafts.table.rows import load_draft
from tests.drafts.tables import begun, by, guest, person, play_to_the_end, seen_by, setup_for, take

pytestmark = pytest.mark.django_db


def lobby(*people: object, players: int = 3, seating: str = Draft.Seating.AS_SAT) -> str:
    host, *others = people
    key = services.create_draft(host=host, setup=setup_for(players), seating=seating).key  # type: ignore[arg-type]
    for player in others:
        services.join_draft(key, visitor=by(player), person=player)  # type: ignore[arg-type]
    return key


def test_a_host_who_gets_up_hands_over_to_the_next_person(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = lobby(host, other)
    host_services.leave_seat(key, visitor=by(host), number=0)
    assert Draft.objects.get(key=key).host == other
    assert seen_by(key, other).is_host


def test_a_host_who_lets_a_bot_play_hands_over_as_well(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    host_services.leave_seat(key, visitor=by(host), number=0)
    assert seen_by(key, other).is_host
    assert not seen_by(key, host).is_host


def test_a_host_who_has_gone_is_replaced_without_asking_and_only_then(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    with pytest.raises(Conflict, match="The host is still here"):
        host_services.become_host(key, visitor=by(other))
    Seat.objects.filter(person=host).update(is_bot=True)
    Draft.objects.filter(key=key).update(version=Draft.objects.get(key=key).version + 1)
    host_services.become_host(key, visitor=by(other))
    assert seen_by(key, other).is_host


def test_who_has_lost_their_phone_reads_how_they_get_their_seat_back(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    another_phone = Client()
    assert (
        "Is one of these seats yours? Open your private link. No link? Ask the host to remove that "
        "seat’s player, then reload to join." in another_phone.get(f"/drafts/{key}/").content.decode()
    )
    host_services.remove_player(key, visitor=by(host), number=1)
    page = another_phone.get(f"/drafts/{key}/").content.decode()
    assert (
        "Take over from a bot" in page
        and "Is one of these seats yours? Open your private link. No link? Ask the host to remove that "
        "seat’s player, then reload to join."
        not in page
    )
    another_phone.post(f"/drafts/{key}/join/", {"nickname": "Elinor"})
    assert "You’re watching." not in another_phone.get(f"/drafts/{key}/").content.decode()


def test_whoever_was_sent_away_cannot_sit_down_again_and_his_seat_is_free(roland: User, elinor: User) -> None:
    host, other, third = person(roland), person(elinor), guest("Judith")
    key = begun(host, other)
    host_services.remove_player(key, visitor=by(host), number=1)
    with pytest.raises(NotAllowed, match="The host removed you from this draft"):
        services.join_draft(key, visitor=by(other), person=other)
    assert seen_by(key, other).view is None
    assert services.join_draft(key, visitor=by(third), person=third).number == 1


def test_notes_of_a_seat_do_not_pass_to_who_takes_it_over(roland: User, elinor: User, elinor_client: Client) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    elinor_client.post(f"/drafts/{key}/notes/", {"text": "my secret plan"})
    host_services.remove_player(key, visitor=by(host), number=1)
    assert not Note.objects.exists()


def test_places_are_changed_by_the_host_and_an_empty_one_is_taken_by_anyone(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = lobby(host, other)
    host_services.move_seat(key, visitor=by(other), number=1, to=2)
    assert Seat.objects.get(person=other).number == 2
    with pytest.raises(NotAllowed):
        host_services.move_seat(key, visitor=by(other), number=2, to=0)
    host_services.move_seat(key, visitor=by(host), number=2, to=0)
    assert [seat.person for seat in Seat.objects.order_by("number")] == [other, host]
    with pytest.raises(Conflict):
        host_services.move_seat(key, visitor=by(host), number=0, to=7)


def test_ready_is_said_and_taken_back(roland: User, elinor: User, elinor_client: Client) -> None:
    key = lobby(person(roland), person(elinor))
    elinor_client.post(f"/drafts/{key}/ready/", {"ready": "yes"})
    assert elinor_client.get(f"/drafts/{key}/").content.decode().count("✓ ready") == 1
    elinor_client.post(f"/drafts/{key}/ready/", {"ready": "no"})
    assert not Seat.objects.get(person=person(elinor)).ready


@pytest.mark.parametrize(
    "act",
    [
        lambda key, who: host_services.remove_player(key, visitor=who, number=0),
        lambda key, who: host_services.hand_over_host(key, visitor=who, number=1),
        lambda key, who: host_services.leave_seat(key, visitor=who, number=0),
        lambda key, who: host_services.open_draft_log(key, visitor=who),
        lambda key, who: host_services.change_terms(key, visitor=who, company="expert", log_rule="end"),
        lambda key, who: host_services.move_seat(key, visitor=who, number=0, to=1),
        lambda key, who: host_services.set_seat_ready(key, visitor=who, ready=True),
        lambda key, who: host_services.become_host(key, visitor=who),
    ],
)
def test_a_stranger_may_do_nothing(roland: User, elinor: User, stranger: User, act: Callable[..., object]) -> None:
    key = lobby(person(roland), person(elinor))
    before = Draft.objects.get(key=key)
    with pytest.raises(DomainError):
        act(key, by(person(stranger)))
    assert Draft.objects.get(key=key).version == before.version


@pytest.mark.parametrize(
    "path", ["ready", "step-in", "notes", "again", "open-log", "seats/0/move", "seats/0/host", "seats/1/send-away"]
)
def test_what_changes_something_is_only_posted_and_not_by_strangers(
    roland: User, elinor: User, stranger_client: Client, client: Client, path: str
) -> None:
    key = begun(person(roland), person(elinor))
    address = f"/drafts/{key}/{path}/"
    assert client.get(address).status_code == 405
    for visitor in (client, stranger_client):
        assert visitor.post(address, {"text": "x", "to": "1", "ready": "yes"}).status_code in (403, 404, 409)


def test_bad_places_and_long_notes_are_refused(roland: User, roland_client: Client) -> None:
    key = lobby(person(roland))
    for to in ("", "-1", "x", "999999999999"):
        assert roland_client.post(f"/drafts/{key}/seats/0/move/", {"to": to}).status_code == 409
    assert roland_client.post(f"/drafts/{key}/notes/", {"text": "x" * 4001}).status_code == 400
    assert roland_client.post(f"/drafts/{key}/seats/9/send-away/").status_code == 404


def test_the_next_table_keeps_seats_and_what_was_agreed(
    roland: User, elinor: User, elinor_client: Client, roland_client: Client
) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    play_to_the_end(key, host, other)
    roland_client.post(f"/drafts/{key}/again/")
    new = Draft.objects.get(follows__key=key)
    assert (new.host, new.peoples, new.seating) == (host, Draft.objects.get(key=key).peoples, "as_sat")
    assert "has created the next draft." in elinor_client.get(f"/drafts/{key}/").content.decode()
    page = elinor_client.get(f"/drafts/{new.key}/").content.decode()
    assert "This seat is reserved for you. Join or give it up; a bot plays until you do." in page
    services.start_draft(new.key, visitor=by(host))
    assert Seat.objects.get(draft=new, person=other).is_bot
    services.take_seat_back(new.key, visitor=by(other))
    assert seen_by(new.key, other).view is not None


def silent_for(key: str, minutes: float) -> None:
    Draft.objects.filter(key=key).update(host_seen=timezone.now() - timedelta(minutes=minutes))


@pytest.mark.parametrize("begin", [False, True], ids=["lobby", "drafting"])
def test_after_five_silent_minutes_of_the_host_anybody_at_the_table_may_host(
    roland: User, elinor: User, elinor_client: Client, stranger_client: Client, begin: bool
) -> None:
    host, other = person(roland), person(elinor)
    key = lobby(host, other)
    if begin:
        services.start_draft(key, visitor=by(host))
    silent_for(key, 4.5)
    assert elinor_client.post(f"/drafts/{key}/step-in/").status_code == 409
    assert "Become host" not in elinor_client.get(f"/drafts/{key}/").content.decode()
    silent_for(key, 5)
    assert "Roland, the host, has been away for a while" in elinor_client.get(f"/drafts/{key}/").content.decode()
    assert "Become host" not in stranger_client.get(f"/drafts/{key}/").content.decode()
    assert stranger_client.post(f"/drafts/{key}/step-in/").status_code == 403
    assert elinor_client.post(f"/drafts/{key}/step-in/").status_code == 302
    assert seen_by(key, other).is_host
    assert not seen_by(key, host).is_host
    assert seen_by(key, host).me is not None


def test_a_host_who_looks_at_the_table_is_there(roland: User, elinor: User, roland_client: Client) -> None:
    key = lobby(person(roland), person(elinor))
    version = Draft.objects.get(key=key).version
    silent_for(key, 60)
    roland_client.get(f"/drafts/{key}/")
    assert not seen_by(key, person(elinor)).host_away
    assert Draft.objects.get(key=key).version == version


def test_a_host_who_only_picks_is_there_as_well(roland: User, elinor: User) -> None:
    key = begun(person(roland), person(elinor))
    silent_for(key, 60)
    take(key, person(roland))
    assert not seen_by(key, person(elinor)).host_away


def test_a_paused_table_whose_host_has_gone_goes_on(roland: User, elinor: User) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other, pick_seconds=60)
    clocks.pause_draft(key, visitor=by(host))
    silent_for(key, 6)
    host_services.become_host(key, visitor=by(other))
    assert clocks.resume_draft(key, visitor=by(other)).paused is None


def test_a_guest_with_nothing_but_a_seat_token_can_become_the_host(roland: User) -> None:
    host = person(roland)
    key = lobby(host)
    who = visitor_of_token(services.join_draft(key, visitor=Visitor(), person=None, nickname="Script").token)
    with pytest.raises(Conflict, match="The host is still here"):
        host_services.become_host(key, visitor=who)
    host_services.leave_seat(key, visitor=by(host), number=0)
    assert visible_draft_for(load_draft(key), who).is_host
    assert services.start_draft(key, visitor=who).status == "drafting"


def test_a_bot_cannot_be_the_host(roland: User) -> None:
    key = begun(person(roland), players=2)
    with pytest.raises(Conflict, match="A bot can’t be the host"):
        host_services.hand_over_host(key, visitor=by(person(roland)), number=1)


def test_seats_are_shuffled_by_the_host_before_the_draft_only(
    roland: User, elinor: User, roland_client: Client
) -> None:
    host, other = person(roland), person(elinor)
    key = lobby(host, other, players=6)
    assert "Shuffle seats" in roland_client.get(f"/drafts/{key}/").content.decode()
    orders = set()
    for _draw in range(12):
        roland_client.post(f"/drafts/{key}/shuffle/")
        orders.add(tuple(Seat.objects.order_by("pk").values_list("number", flat=True)))
    assert len(orders) > 1
    assert all(0 <= number < 6 for order in orders for number in order)
    with pytest.raises(NotAllowed):
        host_services.shuffle_seats(key, visitor=by(other))
    services.start_draft(key, visitor=by(host))
    with pytest.raises(Conflict):
        host_services.shuffle_seats(key, visitor=by(host))


@pytest.mark.parametrize(("seating", "moves"), [(Draft.Seating.AS_SAT, True), (Draft.Seating.RANDOM, False)])
def test_seats_are_moved_by_hand_only_where_they_stay_as_they_are(
    roland: User, elinor: User, roland_client: Client, seating: str, moves: bool
) -> None:
    page = roland_client.get(f"/drafts/{lobby(person(roland), person(elinor), seating=seating)}/").text
    by_hand = ('aria-label="Move Elinor up"', 'draggable="true"', "data-move")
    assert [word in page for word in by_hand] == [moves] * 3
    assert ("Seats are drawn at random." in page) is not moves
