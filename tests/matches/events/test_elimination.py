"""A knock-out and a double elimination, played as events, and the match for third place."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import pytest
from django.test import Client

from accounts.models import Person, User
from common.errors import Conflict, DomainError, Invalid
from matches.core.tournament import EventRules
from matches.core.tournament.elimination import BYE, THIRD_PLACE, Branch, bracket_slots, fill_bracket, final_ranking
from matches.events import result_services, round_services, services
from matches.events.bracket_queries import bracket_columns, final_places, next_round_name, round_name, table_name
from matches.events.entry import leaving
from matches.events.entry import services as entry_services
from matches.events.queries import load_event
from matches.events.read_models import LoadedEvent, LoadedPairing, LoadedRound
from matches.events.rounds.planning import NextStep, next_step_of_organiser
from matches.models import Event, Registration
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> Person:
    return Person.objects.create(nickname="Owner")


def play(event: Event) -> int:
    """Play to the end with random results; return how many rounds it took."""
    lots, number = random.Random(3), 0
    while next_step_of_organiser(load_event(event.key)) is NextStep.PAIR:
        number += 1
        paired(event, number)
        enter_all(event, lots)
    assert next_step_of_organiser(load_event(event.key)) is NextStep.FINISH
    return number


def test_six_players_play_a_knock_out_in_three_rounds(owner: Person) -> None:
    event = made_event(owner, 6, format="knockout")
    assert play(event) == 3
    view = load_event(event.key)
    final = final_places(view)
    assert [place.place.label for place in final] == ["1", "2", "3–4", "3–4", "5–6", "5–6"]
    assert view.champion == final[0].player
    with pytest.raises(Conflict, match="The final has been played"):
        paired(event, 4)


@pytest.mark.parametrize("format_", ["knockout", "double"])
def test_the_board_sheet_of_a_tree_has_everybody_and_no_cut(format_: str, owner: Person, client: Client) -> None:
    event = made_event(owner, 3, format=format_)
    address = f"/matches/events/{event.key}/files/standings.pdf"
    paired(event, 1)
    assert client.get(address).status_code == 200
    enter_all(event)
    assert len(final_places(load_event(event.key))) == 3 and client.get(address).content.startswith(b"%PDF")


def test_in_a_double_elimination_everybody_but_the_winner_has_lost_twice(owner: Person, client: Client) -> None:
    event = made_event(owner, 5, format="double")
    play(event)
    view = load_event(event.key)
    lost = [
        table.b if table.winner == table.a else table.a
        for round_ in view.rounds
        for table in round_.pairings
        if table.b
    ]
    assert {player.name: lost.count(player) for player in view.players if player != view.champion} == {
        player.name: 2 for player in view.players if player != view.champion
    }
    round_services.finish_event(by=owner, key=event.key)
    page = flat(client.get(f"/matches/events/{event.key}/").text)
    assert "Losers’ bracket: one loss" in page and "Standings before the playoff" not in page
    assert [branch[0].branch for branch in bracket_columns(view, {})] == ["winners", "losers", "final"]
    answer = client.get(f"/api/v1/events/{event.key}/").json()
    assert answer["champion"] == (view.champion and view.champion.number)


def test_nobody_enters_a_drawn_knock_out_and_who_leaves_it_loses_without_a_match(owner: Person) -> None:
    event = made_event(owner, 4, format="knockout")
    paired(event, 1)
    with pytest.raises(Conflict, match="drawn"):
        services.add_players(by=owner, key=event.key, names=["Late"])
    view = enter_all(event)
    winner = view.rounds[0].pairings[0].winner
    assert winner
    leaving.drop_player(by=owner, key=event.key, number=winner.number)
    assert paired(event, 2).champion not in (None, winner)


def test_a_pairing_is_taken_back_and_an_end_too(owner: Person) -> None:
    event = made_event(owner, 4, format="double")
    paired(event, 1)
    round_services.unpair_round(by=owner, key=event.key, number=1)
    assert load_event(event.key).event.status == Event.Status.REGISTRATION
    paired(event, 1)
    enter_all(event)
    round_services.finish_event(by=owner, key=event.key)
    assert round_services.reopen_event(by=owner, key=event.key).status == Event.Status.RUNNING
    assert len(paired(event, 2).rounds) == 2


def test_a_knock_out_has_no_cut_of_its_own(owner: Person) -> None:
    with pytest.raises(Invalid, match="can’t have a separate playoff"):
        made_event(owner, 4, format="knockout", cut_size=4)


_OTHER_FIELDS = [
    pytest.param(format_, players, seed, marks=pytest.mark.thorough)
    for format_ in ("knockout", "double")
    for players in (5, 6, 8)
    for seed in (1, 2, 3)
]


@pytest.mark.parametrize(("format_", "players", "seed"), [("double", 5, 8), *_OTHER_FIELDS])
def test_whatever_a_desk_does_each_match_is_played_once_and_somebody_wins(
    format_: str, players: int, seed: int, owner: Person
) -> None:
    event, lots = made_event(owner, players, format=format_), random.Random(seed)
    for _deed in range(60):
        view = load_event(event.key)
        if next_step_of_organiser(view) is NextStep.FINISH:
            break
        with suppress(DomainError):
            _do_something(event, view, lots)
        _check_tables(load_event(event.key))
    while next_step_of_organiser(view := load_event(event.key)) is not NextStep.FINISH:
        paired(event, len(view.rounds) + 1) if next_step_of_organiser(view) is NextStep.PAIR else enter_all(event, lots)
    round_services.finish_event(by=owner, key=event.key)
    view = load_event(event.key)
    final = final_places(view)
    assert view.champion == final[0].player
    assert len(final) == players


def _do_something(event: Event, view: LoadedEvent, lots: random.Random) -> None:
    """Do something a desk may want: the next step most of the time, else somebody leaves or returns, or a result is
    taken back."""
    about: dict[str, Any] = {"by": event.owner, "key": event.key}
    tables = [table for round_ in view.rounds for table in round_.pairings]
    deed = lots.randrange(12) if tables else 11
    if deed < 2:
        (leaving.drop_player, leaving.reinstate_player)[deed](number=lots.choice(view.players).number, **about)
    elif deed == 2:
        score, word = lots.choice([(5, 1), (1, 5), (3, 3)]), lots.choice(["", "nobody"])
        result_services.enter_result(pairing=lots.choice(tables).row.pk, crystals=score, outcome=word, **about)
    elif deed == 3:
        result_services.undo_result(pairing=lots.choice(tables).row.pk, **about)
    elif deed == 4:
        round_services.unpair_round(number=len(view.rounds), **about)
    elif next_step_of_organiser(view) is NextStep.PAIR:
        paired(event, len(view.rounds) + 1)
    elif view.current is not None and view.current.unreported:
        pairing = lots.choice(view.current.unreported).row.pk
        result_services.enter_result(pairing=pairing, crystals=lots.choice([(5, 1), (1, 5)]), **about)


def _check_tables(view: LoadedEvent) -> None:
    """Check that each match of the tree has one table at most, with the players whom the results before brought
    there."""
    tables = [table for round_ in view.rounds for table in round_.pairings]
    slots = [table.row.slot for table in tables]
    assert len(slots) == len(set(slots))
    places = {match.slot.number: {match.a, match.b} for match in view.bracket_tree}
    for table in tables:
        assert table.b is None or places[table.row.slot or 0] == {table.a.pk, table.b.pk}


def test_in_a_bracket_nobody_cannot_win(owner: Person) -> None:
    event = made_event(owner, 4, format="double")
    table = paired(event, 1).rounds[0].pairings[0].row.pk
    with pytest.raises(Invalid, match="A playoff match needs a winner"):
        result_services.enter_result(by=owner, key=event.key, pairing=table, crystals=(3, 2), outcome="nobody")


def test_a_result_two_rounds_back_is_corrected_by_taking_back_what_came_of_it(owner: Person) -> None:
    event = made_event(owner, 4, format="double")
    first = paired(event, 1).rounds[0].pairings[0]
    for number in (2, 3):
        enter_all(event)
        paired(event, number)
    enter_all(event)
    with pytest.raises(Conflict, match="A later round was paired from this result"):
        result_services.enter_result(by=owner, key=event.key, pairing=first.row.pk, crystals=(2, 5))
    with pytest.raises(Conflict, match="Clear them first, table by table"):
        round_services.unpair_round(by=owner, key=event.key, number=3)
    for number in (3, 2):
        for table in load_event(event.key).rounds[-1].pairings:
            result_services.undo_result(by=owner, key=event.key, pairing=table.row.pk)
        round_services.unpair_round(by=owner, key=event.key, number=number)
    result_services.enter_result(by=owner, key=event.key, pairing=first.row.pk, crystals=(2, 5))
    view = paired(event, 2)
    by_branch = {
        match.slot.branch: {match.a, match.b} for match in view.bracket_tree if match.slot.round == 1 and match.ready
    }
    assert first.a.pk in by_branch[Branch.LOSERS]


def test_who_is_left_alone_wins_the_matches_that_are_left(owner: Person) -> None:
    event = made_event(owner, 4, format="knockout")
    paired(event, 1)
    view = enter_all(event)
    first = view.rounds[0].pairings[0].winner
    for player in view.players:
        if player != first:
            leaving.drop_player(by=owner, key=event.key, number=player.number)
    assert next_step_of_organiser(load_event(event.key)) is NextStep.PAIR
    assert paired(event, 2).champion == first


def test_pairs_by_hand_are_refused_in_a_knock_out(owner: Person) -> None:
    event = made_event(owner, 4, format="knockout")
    with pytest.raises(Conflict, match="the bracket decides who plays whom"):
        paired(event, 1, fixed=[(1, 2)])


def test_a_players_panel_says_what_comes_next_and_where_they_went_out(
    owner: Person, roland: User, roland_client: Client, client: Client
) -> None:
    event = made_event(owner, 3, format="knockout")
    entry_services.register_player(by=person(roland), key=event.key, name="Alma")
    view = paired(event, 1)
    me = next(player for player in view.players if player.name == "Alma")
    tables = {me in (table.a, table.b): table for table in view.rounds[0].pairings}
    _enter(event, tables[True], me)
    address = f"/matches/events/{event.key}/mine/"
    panel = flat(roland_client.get(address).text)
    assert "Next: Final" in panel and f"You’ll play the winner of table {tables[False].row.table}:" in panel
    _enter(event, tables[False], tables[False].a)
    assert f"You’ll play {tables[False].a.name}." in flat(roland_client.get(address).text)
    assert "Semifinals" in flat(client.get(f"/matches/events/{event.key}/wall/").text)
    final = paired(event, 2).rounds[-1].pairings[0]
    assert "Next:" not in roland_client.get(address).text
    assert final.b is not None
    _enter(event, final, final.b if final.a == me else final.a)
    panel = flat(roland_client.get(address).text)
    assert "Final rank: 2" in panel and "Your last match: Final." in panel
    assert "<h1" in client.get(f"/matches/events/{event.key}/wall/").text


def test_the_files_of_a_knock_out_tell_the_rounds_reached(owner: Person, client: Client) -> None:
    event = made_event(owner, 4, format="knockout")
    play(event)
    first, second, *_third = final_places(load_event(event.key))
    table = client.get(f"/matches/events/{event.key}/files/standings.csv").content.decode("utf-8-sig").splitlines()
    assert table[0] == "final_place,final_last,number,player,reached,won,lost,crystals_for,crystals_against"
    assert len(table) == 5
    assert table[1].startswith("1,1,") and f"{first.player.name},Winner,2,0," in table[1]
    assert table[2].startswith("2,2,") and f"{second.player.name},Final,1,1," in table[2]
    assert table[3].startswith("3,4,") and ",Semifinals,0,1," in table[3]


def _enter(event: Event, table: LoadedPairing, winner: Registration) -> None:
    crystals = (5, 2) if table.a == winner else (2, 5)
    result_services.enter_result(by=event.owner, key=event.key, pairing=table.row.pk, crystals=crystals)


def test_byes_take_no_table_from_those_who_play(owner: Person) -> None:
    event = made_event(owner, 5, format="knockout")
    tables = paired(event, 1).rounds[0].pairings
    assert [table.row.table for table in tables if table.b] == [1]
    assert sorted(table.row.table for table in tables) == [1, 2, 3, 4]


def test_who_is_out_is_not_asked_to_leave_and_who_left_is_told(
    owner: Person, roland: User, roland_client: Client
) -> None:
    event = made_event(owner, 1, format="knockout")
    entry_services.register_player(by=person(roland), key=event.key, name="Alma")
    address, leave = f"/matches/events/{event.key}/", "Drop from event"
    assert leave in roland_client.get(address).text
    view = paired(event, 1)
    number = next(player.number for player in view.players if player.name == "Alma")
    leaving.drop_player(by=owner, key=event.key, number=number)
    assert "You’ve dropped. You won’t be paired again." in roland_client.get(address).text
    leaving.reinstate_player(by=owner, key=event.key, number=number)
    table = view.rounds[0].pairings[0]
    assert table.b is not None
    _enter(event, table, table.b if table.a.name == "Alma" else table.a)
    assert "Final rank: 2" in (page := flat(roland_client.get(address).text)) and leave not in page
    assert "Final rank: 2" in flat(roland_client.get(f"{address}players/{number}/").text)


def test_the_wall_has_a_page_for_each_branch_without_rounds_too_large_for_it(owner: Person, client: Client) -> None:
    event = made_event(owner, 32, format="double")
    paired(event, 1)
    wall = f"/matches/events/{event.key}/wall/"
    assert "bracket-match" not in flat(client.get(wall).content)
    enter_all(event)
    page = flat(client.get(wall).content)
    assert page.count('data-title="Winners’ bracket: no losses"') == 1
    assert page.count('data-title="Losers’ bracket: one loss"') == 1 and 'data-title="Final"' not in page
    assert "Winners’ round 2</h3>" in page and "Winners’ round 1</h3>" not in page


WITH_THIRD: list[dict[str, object]] = [{"cut_size": 4, "rounds_planned": 1}, {"format": "knockout"}]


@pytest.fixture
def organiser(roland: User) -> Person:
    return person(roland)


def semifinals(organiser: Person, rules: dict[str, object], *, third: bool = True) -> tuple[Event, LoadedEvent]:
    """Return an event whose two semifinals are played."""
    event = made_event(organiser, 4, third_place=third, **rules)
    paired(event, 1)
    if "cut_size" in rules:
        enter_all(event)
        round_services.begin_playoff(by=organiser, key=event.key)
    return event, enter_all(event)


def final_round(event: Event) -> tuple[LoadedEvent, LoadedRound, LoadedPairing]:
    view = load_event(event.key)
    third = view.rounds[-1].third_place_table
    assert third is not None
    return view, view.rounds[-1], third


def labels(view: LoadedEvent) -> list[tuple[str, bool]]:
    return [(each.place.label, each.place.decided) for each in final_places(view)]


@pytest.mark.parametrize("rules", WITH_THIRD, ids=["cut", "knock-out"])
def test_who_lost_a_semifinal_meets_for_third_place(
    rules: dict[str, object], organiser: Person, client: Client
) -> None:
    event, view = semifinals(organiser, rules)
    losers = {table.loser for table in view.rounds[-1].pairings}
    assert labels(view)[2:] == [("3–4", False), ("3–4", False)]
    assert next_round_name(view).template == "Final"
    paired(event, len(view.rounds) + 1)
    view, last, third = final_round(event)
    assert {third.a, third.b} == losers and third.row.table == 2 and len(last.bracket_tables) == 1
    assert round_name(view, last).template == "Final"
    assert table_name(view, last, third).template == "Third-place match"
    result_services.enter_result(by=organiser, key=event.key, pairing=last.bracket_tables[0].row.pk, crystals=(5, 1))
    view = load_event(event.key)
    assert view.champion == last.bracket_tables[0].a and next_step_of_organiser(view) is NextStep.RESULTS
    result_services.enter_result(by=organiser, key=event.key, pairing=third.row.pk, crystals=(2, 5))
    view = load_event(event.key)
    assert next_step_of_organiser(view) is NextStep.FINISH
    assert labels(view) == [(str(place), True) for place in (1, 2, 3, 4)]
    assert [each.player for each in final_places(view)[2:]] == [third.b, third.a]
    address = f"/matches/events/{event.key}"
    for path in ("/", "/wall/"):
        page = flat(client.get(address + path).text)
        assert "Third-place match" in page
    for name in ("bracket.pdf", "standings.pdf"):
        assert client.get(f"{address}/files/{name}").content.startswith(b"%PDF")
    assert "Third-place match" in client.get(f"{address}/files/results.csv").text
    tables = client.get(f"/api/v1/events/{event.key}/").json()["rounds"][-1]["pairings"]
    assert [table["third_place"] for table in tables] == [False, True]
    assert [[len(column.third) for column in branch] for branch in bracket_columns(view, {})] == [[0, 1]]


@pytest.mark.parametrize("rules", WITH_THIRD, ids=["cut", "knock-out"])
def test_two_who_do_not_play_for_third_place_share_it(rules: dict[str, object], organiser: Person) -> None:
    event, view = semifinals(organiser, rules)
    paired(event, len(view.rounds) + 1)
    _view, last, _third = final_round(event)
    result_services.enter_result(by=organiser, key=event.key, pairing=last.bracket_tables[0].row.pk, crystals=(5, 1))
    round_services.close_round(by=organiser, key=event.key, number=last.row.number, unfinished=True)
    view = load_event(event.key)
    assert next_step_of_organiser(view) is NextStep.FINISH
    assert labels(view)[2:] == [("3–4", True), ("3–4", True)]
    with pytest.raises(Conflict, match="The final has been played"):
        paired(event, last.row.number + 1)


@pytest.mark.parametrize("rules", WITH_THIRD, ids=["cut", "knock-out"])
@pytest.mark.parametrize(("gone", "place"), [(1, "3"), (2, "3–4")])
def test_third_place_waits_for_nobody_who_has_left(
    gone: int, place: str, rules: dict[str, object], organiser: Person
) -> None:
    event, view = semifinals(organiser, rules)
    for table in view.rounds[-1].pairings[:gone]:
        assert table.loser is not None
        leaving.drop_player(by=organiser, key=event.key, number=table.loser.number)
    paired(event, len(view.rounds) + 1)
    view, _last, third = final_round(event)
    assert third.state == "done" and labels(view)[2] == (place, True)


@pytest.mark.parametrize("rules", WITH_THIRD, ids=["cut", "knock-out"])
def test_a_player_is_told_of_it_and_of_the_place_it_brought(
    rules: dict[str, object], organiser: Person, roland_client: Client
) -> None:
    event = made_event(organiser, 3, third_place=True, **rules)
    roland_client.post(f"/matches/events/{event.key}/do/register/", {"name": "Roland I.", "new": "1"})
    mine = f"/matches/events/{event.key}/mine/"
    paired(event, 1)
    if "cut_size" in rules:
        enter_all(event)
        round_services.begin_playoff(by=organiser, key=event.key)
    view = load_event(event.key)
    for table in view.rounds[-1].pairings:
        crystals = (1, 5) if table.side_of_person(organiser) == "a" else (5, 1)
        result_services.enter_result(by=organiser, key=event.key, pairing=table.row.pk, crystals=crystals)
    assert "Next: Third-place match" in flat(roland_client.get(mine).text)
    paired(event, len(view.rounds) + 1)
    assert "Third-place match." in flat(roland_client.get(mine).text)
    _view, _last, third = final_round(event)
    crystals = (5, 3) if third.side_of_person(organiser) == "a" else (3, 5)
    result_services.enter_result(by=organiser, key=event.key, pairing=third.row.pk, crystals=crystals)
    panel = flat(roland_client.get(mine).text)
    assert "Final rank: 3" in panel and "Your last match: Third-place match." in panel


def test_without_the_wish_it_is_not_played_and_once_the_final_is_paired_it_stays_so(organiser: Person) -> None:
    event, view = semifinals(organiser, WITH_THIRD[0], third=False)
    assert len(paired(event, len(view.rounds) + 1).rounds[-1].pairings) == 1
    rules = EventRules(name="Saturday", cut_size=4, rounds_planned=1, third_place=True)
    with pytest.raises(Conflict, match="The third-place setting has been locked since the final was paired"):
        services.change_event(by=organiser, key=event.key, rules=rules, group=None)


def test_a_page_asks_whether_it_is_played(organiser: Person, roland_client: Client) -> None:
    page = flat(roland_client.get("/matches/events/new/").text)
    assert "Third-place match" in page


def test_of_three_in_a_knock_out_one_is_third_without_a_match() -> None:
    matches = fill_bracket(bracket_slots(4, double=False, third=True), [1, 2, 3, BYE], {2: 2})
    assert [match.slot.number for match in matches if match.ready] == [3]
    assert [place.label for place in final_ranking(matches, [(1, 1), (1, 2), (1, 3)])][2] == "3"
    assert all(slot.number != THIRD_PLACE for slot in bracket_slots(2, double=False, third=True))
    assert all(slot.number != THIRD_PLACE for slot in bracket_slots(8, double=True, third=True))
