"""What is shown of a finished draft by link: a pool, its picks, and packets as questions (DRAFT-12, DRAFT-18)."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from accounts.personal_data import DeletionOptions
from drafts import personal_data
from drafts.archive.queries import may_show_packets
from drafts.models import Draft, PacketQuestion, Pick, QuestionAnswer, Seat, SharedSeat
from drafts.sharing.queries import packet_poll, shared_pool_by_key
from drafts.table.loaded import Visitor
from tests.drafts.tables import begun, person, play_to_the_end
from tests.html import flat

pytestmark = pytest.mark.django_db


def _nobody(_key: str) -> Visitor:
    return Visitor()


@pytest.fixture
def key(roland: User, elinor: User) -> str:
    """Return a finished draft of Roland and Elinor whose picks are open."""
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    Draft.objects.filter(key=key).update(log_rule="end")
    play_to_the_end(key, host, other)
    return key


def _kept(key: str) -> set[str]:
    return set(Pick.objects.filter(draft__key=key).values_list("card", flat=True))


def test_a_pool_is_shown_by_its_player_alone_until_the_link_is_taken_back(
    key: str, elinor: User, elinor_client: Client, stranger_client: Client, client: Client
) -> None:
    assert stranger_client.post(f"/drafts/{key}/share/").status_code == 403
    address = elinor_client.post(f"/drafts/{key}/share/")["Location"]
    seat = Seat.objects.get(draft__key=key, person=person(elinor))
    assert set(shared_pool_by_key(address.split("/")[-2], _nobody).codes) == set(
        Pick.objects.filter(draft__key=key, seat=seat.number).values_list("card", flat=True)
    )
    page = flat(client.get(address).content)
    assert "Elinor’s pool" in page
    assert "Round 1" not in page
    assert "Remove link" not in page
    assert address in flat(client.get(f"/drafts/{key}/").content)
    elinor_client.post(f"/drafts/{key}/share/", {"do": "hide"})
    assert client.get(address).status_code == 404
    assert elinor_client.post(f"/drafts/{key}/share/")["Location"] != address


def test_picks_are_shown_with_it_and_no_card_that_nobody_kept(key: str, elinor_client: Client, client: Client) -> None:
    address = elinor_client.post(f"/drafts/{key}/share/", {"picks": "1"})["Location"]
    assert "Round 1" in flat(client.get(address).content)
    entries = shared_pool_by_key(address.split("/")[-2], _nobody).entries
    assert entries
    assert {code for entry in entries for code in entry.packet} <= _kept(key)
    assert all(entry.hidden for entry in entries if not entry.last_deal)


@pytest.mark.parametrize("rule", ["event", "never"])
def test_while_the_picks_are_closed_a_pool_is_shown_and_no_packet(
    rule: str, key: str, elinor_client: Client, client: Client
) -> None:
    asked = elinor_client.post(f"/drafts/{key}/ask/", {"round": "1", "number": "1"})["Location"]
    address = elinor_client.post(f"/drafts/{key}/share/", {"picks": "1"})["Location"]
    Draft.objects.filter(key=key).update(log_rule=rule)
    assert client.get(asked).status_code == 404
    assert client.get(f"{asked}picture.png").status_code == 404
    page = flat(client.get(address).content)
    assert "Elinor’s pool" in page
    assert "Round 1" not in page
    assert elinor_client.post(f"/drafts/{key}/share/", {"picks": "1"}).status_code == 403
    assert elinor_client.post(f"/drafts/{key}/ask/", {"round": "1", "number": "2"}).status_code == 403


def test_nothing_is_shown_while_the_draft_goes_on(roland: User, roland_client: Client) -> None:
    key = begun(person(roland), players=2)
    assert roland_client.post(f"/drafts/{key}/share/").status_code == 409
    assert roland_client.post(f"/drafts/{key}/ask/", {"round": "1", "number": "1"}).status_code == 409
    draft = Draft.objects.get(key=key)
    assert not may_show_packets(draft, list(draft.seats.all()))


def test_a_packet_is_asked_about_answered_once_and_told_afterwards(
    key: str, elinor_client: Client, client: Client
) -> None:
    place = {"round": "1", "number": "3"}
    address = elinor_client.post(f"/drafts/{key}/ask/", place)["Location"]
    assert elinor_client.post(f"/drafts/{key}/ask/", place)["Location"] == address
    asked = packet_poll(address.split("/")[-2], _nobody)
    assert [card.code for card in asked.question.cards] == list(asked.entry.packet)
    assert len(asked.question.pool) == 2
    before = flat(client.get(address).content)
    assert "Bot’s pick" not in before
    assert "asker" not in before
    for card in asked.question.cards[:2]:  # the second is not counted: a session answers once
        assert client.post(address, {"card": card.code}).status_code == 302
    assert list(QuestionAnswer.objects.values_list("card", "count")) == [(asked.question.cards[0].code, 1)]
    seen = client.get(address)
    after = flat(seen.content)
    assert ("1 person picked." in after, "Bot’s pick" in after, 'asker">Elinor' in after) == (True, True, True)
    assert [share.card.code for share in seen.context["shares"] if share.asker] == [asked.entry.taken]
    assert [share.card for share in seen.context["shares"] if share.bot] == [asked.question.taken]


def test_who_asks_sees_the_answers_at_once_and_is_not_counted(
    key: str, elinor_client: Client, stranger_client: Client
) -> None:
    address = elinor_client.post(f"/drafts/{key}/ask/", {"round": "1", "number": "1"})["Location"]
    code = packet_poll(address.split("/")[-2], _nobody).question.cards[0].code
    elinor_client.post(address, {"card": code})
    assert not QuestionAnswer.objects.exists()
    page = flat(elinor_client.get(address).content)
    assert "0 people picked." in page
    assert "Link to this question" in page
    assert stranger_client.post(f"{address}back/").status_code == 404
    assert elinor_client.post(f"{address}back/")["Location"] == f"/drafts/{key}/log/"
    assert elinor_client.get(address).status_code == 404


@pytest.mark.parametrize("place", [("99", "1"), ("1", "99"), ("x", ""), ("-1", "1" * 40)])
def test_a_packet_that_there_was_not_is_not_asked_about(
    place: tuple[str, str], key: str, elinor_client: Client
) -> None:
    answer = elinor_client.post(f"/drafts/{key}/ask/", {"round": place[0], "number": place[1]})
    assert answer.status_code == 404
    assert not PacketQuestion.objects.exists()


def test_a_card_that_is_not_in_the_packet_is_refused(key: str, elinor_client: Client, client: Client) -> None:
    address = elinor_client.post(f"/drafts/{key}/ask/", {"round": "1", "number": "1"})["Location"]
    assert client.post(address, {"card": "Vulca 99"}).status_code == 400
    assert not QuestionAnswer.objects.exists()


def test_the_replay_offers_to_ask_only_where_packets_may_be_shown(key: str, elinor_client: Client) -> None:
    offer = "Ask friends what they’d pick"
    assert offer in flat(elinor_client.get(f"/drafts/{key}/log/?at=1.1").content)
    Draft.objects.filter(key=key).update(log_rule="never")
    assert offer not in flat(elinor_client.get(f"/drafts/{key}/log/?at=1.1").content)


def test_who_leaves_takes_links_and_questions_along(key: str, elinor: User, elinor_client: Client) -> None:
    elinor_client.post(f"/drafts/{key}/share/")
    elinor_client.post(f"/drafts/{key}/ask/", {"round": "1", "number": "1"})
    exported = personal_data.export_data(person(elinor))["drafts"][0]
    assert exported["pool_shown_by_link"]["shows_picks"] is False
    assert len(exported["questions"]) == 1
    personal_data.delete_data(person(elinor), DeletionOptions())
    assert not SharedSeat.objects.exists()
    assert not PacketQuestion.objects.exists()


def test_a_script_shows_a_pool_and_takes_it_back(key: str, elinor_client: Client, client: Client) -> None:
    address = f"/api/v1/drafts/{key}/share/"
    assert elinor_client.get(address).status_code == 404
    shown = elinor_client.put(address, {"picks": True}, content_type="application/json").json()
    assert elinor_client.get(address).json() == shown
    answer = client.get(f"/api/v1/drafts/shared/{shown['key']}/", headers={"Origin": "https://else.example"})
    pool = answer.json()
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert {card["code"] for card in pool["cards"]} == {pick["taken"] for pick in pool["picks"]}
    assert (pool["player"], pool["is_mine"]) == ("Elinor", False)
    assert elinor_client.delete(address).status_code == 204
    assert client.get(f"/api/v1/drafts/shared/{shown['key']}/").status_code == 404


def test_a_script_is_told_no_packet_while_the_picks_are_closed(key: str, elinor_client: Client, client: Client) -> None:
    shown = elinor_client.put(f"/api/v1/drafts/{key}/share/", {"picks": True}, content_type="application/json").json()
    Draft.objects.filter(key=key).update(log_rule="never")
    assert client.get(f"/api/v1/drafts/shared/{shown['key']}/").json()["picks"] == []
