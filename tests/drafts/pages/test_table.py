"""The page of a table under way: who may do what, what a notice brings, packets that pile up, its end."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from drafts.core.engine.setup import PassingMode
from drafts.models import Draft, Pick, Seat
from drafts.sockets.hub import ConnectedDraftSocket, DraftRoom, WantedMessages
from drafts.table.rows import load_draft
from tests.drafts.pages.forms import pick_form, text
from tests.drafts.tables import begun, by, person, play_to_the_end, take

pytestmark = pytest.mark.django_db
# The parts of the page that draw.js draws.
DRAWN = ("table", "_round", "_hand", "_packet", "_clock", "_pool")


async def not_sent(message: dict[str, Any]) -> None: ...


def test_a_stranger_sees_the_table_and_can_do_nothing(roland: User, elinor: User, stranger_client: Client) -> None:
    key = begun(person(roland), person(elinor))
    page = text(stranger_client.get(f"/drafts/{key}/"))
    assert "You’re watching" in page
    assert 'class="card' not in page
    for address in ("abort", "take-back", "link", "seats/0/leave"):
        assert stranger_client.post(f"/drafts/{key}/{address}/").status_code == 403
    assert stranger_client.post(f"/drafts/{key}/pick/", {"card": "x"}).status_code == 403
    assert Pick.objects.count() == 0
    assert Draft.objects.get(key=key).status == "drafting"


def test_between_rounds_neither_table_nor_television_waits_for_anybody(
    roland: User, roland_client: Client, client: Client
) -> None:
    host = person(roland)
    key = begun(host)
    Draft.objects.filter(key=key).update(review_seconds=60)
    for _pick in range(4):
        take(key, host)
    for answer in (roland_client.get(f"/drafts/{key}/"), client.get(f"/drafts/{key}/screen/")):
        page = text(answer).partition('id="table-data"')[0]
        assert page.partition("<main")[2].count("Before round 2") == 1
        assert "Review your cards" in page
        assert "No packet yet" not in page
        assert "…" not in page.partition("Before round 2")[2].partition("Review your cards")[0]


@pytest.mark.parametrize("address", ["", "live/", "seat/some-token/"])
def test_a_draft_that_does_not_exist_is_not_found(client: Client, address: str) -> None:
    assert client.get(f"/drafts/nothing2here/{address}").status_code == 404


@pytest.mark.parametrize("address", ["join/", "start/", "pick/", "abort/", "take-back/", "seats/0/leave/"])
def test_what_changes_a_draft_is_never_a_get(roland: User, roland_client: Client, address: str) -> None:
    key = begun(person(roland))
    assert roland_client.get(f"/drafts/{key}/{address}").status_code == 405
    assert roland_client.post(f"/drafts/nothing2here/{address}").status_code in (302, 404)


def test_without_scripts_a_kept_card_is_exchanged_until_the_packet_passes(
    roland: User, elinor: User, roland_client: Client
) -> None:
    me = person(roland)
    key = begun(me, person(elinor))
    kept = take(key, me)
    page = text(roland_client.get(f"/drafts/{key}/"))
    assert "You can change your mind until everyone has picked." in page
    fields = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.partition('id="packet"')[2]))
    assert fields["instead"] == kept
    other = next(card for card in re.findall(r'name="card" value="([^"]+)"', page) if card != kept)
    roland_client.post(f"/drafts/{key}/pick/", {**fields, "card": other})
    assert list(Pick.objects.values_list("card", flat=True)) == [other]


def test_the_view_is_one_in_the_page_asked_for_and_as_the_answer_to_a_pick(
    roland: User, elinor: User, roland_client: Client
) -> None:
    me = person(roland)
    key = begun(me, person(elinor), pick_seconds=600)

    def from_page() -> dict[str, Any]:
        page = roland_client.get(f"/drafts/{key}/").content.decode()
        data = re.search(r'<script id="table-data" type="application/json">(.*?)</script>', page)
        assert data is not None
        return dict(json.loads(data[1])["view"])

    def from_socket() -> dict[str, Any]:
        loaded = load_draft(key)
        room = DraftRoom(key)
        room.update_draft(loaded)
        return dict(
            json.loads(ConnectedDraftSocket(room, by(me), WantedMessages.CHANGES, not_sent).newest_message(loaded))
        )

    def untimed(view: dict[str, Any]) -> dict[str, Any]:
        assert view.pop("now")
        return view

    as_json = {"Accept": "application/json"}
    asked = roland_client.get(f"/drafts/{key}/live/", headers=as_json).json()
    assert untimed(from_page()) == untimed(asked) == untimed(from_socket())
    answer = roland_client.post(f"/drafts/{key}/pick/", pick_form(key, me), headers=as_json).json()
    assert untimed(answer["view"]) == untimed(from_page()) == untimed(from_socket())


def test_no_part_of_the_table_that_its_script_draws_is_exchanged_for_another() -> None:
    """Two scripts that write to one place would overwrite each other."""
    parts = "".join(Path(f"templates/drafts/table/{name}.html").read_text() for name in DRAWN)
    assert "hx-target" in parts  # what the script does not draw may be exchanged
    assert not re.findall(r'hx-target="#(?:table|live|hand|pool|packet)\b|hx-swap-oob', parts)


def test_a_page_of_another_phase_is_told_to_load_anew(roland: User, roland_client: Client) -> None:
    key = begun(person(roland))
    response = roland_client.get(f"/drafts/{key}/live/?status=lobby&step=lobby")
    assert response["HX-Refresh"] == "true"


def test_reading_a_table_whose_time_is_up_decides_the_step(roland: User, roland_client: Client) -> None:
    key = begun(person(roland), players=2, pick_seconds=60)
    assert 'data-seconds="' in text(roland_client.get(f"/drafts/{key}/"))
    Draft.objects.filter(key=key).update(deadline=timezone.now() - timedelta(seconds=1))
    assert "pick 2 of 4" in text(roland_client.get(f"/drafts/{key}/"))


def test_a_bot_plays_for_me_until_i_come_back(roland: User, elinor: User, elinor_client: Client) -> None:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    number = Seat.objects.get(person=other).number
    assert "A bot is playing for you" in text(elinor_client.post(f"/drafts/{key}/seats/{number}/leave/", follow=True))
    take(key, host)
    assert "pick 2 of 4" in text(elinor_client.post(f"/drafts/{key}/take-back/", follow=True))


def test_a_draft_called_off_shows_what_i_had(roland: User, roland_client: Client, client: Client) -> None:
    host = person(roland)
    key = begun(host, players=2)
    take(key, host)
    page = text(roland_client.post(f"/drafts/{key}/abort/", follow=True))
    assert "Cancelled" in page
    assert "My picks so far" in page
    assert "Only the players can see their pools." in text(client.get(f"/drafts/{key}/"))


def test_a_table_where_packets_pass_at_once_shows_where_they_pile_up(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    me = person(roland)
    key = begun(me, person(elinor), flow=PassingMode.QUEUED)
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


@pytest.mark.parametrize("language", ["en", "de", "ru"])
def test_in_every_language_the_shuffle_is_checked_and_the_next_draft_offered(
    roland: User, elinor: User, roland_client: Client, language: str
) -> None:
    people = [person(roland), person(elinor)]
    key = begun(*people, players=2)
    play_to_the_end(key, *people)
    page = roland_client.get(f"/drafts/{key}/", headers={"accept-language": language}).content.decode()
    assert f'lang="{language}"' in page
    assert re.search(r"js/verify(\.\w+)?\.js", page)
    assert f'action="/drafts/{key}/again/"' in page


def test_a_paused_table_says_so_in_german(roland: User, roland_client: Client) -> None:
    key = begun(person(roland), players=2)
    roland_client.post(f"/drafts/{key}/pause/")
    page = roland_client.get(f"/drafts/{key}/", headers={"accept-language": "de"}).content.decode()
    assert "Der Tisch ist angehalten." in page
    assert f'action="/drafts/{key}/resume/"' in page
    assert f'action="/drafts/{key}/pause/"' not in page
