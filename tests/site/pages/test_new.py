"""The page *New* and its feeds: only what is public, newest first, in few queries."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from cards.core.facts import Catalogue
from decks.models import Deck
from matches.models import Event
from tenmoons.pages.new import NEWS_KINDS, newest_entries
from tests.decks.public.rows import public_deck
from tests.decks.rows import person_of_user


@pytest.fixture
def deck(roland: User, db_catalogue: Catalogue) -> Deck:
    return public_deck(roland, db_catalogue, name="Storm over Terrah")


def _event(owner: User, name: str, **more: object) -> Event:
    row = {
        "status": Event.Status.FINISHED,
        "listed": True,
        "first_day": timezone.localdate() - timedelta(days=4),
    } | more
    return Event.objects.create(owner=person_of_user(owner), name=name, **row)


def test_decks_and_events_are_listed_and_in_their_feeds(client: Client, deck: Deck, roland: User) -> None:
    _event(roland, "Saturday Open")
    page = client.get("/new/").content.decode()
    assert "Storm over Terrah" in page and "Saturday Open" in page
    assert "Storm over Terrah" in client.get("/new/decks.atom").content.decode()
    assert "Saturday Open" in client.get("/new/events.atom").content.decode()
    assert newest_entries()[0][1].title == "Storm over Terrah"


def test_what_is_not_public_is_nowhere(client: Client, deck: Deck, roland: User) -> None:
    Deck.objects.update(visibility="link")
    _event(roland, "Evening at home", listed=False)
    _event(roland, "Hidden Open", hidden=timezone.now())
    _event(roland, "Open that goes on", status=Event.Status.RUNNING)
    text = "".join(client.get(f"/new/{path}").content.decode() for path in ("", "decks.atom", "events.atom"))
    for name in ("Storm over Terrah", "Evening at home", "Hidden Open", "Open that goes on"):
        assert name not in text


@pytest.mark.django_db
def test_interpretations_have_their_day_and_a_feed(client: Client) -> None:
    assert newest_entries(1) and newest_entries(1)[0][1].path.startswith("/help/")
    feed = client.get("/new/interpretations.atom")
    assert feed["Content-Type"].startswith("application/atom+xml")
    assert "<updated>20" in feed.content.decode()
    assert client.get("/new/nothing.atom").status_code == 404


def test_pages_and_feeds_take_few_queries(
    client: Client, deck: Deck, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.get("/new/")
    for path in ("", *(f"{kind}.atom" for kind in NEWS_KINDS)):
        with django_assert_max_num_queries(4):
            client.get(f"/new/{path}")


@pytest.mark.django_db
def test_what_has_entries_comes_before_what_has_none(client: Client) -> None:
    page = client.get("/new/").content.decode()
    assert page.index('id="interpretations"') < page.index('id="decks"') < page.index('id="events"')
