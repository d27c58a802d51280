from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from matches import services_events
from matches.seasons import Encounter, season
from matches.seasons.ratings import ratings
from tests.matches.events import enter_all, paired
from tests.matches.made import group_match, made_group, person


def test_a_season_counts_crystals_duels_and_courses() -> None:
    played = [
        Encounter("Roland", "Elinor", 5, 3, "Roland"),
        Encounter("Elinor", "Roland", 6, 1, "Elinor"),
        Encounter("Mira", "Roland", 2, 2),
    ]
    counted = season(played)
    assert [(row.name, row.crystals_for) for row in counted.standings] == [("Elinor", 9), ("Roland", 8), ("Mira", 2)]
    assert counted.courses["Roland"] == (5, 6, 8) and all(row.few for row in counted.standings)
    assert [(duel.a, duel.b, duel.won_a, duel.won_b, duel.drawn) for duel in counted.duels] == [
        ("Elinor", "Roland", 1, 1, 0),
        ("Mira", "Roland", 0, 0, 1),
    ]
    assert season([]).standings == ()


def test_a_rating_grows_surer_with_every_match() -> None:
    few = ratings([("Roland", "Elinor", "Roland")])
    many = ratings([("Roland", "Elinor", "Roland")] * 20)
    assert many["Roland"][0] > few["Roland"][0] > few["Elinor"][0] and many["Roland"][1] < few["Roland"][1]


@pytest.mark.django_db
def test_the_season_of_a_group_holds_its_matches_and_its_events(roland: User, client: Client) -> None:
    group = made_group(roland, "Elinor", "Mira")
    group_match(group, "Elinor", "Mira", ("a", 3), ("a", 0))
    settings = services_events.Settings(name="League night")
    event = services_events.create_event(by=person(roland), settings=settings, group=group)
    services_events.add_players(by=person(roland), key=event.key, names=["Roland", "Elinor"])
    paired(event, 1)
    enter_all(event)
    page = client.get(f"/matches/groups/{group.key}/season/").content.decode()
    assert "few matches" in page and "Elinor – Mira" in page and "Elinor – Roland" in page
    assert "Nothing was finished" in client.get(f"/matches/groups/{group.key}/season/?to=2001-01-01").content.decode()
    assert client.get(f"/matches/groups/{group.key}/season/?from=soon").status_code == 200
    assert client.get("/matches/groups/nothing/season/").status_code == 404
