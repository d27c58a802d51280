"""Today's packet: the same for everybody on a day, five peoples, and what an expert would take of it."""

from __future__ import annotations

import html
import re
from datetime import date, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from cards.core.facts import CardType, Catalogue
from common.i18n import translated
from drafts.core.packet_question import TODAYS_PACKET_SIZE, answer_streak, todays_packet
from drafts.sharing.queries import todays_answer_counts
from game.shipped_evidence import shipped_evidence
from tenmoons.pages.today import UNDO_PICK_SECONDS
from tests.html import flat

DAY = date(2026, 11, 22)


def test_a_day_has_one_packet_of_five_peoples(facts: Catalogue) -> None:
    today, again = (todays_packet(facts, DAY, shipped_evidence()) for _ in range(2))
    assert today is not None and today == again
    assert len({card.people for card in today.cards}) == TODAYS_PACKET_SIZE
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
    assert page.count('class="scene"') == TODAYS_PACKET_SIZE


def test_the_home_page_asks_for_a_pick_only_once(client: Client, db_catalogue: Catalogue) -> None:
    second = client.get("/").context["today"].cards[1]
    assert f'aria-label="Take {second.label}"' in html.unescape(client.get("/").content.decode())
    _picked(client, second.code)
    page = client.get("/").content.decode()
    assert "Take " not in page and f"You picked {second.name}" in html.unescape(page)
    assert "in a row" not in page and "Take " in Client().get("/").content.decode()


def test_a_pick_at_home_is_undone_and_counted_there(client: Client, db_catalogue: Catalogue) -> None:
    first, second, *_ = client.get("/today/").context["today"].cards
    _picked(Client(), first.code)
    for sent in ({"card": first.code}, {"undo": "yes"}, {"card": second.code}):
        assert client.post("/today/", sent | {"home": "yes"})["Location"] == "/#today"
    page = client.get("/").content.decode()
    assert 'name="undo"' in page and "of 2 made this pick" not in page
    client.post("/today/", {"show": "yes", "home": "yes"})
    page = flat(client.get("/").content)
    assert 'name="undo"' not in page and "1 of 2 made this pick" in page and page.count(">1 pick<") == 2


def _picked(client: Client, code: str) -> Any:
    """Pick a card and have the picks of the others shown."""
    assert client.post("/today/", {"card": code}).status_code == 302
    assert client.post("/today/", {"show": "yes"}).status_code == 302
    return client.get("/today/")


def test_what_others_and_the_bot_pick_is_shown_after_an_answer(client: Client, db_catalogue: Catalogue) -> None:
    first = client.get("/today/")
    today = first.context["today"]
    assert "Bot’s pick" not in first.content.decode()
    alone = _picked(client, today.cards[1].code).content.decode()
    assert "The bot picked " in alone and "Nobody else has picked yet." not in alone and "100 %" not in alone
    client.post("/today/", {"card": today.cards[2].code})  # is not counted: a session answers once
    _picked(Client(), today.cards[3].code)
    page = client.get("/today/")
    assert page.context["answers"] == 2
    assert {share.card: share.percent for share in page.context["shares"] if share.percent} == {
        today.cards[1]: 50,
        today.cards[3]: 50,
    }
    assert [share.card for share in page.context["shares"] if share.mine] == [today.cards[1]]
    assert [share.card for share in page.context["shares"] if share.bot] == [today.taken]
    assert page.context["why"] in html.unescape(page.content.decode())


def test_a_pick_can_be_undone_until_the_others_are_shown(client: Client, db_catalogue: Catalogue) -> None:
    first, second, *_ = client.get("/today/").context["today"].cards
    client.post("/today/", {"card": first.code})
    page = client.get("/today/")
    assert page.context["can_undo"] and "shares" not in page.context
    assert page.content.decode().count('class="scene"') == TODAYS_PACKET_SIZE
    assert "Bot’s pick" not in page.content.decode()
    client.post("/today/", {"undo": "yes"})
    assert client.get("/today/").context["mine"] is None
    assert todays_answer_counts(timezone.localdate()) == {}
    _picked(client, second.code)
    client.post("/today/", {"undo": "yes"})  # too late
    assert client.get("/today/").context["mine"] == second
    assert todays_answer_counts(timezone.localdate()) == {second.code: 1}


def test_answers_are_in_the_order_of_the_packet(client: Client, db_catalogue: Catalogue) -> None:
    cards = client.get("/today/").context["today"].cards
    page = _picked(client, cards[4].code)
    assert [share.card for share in page.context["shares"]] == list(cards)
    assert page.context["most"] == cards[4]


def test_the_row_of_days_starts_on_the_first(client: Client, db_catalogue: Catalogue) -> None:
    page, today = _picked(client, client.get("/today/").context["today"].cards[0].code), timezone.localdate()
    assert page.context["week"] == [(today + timedelta(days=day), day == 0, day > 0) for day in range(7)]


def test_earlier_packets_are_offered_once_there_are_any(client: Client, db_catalogue: Catalogue) -> None:
    card = client.get("/today/").context["today"].cards[0]
    assert "Earlier packets" not in client.get("/today/").content.decode()
    assert "Earlier packets" not in _picked(client, card.code).content.decode()
    assert "No earlier packets yet." in client.get("/today/archive/").content.decode()
    with time_machine.travel(timezone.now() + timedelta(days=40), tick=False):
        assert "Earlier packets" in client.get("/today/").content.decode()
        archive = client.get("/today/archive/").content.decode()
        assert archive.count("You picked") == 1 and "page=2" not in archive


def test_the_reason_says_how_far_the_bots_card_is_ahead(facts: Catalogue) -> None:
    week = [todays_packet(facts, DAY + timedelta(days=day), shipped_evidence()) for day in range(14)]
    reasons = [translated(packet.why) for packet in week if packet is not None]
    assert any(
        re.search(r"^It’s the strongest card here, well ahead of .+ \(0\.\d\d crystals per game\)\.$", why)
        for why in reasons
    )


def test_a_pick_is_final_after_some_seconds(client: Client, db_catalogue: Catalogue) -> None:
    card = client.get("/today/").context["today"].cards[0]
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client.post("/today/", {"card": card.code})
        clock.shift(UNDO_PICK_SECONDS)
        assert client.get("/today/").context["shares"]
        client.post("/today/", {"undo": "yes"})
    assert todays_answer_counts(timezone.localdate()) == {card.code: 1}


def test_days_in_a_row_are_counted_up_to_yesterday_or_today() -> None:
    days = {DAY - timedelta(days=ago) for ago in (1, 2, 4)}
    assert [answer_streak(of, DAY) for of in (days, days | {DAY}, set[date]())] == [2, 3, 0]


def test_earlier_days_are_in_the_archive_with_ones_own_pick(client: Client, db_catalogue: Catalogue) -> None:
    with time_machine.travel(timezone.now() - timedelta(days=1), tick=False):
        yesterday, card = timezone.localdate(), client.get("/today/").context["today"].cards[0]
        _picked(client, card.code)
    page = client.get("/today/")
    assert page.context["streak"] == "●○ 1 day in a row" and page.context["yesterday"]["mine"]
    past = f"/today/{yesterday.isoformat()}/"
    assert past in page.content.decode() and past in client.get("/today/archive/").content.decode()
    assert client.get(past).context["mine"] == card
    assert Client().get(past).context["mine"] is None
    for day in ("2020-01-01", "soon", (yesterday + timedelta(days=5)).isoformat()):
        assert client.get(f"/today/{day}/").status_code == 404
    assert client.get(f"/today/{timezone.localdate().isoformat()}/").status_code == 302


def test_the_pages_take_few_queries(
    client: Client, db_catalogue: Catalogue, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    _picked(client, client.get("/today/").context["today"].cards[0].code)
    for path, most in (("/today/", 5), ("/today/archive/", 4), ("/today/archive/?page=3", 4)):
        with django_assert_max_num_queries(most):
            client.get(path)


def test_a_card_that_is_not_in_the_packet_is_refused(client: Client, db_catalogue: Catalogue) -> None:
    assert client.post("/today/", {"card": "Vulca 99"}).status_code == 400
    assert client.get("/today/").context["mine"] is None


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
    assert client.get("/today/").context["mine"] is None


def test_a_browser_that_does_not_name_the_site_needs_a_token(client: Client, db_catalogue: Catalogue) -> None:
    code, strict = client.get("/today/").context["today"].cards[0].code, Client(enforce_csrf_checks=True)
    assert strict.post("/today/", {"card": code}).status_code == 403
    assert strict.post("/today/", {"card": code}, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 302


@pytest.mark.parametrize(
    ("origin", "status"), [("http://testserver", 302), ("http://moons.example", 403), ("null", 403)]
)
def test_over_plain_http_the_origin_is_enough(
    client: Client, db_catalogue: Catalogue, origin: str, status: int
) -> None:
    code, strict = client.get("/today/").context["today"].cards[0].code, Client(enforce_csrf_checks=True)
    assert strict.post("/today/", {"card": code}, headers={"Origin": origin}).status_code == status
