"""Queries of matches: the table of a group and its next round."""

from __future__ import annotations

import pytest

from accounts.models import User
from common.errors import Missing
from common.i18n import translated
from matches.groups import queries as groups_queries
from matches.groups import services as group_services
from matches.play import queries
from tests.matches.builders import group_match, made_group, made_match, person, won

pytestmark = pytest.mark.django_db


def test_the_table_of_a_group_counts_its_finished_matches_and_says_why(roland: User) -> None:
    group = made_group(roland, "Elinor", "Mira")
    group_match(group, "Roland", "Elinor", ("a", 3), ("b", 1), ("a", 0))
    group_match(group, "Elinor", "Mira", ("a", 3))
    lines = groups_queries.load_group(group.key).standings
    assert [(line.name, line.row.won, line.row.crystals_for) for line in lines] == [
        ("Roland", 1, 5),
        ("Elinor", 0, 2),
        ("Mira", 0, 0),
    ]
    assert translated(lines[1].why) == "points per match: 0, less than Roland with 3"
    assert translated(lines[2].why) == "has not finished a match yet"


def test_a_match_drawn_on_time_stands_in_the_table_and_nobody_is_busy_with_it(roland: User) -> None:
    group = made_group(roland, "Elinor", "Mira")
    match = group_match(group, "Roland", "Elinor", ("a", 1), ("b", 1))
    won(match, "", ended="time")
    lines = groups_queries.load_group(group.key).standings
    assert [(line.name, line.row.played, line.row.drawn, line.row.crystals_for) for line in lines] == [
        ("Elinor", 1, 1, 2),
        ("Roland", 1, 1, 2),
        ("Mira", 0, 0, 0),
    ]
    assert translated(lines[0].why) == "tied with Roland on everything that counts"
    assert groups_queries.suggest_next_round(groups_queries.load_group(group.key)).busy == ()


def test_who_has_left_stays_in_the_table_he_played_in(roland: User) -> None:
    group = made_group(roland, "Elinor", "Mira")
    group_match(group, "Roland", "Elinor", ("b", 3), ("b", 0))
    for name in ("Elinor", "Mira"):
        group_services.remove_member(by=group.owner, key=group.key, member_pk=group.members.get(name=name).pk)
    view = groups_queries.load_group(group.key)
    assert [line.name for line in view.standings] == ["Elinor", "Roland"]
    assert [member.name for member in view.members] == ["Roland"]


def test_the_next_round_avoids_rematches_and_leaves_out_who_is_playing(roland: User) -> None:
    group = made_group(roland, "Elinor", "Mira", "Otto", "Finn")
    group_match(group, "Roland", "Elinor", ("a", 3), ("a", 0))
    group_match(group, "Mira", "Otto", ("a", 3), ("a", 0))
    suggestion = groups_queries.suggest_next_round(groups_queries.load_group(group.key))
    names = [(pair.a.name, pair.b.name) for pair in suggestion.pairs]
    assert len(names) == 2 and not suggestion.has_rematches
    assert {frozenset(pair) for pair in names}.isdisjoint(
        {frozenset(("Roland", "Elinor")), frozenset(("Mira", "Otto"))}
    )
    assert suggestion.bye is not None and suggestion.bye.name != "Finn"
    group_match(group, *names[0])
    after = groups_queries.suggest_next_round(groups_queries.load_group(group.key))
    assert {member.name for member in after.busy} == set(names[0])
    assert [(pair.a.name, pair.b.name) for pair in after.pairs] == names[1:]


def test_mine_are_the_matches_i_made_or_play_in(roland: User, elinor: User, stranger: User) -> None:
    match = made_match(roland, elinor)
    for user in (roland, elinor):
        assert [view.match.key for view in queries.scored_matches_of(person(user))] == [match.key]
    assert queries.scored_matches_of(person(stranger)) == [] == queries.scored_matches_of(None)
    assert queries.newest_groups_of(None) == []


def test_what_does_not_exist_is_missing(db: None) -> None:
    with pytest.raises(Missing):
        queries.load_scored_match("nothing")
    with pytest.raises(Missing):
        groups_queries.load_group("nothing")
