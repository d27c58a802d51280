"""Teams (DRAFT-32): set up, shown in the lobby, and what partners see of each other."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from drafts.models import Draft
from drafts.table import hosting, services
from tests.drafts.pages.forms import answers, text
from tests.drafts.tables import begun, by, guest, person, play_to_the_end

pytestmark = pytest.mark.django_db


@pytest.fixture
def four(db_catalogue: object, roland: User, elinor: User) -> tuple[Any, ...]:
    """Roland and Elinor are partners: they sit opposite each other."""
    return person(roland), guest("Mira"), person(elinor), guest("Otto")


def with_teams(*people: Any, **terms: Any) -> str:
    key = begun(*people)
    Draft.objects.filter(key=key).update(teams=2, **terms)
    return key


def test_teams_are_set_up_shown_in_the_lobby_and_carried_to_the_next_draft(
    roland: User, elinor: User, roland_client: Client
) -> None:
    sent = answers(seating="as_sat", teams="2", open_partners="on")
    page = text(roland_client.post("/drafts/new/", sent, follow=True))
    draft = Draft.objects.get()
    assert (draft.teams, draft.open_partners) == (2, True)
    assert "Team A" in page and "2 teams" in page
    assert "Partners see each other’s cards during the draft." in page
    services.join_draft(draft.key, visitor=by(person(elinor)), person=person(elinor))
    hosting.move_seat(draft.key, visitor=by(person(roland)), number=1, to=2)
    lobby = text(roland_client.get(f"/drafts/{draft.key}/"))
    assert [lobby.count(name) for name in ("Team A", "Team B")] == [2, 2], "free seats have a team, too"
    assert lobby.index("Roland") < lobby.index("Elinor") < lobby.rindex("Team B")
    services.start_draft(draft.key, visitor=by(person(roland)))
    assert "Roland, Elinor – Bot" in text(roland_client.get(f"/drafts/{draft.key}/"))
    again = roland_client.post(f"/drafts/{draft.key}/again/")
    assert again.status_code == 302
    assert Draft.objects.exclude(pk=draft.pk).values_list("teams", "open_partners").get() == (2, True)


def test_teams_drawn_with_the_seats_are_not_known_before(roland_client: Client) -> None:
    page = text(roland_client.post("/drafts/new/", answers(teams="2"), follow=True))
    assert "Teams are drawn with the seats." in page
    assert "Team A" not in page


@pytest.mark.parametrize(("players", "teams"), [("3", "2"), ("4", "3"), ("5", "2")])
def test_numbers_that_do_not_fit_are_refused(roland_client: Client, players: str, teams: str) -> None:
    for action, address in (("figures", "/drafts/new/figures/"), ("open", "/drafts/new/")):
        sent = answers(players=players, before="0", teams=teams, action=action)
        assert f"{players} players can’t form {teams} teams." in text(roland_client.post(address, sent))
    assert not Draft.objects.exists()


def test_ways_without_teams_have_none(roland_client: Client) -> None:
    roland_client.post("/drafts/new/", answers(sharing="same_pool", teams="2", open_partners="on"))
    assert Draft.objects.values_list("teams", "open_partners").get() == (None, False)


def test_a_program_sets_teams_up_and_is_refused_with_the_rule(roland_client: Client) -> None:
    body = {"players": 2, "peoples": ["Vulca", "Hoax", "Mimix"], "teams": 2}
    refused = roland_client.post("/api/v1/drafts/", body, content_type="application/json")
    assert (refused.status_code, refused.json()["error"]["rule"]) == (400, "DRAFT-32")
    body |= {"players": 4, "peoples": ["Vulca", "Hoax", "Mimix", "Flit", "Khind", "Terrah"], "seating": "as_sat"}
    made = roland_client.post("/api/v1/drafts/", body, content_type="application/json").json()["draft"]
    assert (made["teams"], made["open_partners"], made["seats"][0]["team"]) == (2, False, 0)


def test_partners_see_each_others_cards_after_the_draft_and_no_one_else_does(
    four: tuple[Any, ...], roland_client: Client, stranger_client: Client
) -> None:
    key = with_teams(*four)
    address = f"/api/v1/drafts/{key}/partners/"
    assert roland_client.get(f"/drafts/{key}/partners/").status_code == 409
    assert "Partners’ cards" not in text(roland_client.get(f"/drafts/{key}/"))
    play_to_the_end(key, *four)
    seen = roland_client.get(address).json()["results"]
    assert [(row["seat"], row["name"], len(row["cards"])) for row in seen] == [(2, "Elinor", 39)]
    page = text(roland_client.get(f"/drafts/{key}/partners/"))
    assert "<h2>Elinor" in page and "<h2>Mira" not in page
    assert "Partners’ cards" in text(roland_client.get(f"/drafts/{key}/"))
    assert (stranger_client.get(address).status_code, stranger_client.get(f"/drafts/{key}/partners/").status_code) == (
        403,
        403,
    )


def test_partners_see_each_others_cards_during_the_draft_where_it_was_agreed(
    four: tuple[Any, ...], roland_client: Client, stranger_client: Client
) -> None:
    key = with_teams(*four, open_partners=True)
    assert "Partners’ cards" in text(roland_client.get(f"/drafts/{key}/"))
    assert "No cards yet" in text(roland_client.get(f"/drafts/{key}/partners/"))
    assert stranger_client.get(f"/drafts/{key}/partners/").status_code == 403


def test_a_draft_without_teams_has_no_partners(four: tuple[Any, ...], roland_client: Client) -> None:
    key = begun(*four)
    assert roland_client.get(f"/drafts/{key}/partners/").status_code == 404
