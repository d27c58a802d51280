"""Two entries of one person who have both played are made one, and two again."""

from __future__ import annotations

from datetime import date

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Person, User
from common.errors import Conflict
from matches.events import result_services, services
from matches.events.entry import leaving
from matches.events.players import merging
from matches.events.players import services as players
from matches.events.queries import load_event
from matches.events.read_models import LoadedEvent, LoadedPairing
from matches.models import AuditLogEntry, EntryRequest, Event, JudgeNote, Match, Registration
from tests.html import flat
from tests.matches.builders import person
from tests.matches.events.builders import enter_all, made_event, paired

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(roland: User) -> Person:
    return person(roland)


def between(view: LoadedEvent, one: str, other: str) -> LoadedPairing:
    """Return the table of these two."""
    return next(each for each in view.tables if {player.name for player in each.players} == {one, other})


def plays(event: Event, one: str, other: str) -> LoadedPairing:
    """`one` wins 5 : 2 against `other`."""
    table = between(load_event(event.key), one, other)
    crystals = (5, 2) if table.a.name == one else (2, 5)
    return result_services.enter_result(by=event.owner, key=event.key, pairing=table.row.pk, crystals=crystals)


def a_league(owner: Person) -> Event:
    """Return a league in which number 8 has beaten Mira, and number 2, the same person, Otto in another round."""
    event = made_event(owner, 8, format="round_robin", first_day=date(2999, 3, 5))
    players.rename_player(by=owner, key=event.key, number=8, name="Elinor B.")
    view = paired(event, 1)
    played = between(view, "Elinor B.", "Mira").row.round_id
    other = next(name for name in ("Otto", "Alma") if between(view, "Elinor", name).row.round_id != played)
    plays(event, "Elinor B.", "Mira")
    plays(event, "Elinor", other)
    return event


def standing(event: Event, name: str) -> tuple[int, int, int]:
    line = next(each.line for each in load_event(event.key).standings if each.player.name == name)
    return line.won, line.lost, line.crystals_for


def test_results_of_a_league_move_to_the_entry_that_stays_and_every_opponent_is_met_once(owner: Person) -> None:
    event = a_league(owner)
    opponents = {player.name for player in load_event(event.key).players} - {"Elinor", "Elinor B."}
    kept = merging.merge_players(by=owner, key=event.key, number=8, into=2)
    view = load_event(event.key)
    assert standing(event, "Elinor") == (2, 0, 10)
    mine = [table for table in view.tables if kept in table.players and not table.is_struck]
    met = [player.name for table in mine for player in table.players if player != kept]
    assert sorted(met) == sorted(opponents)
    assert all(match.name_a != match.name_b for match in Match.objects.all())
    assert "Elinor B." not in {place.player.name for place in view.standings}
    logged = AuditLogEntry.objects.get(event=event, kind="merged_played").about
    assert (logged["before"], logged["name"], logged["count"]) == ("Elinor B.", "Elinor", 1)


def test_every_page_of_a_league_still_opens_and_the_log_says_what_was_merged(
    owner: Person, roland_client: Client
) -> None:
    event = a_league(owner)
    desk = f"/matches/events/{event.key}/players/2/desk/"
    answer = roland_client.post(f"/matches/events/{event.key}/players/8/desk/merge/", {"into": 2}, follow=True)
    assert "Merged with Elinor B." in flat(answer.content)
    view = load_event(event.key)
    pages = [f"players/{player.number}/" for player in view.players] + ["", "wall/", "results/", "files/standings.pdf"]
    for page in [*pages, *(f"results/?round={each.row.number}" for each in view.rounds), "files/calendar.ics"]:
        assert roland_client.get(f"/matches/events/{event.key}/{page}").status_code == 200, page
    log = flat(roland_client.get(f"/matches/events/{event.key}/trail/").content)
    assert "merged Elinor B. into Elinor; matches moved: 1" in log and "created the schedule" in log
    answer = roland_client.post(f"{desk}split/", follow=True)
    assert "Elinor B. is listed separately again." in flat(answer.content)
    assert "undid merging Elinor B. into Elinor" in flat(
        roland_client.get(f"/matches/events/{event.key}/trail/").content
    )
    assert roland_client.post(f"{desk}split/").status_code == 409


def test_an_undone_merge_of_a_league_leaves_everything_as_it_was(owner: Person, elinor: User) -> None:
    event = a_league(owner)
    held = {"person": person(elinor), "deck": "1 A", "deck_name": "A", "checked_in": timezone.now(), "fixed_table": 3}
    Registration.objects.filter(event=event, number=8).update(**held)
    JudgeNote.objects.create(registration=Registration.objects.get(event=event, number=8), text="late")
    before = _everything(event)
    kept = merging.merge_players(by=owner, key=event.key, number=8, into=2)
    assert {name: getattr(kept, name) for name in held} == held and _everything(event) != before
    merging.split_player(by=owner, key=event.key, number=2)
    assert _everything(event) == before
    mine = Match.objects.filter(player_a=person(elinor)) | Match.objects.filter(player_b=person(elinor))
    assert {"Elinor B."} == set.intersection(*({match.name_a, match.name_b} for match in mine))


def _everything(event: Event) -> object:
    columns: tuple[str, ...] = (
        "number",
        "name",
        "person",
        "member",
        "deck",
        "deck_name",
        "entered",
        "dropped",
        "withdrawal",
        "notes",
    )
    columns += ("checked_in", "fixed_table", "seed", "requested_byes", "party")
    rows = list(Registration.objects.filter(event=event).order_by("number").values_list(*columns))
    view = load_event(event.key)
    tables = [
        (each.row.round.number, each.row.table, [player.name for player in each.players], each.result_code)
        for each in view.tables
    ]
    return rows, tables, [(each.player.name, each.line.place, each.line.values) for each in view.standings]


def test_matches_of_the_entry_that_is_gone_stand_in_no_list(owner: Person, client: Client) -> None:
    event = a_league(owner)
    gone = Registration.objects.get(event=event, number=8)
    merging.merge_players(by=owner, key=event.key, number=8, into=2)
    for round_ in load_event(event.key).rounds:
        page = client.get(f"/matches/events/{event.key}/?round={round_.row.number}")
        assert page.context["tables"] and not any(gone in each.players for each in page.context["tables"])


def test_a_merge_is_not_undone_over_a_match_played_since(owner: Person) -> None:
    event = a_league(owner)
    merging.merge_players(by=owner, key=event.key, number=8, into=2)
    plays(event, "Elinor B.", "Mira")  # which is struck, but stands there
    with pytest.raises(Conflict, match="The pairings have changed since"):
        merging.split_player(by=owner, key=event.key, number=2)


def test_an_opponent_who_has_played_both_is_named(owner: Person) -> None:
    event = a_league(owner)
    plays(event, "Mira", "Elinor")
    with pytest.raises(Conflict) as refused:
        merging.merge_players(by=owner, key=event.key, number=8, into=2)
    assert refused.value.params["opponent"] == "Mira"


def test_two_who_played_each_other_or_in_one_round_are_two_people(owner: Person) -> None:
    event = a_league(owner)
    rounds = {table.row.round.number for table in load_event(event.key).tables if table.row.settled}
    plays(event, "Elinor", "Elinor B.")
    with pytest.raises(Conflict, match="played each other"):
        merging.merge_players(by=owner, key=event.key, number=8, into=2)
    table = between(load_event(event.key), "Elinor", "Elinor B.")
    result_services.undo_result(by=owner, key=event.key, pairing=table.row.pk)
    played = between(load_event(event.key), "Elinor B.", "Mira").row.round
    same = next(
        each
        for each in load_event(event.key).tables
        if each.row.round == played and "Elinor" in [player.name for player in each.players]
    )
    other = next(player.name for player in same.players if player.name != "Elinor")
    plays(event, "Elinor", other)
    with pytest.raises(Conflict) as refused:
        merging.merge_players(by=owner, key=event.key, number=8, into=2)
    assert refused.value.params["round"] == played.number and played.number in rounds
    assert {*str(refused.value.params["first"]).split(" – ")} == {"Elinor B.", "Mira"}
    assert {*str(refused.value.params["second"]).split(" – ")} == {"Elinor", other}


def test_who_dropped_and_came_back_under_another_name_gets_the_earlier_results(owner: Person) -> None:
    event = made_event(owner, 4)
    paired(event, 1)
    enter_all(event)
    gone = next(each.player for each in load_event(event.key).standings if each.line.won)
    Registration.objects.filter(pk=gone.pk).update(seed=3, requested_byes=[2], party="Ott")
    leaving.drop_player(by=owner, key=event.key, number=gone.number)
    services.add_players(by=owner, key=event.key, names=["Benn Ott"])
    paired(event, 2)
    enter_all(event)
    before = _everything(event)
    kept = merging.merge_players(by=owner, key=event.key, number=gone.number, into=5)
    assert (kept.entered, kept.dropped) == (1, None)
    assert (kept.requested_byes, kept.party) == ([2], "Ott")
    assert [player.number for player in load_event(event.key).players].count(gone.number) == 0
    assert sum(kept in table.players for table in load_event(event.key).tables) == 2
    again = merging.split_player(by=owner, key=event.key, number=5)
    assert (again.number, again.name) == (gone.number, gone.name) and _everything(event) == before


def test_a_request_to_be_the_entry_that_goes_is_about_the_one_that_stays(owner: Person, elinor: User) -> None:
    event = made_event(owner, 4)
    mira = Registration.objects.get(event=event, number=3)
    request = EntryRequest.objects.create(event=event, person=person(elinor), name="Mira", registration=mira)
    merging.merge_players(by=owner, key=event.key, number=3, into=4)
    request.refresh_from_db()
    assert request.registration is not None and request.registration.number == 4


def test_every_column_of_an_entry_is_moved_or_brought_back_by_a_merge_and_its_undo() -> None:
    moved = {name.removesuffix("_id") for name in (*merging._TAKEN_OVER, *merging._DECK_FIELDS)}
    of_the_row = {"id", "event", "number", "name", "joined"}
    columns = {field.name for field in Registration._meta.concrete_fields}
    assert columns == moved | set(merging._RESTORED) | of_the_row


def test_helpers_without_the_right_and_strangers_undo_no_merge(owner: Person, elinor_client: Client) -> None:
    event = a_league(owner)
    merging.merge_players(by=owner, key=event.key, number=8, into=2)
    assert elinor_client.post(f"/matches/events/{event.key}/players/2/desk/split/").status_code == 403
    assert "Merged with" not in flat(elinor_client.get(f"/matches/events/{event.key}/players/2/").content)


def test_who_gets_the_number_of_a_merged_entry_has_nothing_of_its_merges(owner: Person) -> None:
    event = made_event(owner, 5)
    merging.merge_players(by=owner, key=event.key, number=1, into=5)
    merging.merge_players(by=owner, key=event.key, number=5, into=2)
    (late,) = services.add_players(by=owner, key=event.key, names=["Late"])
    assert late.number == 5
    with pytest.raises(Conflict, match="no merge with Late"):
        merging.split_player(by=owner, key=event.key, number=5)


def test_merges_into_one_after_the_other_are_undone_from_the_newest(owner: Person) -> None:
    event = made_event(owner, 5)
    before = _everything(event)
    merging.merge_players(by=owner, key=event.key, number=1, into=5)
    merging.merge_players(by=owner, key=event.key, number=5, into=2)
    merging.split_player(by=owner, key=event.key, number=2)
    merging.split_player(by=owner, key=event.key, number=5)
    assert _everything(event) == before
