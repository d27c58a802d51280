"""Blocking: never at one table again, the same for both, and nothing reveals it."""

from __future__ import annotations

from itertools import permutations

import pytest
from django.test import Client
from django.urls import reverse

from accounts import blocks
from accounts.models import Block, Person, User
from accounts.personal_data import export_data
from accounts.reports.services import decide_report, report_thing
from common.errors import Conflict, Missing
from drafts.models import Draft
from drafts.table import services as drafts
from matches.play.services import take_match_seat
from online.games import endings, services
from online.games.loaded import load_game
from online.models import Game
from tests.accounts.staff import with_second_factor
from tests.drafts.tables import by, person, setup_for
from tests.matches.builders import made_match
from tests.online.games_made import HOAX, between, opened
from tests.online.table.test_views import signed_in, view_of

pytestmark = pytest.mark.usefixtures("db_catalogue")


@pytest.fixture
def met(roland: User, elinor: User) -> str:
    """Play a game of both, after which Roland has blocked Elinor."""
    key = between(person(roland), person(elinor)).game.key
    endings.resign(person(roland), key)
    address = reverse("accounts:block", args=["game", key])
    client = signed_in(roland)
    assert "Block Elinor?" in client.get(address).content.decode() and not Block.objects.exists()
    assert client.post(address, follow=True).status_code == 200
    return key


@pytest.fixture(params=["who blocked", "who is blocked"])
def both_ways(request: pytest.FixtureRequest, roland: User, elinor: User) -> tuple[User, User]:
    return (roland, elinor) if request.param == "who blocked" else (elinor, roland)


def test_neither_joins_a_game_of_the_other_which_looks_closed(met: str, both_ways: tuple[User, User]) -> None:
    host, guest = both_ways
    game = opened(person(host)).game
    client = signed_in(guest)
    joining = reverse("online:join", args=[game.key, game.join_key])
    page = client.get(joining, follow=True).content.decode()
    assert "This game was cancelled." in page and "waiting for an opponent" not in page
    with pytest.raises(Conflict, match="Someone else has taken this seat, or the game was cancelled"):
        services.join_game(person(guest), game.key, game.join_key, HOAX, accepts_texts=True)
    assert client.get(f"{game.get_absolute_url()}?waiting").status_code == 200, "as for a cancelled game"
    assert load_game(game.key).game.status == Game.Status.OPEN
    assert "waiting for an opponent" in Client().get(reverse("online:table", args=[game.key])).content.decode()


def test_a_rematch_is_asked_for_in_vain_and_the_other_never_hears(met: str, both_ways: tuple[User, User]) -> None:
    first, second = both_ways
    before = view_of(signed_in(second), met)
    endings.ask_for_rematch(person(first), met)
    assert view_of(signed_in(first), met)["result"]["rematch"]["you"]
    assert view_of(signed_in(second), met) == before
    asked = view_of(signed_in(first), met)
    endings.ask_for_rematch(person(first), met)
    assert view_of(signed_in(first), met) == asked, "as where the other doesn’t answer"
    assert endings.ask_for_rematch(person(second), met).game.key == met
    assert Game.objects.count() == 1


def test_neither_takes_a_seat_at_a_match_or_a_draft_of_the_other(met: str, both_ways: tuple[User, User]) -> None:
    host, guest = both_ways
    match = made_match(host)
    with pytest.raises(Conflict, match="Someone else has taken this seat"):
        take_match_seat(by=person(guest), key=match.key, join_key=match.join_key, side="b")
    key = drafts.create_draft(host=person(host), setup=setup_for(3)).key
    before = Draft.objects.get(key=key).version
    with pytest.raises(Conflict, match="seats in this draft are taken"):
        drafts.join_draft(key, visitor=by(person(guest)), person=person(guest))
    assert Draft.objects.get(key=key).version == before


def test_only_who_blocked_sees_it_and_can_undo_it(met: str, roland: User, elinor: User) -> None:
    row = Block.objects.get()
    mine, theirs = (signed_in(user).get(reverse("accounts:blocked")).content.decode() for user in (roland, elinor))
    assert "Elinor" in mine and "Roland" not in theirs.replace("Roland’s", "")
    assert [one["name"] for one in export_data(person(roland))["blocked"]] == ["Elinor"]
    assert export_data(person(elinor))["blocked"] == []
    assert signed_in(elinor).post(reverse("accounts:unblock", args=[row.pk])).status_code == 404
    signed_in(roland).post(reverse("accounts:unblock", args=[row.pk]))
    assert not Block.objects.exists()


def test_only_whom_one_has_met_can_be_blocked(met: str, stranger: User, roland: User) -> None:
    for kind, key in (("game", met), ("match", "nothing"), ("person", "1")):
        with pytest.raises(Missing):
            blocks.block_opponent(person(stranger), kind, key)
    match = made_match(roland, stranger)
    assert blocks.block_opponent(person(stranger), "match", match.key) == person(roland)
    assert blocks.block_opponent(person(stranger), "match", match.key) == person(roland)
    assert Block.objects.filter(by=person(stranger)).count() == 1


def test_asking_takes_one_query_with_and_without_a_block(
    met: str, roland: User, elinor: User, stranger: User, django_assert_num_queries: object
) -> None:
    people: list[Person] = [person(user) for user in (roland, elinor, stranger)]
    for one, other in permutations(people, 2):
        with django_assert_num_queries(1):  # type: ignore[operator]
            blocks.has_block(one, (other.pk, None))


def test_a_reported_game_is_hidden_from_all_but_its_players(met: str, roland: User, stranger: User) -> None:
    replay = reverse("online:replay", args=[met])
    assert reverse("reports:report", args=["game", met]) in signed_in(stranger).get(replay).content.decode()
    assert report_thing(kind="game", target=met, by=person(stranger), reporter="x", reason="abuse", words="")
    staff = User.objects.create_superuser("Staff")
    with_second_factor(staff)
    decide_report(kind="game", target=met, by=person(staff), do="hide", reason="abuse")
    for path in (replay, reverse("online:table", args=[met]), reverse("online:watch", args=[met])):
        assert signed_in(stranger).get(path).status_code == 404
    assert signed_in(roland).get(replay).status_code == 200 == signed_in(staff).get(replay).status_code
    decide_report(kind="game", target=met, by=person(staff), do="show")
    assert signed_in(stranger).get(replay).status_code == 200
