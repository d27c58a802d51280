"""A Saturday of two hundred players: registration, eight rounds, drops, late entry, corrections, a cut, and paper."""

from __future__ import annotations

import random

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from matches.core.standings import compute_standings
from matches.events import result_services, round_services, services
from matches.events.entry import leaving
from matches.events.paper.standings_sheet import standings_pdf
from matches.events.queries import load_event
from matches.events.read_models import LoadedEvent, played_matches_of, standings_rules_of
from matches.models import Event, Round
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import made_event

pytestmark = pytest.mark.django_db
PLAYERS, ROUNDS = 200, 8


def entered(event: Event, lots: random.Random) -> None:
    for pairing in load_event(event.key).rounds[-1].unreported:
        crystals = (5, lots.randrange(5))
        result_services.enter_result(
            by=event.owner,
            key=event.key,
            pairing=pairing.row.pk,
            crystals=crystals if lots.random() < 0.5 else crystals[::-1],
        )


def test_a_saturday_of_two_hundred_players(roland: User, client: Client) -> None:
    lots, event = random.Random(1), made_event(person(roland), PLAYERS, cut_size=8)
    owner, key = event.owner, event.key
    for number in range(1, ROUNDS + 1):
        round_services.pair_next_round(by=owner, key=key, number=number)
        entered(event, lots)
        if number == 2:
            for number_gone in (7, 70, 170):
                leaving.drop_player(by=owner, key=key, number=number_gone)
            services.add_players(by=owner, key=key, names=["Late Lena", "Later Leo"])
        if number == 4:
            leaving.reinstate_player(by=owner, key=key, number=70)
            wrong = load_event(key).rounds[1].pairings[3]
            result_services.enter_result(by=owner, key=key, pairing=wrong.row.pk, crystals=wrong.crystals[::-1])
    check_rounds(load_event(key))

    round_services.begin_playoff(by=owner, key=key)
    best = {place.player.pk for place in load_event(key).standings[:8]}
    for number in range(ROUNDS + 1, ROUNDS + 4):
        if number > ROUNDS + 1:
            round_services.pair_next_round(by=owner, key=key, number=number)
        entered(event, lots)
    round_services.finish_event(by=owner, key=key)
    view = load_event(key)
    assert view.champion is not None and view.champion.pk in best
    assert len(view.players) == PLAYERS + 2 and all(place.why.template for place in view.standings)
    paper = standings_pdf(view)
    assert paper.startswith(b"%PDF") and len(paper) > 20_000
    assert client.get(f"/matches/events/{key}/files/standings.csv").content.count(b"\n") == PLAYERS + 3


def check_rounds(view: LoadedEvent) -> None:
    """Check that nobody meets twice, has two byes, or plays after dropping; the table equals a recount."""
    met: set[frozenset[int]] = set()
    byes: list[int] = []
    for number in view.rounds:
        seated = [player.pk for each in number.pairings for player in (each.a, each.b) if player is not None]
        assert len(seated) == len(set(seated)) and number.row.stage == Round.Stage.MAIN
        for each in number.pairings:
            if each.b is None:
                byes.append(each.a.pk)
                continue
            pair = frozenset((each.a.pk, each.b.pk))
            assert pair not in met
            met.add(pair)
    assert len(byes) == len(set(byes))
    by_number = {player.number: player.pk for player in view.players}
    late = [each for each in view.rounds[3].pairings if by_number[7] in (each.a.pk, each.b.pk if each.b else 0)]
    assert not late
    lines = compute_standings(
        [player.pk for player in view.players], played_matches_of(view.rounds), standings_rules_of(view.event)
    )
    assert {(place.player.pk, place.line.points) for place in view.standings} == {
        (line.player, line.points) for line in lines
    }


@pytest.mark.parametrize(
    "path", ["", "wall/", "trail/", "players/3/", "files/standings.csv", "slips/1.pdf", "pairings/1.pdf"]
)
def test_pages_ask_as_much_for_sixty_four_as_for_eight(
    path: str, roland: User, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (8, 64):
        event = made_event(person(roland), players)
        round_services.pair_next_round(by=event.owner, key=event.key, number=1)
        with django_assert_max_num_queries(12):
            assert client.get(f"/matches/events/{event.key}/{path}").status_code == 200


@pytest.mark.parametrize("what", ["page", "api"])
def test_the_desk_asks_as_much_for_sixty_four_as_for_eight(
    what: str, roland: User, roland_client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (8, 64):
        event = made_event(person(roland), players)
        round_services.pair_next_round(by=event.owner, key=event.key, number=1)
        path = event.get_absolute_url() if what == "page" else f"/api/v1/events/{event.key}/"
        with django_assert_max_num_queries(17):
            assert roland_client.get(path).status_code == 200


def test_a_looker_on_who_has_the_newest_is_told_so_by_one_question(
    roland: User, client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = made_event(person(roland), 120)
    round_services.pair_next_round(by=event.owner, key=event.key, number=1)
    for path in (event.get_absolute_url(), f"/api/v1/events/{event.key}/"):
        client.get(path)  # the first visit brings a cookie
        first = client.get(path)
        assert first.status_code == 200
        with django_assert_num_queries(1):
            assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 304
        pairing = load_event(event.key).rounds[0].pairings[0]
        result_services.enter_result(by=event.owner, key=event.key, pairing=pairing.row.pk, crystals=(5, len(path) % 5))
        assert client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_large_field_comes_fifty_at_a_time_and_is_found_by_name(roland: User, client: Client) -> None:
    event = made_event(person(roland), 120)
    round_services.pair_next_round(by=event.owner, key=event.key, number=1)
    first = flat(client.get(event.get_absolute_url()).content)
    assert first.count('class="why"') == 50
    assert f'href="{event.get_absolute_url()}?places=3#standings"' in first
    third = flat(client.get(event.get_absolute_url(), {"places": "3"}).content)
    assert third.count('class="why"') == 20
    page_text = flat(client.get(event.get_absolute_url(), {"who": "player 77"}).content)
    assert page_text.count('class="why"') == 1 and "Player 77" in page_text
    assert client.get(event.get_absolute_url(), {"who": "\x00", "places": "x", "tables": "-1"}).status_code == 200


def test_every_number_of_a_row_is_explained(roland: User, client: Client) -> None:
    event = made_event(person(roland), 4)
    for number in (1, 2):
        round_services.pair_next_round(by=event.owner, key=event.key, number=number)
        entered(event, random.Random(number))
    for place in load_event(event.key).standings:
        page = flat(client.get(f"/matches/events/{event.key}/players/{place.player.number}/").content)
        told = client.get(f"/api/v1/events/{event.key}/players/{place.player.number}/").json()
        assert told["played"][-1]["after"] == place.line.points == sum(pairing["points"] for pairing in told["played"])
        assert f"{place.line.opponents:.2f} on average (2 opponents: " in page
    assert client.get(f"/matches/events/{event.key}/players/99/").status_code == 404
