"""Prepared queries read the same as the query set they are made of, and sessions end as Django's do."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Person
from accounts.sessions import SessionStore
from common.database.prepared import PreparedQuery
from drafts.models import Draft, Seat

pytestmark = pytest.mark.django_db


def seats(key: str) -> QuerySet[Seat]:
    return Seat.objects.filter(draft__key=key).select_related("draft__host", "person", "note").order_by("-number")


def values_of(row: object) -> dict[str, object]:
    return {name: value for name, value in vars(row).items() if not name.startswith("_")}


def test_rows_are_those_of_the_query_set_with_what_they_refer_to(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    host, other = Person.objects.create(nickname="Roland"), Person.objects.create(nickname="Elinor")
    for name in ("first", "second"):
        draft = Draft.objects.create(host=host, name=name, players=2, peoples=["vulca", "hoax"], house={"packet": 5})
        Seat.objects.create(draft=draft, number=0, nickname="Roland", person=host, token_digest=f"{name} 0")
        Seat.objects.create(draft=draft, number=1, nickname="Elinor", person=other, token_digest=f"{name} 1")
        Seat.objects.create(draft=draft, number=2, nickname="Bot", is_bot=True, token_digest=f"{name} 2")
        expected, prepared = list(seats(draft.key)), PreparedQuery(seats, "key")
        for _time in range(2):
            with django_assert_num_queries(1):
                rows = prepared.rows(draft.key)
                assert [(seat.person, seat.draft.host, hasattr(seat, "note")) for seat in rows] == [
                    (None, host, False),
                    (other, host, False),
                    (host, host, False),
                ]
            assert [values_of(seat) for seat in rows] == [values_of(seat) for seat in expected]
            assert [values_of(seat.draft) for seat in rows] == [values_of(seat.draft) for seat in expected]
    assert prepared.rows("nowhere") == []
    assert prepared.first("nowhere") is None


def test_a_sample_that_is_no_parameter_is_refused() -> None:
    with pytest.raises(ValueError, match="no parameter"):
        PreparedQuery(lambda key: Person.objects.filter(nickname="always"), "key").rows("Roland")


def test_a_session_is_empty_once_it_has_expired() -> None:
    session = SessionStore()
    session["language"] = "nl"
    session.create()
    assert SessionStore(session.session_key)["language"] == "nl"
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    expired = SessionStore(session.session_key)
    assert expired.get("language") is None
    assert expired.session_key is None
