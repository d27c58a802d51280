"""Players who come to sockets are identified together, and their presence is recorded."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.identity import SESSION_KEY as GUEST_KEY
from accounts.language import LANGUAGE_SESSION_KEY
from accounts.models import Person, User
from common.errors import Missing, NotAllowed
from online.games.presence import GONE_AFTER, record_and_check_presence
from online.models import GameSeat
from online.sockets.hub import AdmittedPlayer, GameArrival, admit_sockets
from tests.drafts.tables import guest, person
from tests.online.games_made import against_computer, between

pytestmark = pytest.mark.usefixtures("db_catalogue")
MOST_STATEMENTS = 5


def arrival(key: str, by: Person, **values: str) -> GameArrival:
    store = SessionStore()
    store.update({GUEST_KEY: by.pk, **values})
    store.create()
    return GameArrival(key, {settings.SESSION_COOKIE_NAME: str(store.session_key)}, "nl")


def test_each_gets_the_own_seat_and_strangers_none() -> None:
    people = guest("Roland"), guest("Elinor"), guest("Judith")
    key = between(*people[:2]).game.key
    first, second, stranger, nowhere, nobody = admit_sockets(
        [
            arrival(key, people[0]),
            arrival(key, people[1], **{LANGUAGE_SESSION_KEY: "de"}),
            arrival(key, people[2]),
            arrival("nothing2here", people[0]),
            GameArrival(key, {}),
        ]
    )
    assert isinstance(first, AdmittedPlayer) and isinstance(second, AdmittedPlayer)
    assert [first.seat.person_id, second.seat.person_id] == [each.pk for each in people[:2]]
    assert [first.language, second.language] == ["nl", "de"]
    assert isinstance(stranger, NotAllowed) and isinstance(nowhere, Missing) and isinstance(nobody, NotAllowed)


def test_many_cost_as_many_statements_as_one() -> None:
    people = guest("Roland"), guest("Elinor")
    arrivals = [arrival(key, by) for key in (between(*people).game.key for _game in range(4)) for by in people]
    GameSeat.objects.update(seen=None)
    with CaptureQueriesContext(connection) as asked:
        admitted = admit_sockets(arrivals)
    assert len(asked) <= MOST_STATEMENTS, [statement["sql"][:90] for statement in asked]
    assert all(isinstance(each, AdmittedPlayer) for each in admitted)
    assert not GameSeat.objects.filter(seen=None).exists()


def test_a_check_finds_newer_views_and_games_that_a_player_left(roland: User, elinor: User) -> None:
    both, alone = between(person(roland), person(elinor)), against_computer(person(roland))
    here, away = both.seats
    games = [both.game.pk, alone.game.pk]
    own = alone.own_seat(person(roland))
    GameSeat.objects.filter(pk=away.pk).update(seen=timezone.now() - GONE_AFTER - timedelta(seconds=1))
    versions = {here.pk: here.view_version - 1, own.pk: own.view_version}
    GameSeat.objects.filter(pk=here.pk).update(seen=None)
    assert record_and_check_presence(games, versions) == ({here.pk}, {both.game.pk})
    assert GameSeat.objects.get(pk=here.pk).seen is not None
    assert record_and_check_presence(games, {here.pk: here.view_version, away.pk: away.view_version}) == (set(), set())
