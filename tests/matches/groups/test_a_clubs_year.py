"""A club's year: its past from a file, names made one, a draft evening, a league, an open day, and the end."""

from __future__ import annotations

from datetime import date, timedelta

import time_machine
from django.test import Client
from django.urls import reverse

from accounts.models import User
from matches.core.tournament import EventRules
from matches.events import round_services, services
from matches.groups import people
from matches.groups import services as group_services
from matches.groups.draft_evening import evening_matches_since_draft, group_draft_of, load_evening_page
from matches.groups.queries import load_group
from matches.models import Group, Match, Season
from matches.seasons.import_services import SubmittedFile, import_season
from tests.drafts.tables import begun, play_to_the_end
from tests.html import flat
from tests.matches.builders import group_match, made_group, person
from tests.matches.events.builders import enter_all

YEAR = 2026
FILE = f"""date,player,opponent,games,people,opponent_people,event,round
{YEAR}-01-08,Roland,Klara W.,w3 w0,Vulca,Flit,,
{YEAR}-01-15,Roland,Ben Ott,w3 l0 w0,Vulca,Hoax,,
"""


def test_a_year_of_a_club(
    db_catalogue: object, roland: User, elinor: User, stranger: User, roland_client: Client, client: Client
) -> None:
    with time_machine.travel(date(YEAR, 2, 1), tick=False):
        group = made_group(roland, "Klara Weiß")
        group.members.create(name="Elinor", person=person(elinor))
        group_services.save_season(
            by=group.owner, key=group.key, name=f"Season {YEAR}", first=date(YEAR, 1, 1), minimum=0
        )
        import_season(by=group.owner, key=group.key, file=SubmittedFile(FILE, names={"Klara W.": "", "Ben Ott": ""}))
        _one_person(group)
        group_match(group, "Elinor", "Klara Weiß", ("a", 3), ("a", 1))
    with time_machine.travel(date(YEAR, 6, 6), tick=False):
        _draft_evening(group, roland, elinor, stranger, roland_client)
    with time_machine.travel(date(YEAR, 9, 1), tick=False):
        _league(group)
    with time_machine.travel(date(YEAR + 1, 1, 2), tick=False):
        group_services.save_season(
            by=group.owner, key=group.key, name=f"Season {YEAR + 1}", first=date(YEAR + 1, 1, 1), minimum=0
        )
        season = Season.objects.get(name=f"Season {YEAR}")
        assert season.last == date(YEAR, 12, 31)
        page = flat(client.get(f"/matches/groups/{group.key}/season/?season={season.key}").text)
        assert f"Champion: Season {YEAR}" in page and "Picture to share" in page
        picture = client.get(f"/matches/groups/{group.key}/season/picture.png?season={season.key}")
        assert picture.status_code == 200 and picture.content.startswith(b"\x89PNG")
        assert load_group(group.key).season == Season.objects.get(name=f"Season {YEAR + 1}")


def _one_person(group: Group) -> None:
    """The file's short name is the member's; what was played under it counts for them."""
    rows = {member.name: member.pk for member in group.members.all()}
    people.merge_members(by=group.owner, key=group.key, member_pk=rows["Klara W."], into_pk=rows["Klara Weiß"])
    played = [each for each in load_group(group.key).encounters if each.has_player("Klara Weiß")]
    assert len(played) == 1


def _draft_evening(group: Group, roland: User, elinor: User, stranger: User, roland_client: Client) -> None:
    """Two of three who drafted are members: they are asked once, the third plays as a guest."""
    key = begun(person(roland), person(elinor), person(stranger))
    play_to_the_end(key, person(roland), person(elinor), person(stranger))
    address = f"/matches/groups/of-draft/{key}/"
    assert "Most of you belong to Thursday league" in flat(roland_client.post(address).text)
    answer = roland_client.post(address, {"club": "1"}, follow=True)
    assert answer.redirect_chain[0][0] == address
    assert Group.objects.count() == 1 and group.members.get(person=person(stranger)).guest
    pairs = [table.pair for table in answer.context["evening"].tables]
    assert {pair.a.person_id for pair in pairs} | {pair.b.person_id for pair in pairs} <= {
        person(user).pk for user in (roland, elinor, stranger)
    }
    guest = group.members.get(person=person(stranger))
    own = group.members.get(person=person(elinor))
    started = roland_client.post(reverse("matches:group_start", args=[group.key]), {"a": own.pk, "b": guest.pk})
    assert started.status_code == 302 and Match.objects.filter(group=group, member_b=guest).exists()
    assert roland_client.get(address).status_code == 200
    shown, link = load_evening_page(key), group_draft_of(key)
    assert shown is not None and link is not None and len(evening_matches_since_draft(link)) == 1


def _league(group: Group) -> None:
    event = services.create_event(
        by=group.owner,
        rules=EventRules(name="Autumn league", format="round_robin", first_day=date(YEAR, 9, 1), days_between=7),
        group=group,
    )
    services.add_players(by=group.owner, key=event.key, names=["Roland", "Elinor", "Klara Weiß", "Ben Ott"])
    round_services.pair_next_round(by=group.owner, key=event.key, number=1)
    for _round in range(3):
        enter_all(event)
    round_services.finish_event(by=group.owner, key=event.key)
    days = {each.day for each in load_group(group.key).encounters if each.event == "Autumn league"}
    assert days == {date(YEAR, 9, 1) + timedelta(weeks=n) for n in range(3)}
