"""Sessions: what two requests of one browser change at the same time is kept."""

from __future__ import annotations

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.sessions import SessionStore

pytestmark = pytest.mark.django_db


@pytest.fixture
def key() -> str:
    session = SessionStore()
    session.update({"guest": 1, "old": "x", "picks": {"monday": "a"}})
    session.create()
    session.save()
    assert session.session_key
    return session.session_key


def read_at_once(key: str) -> tuple[SessionStore, SessionStore]:
    """Return the session as two requests have read it before either saves."""
    stores = SessionStore(key), SessionStore(key)
    for store in stores:
        store.load()
        assert store["old"] == "x"
    return stores


def test_a_session_keeps_what_another_request_has_saved_meanwhile(key: str) -> None:
    first, second = read_at_once(key)
    first["person"] = 7
    del first["old"]
    first.save()
    second["picks"]["tuesday"] = "b"
    second.save()
    data = SessionStore(key).load()
    assert data == {"guest": 1, "person": 7, "picks": {"monday": "a", "tuesday": "b"}}


def test_a_key_removed_here_stays_removed_though_another_request_has_saved(key: str) -> None:
    first, second = read_at_once(key)
    first["person"] = 7
    first.save()
    del second["old"]
    second.save()
    first["more"] = 1
    first.save()
    assert SessionStore(key).load() == {"guest": 1, "person": 7, "picks": {"monday": "a"}, "more": 1}


def test_a_session_that_was_ended_meanwhile_is_not_saved_again(key: str) -> None:
    first, second = read_at_once(key)
    first.flush()
    second["person"] = 7
    with pytest.raises(UpdateError):
        second.save()
    assert not SessionStore(key).exists(key)


def test_a_new_key_keeps_all_data_and_one_save_is_one_query(
    key: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    session = SessionStore(key)
    session["person"] = 7
    session.cycle_key()
    session.save()
    fresh = SessionStore(session.session_key)
    assert fresh["person"] == 7 and fresh["guest"] == 1
    fresh["more"] = 1
    with django_assert_num_queries(1):
        fresh.save()


def test_a_pick_that_becomes_final_does_not_take_a_new_guest_away(client: Client, db_catalogue: object) -> None:
    """The page of today's packet reloads while another tab of the same browser makes its first deck."""
    client.session.save()
    stale = SessionStore(client.session.session_key)
    stale.load()
    client.post("/decks/new/", {"start": "box", "people": "Vulca", "name": "First", "format": "custom"})
    stale["packet_picked_at"] = None
    stale.save()
    assert "First" in client.get("/mine/").content.decode()
