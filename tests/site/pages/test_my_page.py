"""The reader's page: what waits first, the most urgent of it as the main action, and logging in last."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import PushDevice, User
from accounts.push.kinds import Kind
from cards.core.facts import Catalogue
from decks.models import Deck
from tests.decks.rows import terrah_deck
from tests.drafts.tables import person as person_of_user
from tests.html import flat
from tests.matches.builders import made_match

pytestmark = pytest.mark.django_db


def test_what_waits_comes_first_and_only_the_most_urgent_is_filled(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts, name="Half a deck")
    row.cards.earliest("pk").delete()
    made_match(roland)
    page = flat(roland_client.get("/mine/").content)
    parts = (
        "<h1>Roland</h1>",
        "Your turn",
        "Play on",
        "Build on",
        'id="mine-decks"',
        'class="face"',
        "Matches and events",
    )
    order = [page.index(part) for part in parts]
    assert order == sorted(order)
    assert page.count("btn primary") == 1 and "Log in to keep this" not in page
    waits = page.partition('id="mine-turn"')[2].partition("</section>")[0]
    assert waits.count('class="view"') == 2 and "/matches/" in waits


def test_home_fills_the_most_urgent_and_leads_to_the_rest(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts, name="Half a deck")
    row.cards.earliest("pk").delete()
    made_match(roland)
    page = flat(roland_client.get("/").content)
    own = page[page.index('class="mine stack"') : page.index("<h1>Play Blue Moon")]
    assert own.count("btn primary") == 1 and own.index("Play on") < own.index(f'href="{row.get_absolute_url()}"')


def test_home_begins_with_ones_deck_when_nothing_else_waits(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts, name="Nights of Terrah")
    page = flat(roland_client.get("/").content)
    own = page[page.index('class="mine stack"') : page.index("<h1>Play Blue Moon")]
    assert "<h1>Nights of Terrah</h1>" in own and f'href="/play/new/?deck={row.key}"' in own
    assert "Your turn" not in flat(roland_client.get("/mine/").content)


def test_a_guest_logs_in_last_and_begins_with_a_deck(client: Client) -> None:
    page = flat(client.get("/mine/").content)
    assert "Your turn" not in page and page.count("btn primary") == 1 and not Deck.objects.exists()
    assert page.index("New deck") < page.index("Event calendar") < page.index("Log in to keep this")


def test_a_deck_of_a_game_without_peoples_shows_no_people(roland: User, roland_client: Client) -> None:
    Deck.objects.create(owner=person_of_user(roland), name="Investigators", game="cthulhu")
    decks = flat(roland_client.get("/mine/").content).partition('id="mine-decks"')[2].partition("</section>")[0]
    assert "doors/deck.svg" in decks and "/pictures/" not in decks


def test_notifications_are_one_switch(roland: User, roland_client: Client) -> None:
    switch = re.compile(r'role="switch" aria-checked="(\w+)"[^>]*> ?Tell me when it’s my turn')
    off = flat(roland_client.get("/mine/", secure=True).content)
    device = PushDevice.objects.create(person=person_of_user(roland), digest="x", kinds=" ".join(Kind))
    session = roland_client.session
    session["push_device"] = device.pk
    session.save()
    on = flat(roland_client.get("/mine/", secure=True).content)
    assert [switch.findall(page) for page in (off, on)] == [["false"], ["true"]]
