"""The reader's page: what waits first, the most urgent of it as the main action, and logging in last."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import PushDevice, User
from accounts.push.kinds import Kind
from cards.core.facts import Catalogue
from decks.models import Deck
from drafts.table import services
from tests.decks.rows import terrah_deck
from tests.drafts.tables import by, setup_for, take
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
        "Waiting for you",
        "Play on",
        "Continue",
        'id="mine-decks"',
        'class="face"',
        "Matches with real cards",
    )
    order = [page.index(part) for part in parts]
    assert order == sorted(order)
    assert page.count("btn primary") == 1 and "Sign up to use your decks" not in page
    waits = page.partition('id="mine-turn"')[2].partition("</section>")[0]
    assert waits.count('class="view"') == 1 and "/matches/" in waits


def test_an_unfinished_deck_is_listed_once_beside_finished_ones(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    terrah_deck(roland, facts, name="Whole deck")
    terrah_deck(roland, facts, name="Half a deck").cards.earliest("pk").delete()
    page = flat(roland_client.get("/mine/").content)
    assert page.count("Half a deck") == 1 and "Continue" in page and "Legal · 30 cards" in page
    Deck.objects.get(name="Whole deck").delete()
    decks = flat(roland_client.get("/mine/").content).partition('id="mine-decks"')[2]
    assert "Half a deck" in decks and "29 of 30 cards" in decks and "Not legal" not in decks


def test_home_fills_the_most_urgent_and_leads_to_the_rest(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts, name="Half a deck")
    row.cards.earliest("pk").delete()
    made_match(roland)
    page = flat(roland_client.get("/").content)
    own = page[page.index('class="mine stack"') : page.index("<h1>Play Blue Moon")]
    assert own.count("btn primary") == 1 and own.index("Play on") < own.index(f'href="{row.get_absolute_url()}"')
    assert "Half a deck <b>Continue</b> <span>29 of 30 cards</span></a>" in own
    assert '<a class="small" href="/today/">See the whole packet</a></form>' in page


def test_home_begins_with_ones_deck_when_nothing_else_waits(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts, name="Nights of Terrah")
    page = flat(roland_client.get("/").content)
    own = page[page.index('class="mine stack"') : page.index("<h1>Play Blue Moon")]
    assert "<h1>Nights of Terrah</h1>" in own and f'href="/play/new/?deck={row.key}"' in own
    assert "Waiting for you" not in flat(roland_client.get("/mine/").content)


def test_home_leads_to_the_page_of_a_deck_that_is_not_legal(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    row = terrah_deck(roland, facts, name="Terrah with too much")
    row.cards.create(code="Vulca 03", copies=1, position=30)
    own = flat(roland_client.get("/").content).partition('class="mine stack"')[2].partition("</section>")[0]
    assert "Not legal: 1 problem" in own and "Make it legal" in own and f'href="{row.get_absolute_url()}"' in own


@pytest.mark.usefixtures("db_catalogue")
def test_what_a_draft_asks_is_said_as_an_action(roland: User, elinor: User, roland_client: Client) -> None:
    host, friend = person_of_user(roland), person_of_user(elinor)
    key = services.create_draft(host=host, setup=setup_for(2)).key
    waits = flat(roland_client.get("/mine/").content).partition('id="mine-progress"')[2].partition("</section>")[0]
    assert "In progress" in waits and "1 of 2 seats taken" in waits and "Open the lobby" in waits
    assert "img/draft.svg" in waits
    services.join_draft(key, visitor=by(friend), person=friend)
    services.start_draft(key, visitor=by(host))
    for path in ("/", "/mine/", "/drafts/"):
        page = flat(roland_client.get(path).content)
        assert "Round 1, pick 1: your packet is here" in page and "Pick a card" in page
    take(key, host)
    page = flat(roland_client.get("/mine/").content)
    assert "Waiting for Elinor" in page and "Go to the table" in page and "Waiting for you" not in page


@pytest.mark.usefixtures("db_catalogue")
def test_what_is_the_readers_turn_comes_before_what_waits_for_others(
    roland: User, roland_client: Client, facts: Catalogue
) -> None:
    services.create_draft(host=person_of_user(roland), setup=setup_for(2))
    terrah_deck(roland, facts, name="Half a deck").cards.earliest("pk").delete()
    made_match(roland)
    page = flat(roland_client.get("/mine/").content)
    order = [page.index(part) for part in ("Waiting for you", "In progress", "Open the lobby", "Continue")]
    assert order == sorted(order) and page.count("btn primary") == 1


def test_a_guest_logs_in_last_and_begins_with_a_deck(client: Client) -> None:
    page = flat(client.get("/mine/").content)
    assert "Waiting for you" not in page and page.count("btn primary") == 1 and not Deck.objects.exists()
    assert page.index("New deck") < page.index("Settings") < page.index("Already have an account?")
    assert "Sign up to use your decks" not in page


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
