"""The API of games at the site: what it does otherwise than the pages."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import ApiToken, User
from matches.models import Event
from online.core.offers import seat_offers
from online.games.loaded import load_game
from online.models import GameSeat
from tests.drafts.tables import person
from tests.online.games_made import between
from tests.online.replay.test_watching import of_event
from tests.online.table.test_views import signed_in

pytestmark = pytest.mark.usefixtures("db_catalogue")


def sends(user: User, name: str, *args: str, by_token: bool = False, **data: Any) -> Any:
    client = signed_in(user)
    headers = {}
    if by_token:
        client, headers = Client(), {"Authorization": f"Bearer {ApiToken.issue(user=user, name='bot')[1]}"}
    return client.post(reverse(f"online_api:{name}", args=args), data, content_type="application/json", headers=headers)


def test_both_sides_put_in_a_number(roland: User, elinor: User) -> None:
    made = sends(roland, "games", people="Vulca", accepts_texts=True, number=" 17 ").json()
    joined = sends(elinor, "join", made["key"], made["invitation"], people="Hoax", accepts_texts=True, number="4")
    assert joined.status_code == 200
    assert [seat.number for seat in GameSeat.objects.order_by("place")] == ["17", "4"]
    assert sends(roland, "games", people="Vulca", number="x" * 65).status_code == 400


@pytest.mark.parametrize(("bots", "status"), [(False, 403), (True, 200)])
def test_programs_play_in_an_event_only_where_its_organiser_lets_them(
    roland: User, elinor: User, stranger: User, bots: bool, status: int
) -> None:
    key = between(person(roland), person(elinor)).game.key
    Event.objects.filter(pk=of_event(key, stranger).pk).update(bots=bots)
    for by_token, expected in ((True, status), (False, 200)):
        state = load_game(key).state
        assert state is not None
        place = state.player
        sent = {"version": load_game(key).seats[place].view_version, "do": seat_offers(state, place)[0].do}
        answer = sends((roland, elinor)[place], "act", key, by_token=by_token, **sent)
        assert answer.status_code == expected
        if expected == 403:
            assert "organiser" in str(answer.json())
