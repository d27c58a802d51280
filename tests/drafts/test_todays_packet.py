"""Today's packet: the same for everybody on a day, five peoples, and what an expert would take of it."""

from __future__ import annotations

import html
from datetime import date, timedelta

import pytest
from django.test import Client

from cards.core.facts import CardType, Catalogue
from drafts.core.packet_question import PACKET_SIZE, todays_packet
from game.shipped_evidence import shipped_evidence

DAY = date(2026, 11, 22)


def test_a_day_has_one_packet_of_five_peoples(facts: Catalogue) -> None:
    today, again = (todays_packet(facts, DAY, shipped_evidence()) for _ in range(2))
    assert today is not None and today == again
    assert len({card.people for card in today.cards}) == PACKET_SIZE
    assert today.taken in today.cards
    assert today.why.template


def test_days_differ_and_each_has_something_to_weigh(facts: Catalogue) -> None:
    week = [todays_packet(facts, DAY + timedelta(days=day), shipped_evidence()) for day in range(7)]
    packets = [packet.cards for packet in week if packet is not None]
    assert len(set(packets)) == 7
    assert all(any(card.type is not CardType.CHARACTER for card in packet) for packet in packets)
    assert all(card.name and card.complete for packet in packets for card in packet)


def test_an_empty_catalogue_has_no_packet() -> None:
    assert todays_packet((), DAY, shipped_evidence()) is None


def test_the_home_page_shows_it_to_everybody(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get("/").content.decode()
    assert "Today’s packet" in page
    assert page.count('class="scene"') == PACKET_SIZE


def test_what_others_and_the_bot_take_is_told_after_an_answer(client: Client, db_catalogue: Catalogue) -> None:
    first = client.get("/today/")
    today = first.context["today"]
    assert "the bot</span>" not in first.content.decode()
    for code in (today.cards[1].code, today.cards[2].code):  # the second is not counted: a session answers once
        assert client.post("/today/", {"card": code}).status_code == 302
    alone = client.get("/today/").content.decode()
    assert "You’re the first today." in alone and "100 %" not in alone
    Client().post("/today/", {"card": today.cards[3].code})
    page = client.get("/today/")
    assert page.context["answers"] == 2
    assert {share.card: share.percent for share in page.context["shares"] if share.percent} == {
        today.cards[1]: 50,
        today.cards[3]: 50,
    }
    assert [share.card for share in page.context["shares"] if share.mine] == [today.cards[1]]
    assert [share.card for share in page.context["shares"] if share.bot] == [today.taken]
    assert page.context["why"] in html.unescape(page.content.decode())


def test_a_card_that_is_not_in_the_packet_is_refused(client: Client, db_catalogue: Catalogue) -> None:
    assert client.post("/today/", {"card": "Vulca 99"}).status_code == 400
    assert client.get("/today/").context["answered"] == ""


def test_two_card_names_lead_to_the_ruling_that_names_both(client: Client, db_catalogue: Catalogue) -> None:
    page = client.get("/cards/", {"q": "cataclysm razorjaw"}).content.decode()
    assert "With Mekarthas active, can Cast Cataclysm" in page
    assert "No cards match" not in page


@pytest.mark.django_db
def test_the_home_page_stands_without_a_catalogue(client: Client) -> None:
    from cards.models import Card

    Card.objects.all().delete()
    assert client.get("/").status_code == 200


def test_another_site_answers_for_nobody(client: Client, db_catalogue: Catalogue) -> None:
    code = client.get("/today/").context["today"].cards[0].code
    assert client.post("/today/", {"card": code}, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert client.get("/today/").context["answered"] == ""
