"""The list of my drafts and the lobby of a table: joining, beginning, a link back to the seat."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import Person, User
from cards.templatetags.cards import some_people
from drafts.models import Draft, Seat
from drafts.table import hosting as host_services
from drafts.table import services
from tests.drafts.pages.forms import pick_form, text
from tests.drafts.tables import begun, by, person, setup_for, take, view_of

pytestmark = pytest.mark.django_db


def test_nobody_has_drafts_before_the_first(client: Client) -> None:
    page = text(client.get("/drafts/"))
    assert "With friends" in page and "Against bots" in page and "My drafts" not in page
    assert Person.objects.count() == 0


def test_my_drafts_are_listed_and_those_of_others_are_not(
    roland: User, elinor: User, stranger_client: Client, elinor_client: Client
) -> None:
    begun(person(roland), person(elinor))
    assert "Roland’s draft" in text(elinor_client.get("/drafts/"))
    assert "Roland’s draft" not in text(stranger_client.get("/drafts/"))


def test_a_guest_joins_by_the_link_with_a_nickname(roland: User, client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    offered = text(client.get(f"/drafts/{key}/"))
    assert all(
        words in offered for words in ("Roland invites you to a draft", "About 25 minutes", "1 of 3 seats taken")
    )
    assert "Copy link" not in offered
    page = text(client.post(f"/drafts/{key}/join/", {"nickname": "Mira"}, follow=True))
    assert page.index('id="seats"') < page.index("Copy link")
    assert "I’m ready" in page and "Waiting for Roland to start the draft" not in page
    page = text(client.post(f"/drafts/{key}/ready/", {"ready": "yes"}, follow=True))
    assert "Waiting for Roland to start the draft" in page and "I’m not ready" in page
    assert Seat.objects.get(number=1).nickname == "Mira"
    assert "Start now" not in page


def test_a_table_that_is_full_says_so_and_stays(roland: User, elinor: User, client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    assert "This draft is full. You can watch; if a seat opens up, reload the page to join." in text(
        client.get(f"/drafts/{key}/")
    )
    assert "All 2 seats in this draft are taken" in text(client.post(f"/drafts/{key}/join/", follow=True))


def test_a_host_with_free_seats_invites_first(roland: User, elinor: User, roland_client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    free = text(roland_client.get(f"/drafts/{key}/"))
    assert free.index('id="invite"') < free.index('id="seats"')
    assert "Or tap “Enter a code” at testserver:" in free and "Enter a code" in text(roland_client.get("/"))
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    full = text(roland_client.get(f"/drafts/{key}/"))
    assert full.index('id="seats"') < full.index('id="invite"')


def test_starting_with_bots_is_the_next_step_once_all_who_have_come_are_ready(
    roland: User, elinor: User, roland_client: Client
) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    page = text(roland_client.get(f"/drafts/{key}/"))
    start = page.partition('class="sticky begin"')[2].partition("</form>")[0]
    assert '<button class="btn">Start without waiting</button>' in start
    assert "A bot fills the free seat. Seats are drawn at random." in page
    assert "not ready" in page
    assert "I’m ready" not in page
    host_services.set_seat_ready(key, visitor=by(person(elinor)), ready=True)
    page = text(roland_client.get(f"/drafts/{key}/"))
    assert '<button class="btn primary">Start now</button>' in page and "not ready" not in page


def test_cancelling_says_first_who_loses_a_seat_and_afterwards_offers_nothing_that_was_never_picked(
    roland: User, elinor: User, roland_client: Client
) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    fold = text(roland_client.get(f"/drafts/{key}/")).partition("<summary>Cancel draft")[2].partition("</details>")[0]
    assert "Cancel this draft? Elinor loses the seat." in fold and f'action="/drafts/{key}/abort/"' in fold
    page = text(roland_client.post(f"/drafts/{key}/abort/", follow=True))
    assert "Cancelled" in page and "Draft again" in page
    assert "packet by packet" not in page and "can see their pools" not in page


def test_seats_have_numbers_only_if_players_keep_them(roland: User, roland_client: Client) -> None:
    for seating, numbered in ((Draft.Seating.RANDOM, False), (Draft.Seating.AS_SAT, True)):
        key = services.create_draft(host=person(roland), setup=setup_for(3), seating=seating).key
        assert ('class="num' in text(roland_client.get(f"/drafts/{key}/"))) is numbered


def test_players_at_a_table_have_different_pictures(roland: User, elinor: User, roland_client: Client) -> None:
    assert some_people("Roland") == some_people("Elinor")
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    seats = text(roland_client.get(f"/drafts/{key}/")).partition('id="seats"')[2].partition("</ol>")[0]
    assert len(set(re.findall(r'src="([^"]+)"', seats))) == 2


def test_whoever_was_sent_away_is_told_so_and_offered_no_seat(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    live = f"/drafts/{key}/live/?status=lobby&step=lobby&seated=yes"
    assert "HX-Refresh" not in elinor_client.get(live)
    roland_client.post(f"/drafts/{key}/seats/1/send-away/")
    assert elinor_client.get(live)["HX-Refresh"] == "true"
    page = text(elinor_client.get(f"/drafts/{key}/"))
    assert "The host removed you from this draft." in page
    assert "invites you to a draft" not in page


def test_without_scripts_a_page_that_waits_can_be_loaded_again(
    roland: User, elinor: User, roland_client: Client
) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    again = f'<a class="btn" href="/drafts/{key}/">Reload</a>'
    assert again in text(roland_client.get(f"/drafts/{key}/"))
    services.start_draft(key, visitor=by(person(roland)))
    assert again not in text(roland_client.get(f"/drafts/{key}/"))
    take(key, person(roland))
    assert again in text(roland_client.get(f"/drafts/{key}/"))


def test_only_the_host_begins(roland: User, roland_client: Client, stranger_client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    assert stranger_client.post(f"/drafts/{key}/start/").status_code == 403
    assert "It’s your pick." in text(roland_client.post(f"/drafts/{key}/start/", follow=True))
    assert roland_client.post(f"/drafts/{key}/start/").status_code == 409


def test_the_lobby_is_brought_by_a_ring(roland: User, elinor: User, roland_client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    part = text(roland_client.get(f"/drafts/{key}/live/?status=lobby&step=lobby"))
    assert "Remove Elinor" in part


def test_a_secret_link_takes_a_player_to_his_seat_on_another_phone(
    roland: User, roland_client: Client, client: Client
) -> None:
    host = person(roland)
    key = begun(host, players=2)
    shown = re.search(
        r'value="http://testserver(/drafts/[^"]+/seat/[^"]+)"', text(roland_client.post(f"/drafts/{key}/link/"))
    )
    assert shown is not None
    assert "Continue as Roland" in text(client.get(shown[1]))
    assert "It’s your pick." in text(client.post(shown[1], follow=True))
    client.post(f"/drafts/{key}/pick/", pick_form(key, host))
    assert len(view_of(key, host).pool) == 1
    roland_client.post(f"/drafts/{key}/link/")
    assert client.get(shown[1]).status_code == 404
    assert "You’re watching" in text(client.get(f"/drafts/{key}/"))


def test_a_secret_link_takes_the_seat_back_from_its_bot(roland: User, elinor: User, client: Client) -> None:
    host = person(roland)
    key = begun(host, person(elinor))
    token = services.create_seat_link(key, visitor=by(host)).token
    host_services.leave_seat(key, visitor=by(host), number=0)
    assert Seat.objects.get(number=0).is_bot
    client.post(f"/drafts/{key}/seat/{token}/")
    assert not Seat.objects.get(number=0).is_bot


def test_whoever_sits_down_finds_the_link_back_to_his_seat(roland: User, client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    sat = client.post(f"/drafts/{key}/join/", {"nickname": "Judith"})
    cookie = sat.cookies["seat"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (f"/drafts/{key}/", True, "Lax")
    page = client.get(f"/drafts/{key}/").content.decode()
    link = f"/drafts/{key}/seat/{cookie.value}/"
    assert link in page
    other = Client()
    assert "Continue as Judith" in other.get(link).content.decode()
    back = other.post(link, follow=True).content.decode()
    assert link in back
    assert link not in client.get(f"/drafts/{key}/live/?status=lobby&step=none").content.decode()
    client.post(f"/drafts/{key}/link/")
    assert link not in client.get(f"/drafts/{key}/").content.decode()
    assert link not in other.get(f"/drafts/{key}/").content.decode()
    assert Client().get(link).status_code == 404
