"""The set-up page: opening a table, or a draft with bots, and what is wrong with a set-up."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from drafts.core.engine.setup import Setup, default_peoples
from drafts.core.engine.sharing import Sharing
from drafts.models import TERM_FIELDS, Draft, Seat
from drafts.personal_data import export_data
from drafts.table.rows import setup_of
from drafts.table.services import create_draft
from drafts.table.setup.forms import DraftForm, form_data_of_draft
from tests.drafts.pages.forms import SIX, answers, text
from tests.drafts.tables import begun, person

pytestmark = pytest.mark.django_db


def test_the_set_up_page_offers_a_draft_that_can_begin_as_it_stands(client: Client) -> None:
    page = text(client.get("/drafts/new/"))
    assert re.search(r"<dt>Pool</dt><dd>198</dd>", page)
    assert page.count(" checked") == 8


def test_two_taps_begin_a_draft_with_bots_without_an_account(client: Client) -> None:
    response = client.post("/drafts/new/", answers(action="bots"), follow=True)
    assert "It’s your pick." in text(response)
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
        ({"peoples": SIX[:3]}, "4 players need 6 peoples; you’ve chosen 3"),
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
    assert page.count(" checked") == 8
    assert "<dt>Pool</dt>" in page


def test_another_number_of_players_brings_as_many_peoples_as_it_needs(client: Client) -> None:
    part = text(client.post("/drafts/new/figures/", answers(players="3")))
    assert "<html" not in part
    assert part.count(" checked") == 5
    assert "<dt>Pool</dt><dd>132</dd>" in part


def test_a_custom_draft_for_more_players_gets_peoples_for_all_of_them(client: Client) -> None:
    sent = {"players": "4", "before": "1", "peoples": SIX[:3], "packet": "5", "rounds": "9", "last_deal": "0"}
    sent |= {"step8": "right", "seating": "random", "grace_seconds": "auto"}
    part = text(client.post("/drafts/practice/?figures=1", sent))
    assert "<html" not in part and "You end up with 36 cards." in part and part.count(" checked") == 7
    assert "solo drafts only" not in part and "solo drafts only" in text(client.get("/drafts/practice/"))


def test_what_is_wrong_with_a_list_stands_at_the_list_as_well_as_in_the_summary(client: Client) -> None:
    sent = {"players": "2", "before": "2", "cards": "Vulca 03\nNobody", "packet": "5", "rounds": "9", "last_deal": "0"}
    part = text(client.post("/drafts/practice/?figures=1", sent | {"step8": "right", "seating": "random"}))
    assert part.count("Line 2: ") == 2 and "Line 2: " in part.partition('id="card-faults"')[2]


def test_a_table_opened_before_the_page_has_its_peoples_gets_them_all_the_same(client: Client) -> None:
    assert client.post("/drafts/new/", answers(players="3", action="bots")).status_code == 302
    assert len(Draft.objects.get().peoples) == 4


def test_draft_again_starts_from_the_same_set_up(roland: User, roland_client: Client) -> None:
    key = begun(person(roland), players=2, pick_seconds=60)
    page = text(roland_client.get(f"/drafts/new/?again={key}"))
    assert page.count(" checked") == 5
    assert '<option value="60" selected' in page
    assert roland_client.get("/drafts/new/?again=nothing").status_code == 404


# A value of each term that no new table has. A new term needs one, and the fields it depends on.
OTHER_TERMS: dict[str, Any] = {
    "seating": Draft.Seating.AS_SAT,
    "company": "expert",
    "log_rule": Draft.LogRule.NEVER,
    "watching": Draft.Watching.ROUND,
    "pick_seconds": 28800,
    "shrinking": True,
    "review_seconds": 60,
    "quiet_hours": "23-7 Europe/Moscow",
    "grace_seconds": 86400,
    "teams": 2,
    "open_partners": True,
}


# The ways of sharing in which a term means nothing, so that a draft has its default. A new term needs its line.
DEALT = {Sharing.SAME_POOL, Sharing.SEALED}
SHUT = DEALT | {Sharing.WINCHESTER, Sharing.WINSTON}
NO_PACKETS, NONE = SHUT | {Sharing.ROTISSERIE}, set[Sharing]()
POINTLESS_IN: dict[str, set[Sharing]] = {
    **dict.fromkeys(("seating", "company", "log_rule"), NONE),
    **dict.fromkeys(("pick_seconds", "grace_seconds", "quiet_hours"), DEALT),
    **dict.fromkeys(("shrinking", "review_seconds"), NO_PACKETS),
    **dict.fromkeys(("watching", "teams", "open_partners"), SHUT),
}


@pytest.mark.parametrize("way", Sharing)
def test_a_draft_has_the_default_of_each_term_that_means_nothing_in_its_way(way: Sharing, roland: User) -> None:
    assert POINTLESS_IN.keys() == set(TERM_FIELDS)
    terms = OTHER_TERMS | ({"pick_seconds": 60, "quiet_hours": ""} if way.has_piles else {})
    players = 2 if way.has_piles else 4
    seated = create_draft(host=person(roland), setup=Setup(players, default_peoples(players), sharing=way), **terms)
    draft = Draft.objects.get(key=seated.key)
    for name, ways in POINTLESS_IN.items():
        expected = getattr(Draft(pick_seconds=None), name) if way in ways else terms[name]
        assert getattr(draft, name) == expected, name


def test_the_set_up_of_an_earlier_draft_brings_every_term_along(roland: User) -> None:
    assert OTHER_TERMS.keys() == set(TERM_FIELDS)
    assert not [name for name, value in OTHER_TERMS.items() if getattr(Draft(), name) == value]
    draft = Draft(host=person(roland), players=4, peoples=SIX, step8="alternate", flow="queued", **OTHER_TERMS)
    form = DraftForm(form_data_of_draft(draft))
    assert form.is_valid(), form.errors
    assert form.terms == OTHER_TERMS
    assert form.setup == setup_of(draft)


def test_the_personal_data_of_a_host_have_the_set_up_and_every_term(roland: User) -> None:
    columns = {"players": 4, "peoples": SIX, "step8": "alternate", "flow": "queued", "sharing": "packets"}
    Draft.objects.create(host=person(roland), **columns, **OTHER_TERMS)
    [exported] = export_data(person(roland))["hosted"]
    assert exported == exported | columns | OTHER_TERMS


@pytest.mark.parametrize("path", ["/drafts/new/", "/drafts/practice/", "/drafts/practice/?figures=1"])
def test_answers_that_no_page_offers_are_refused_like_any_other(path: str, client: Client) -> None:
    for odd in ({"peoples": ["", "x"]}, {"fill_in": "1", "source_address": "x"}, {"fitting_rounds": "x"}):
        assert client.post(path, answers(packet="5", rounds="9") | odd).status_code in (200, 302, 400)
