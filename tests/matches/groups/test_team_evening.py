"""The evening after a draft in teams: pairs across teams only, crystals by team, and who leads."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import User
from drafts.models import Draft
from matches.core.scoring import DEFAULT_SHEET
from matches.groups.draft_evening import EveningPage, ensure_draft_group, load_evening_page
from matches.play.services import create_group_match
from tests.drafts.tables import begun, by, person, play_to_the_end
from tests.html import flat
from tests.matches.builders import won


def evening_of(key: str) -> EveningPage:
    page = load_evening_page(key)
    assert page is not None
    return page


def pairs_of(key: str) -> set[frozenset[str]]:
    return {frozenset((table.pair.a.name, table.pair.b.name)) for table in evening_of(key).tables}


def test_an_evening_of_teams_pairs_across_and_sums_crystals(
    db_catalogue: object, roland: User, elinor: User, stranger: User, judge: User, roland_client: Client
) -> None:
    people = [person(user) for user in (roland, elinor, stranger, judge)]
    key = begun(*people)
    Draft.objects.filter(key=key).update(teams=2)
    play_to_the_end(key, *people)
    group = ensure_draft_group(by=people[0], visitor=by(people[0]), draft_key=key)
    members = {member.name: member.pk for member in group.members.all()}
    names = [seat.nickname for seat in Draft.objects.get(key=key).seats.all()]
    one, two = names[0::2], names[1::2]
    sheet = replace(DEFAULT_SHEET, target=1)

    def play(a: str, b: str) -> None:
        match = create_group_match(by=people[0], group_key=group.key, members=(members[a], members[b]), sheet=sheet)
        won(match, "a", 2)

    seen = [pairs_of(key)]
    assert seen[0] == {frozenset((one[0], two[0])), frozenset((one[1], two[1]))}
    assert not evening_of(key).leaders
    play(one[0], one[1])  # between partners: it counts for no team
    assert not evening_of(key).leaders
    play(one[0], two[0])
    play(one[1], two[1])
    seen.append(pairs_of(key))
    assert seen[1] == {frozenset((one[0], two[1])), frozenset((one[1], two[0]))}
    page = flat(roland_client.get(f"/matches/groups/of-draft/{key}/").content)
    assert "Team A leads." in page
    rows = evening_of(key).teams
    assert [(row.team, row.won) for row in rows] == [(0, 2), (1, 0)]
    assert rows[0].crystals > rows[1].crystals == 0
    assert "Team A leads." in flat(roland_client.get(f"/drafts/{key}/screen/").content)
    play(two[1], one[0])
    play(two[0], one[1])
    assert "The leading teams are level." in flat(roland_client.get(f"/matches/groups/of-draft/{key}/").content)
    assert pairs_of(key) == seen[0], "the rounds begin again"
    assert all(table.pair.rematch for table in evening_of(key).tables)


@pytest.mark.parametrize("teams", [None, 2])
def test_uneven_teams_of_people_let_one_sit_out(
    db_catalogue: object, roland: User, elinor: User, stranger: User, roland_client: Client, teams: int | None
) -> None:
    people = [person(user) for user in (roland, elinor, stranger)]
    key = begun(*people, players=4)
    Draft.objects.filter(key=key).update(teams=teams)
    play_to_the_end(key, *people)
    ensure_draft_group(by=people[0], visitor=by(people[0]), draft_key=key)
    evening = evening_of(key)
    assert (len(evening.tables), len(evening.sit_out)) == (1, 1)
    assert f"{evening.sit_out[0]} sits out." in flat(roland_client.get(f"/matches/groups/of-draft/{key}/").content)


def test_partners_against_bots_have_no_one_to_play(
    db_catalogue: object, roland: User, elinor: User, roland_client: Client
) -> None:
    people = [person(user) for user in (roland, elinor)]
    key = begun(*people, players=4)
    Draft.objects.filter(key=key).update(teams=2)
    Draft.objects.get(key=key).seats.filter(number=2).update(number=99)
    Draft.objects.get(key=key).seats.filter(number=1).update(number=2)
    Draft.objects.get(key=key).seats.filter(number=99).update(number=1)
    Draft.objects.filter(key=key).update(status=Draft.Status.DONE)
    ensure_draft_group(by=people[0], visitor=by(people[0]), draft_key=key)
    assert not evening_of(key).tables
    page = flat(roland_client.get(f"/matches/groups/of-draft/{key}/").content)
    assert "Sitting out: Elinor, Roland." in page
    assert "No one on another team can play a match." in page and "0 of 0" not in page
