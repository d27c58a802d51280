"""Who comes to a socket is known by session, account or seat token, and many cost as many statements as one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.contrib.auth import HASH_SESSION_KEY
from django.contrib.auth import SESSION_KEY as USER_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.identity import SESSION_KEY as GUEST_KEY
from accounts.models import Person, User, token_digest
from common.errors import Missing, NotAllowed
from drafts.core.engine.setup import PassingMode
from drafts.models import Draft, Seat
from drafts.sockets.seating import AdmittedSocket, SocketArrival, admit_sockets
from drafts.table import bulk_sql, rows, services, state_cache
from drafts.table.identity import SEATS_SESSION_KEY as SEATS_KEY
from drafts.table.loaded import Visitor
from tests.drafts.tables import begun, by, guest, setup_for, take

pytestmark = pytest.mark.django_db
MOST_STATEMENTS = 9


@pytest.fixture(autouse=True)
def _nothing_held() -> Iterator[None]:
    """A transaction that is rolled back caches nothing; what a test puts into the cache is dropped."""
    yield
    for key in list(state_cache._cached_states):
        state_cache.drop_cached_draft(key)


def session(**values: object) -> str:
    store = SessionStore()
    for name, value in values.items():
        store[name] = value
    store.create()
    return str(store.session_key)


def number_of(admitted: AdmittedSocket | Exception) -> int | None:
    assert isinstance(admitted, AdmittedSocket)
    seat = admitted.who.seat_among(admitted.loaded.seats)
    return seat.number if seat is not None else None


def test_each_is_known_by_what_they_show(roland: User) -> None:
    member, other = Person.objects.create(user=roland), guest("Elinor")
    key = begun(member, other)
    link = services.create_seat_link(key, visitor=by(other))
    admitted = admit_sockets(
        [
            SocketArrival(key, session(**{USER_KEY: str(roland.pk), HASH_SESSION_KEY: roland.get_session_auth_hash()})),
            SocketArrival(key, session(**{GUEST_KEY: other.pk})),
            SocketArrival(key, session(**{SEATS_KEY: {key: token_digest(link.token)}})),
            SocketArrival(key, digest=token_digest(link.token)),
            SocketArrival(key, digest=token_digest("guessed")),
            SocketArrival(key, "no-such-session"),
            SocketArrival("nosuchtable2", session(**{GUEST_KEY: other.pk})),
        ]
    )
    assert [number_of(admitted[at]) for at in (0, 1, 2, 3, 5)] == [0, 1, 1, 1, None]
    assert isinstance(admitted[4], NotAllowed) and isinstance(admitted[6], Missing)


def test_an_expired_session_a_closed_account_and_a_guest_who_has_become_a_member_are_nobody(roland: User) -> None:
    member = Person.objects.create(user=roland)
    key = begun(member, guest("Elinor"))
    as_guest = session(**{GUEST_KEY: member.pk})
    expired = SessionStore()
    expired[USER_KEY] = str(roland.pk)
    expired.set_expiry(-1)
    expired.create()
    closed = session(**{USER_KEY: str(roland.pk), HASH_SESSION_KEY: roland.get_session_auth_hash()})
    User.objects.filter(pk=roland.pk).update(is_active=False)
    admitted = admit_sockets(
        [SocketArrival(key, as_guest), SocketArrival(key, str(expired.session_key)), SocketArrival(key, closed)]
    )
    assert [number_of(answer) for answer in admitted] == [None, None, None]


def test_many_at_many_tables_cost_as_many_statements_as_one() -> None:
    arrivals = []
    for _table in range(5):
        people = [guest(name) for name in ("Roland", "Elinor", "Judith")]
        setup = setup_for(3)
        seated = services.create_draft(host=people[0], setup=setup, grace_seconds=60)
        for person in people[1:]:
            services.join_draft(seated.key, visitor=by(person), person=person)
        services.start_draft(seated.key, visitor=by(people[0]))
        arrivals += [SocketArrival(seated.key, session(**{GUEST_KEY: person.pk})) for person in people]
        state_cache.drop_cached_draft(seated.key)
    Draft.objects.update(host_seen=None)
    Seat.objects.update(away_at=timezone.now())
    with CaptureQueriesContext(
        connection,
    ) as asked:
        admitted = admit_sockets(arrivals)
    assert len(asked) <= MOST_STATEMENTS, [statement["sql"][:90] for statement in asked]
    assert all(number_of(answer) is not None for answer in admitted)
    # Everybody who connected has been recorded as present.
    assert not Seat.objects.filter(away_at__lt=timezone.now()).exists()
    assert not Draft.objects.filter(host_seen=None).exists()


@pytest.mark.parametrize("flow", list(PassingMode))
def test_drafts_that_another_process_has_moved_on_are_brought_up_to_date_together(flow: PassingMode) -> None:
    people = [guest("Roland"), guest("Elinor")]
    keys = [begun(*people, flow=flow, pick_seconds=60) for _table in range(3)]
    held = {key: rows.load_draft(key) for key in keys}
    for key in keys:
        take(key, people[0])
    for key in keys[1:]:
        take(key, people[1])
    services.join_draft(keys[2], visitor=by(people[1]), person=people[1])
    for socket in held.values():
        state_cache.cache_draft(socket)
    states = rows.load_drafts(keys)
    for key, loaded in states.items():
        fresh = rows.load_drafts_uncached([rows.draft_by_key(key)])[0]
        assert (loaded.state, loaded.draft.version, loaded.last_pick_pk) == (
            fresh.state,
            fresh.draft.version,
            fresh.last_pick_pk,
        )
        assert [seat.deadline for seat in loaded.seats] == [seat.deadline for seat in fresh.seats]
        assert [seat.token_digest for seat in loaded.seats] == [seat.token_digest for seat in fresh.seats]
        # What readers hold is never changed.
        assert held[key].draft.version < loaded.draft.version


def test_a_name_or_a_bot_that_another_process_wrote_is_seen() -> None:
    people = [guest("Roland"), guest("Elinor")]
    key = begun(*people)
    held = rows.load_draft(key)
    state_cache.cache_draft(held)
    Seat.objects.filter(draft__key=key, number=1).update(nickname="Judith", is_bot=True)
    Draft.objects.filter(key=key).update(version=held.draft.version + 1)
    loaded = rows.load_drafts([key])[key]
    assert [(seat.nickname, seat.is_bot) for seat in loaded.seats] == [("Roland", False), ("Judith", True)]
    assert [seat.nickname for seat in held.seats] == ["Roland", "Elinor"]
    Seat.objects.filter(draft__key=key, number=1).update(person=None)
    Draft.objects.filter(key=key).update(version=held.draft.version + 2)
    assert Visitor(people[1].pk).seat_among(rows.load_drafts([key])[key].seats) is None


def test_picks_are_read_since_what_is_known_of_each_draft() -> None:
    people = [guest("Roland"), guest("Elinor")]
    first, second = begun(*people), begun(*people)
    take(first, people[0])
    known = rows.load_draft(first)
    take(second, people[0])
    take(first, people[1])
    drafts = [known.draft.pk, rows.load_draft(second).draft.pk]
    picks = bulk_sql.picks_since([(drafts[0], known.last_pick_pk), (drafts[1], 0)])
    assert [[row[1] for row in picks[draft]] for draft in drafts] == [[1], [0]]
    assert bulk_sql.picks_since([(drafts[0], 10**9)]) == {}
