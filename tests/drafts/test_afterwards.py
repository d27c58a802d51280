"""Finished drafts: log, opened picks, statistics and the coach, and what stays secret."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection as database
from django.db import transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from accounts.models import User
from cards.catalogue.queries import catalogue
from cards.core.facts import Catalogue
from cards.templatetags.cards import signed
from common.versioned_cache import VersionedCache
from decks.models import Deck
from drafts.archive.queries import statistics_among_players, statistics_of_own_drafts, statistics_of_own_picks
from drafts.core.archive.card_counts import CardCount, card_rows
from drafts.core.archive.log import MadePick, log_for_others, own_log
from drafts.core.engine.setup import DEAL_TABLE, Setup, default_peoples
from drafts.core.simulator import simulate_draft
from drafts.models import Draft, Note, Pick
from drafts.table import hosting
from drafts.table.rows import load_draft
from game.powers.cards import POWERS
from tests.drafts.tables import begun, by, person, play_to_the_end, view_of
from tests.effort import examples

pytestmark = pytest.mark.django_db


@settings(max_examples=examples(8))
@given(players=st.sampled_from(sorted(DEAL_TABLE)), seed=st.text(max_size=3))
def test_a_log_names_every_packet_held_and_anothers_never_a_discard(facts: Catalogue, players: int, seed: str) -> None:
    setup = Setup(players, default_peoples(players))
    played = simulate_draft(setup, facts, seed=seed)
    picks = [MadePick(pick.seat, pick.round, pick.number, pick.card, "bot") for pick in played.picks]
    laid_away = set(played.state.discards) | set(played.state.undealt_cards)
    for seat in range(players):
        own = own_log(setup, played.state.deal, picks, seat)
        assert sorted(entry.taken for entry in own) == sorted(played.state.hands[seat])
        assert all(entry.taken in entry.packet and len(entry.packet) == entry.of - entry.number + 2 for entry in own)
        other = log_for_others(setup, played.state.deal, picks, seat)
        assert not laid_away & {card for entry in other for card in entry.packet}
        assert all(len(entry.packet) + entry.hidden == entry.of - entry.number + 2 for entry in other)


def test_statistics_say_how_little_they_rest_on() -> None:
    counts = [CardCount(4, 1, 3, 9, 0), CardCount(8, 5, 10, 30, 3), CardCount(5, 5, 10, 20, 0)]
    rows = card_rows(dict(zip(("Hoax 01", "Hoax 02", "Hoax 03"), counts, strict=True)))
    assert [(row.code, row.few, row.mean, row.drafts) for row in rows] == [
        ("Hoax 02", False, 2, 8),
        ("Hoax 03", False, 2, 5),
        ("Hoax 01", True, 3, 4),
    ]
    margins = [row.margin for row in rows]
    assert margins[0] == pytest.approx(2 * (10 / 4 / 5) ** 0.5)
    assert margins[1:] == [0, None]


def finished(roland: User, elinor: User, log_rule: str) -> str:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    Draft.objects.filter(key=key).update(log_rule=log_rule)
    play_to_the_end(key, host, other)
    return key


@pytest.mark.parametrize(("rule", "status"), [("never", 403), ("event", 403), ("end", 200)])
def test_the_picks_of_others_are_shown_by_the_rule_that_was_agreed(
    roland: User, elinor: User, elinor_client: Client, rule: str, status: int
) -> None:
    key = finished(roland, elinor, rule)
    for address in ("log/", "log.txt", "log.json"):
        assert elinor_client.get(f"/drafts/{key}/{address}").status_code == 200
        assert elinor_client.get(f"/drafts/{key}/{address}?seat=0").status_code == status


def test_the_host_opens_the_picks_after_the_match_and_nobody_else(
    roland: User, elinor: User, elinor_client: Client, roland_client: Client, stranger_client: Client
) -> None:
    key = finished(roland, elinor, "event")
    assert elinor_client.post(f"/drafts/{key}/open-log/").status_code == 403
    roland_client.post(f"/drafts/{key}/open-log/")
    assert elinor_client.get(f"/drafts/{key}/log/?seat=0&at=9.4").status_code == 200
    assert stranger_client.get(f"/drafts/{key}/log/?seat=0").status_code == 403
    hosting.open_draft_log(key, visitor=by(person(roland)))


def test_nothing_of_a_log_while_the_draft_goes_on(roland: User, roland_client: Client, client: Client) -> None:
    key = begun(person(roland), players=2)
    for address in ("log/", "log.txt", "log.json", "pool.csv", "log/?seat=1", "coach/"):
        assert roland_client.get(f"/drafts/{key}/{address}").status_code == 409
        assert client.get(f"/drafts/{key}/{address}").status_code == 403
    assert roland_client.post(f"/drafts/{key}/log/").status_code == 405


def test_spreadsheets_read_the_letters_of_a_pool(roland: User, elinor: User, elinor_client: Client) -> None:
    key = finished(roland, elinor, "end")
    for address in (f"/drafts/{key}/pool.csv", f"/api/v1/drafts/{key}/pool.csv"):
        table = elinor_client.get(address).content.decode()
        assert (table[0], table.count("\ufeff")) == ("\ufeff", 1)


@pytest.mark.parametrize("seat", ["7", "x", "-1", "9" * 30])
def test_a_seat_that_there_is_not(roland: User, elinor: User, roland_client: Client, seat: str) -> None:
    key = finished(roland, elinor, "end")
    assert roland_client.get(f"/drafts/{key}/log/?seat={seat}").status_code == 404


def test_discards_leftovers_and_notes_are_on_no_page_afterwards(
    roland: User, elinor: User, elinor_client: Client, roland_client: Client, judge_client: Client
) -> None:
    key = finished(roland, elinor, "end")
    Note.objects.create(seat=load_draft(key).seats[0], text="zzz-secret")
    state = load_draft(key).state
    assert state is not None
    saw = {
        card
        for pick in json.loads(elinor_client.get(f"/drafts/{key}/log.json").content)["picks"]
        for card in pick["packet"]
    }
    unseen = (set(state.discards) | set(state.undealt_cards)) - saw
    assert unseen
    paths = ["log/", "log.txt", "log.json", "pool.csv", "", "log/?seat=0", "log.txt?seat=0", "log.json?seat=0"]
    bodies = [elinor_client.get(f"/drafts/{key}/{path}").content.decode() for path in paths]
    bodies.append(elinor_client.get("/drafts/statistics/?of=tables").content.decode())
    bodies += [judge_client.get(f"/drafts/{key}/").content.decode()]
    assert "zzz-secret" not in " ".join(bodies)
    exact = " ".join(bodies[index] for index in (1, 2, 3, 6, 7))
    for code in unseen:
        assert f"({code})" not in exact
        assert f'"{code}"' not in exact
    assert view_of(key, person(elinor)).pool


def test_the_coach_looks_at_own_packets_alone(roland: User, elinor: User, elinor_client: Client) -> None:
    key = finished(roland, elinor, "end")
    page = elinor_client.get(f"/drafts/{key}/coach/")
    seen = {card for pick in elinor_client.get(f"/drafts/{key}/log.json").json()["picks"] for card in pick["packet"]}
    shown = set(re.findall(r"/cards/([a-z]+-[0-9]+)/", page.content.decode()))
    assert shown <= {code.lower().replace(" ", "-") for code in seen}
    assert len(page.context["review"].deck) == 30
    assert page.context["review"].picks[0].entry.round_and_number == (1, 1)


def test_the_deck_of_the_coach_is_built(roland: User, elinor: User, elinor_client: Client) -> None:
    key = finished(roland, elinor, "end")
    page = elinor_client.get(f"/drafts/{key}/coach/")
    pool = page.context["log"].pool_key
    elinor_client.post(f"/decks/pools/{pool}/deck/", {"fill": "best"})
    deck = Deck.objects.get(pool__key=pool)
    assert {card.code for card in deck.cards.all()} == set(page.context["review"].deck)


def test_statistics_for_me_and_for_nobody(roland: User, elinor: User, roland_client: Client, client: Client) -> None:
    finished(roland, elinor, "never")
    assert "1 finished draft" in roland_client.get("/drafts/statistics/").content.decode()
    assert "0 finished drafts" in roland_client.get("/drafts/statistics/?of=tables").content.decode()
    assert "Nothing to count yet" in client.get("/drafts/statistics/").content.decode()
    assert len(catalogue()) > 0


def test_statistics_need_few_queries(
    roland: User, elinor: User, roland_client: Client, django_assert_max_num_queries: object
) -> None:
    finished(roland, elinor, "end")
    roland_client.get("/drafts/statistics/")
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        roland_client.get("/drafts/statistics/?of=tables")


def test_everyone_at_my_tables_counts_all_people_and_no_bot(
    roland: User, elinor: User, roland_client: Client, stranger_client: Client
) -> None:
    key = finished(roland, elinor, "end")
    picks = statistics_of_own_drafts(person(roland))
    assert (picks.drafts, picks.picks) == (1, 2 * 39)
    assert statistics_of_own_picks(person(roland)).picks == 39
    assert {row.drafts for row in picks.rows} == {1}
    Pick.objects.filter(draft__key=key, seat=1).update(by=Pick.By.CLOCK)
    assert statistics_of_own_drafts(person(roland)).picks == 39
    assert "39 picks by people" in roland_client.get("/drafts/statistics/?of=tables").content.decode()
    assert "0 picks by people" in stranger_client.get("/drafts/statistics/?of=tables").content.decode()


def test_a_group_counts_drafts_in_which_two_of_it_sat(roland: User, elinor: User, stranger: User) -> None:
    finished(roland, elinor, "end")
    finished(roland, elinor, "never")
    people = [person(user).pk for user in (roland, elinor, stranger)]
    assert statistics_among_players(people).drafts == 1
    assert statistics_among_players(people[1:]).drafts == 0
    assert statistics_among_players([]).rows == ()


@pytest.mark.parametrize(
    "page", ["log/", "log/?seat=0", "log/?at=2.3", "log.txt", "log.json?seat=0", "pool.csv", "coach/"]
)
def test_logs_replays_and_files_need_few_queries_however_long_the_draft(
    roland: User, elinor: User, elinor_client: Client, page: str, django_assert_max_num_queries: object
) -> None:
    key = finished(roland, elinor, "end")
    elinor_client.get(f"/drafts/{key}/{page}")
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        assert elinor_client.get(f"/drafts/{key}/{page}").status_code == 200


def test_the_coach_compares_the_decks_that_were_built_with_the_best(
    roland: User, elinor: User, elinor_client: Client, roland_client: Client
) -> None:
    key = finished(roland, elinor, "end")
    body = elinor_client.get(f"/api/v1/drafts/{key}/coach/").json()
    pool = elinor_client.get(f"/api/v1/drafts/{key}/pool/").json()
    spare = sorted({card["code"] for card in pool["cards"]} - set(body["deck"]))[0]
    best = {"card": [*body["deck"][1:], spare]}
    elinor_client.post(f"/decks/pools/{pool['pool']}/deck/", best)
    compared = elinor_client.get(f"/api/v1/drafts/{key}/coach/").json()["decks"][0]
    assert (compared["out"], compared["into"]) == ([spare], body["deck"][:1])
    assert compared["behind"] > 0
    page = elinor_client.get(f"/drafts/{key}/coach/").content.decode()
    assert (
        "crystals per game behind the best deck: more than chance would explain."
        if compared["told_apart"]
        else "As strong as the best"
    ) in page
    assert "In the best deck instead:" in page
    assert "In the best deck instead:" not in roland_client.get(f"/drafts/{key}/coach/").content.decode()


def test_the_coach_tells_programs_what_the_page_tells(roland: User, elinor: User, elinor_client: Client) -> None:
    key = finished(roland, elinor, "end")
    page = elinor_client.get(f"/drafts/{key}/coach/")
    body = elinor_client.get(f"/api/v1/drafts/{key}/coach/").json()
    review = page.context["review"]
    assert (len(body["picks"]), body["agreed"]) == (39, review.agreed_count)
    # Between basic bots the best decks would bring more than the shipped scale predicts; the page has both.
    strong, basic = page.context["calibration"][-1]
    assert strong.promised < basic.promised and strong.brought.value == basic.brought.value
    assert all(f">{signed(step.promised)}<" in page.content.decode() for step in (strong, basic))
    first = body["picks"][0]
    assert first["considered"][0]["card"] == review.picks[0].best.code and first["why"]
    assert [pick["lost"] for pick in body["turning_points"]] == [pick.lost for pick in review.turning_points]


def test_the_coach_names_the_cards_that_were_measured_without_their_text(
    roland: User, elinor: User, elinor_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = finished(roland, elinor, "end")
    picks = elinor_client.get(f"/api/v1/drafts/{key}/coach/").json()["picks"]
    weighed = {card["card"] for pick in picks for card in pick["considered"]}
    left_out = sorted(weighed & set(POWERS))[0]
    left_out_powers = {code: replace(power, done=code != left_out) for code, power in POWERS.items()}
    monkeypatch.setattr("game.records.coverage.POWERS", left_out_powers)
    assert elinor_client.get(f"/api/v1/drafts/{key}/coach/").json()["texts_not_whole"] == [left_out]
    page = elinor_client.get(f"/drafts/{key}/coach/")
    assert [card.code for card in page.context["texts_not_whole"]] == [left_out]
    assert "Played without their text" in page.content.decode()


def test_a_draft_that_is_over_is_read_without_its_picks_the_second_time(roland: User, elinor: User) -> None:
    key = finished(roland, elinor, Draft.LogRule.END)
    with transaction.atomic():
        fresh = load_draft(key)
    state_after_the_end = VersionedCache[Any]()
    with (
        patch("drafts.table.rows._ended_states", state_after_the_end),
        patch("drafts.table.rows.connection") as connection,
    ):
        connection.in_atomic_block = False
        load_draft(key)
        with CaptureQueriesContext(database) as said:
            again = load_draft(key)
    assert again.state == fresh.state and again.last_pick_pk == fresh.last_pick_pk
    assert [query["sql"] for query in said if "drafts_pick" in query["sql"]] == []
