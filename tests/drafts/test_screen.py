"""The page for a television shows what everybody may know, and the names round a table stand as people sit."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from drafts.core.seat_ring import RING_HEIGHT, RING_WIDTH, make_seat_ring
from drafts.hooks import evening_after_draft
from drafts.models import Draft
from drafts.table import services
from matches.core.scoring import MatchSettings
from matches.groups.draft_evening import EveningPage, ensure_draft_group
from matches.groups.services import add_name_to_group
from matches.play.services import GameReport, create_group_match, record_game
from tests.drafts.tables import begun, by, person, play_to_the_end, setup_for, view_of
from tests.html import flat


def test_who_sits_right_of_me_stands_right_of_me_and_gets_my_packet() -> None:
    ring = make_seat_ring([("me", ""), ("right", ""), ("across", ""), ("left", "")], passes_right=True)
    where = {place.name: (place.x, place.y) for place in ring.places}
    assert where["me"][1] > where["across"][1]
    assert where["right"][0] > where["left"][0]
    assert len(ring.arrows) == 4
    # The first arrow stands between me and my right neighbour, and points right and up.
    first = ring.arrows[0]
    assert where["me"][0] < first.x < where["right"][0]
    assert 270 < first.turned < 360
    back = make_seat_ring([("me", ""), ("right", ""), ("across", ""), ("left", "")], passes_right=False)
    assert back.arrows[0].turned == (first.turned + 180) % 360


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_arrow_lies_on_the_line_of_a_name(players: int) -> None:
    ring = make_seat_ring([("A stranger", "")] * players, passes_right=True)
    high, half = 54, 180  # units of a name, on a phone
    lines = {(place.x, place.y) for place in ring.places}
    assert all(abs(arrow.y - y) >= high for arrow in ring.arrows for x, y in lines if abs(arrow.x - x) < half)


@pytest.mark.parametrize("count", range(1, 7))
def test_every_name_stands_within_the_drawing(count: int) -> None:
    ring = make_seat_ring([(str(number), "") for number in range(count)], passes_right=True)
    assert len({(place.x, place.y) for place in ring.places}) == count
    assert all(0 < place.x < RING_WIDTH and 0 < place.y < RING_HEIGHT for place in ring.places)


@pytest.mark.django_db
def test_the_screen_invites_then_says_who_is_awaited_and_never_shows_a_seats_secrets(
    roland: User, elinor: User, roland_client: Client
) -> None:
    seated = services.create_draft(host=person(roland), setup=setup_for(2))
    lobby = roland_client.get(f"/drafts/{seated.key}/screen/").content.decode()
    assert f"/drafts/{seated.key}/" in lobby
    assert "<svg" in lobby
    assert seated.token not in lobby
    key = begun(person(roland), person(elinor))
    page = flat(roland_client.get(f"/drafts/{key}/screen/").content)
    assert "Waiting for" in page
    for code in view_of(key, person(roland)).packet:
        assert code not in page


@pytest.mark.django_db
def test_the_screen_shows_the_matches_of_the_evening(roland: User, elinor: User, client: Client) -> None:
    people = person(roland), person(elinor)
    key = begun(*people)
    play_to_the_end(key, *people)
    assert Draft.objects.get(key=key).status == Draft.Status.DONE
    before = flat(client.get(f"/drafts/{key}/screen/").content)
    assert "The draft is over" in before
    assert "0 : 0" not in before
    # Until then it leads everybody to their own cards, and names none of them.
    assert f"/drafts/{key}/" in before and "<svg" in before and "Next: build your deck" in before
    assert not [card for player in people for card in view_of(key, player).pool if card in before]
    group = ensure_draft_group(by=people[0], visitor=by(people[0]), draft_key=key)
    members = [member.pk for member in group.members.order_by("pk")]
    create_group_match(by=people[0], group_key=group.key, members=(members[0], members[1]), sheet=MatchSettings())
    after = flat(client.get(f"/drafts/{key}/screen/").content)
    assert "0 : 0" in after and "Next: build your deck" not in after and "Round 1" in after


@pytest.mark.django_db
def test_the_screen_shows_who_plays_next_and_the_score_of_those_who_drafted(
    roland: User, elinor: User, client: Client
) -> None:
    people = person(roland), person(elinor)
    key = begun(*people)
    play_to_the_end(key, *people)
    group = ensure_draft_group(by=people[0], visitor=by(people[0]), draft_key=key)
    add_name_to_group(group, "Stranger")  # has not drafted, and is neither paired nor in the standings
    paired = flat(client.get(f"/drafts/{key}/screen/").content)
    assert "Round 1" in paired and "Standings" in paired and "Stranger" not in paired
    members = [member.pk for member in group.members.filter(person__in=people).order_by("pk")]
    sheet = MatchSettings(target=1)
    match = create_group_match(by=people[0], group_key=group.key, members=(members[0], members[1]), sheet=sheet)
    record_game(by=people[0], key=match.key, version=match.version, report=GameReport("a", 3))
    evening = evening_after_draft(key)
    assert isinstance(evening, EveningPage)
    # The screen shows what the phones do: the round that is next, without a player of its own.
    assert evening.number == 2 and evening.sit_out == () and evening.mine is None
    assert [(row.place, row.won, row.lost) for row in evening.places] == [(1, 1, 0), (2, 0, 1)]
    winner = match.name_a
    assert evening.places[0].player == winner


def test_the_arrows_of_two_players_stand_on_both_sides_of_the_table() -> None:
    ring = make_seat_ring([("me", ""), ("across", "")], passes_right=True)
    right, left = ring.arrows
    assert right.x > RING_WIDTH / 2 > left.x and right.y == left.y
    assert (right.turned, left.turned) == (270, 90)
