"""What is exported, imported and exported again is the same; imported twice, it is there once."""

from __future__ import annotations

import random
from typing import Any

import pytest

from accounts.models import Person, User
from common.errors import Conflict, DomainError, Invalid
from matches.core.scoring import MatchSettings, Penalty
from matches.events import round_services
from matches.events.entry import leaving
from matches.events.queries import load_event
from matches.groups.encounters import encounters_of
from matches.models import Event, Group, Match, Member, Pairing
from matches.seasons.import_services import SubmittedFile, import_season
from tenmoons.moving.services import ImportRequest, preview_import
from tests.matches.builders import group_match, made_group, made_match, person, won
from tests.matches.events.builders import enter_all, made_event, paired
from tests.races import SERVER, Races, race
from tests.site.moving.sites import emptied, exported, imported, without

__all__ = ["race"]
pytestmark = [pytest.mark.django_db(transaction=SERVER), pytest.mark.both]


def _moved(kind: str, key: str, by: Person, to: Person) -> None:
    """Export, empty, import twice, export again: the result is the same."""
    text = exported(kind, key, by)
    emptied()
    imported(text, to)
    with pytest.raises(Conflict, match="here already"):
        imported(text, to)
    model: Any = {"event": Event, "match": Match, "group": Group}[kind]
    row = model._base_manager.get() if kind != "match" else Match.objects.get(key=key)
    assert without(exported(kind, row.key, to), "seed") == without(text, "seed")


def test_a_match_with_fights_penalties_and_a_dispute_moves(roland: User, elinor: User) -> None:
    match = made_match(roland, elinor, MatchSettings(penalty=Penalty.CRYSTALS))
    fight = {"winner": "a", "combat": 1, "support": 0, "bluff": False, "modifier": 0}
    fights = [fight | {"combat": 6}, fight, fight | {"bluff": True}]
    won(match, "a", 3, ended="fourth_dragon", fights=fights)
    won(match, "b", 1)
    match.penalties.create(side="a", after=1, note="drew twice", by=person(roland))
    game = match.games.get(number=2)
    game.status, game.claim = "disputed", {"winner": "a", "dragons": 0, "crystal_cards": 0, "ended": "concession"}
    game.claim |= {"fights": None, "out_first": ""}
    game.save()
    _moved("match", match.key, person(roland), person(elinor))
    moved = Match.objects.get()
    assert moved.created_by == person(elinor) and moved.player_a is None and moved.player_b is None


def test_somebody_is_who_they_say_they_are(roland: User, elinor: User) -> None:
    text = exported("match", won(made_match(roland, elinor)).key, person(roland))
    emptied()
    imported(text, person(elinor), me="Elinor")
    assert Match.objects.get().player_b == person(elinor) and Match.objects.get().player_a is None


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (5, {}),
        (8, {"cut_size": 4, "third_place": True}),
        (8, {"cut_size": 4, "cut_double": True}),
        (4, {"format": "round_robin", "legs": 2}),
        (6, {"format": "knockout", "third_place": True}),
        (7, {"format": "double"}),
    ],
)
@pytest.mark.parametrize("rounds", [0, 1, 2, 9])
def test_an_event_moves_at_every_moment(
    roland: User, elinor: User, players: int, rules: dict[str, object], rounds: int
) -> None:
    event, lots = made_event(person(roland), players, **rules), random.Random(players + rounds)
    if event.has_swiss_rounds:
        leaving.ask_for_byes(by=event.owner, key=event.key, number=2, rounds=[2, 3])
    for number in range(1, rounds + 1):
        try:
            if number == 3 and "cut_size" in rules:
                round_services.begin_playoff(by=event.owner, key=event.key)
            elif event.format != Event.Format.ROUND_ROBIN or number == 1:
                paired(event, number)
        except DomainError:
            break
        if number < rounds:
            enter_all(event, lots)
    if rounds == 9:
        enter_all(event, lots)
        round_services.finish_event(by=event.owner, key=event.key)
    places = [(each.player.name, each.line.place) for each in load_event(event.key).standings]
    _moved("event", event.key, person(roland), person(elinor))
    moved = Event.objects.get()
    assert [(each.player.name, each.line.place) for each in load_event(moved.key).standings] == places
    assert moved.owner == person(elinor) and not moved.roles.exists()


def test_a_group_with_imported_results_and_other_names_moves(roland: User, elinor: User) -> None:
    group = made_group(roland, "Klara", "Ben")
    Member.objects.create(group=group, name="Klärchen", guest=True, merged_into=group.members.get(name="Klara"))
    group_match(group, "Klara", "Ben", ("a", 3), ("a", 1))
    rows = "date,player,opponent,games\n2025-03-14,Klara,Ben,w3 l0 w0\n2025-03-21,Ben,Klärchen,w2 w1\n"
    import_season(by=group.owner, key=group.key, file=SubmittedFile(rows))
    played = [(each.a, each.b, each.crystals_a, each.bouts) for each in encounters_of(group)]
    _moved("group", group.key, person(roland), person(elinor))
    moved = Group.objects.get()
    assert [(each.a, each.b, each.crystals_a, each.bouts) for each in encounters_of(moved)] == played
    assert moved.owner == person(elinor) and not moved.members.exclude(person=None).exists()


def test_what_was_played_since_is_added_alone(roland: User, elinor: User) -> None:
    group = made_group(roland, "Klara", "Ben")
    group_match(group, "Klara", "Ben", ("a", 3))
    first = exported("group", group.key, person(roland))
    group_match(group, "Ben", "Klara", ("b", 3))
    second = exported("group", group.key, person(roland))
    emptied()
    imported(first, person(elinor))
    report = imported(second, person(elinor))
    assert report.new == {"match": 1} and report.known["match"] == 1
    assert Match.objects.count() == 2 and Group.objects.count() == 1


def test_an_evening_joins_a_club_with_everyone_chosen(roland: User, elinor: User) -> None:
    evening = made_group(roland, "Klara W.", "Ben", "Uwe")
    for pair in (("Klara W.", "Ben"), ("Uwe", "Klara W.")):
        group_match(evening, *pair, ("a", 3), ("a", 1))
    text = exported("group", evening.key, person(roland))
    emptied()
    club = made_group(elinor, "Klara Weiß", "Ben", "Uwe")
    by = person(elinor)
    report = preview_import(by=by, request=ImportRequest(text, club.key))
    assert report.people is not None and report.is_undecided
    asked = {each.name: (each.alike, each.choice) for each in report.people.questions}
    assert asked == {"Klara W.": (("Klara Weiß",), None), "Ben": (("Ben",), None), "Uwe": (("Uwe",), None)}
    with pytest.raises(Conflict, match="Choose who is who"):
        imported(text, by, group=club.key)
    assert not Match.objects.exists()

    imported(text, by, group=club.key, names={"Klara W.": "Klara Weiß", "Ben": "Ben", "Uwe": ""})
    assert {(each.a, each.b) for each in encounters_of(club)} == {("Klara Weiß", "Ben"), ("Uwe (2)", "Klara Weiß")}
    assert Group.objects.count() == 1 and club.members.get(name="Uwe (2)").guest
    with pytest.raises(Conflict, match="here already"):
        imported(text, by, group=club.key)
    Match.objects.all().delete()
    with pytest.raises(Conflict, match="same member"):
        imported(text, by, group=club.key, names={"Klara W.": "Ben", "Ben": "Ben", "Uwe": ""})
    with pytest.raises(Invalid, match="isn’t in this group"):
        imported(text, by, group=club.key, names={"Klara W.": "Otto", "Ben": "Ben", "Uwe": ""})


def test_an_event_joins_a_club(roland: User, elinor: User) -> None:
    event = made_event(person(roland), 4)
    paired(event, 1)
    enter_all(event)
    text = exported("event", event.key, person(roland))
    emptied()
    club = made_group(elinor, "Mira")
    names = {"Roland": "", "Mira": "Mira"}
    imported(text, person(elinor), group=club.key, names=names)
    players = dict(Event.objects.get().registrations.values_list("name", "member__name"))
    assert players == {"Roland (2)": None, "Elinor": None, "Mira": "Mira", "Otto": None}
    assert len(encounters_of(club)) == 2


@pytest.mark.parametrize("is_club", [False, True])
def test_a_match_imported_alone_joins_its_event(roland: User, elinor: User, is_club: bool) -> None:
    event, by = made_event(person(roland), 2), person(elinor)
    paired(event, 1)
    table = Pairing.objects.get()
    assert table.match is not None
    unplayed = exported("match", table.match.key, person(roland))
    won(table.match)
    alone, whole = (exported(*thing, person(roland)) for thing in (("match", table.match.key), ("event", event.key)))
    emptied()
    club: dict[str, Any] = {"group": made_group(elinor).key} if is_club else {}
    guests = {"names": {"Roland": "Roland", "Elinor": "Elinor"}} if is_club else {}

    imported(unplayed, by, **club, names={"Roland": "", "Elinor": ""})
    with pytest.raises(Conflict, match="other games"):
        imported(whole, by, **club, **guests)
    assert not Event.objects.exists()
    Match.objects.all().delete()
    imported(alone, by, **club, **guests)
    moved = Match.objects.get()
    report = imported(whole, by, **club, **guests)
    assert report.path == (Group if is_club else Event).objects.get().get_absolute_url()
    assert Match.objects.get() == moved == Pairing.objects.get().match and Match.objects.get().group is None
    assert preview_import(by=by, request=ImportRequest(alone, **club)).new.total() == 0


def test_the_key_of_another_is_no_obstacle(roland: User, elinor: User) -> None:
    """Somebody who has had the file first can’t keep its owner from importing it."""
    match = won(made_match(roland, elinor), "a", 1)
    text = exported("match", match.key, person(roland))
    emptied()
    imported(text.replace('"dragons": 1', '"dragons": 3'), person(elinor))
    imported(text, person(roland))
    assert [(row.created_by.display_name, row.games.get().dragons) for row in Match.objects.order_by("pk")] == [
        ("Elinor", 3),
        ("Roland", 1),
    ]
    assert preview_import(by=person(roland), request=ImportRequest(text)).new.total() == 0


def test_two_imports_at_once_are_one(
    race: Races,
    roland: User,
    elinor: User,
) -> None:
    text = exported("match", won(made_match(roland, elinor)).key, person(roland))
    emptied()
    by = person(roland)
    results = race().run(*[lambda: imported(text, by)] * 2)
    assert sorted(type(each).__name__ for each in results) == ["Conflict", "ImportSummary"]
