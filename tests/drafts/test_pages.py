"""Pages of a draft: open a table, join, pick by forms alone, and build the deck."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person, User
from cards.catalogue.queries import catalogue
from decks.models import Deck
from drafts.core.engine.setup import Flow
from drafts.models import Draft, Pick, Seat
from drafts.table import services
from tests.drafts.tables import begun, by, person, play_to_the_end, setup_for, take, view_of
from tests.html import flat

pytestmark = pytest.mark.django_db

SIX = ["Vulca", "Hoax", "Mimix", "Flit", "Khind", "Terrah"]


def answers(**changed: Any) -> dict[str, Any]:
    usual = {"players": "4", "before": "4", "peoples": SIX, "step8": "right", "seating": "random", "action": "open"}
    return {**usual, **changed}


def text(response: Any) -> str:
    return flat(response.content)


def pick_form(key: str, one: Person, at: int = 0) -> dict[str, str]:
    view = view_of(key, one)
    return {"round": str(view.table.round), "number": str(view.table.number), "card": view.packet[at]}


def test_nobody_has_drafts_before_the_first(client: Client) -> None:
    assert "No draft yet" in text(client.get("/drafts/"))
    assert Person.objects.count() == 0


def test_my_drafts_are_listed_and_those_of_others_are_not(
    roland: User, elinor: User, stranger_client: Client, elinor_client: Client
) -> None:
    begun(person(roland), person(elinor))
    assert "Draft of Roland" in text(elinor_client.get("/drafts/"))
    assert "Draft of Roland" not in text(stranger_client.get("/drafts/"))


def test_the_set_up_page_offers_a_draft_that_can_begin_as_it_stands(client: Client) -> None:
    page = text(client.get("/drafts/new/"))
    assert re.search(r"<dt>Pool</dt><dd>198</dd>", page)
    assert page.count(" checked") == 7


def test_two_taps_begin_a_draft_with_bots_without_an_account(client: Client) -> None:
    response = client.post("/drafts/new/", answers(action="bots"), follow=True)
    assert "Your turn to choose" in text(response)
    draft = Draft.objects.get()
    assert (draft.status, draft.host.is_guest) == ("drafting", True)
    assert Seat.objects.filter(is_bot=True).count() == 3


def test_opening_a_table_leads_to_a_lobby_with_link_and_code(roland_client: Client) -> None:
    response = roland_client.post("/drafts/new/", answers(name="Thursday", pick_seconds="60"), follow=True)
    page = text(response)
    draft = Draft.objects.get()
    assert (draft.name, draft.pick_seconds) == ("Thursday", 60)
    assert f'value="http://testserver/drafts/{draft.key}/"' in page
    assert "<svg" in page and 'class="qr"' in page
    assert "style=" not in page


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"peoples": SIX[:3]}, "4 players draft 6 peoples; 3 chosen"),
        ({"peoples": [*SIX[:5], "Vulca"]}, "Vulca is chosen more than once"),
        ({"peoples": ["Dwarves"]}, "Dwarves"),
        ({"players": "7"}, "2 to 6 players"),
        ({"pick_seconds": "-3"}, "-3"),
        ({"name": "x" * 90}, "80"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_an_impossible_set_up_is_said_and_nothing_typed_is_lost(
    roland_client: Client, changed: dict[str, Any], words: str
) -> None:
    response = roland_client.post("/drafts/new/", answers(**{"name": "My evening", **changed}))
    assert response.status_code == 400
    assert words in text(response)
    assert changed.get("name", "My evening") in text(response)
    assert Draft.objects.count() == 0


def test_without_scripts_a_button_shows_the_figures(client: Client) -> None:
    form = answers(players="2", before="2", peoples=["Vulca", "Aqua", "Buka"], action="figures")
    page = text(client.post("/drafts/new/", form))
    assert "<dt>Pool</dt><dd>97</dd>" in page
    assert Draft.objects.count() == 0


@pytest.mark.parametrize("action", ["fill", "random"])
def test_the_site_chooses_peoples_when_asked(client: Client, action: str) -> None:
    page = text(client.post("/drafts/new/", answers(peoples=["Buka"], action=action)))
    assert page.count(" checked") == 7
    assert "<dt>Pool</dt>" in page


def test_another_number_of_players_brings_as_many_peoples_as_it_needs(client: Client) -> None:
    part = text(client.post("/drafts/new/figures/", answers(players="3")))
    assert "<html" not in part
    assert part.count(" checked") == 4
    assert "<dt>Pool</dt><dd>132</dd>" in part


def test_a_table_opened_before_the_page_has_its_peoples_gets_them_all_the_same(client: Client) -> None:
    assert client.post("/drafts/new/", answers(players="3", action="bots")).status_code == 302
    assert len(Draft.objects.get().peoples) == 4


def test_draft_again_starts_from_the_same_set_up(roland: User, roland_client: Client) -> None:
    key = begun(person(roland), players=2, pick_seconds=60)
    page = text(roland_client.get(f"/drafts/new/?again={key}"))
    assert page.count(" checked") == 4
    assert '<option value="60" selected' in page
    assert roland_client.get("/drafts/new/?again=nothing").status_code == 404


def test_a_guest_joins_by_the_link_with_a_nickname(roland: User, client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    assert "Take a seat" in text(client.get(f"/drafts/{key}/"))
    page = text(client.post(f"/drafts/{key}/join/", {"nickname": "Mira"}, follow=True))
    assert "Roland begins the draft" in page
    assert Seat.objects.get(number=1).nickname == "Mira"
    assert "Begin the draft" not in page


def test_a_table_that_is_full_says_so_and_stays(roland: User, elinor: User, client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    services.join(key, who=by(person(elinor)), person=person(elinor))
    assert "All seats are taken. You can look on" in text(client.get(f"/drafts/{key}/"))
    assert "All 2 seats of this draft are taken" in text(client.post(f"/drafts/{key}/join/", follow=True))


def test_without_scripts_a_page_that_waits_can_be_loaded_again(
    roland: User, elinor: User, roland_client: Client
) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    services.join(key, who=by(person(elinor)), person=person(elinor))
    again = f'<a class="btn" href="/drafts/{key}/">Load this page again</a>'
    assert again in text(roland_client.get(f"/drafts/{key}/"))
    services.start(key, who=by(person(roland)))
    assert again not in text(roland_client.get(f"/drafts/{key}/"))
    take(key, person(roland))
    assert again in text(roland_client.get(f"/drafts/{key}/"))


def test_only_the_host_begins(roland: User, roland_client: Client, stranger_client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(2)).key
    assert stranger_client.post(f"/drafts/{key}/start/").status_code == 403
    assert "Your turn to choose" in text(roland_client.post(f"/drafts/{key}/start/", follow=True))
    assert roland_client.post(f"/drafts/{key}/start/").status_code == 409


def test_a_whole_draft_is_played_by_forms_alone_and_ends_in_a_deck(roland: User, roland_client: Client) -> None:
    host = person(roland)
    key = begun(host, players=2)
    while Draft.objects.get(key=key).status == "drafting":
        response = roland_client.post(f"/drafts/{key}/pick/", pick_form(key, host))
        assert response.status_code == 302
    page = text(roland_client.get(f"/drafts/{key}/"))
    assert "Build a deck from this pool" in page
    target = re.search(r'action="(/decks/pools/[^"]+)"', page)
    assert target is not None
    assert roland_client.post(target[1]).status_code == 302
    deck = Deck.objects.get()
    assert deck.format == "draft"
    assert deck.pool is not None


def test_cards_tapped_after_the_draft_are_the_deck_and_others_are_not(roland: User, roland_client: Client) -> None:
    host = person(roland)
    key = begun(host, players=2)
    while Draft.objects.get(key=key).status == "drafting":
        roland_client.post(f"/drafts/{key}/pick/", pick_form(key, host))
    page = roland_client.get(f"/drafts/{key}/").content.decode()
    boxes = re.findall(r'name="card"\s+value="([^"]+)"', page)
    assert len(boxes) > 30
    suggested = roland_client.get(re.search(r'data-suggestion="([^"]+)"', page)[1]).json()["cards"]  # type: ignore[index]
    assert len(suggested) == 30
    assert set(suggested) <= set(boxes)
    stranger = next(card.code for card in catalogue() if card.code not in boxes)
    target = re.search(r'action="(/decks/pools/[^"]+/deck/)"', page)
    assert target is not None
    roland_client.post(target[1], {"card": [*boxes[:30], boxes[0], stranger]})
    assert sorted(Deck.objects.get().cards.values_list("code", flat=True)) == sorted(boxes[:30])


def test_a_pick_by_htmx_brings_the_table_and_its_version(roland: User, elinor: User, roland_client: Client) -> None:
    host = person(roland)
    key = begun(host, person(elinor))
    response = roland_client.post(f"/drafts/{key}/pick/", pick_form(key, host), headers={"HX-Request": "true"})
    assert "You keep" in text(response)
    assert "<html" not in text(response)
    assert response["X-Version"] == str(Draft.objects.get(key=key).version)


def test_two_tabs_give_one_pick_and_one_clear_message(roland: User, elinor: User, roland_client: Client) -> None:
    host = person(roland)
    key = begun(host, person(elinor))
    first, second = pick_form(key, host), pick_form(key, host, 1)
    roland_client.post(f"/drafts/{key}/pick/", first)
    page = text(roland_client.post(f"/drafts/{key}/pick/", second, follow=True))
    assert f"You have taken {first['card']} of this packet already" in page
    by_htmx = roland_client.post(f"/drafts/{key}/pick/", second, headers={"HX-Request": "true"})
    assert f"You have taken {first['card']} of this packet already" in text(by_htmx)
    assert Pick.objects.count() == 1


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({}, "Choose a card first"),
        ({"card": "Vulca 01"}, "was for another packet"),
        ({"card": "No such card", "round": "1", "number": "1"}, "is not in the packet in front of you"),
        ({"card": "Vulca 01", "round": "x", "number": "-1"}, "was for another packet"),
        ({"card": "Vulca 01", "round": "9" * 80, "number": "1"}, "was for another packet"),
        ({"card": "\x00" * 500, "round": "1", "number": "1"}, "is not in the packet"),
    ],
    ids=["nothing", "no packet", "no card", "words", "huge", "binary"],
)
def test_a_pick_that_makes_no_sense_is_said_and_takes_nothing(
    roland: User, roland_client: Client, form: dict[str, str], words: str
) -> None:
    key = begun(person(roland), players=2)
    assert words in text(roland_client.post(f"/drafts/{key}/pick/", form, follow=True))
    assert Pick.objects.filter(by="player").count() == 0


def test_a_stranger_sees_the_table_and_can_do_nothing(roland: User, elinor: User, stranger_client: Client) -> None:
    key = begun(person(roland), person(elinor))
    page = text(stranger_client.get(f"/drafts/{key}/"))
    assert "You are looking on" in page
    assert 'class="card' not in page
    for address in ("abort", "take-back", "link", "seats/0/leave"):
        assert stranger_client.post(f"/drafts/{key}/{address}/").status_code == 403
    assert stranger_client.post(f"/drafts/{key}/pick/", {"card": "x"}).status_code == 403
    assert Pick.objects.count() == 0
    assert Draft.objects.get(key=key).status == "drafting"


@pytest.mark.parametrize("address", ["", "live/", "seat/some-token/"])
def test_a_draft_that_does_not_exist_is_not_found(client: Client, address: str) -> None:
    assert client.get(f"/drafts/nothing2here/{address}").status_code == 404


@pytest.mark.parametrize("address", ["join/", "start/", "pick/", "abort/", "take-back/", "link/", "seats/0/leave/"])
def test_what_changes_a_draft_is_never_a_get(roland: User, roland_client: Client, address: str) -> None:
    key = begun(person(roland))
    assert roland_client.get(f"/drafts/{key}/{address}").status_code == 405
    assert roland_client.post(f"/drafts/nothing2here/{address}").status_code in (302, 404)


def test_a_ring_brings_the_seats_and_the_packet_only_when_it_is_new(
    roland: User, elinor: User, roland_client: Client
) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    page = text(roland_client.get(f"/drafts/{key}/"))
    address = re.search(r'hx-get="([^"]+)"', page)
    assert address is not None
    asked = address[1].replace("&amp;", "&")
    take(key, other)
    part = text(roland_client.get(asked))
    assert "Your turn to choose. The others have chosen." in part
    assert 'id="hand"' not in part
    take(key, host)
    assert 'id="hand" hx-swap-oob' in text(roland_client.get(asked))


def test_a_page_of_another_phase_is_told_to_load_anew(roland: User, roland_client: Client) -> None:
    key = begun(person(roland))
    response = roland_client.get(f"/drafts/{key}/live/?status=lobby&step=lobby")
    assert response["HX-Refresh"] == "true"


def test_the_lobby_is_brought_by_a_ring(roland: User, elinor: User, roland_client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    services.join(key, who=by(person(elinor)), person=person(elinor))
    part = text(roland_client.get(f"/drafts/{key}/live/?status=lobby&step=lobby"))
    assert "Send Elinor away" in part


def test_reading_a_table_whose_time_is_up_decides_the_step(roland: User, roland_client: Client) -> None:
    key = begun(person(roland), players=2, pick_seconds=60)
    assert 'data-seconds="' in text(roland_client.get(f"/drafts/{key}/"))
    Draft.objects.filter(key=key).update(deadline=timezone.now() - timedelta(seconds=1))
    assert "pick 2 of 4" in text(roland_client.get(f"/drafts/{key}/"))


def test_a_secret_link_takes_a_player_to_his_seat_on_another_phone(
    roland: User, roland_client: Client, client: Client
) -> None:
    host = person(roland)
    key = begun(host, players=2)
    shown = re.search(
        r'value="http://testserver(/drafts/[^"]+/seat/[^"]+)"', text(roland_client.post(f"/drafts/{key}/link/"))
    )
    assert shown is not None
    assert "Play on as Roland here" in text(client.get(shown[1]))
    assert "Your turn to choose" in text(client.post(shown[1], follow=True))
    client.post(f"/drafts/{key}/pick/", pick_form(key, host))
    assert len(view_of(key, host).pool) == 1
    roland_client.post(f"/drafts/{key}/link/")
    assert client.get(shown[1]).status_code == 404
    assert "You are looking on" in text(client.get(f"/drafts/{key}/"))


def test_a_bot_plays_for_me_until_i_come_back(roland: User, elinor: User, elinor_client: Client) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    number = Seat.objects.get(person=other).number
    assert "A bot plays for you" in text(elinor_client.post(f"/drafts/{key}/seats/{number}/leave/", follow=True))
    take(key, host)
    assert "pick 2 of 4" in text(elinor_client.post(f"/drafts/{key}/take-back/", follow=True))


def test_a_draft_called_off_shows_what_i_had(roland: User, roland_client: Client, client: Client) -> None:
    host = person(roland)
    key = begun(host, players=2)
    take(key, host)
    page = text(roland_client.post(f"/drafts/{key}/abort/", follow=True))
    assert "Called off" in page
    assert "My cards so far" in page
    assert "seen only by those who drafted them" in text(client.get(f"/drafts/{key}/"))


def test_the_pool_of_the_seat_is_built_only_by_its_owner(roland: User, roland_client: Client, client: Client) -> None:
    host = person(roland)
    key = begun(host, players=2)
    play_to_the_end(key, host)
    link = services.new_link(key, who=by(host))
    client.post(f"/drafts/{key}/seat/{link.token}/")
    page = text(client.get(f"/drafts/{key}/"))
    assert "My pool" in page
    assert "The pool is kept for Roland" in page
    assert "Build a deck from this pool" in text(roland_client.get(f"/drafts/{key}/"))


def test_reading_the_table_and_picking_stay_within_their_queries(
    roland: User, elinor: User, roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    host = person(roland)
    key = begun(host, person(elinor))
    roland_client.get(f"/drafts/{key}/")
    with django_assert_max_num_queries(10):
        roland_client.get(f"/drafts/{key}/")
    form = pick_form(key, host)
    with django_assert_max_num_queries(15):
        roland_client.post(f"/drafts/{key}/pick/", form, headers={"HX-Request": "true"})


def test_whoever_sits_down_finds_the_link_back_to_his_seat(roland: User, client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    sat = client.post(f"/drafts/{key}/join/", {"nickname": "Judith"})
    cookie = sat.cookies["seat"]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (f"/drafts/{key}/", True, "Lax")
    page = client.get(f"/drafts/{key}/").content.decode()
    link = f"/drafts/{key}/seat/{cookie.value}/"
    assert link in page
    other = Client()
    assert "Play on as Judith here" in other.get(link).content.decode()
    back = other.post(link, follow=True).content.decode()
    assert link in back
    assert link not in client.get(f"/drafts/{key}/live/?status=lobby&step=none").content.decode()
    client.post(f"/drafts/{key}/link/")
    assert link not in client.get(f"/drafts/{key}/").content.decode()
    assert link not in other.get(f"/drafts/{key}/").content.decode()
    assert Client().get(link).status_code == 404


def test_a_table_where_packets_pass_at_once_shows_where_they_pile_up(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    me = person(roland)
    key = begun(me, person(elinor), flow=Flow.QUEUED)
    assert "packets</em>" not in text(roland_client.get(f"/drafts/{key}/"))
    take(key, me)
    for client in (roland_client, elinor_client):
        page = text(client.get(f"/drafts/{key}/"))
        assert re.search(r"Elinor<.*?<em class=\"num\" data-packets>2 packets</em>", page)
        assert page.count("packets</em>") == 1


def test_a_table_where_packets_pass_together_counts_none(roland: User, elinor: User, roland_client: Client) -> None:
    me = person(roland)
    key = begun(me, person(elinor))
    take(key, me)
    assert "packets</em>" not in text(roland_client.get(f"/drafts/{key}/"))
