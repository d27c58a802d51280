"""The page of a draft that is over: the next steps, and the decks built from the pool."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from decks.deck.services import create_pool
from decks.models import Deck, Pool
from drafts.table import services
from tests.drafts.pages.forms import text
from tests.drafts.tables import begun, by, person, play_to_the_end, setup_for

pytestmark = pytest.mark.django_db


def ended(roland: User, elinor: User) -> str:
    host, other = person(roland), person(elinor)
    key = begun(host, other)
    play_to_the_end(key, host, other)
    return key


def builds(client: Client, pool: Pool, **said: str | list[str]) -> str:
    return text(client.post(f"/decks/pools/{pool.key}/deck/", said, follow=True))


def test_a_built_deck_is_on_the_page_of_its_draft_with_cards_and_verdict(
    roland: User, elinor: User, roland_client: Client
) -> None:
    key = ended(roland, elinor)
    before = text(roland_client.get(f"/drafts/{key}/"))
    assert "Next: build your deck" in before and "Build a deck from this pool" in before
    pool = Pool.objects.get(owner=person(roland))
    builds(roland_client, pool, fill="1")
    page = text(roland_client.get(f"/drafts/{key}/"))
    assert "Next: build your deck" not in page and "Build a deck from this pool" not in page
    deck = Deck.objects.get()
    assert re.search(rf'<a href="/decks/{deck.key}/">{re.escape(deck.name)}</a>.*?30 cards.*?Legal', page)


def test_another_deck_of_the_pool_is_built_when_it_is_asked_for(
    roland: User, elinor: User, roland_client: Client
) -> None:
    key = ended(roland, elinor)
    builds(roland_client, Pool.objects.get(owner=person(roland)), fill="1")
    assert 'href="?another=yes#next">Build another</a>' in text(roland_client.get(f"/drafts/{key}/"))
    page = text(roland_client.get(f"/drafts/{key}/?another=yes"))
    assert "Your deck" in page and "Build a deck from this pool" in page


def test_a_deck_is_not_seen_on_the_page_of_anybody_else(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client
) -> None:
    key = ended(roland, elinor)
    builds(roland_client, Pool.objects.get(owner=person(roland)), fill="1")
    assert Deck.objects.get().key not in text(elinor_client.get(f"/drafts/{key}/"))


def test_an_empty_deck_is_built_only_by_who_says_so(roland: User, elinor: User, roland_client: Client) -> None:
    ended(roland, elinor)
    pool = Pool.objects.get(owner=person(roland))
    page = builds(roland_client, pool)
    assert "No cards chosen yet. Let us choose 30, or build the deck yourself." in page
    assert not Deck.objects.exists()
    assert 'name="fill" value="none">Build it myself' in page
    builds(roland_client, pool, fill="none")
    assert Deck.objects.get().cards.count() == 0


def test_a_deck_is_named_by_who_when_and_which_peoples(roland: User, roland_client: Client) -> None:
    pool = create_pool(
        owner=person(roland), name="Thursday draft", codes=["Vulca 01", "Vulca 02", "Mimix 03", "Hoax 04", "Flit 05"]
    )
    pool.created = pool.created.replace(year=2026, month=11, day=24, hour=12)
    pool.save()
    for cards, name in (
        (["Vulca 01", "Vulca 02", "Mimix 03"], "Roland, 24 Nov, Vulca and Mimix"),
        (["Vulca 01"], "Roland, 24 Nov, Vulca"),
        (list(pool.codes), "Roland, 24 Nov, 4 peoples"),
    ):
        builds(roland_client, pool, card=cards)
        assert Deck.objects.latest("pk").name == name


def test_the_next_steps_stand_right_under_the_heading(roland: User, elinor: User, roland_client: Client) -> None:
    key = ended(roland, elinor)
    page = text(roland_client.get(f"/drafts/{key}/"))
    places = [page.index(words) for words in ("<h1", "Build your deck", "Play matches", "Draft again")]
    assert places == sorted(places)
    assert places[-1] < page.index('id="next"') < page.index('id="pool"')
    builds(roland_client, Pool.objects.get(owner=person(roland)), fill="1")
    page = text(roland_client.get(f"/drafts/{key}/"))
    assert f'<a class="btn" href="/decks/{Deck.objects.get().key}/">Your deck' in page
    assert '<button class="btn primary" name="mine" value="1">Play matches' in page


def test_what_there_is_to_tell_is_the_readers_own_and_a_picture_of_it_can_be_sent(
    roland: User, elinor: User, roland_client: Client, stranger_client: Client
) -> None:
    key = ended(roland, elinor)
    page = text(roland_client.get(f"/drafts/{key}/"))
    assert "A late gem: nobody picked it before pick" in page and f"/drafts/{key}/recap.png" in page
    assert roland_client.get(f"/drafts/{key}/recap.png").content.startswith(b"\x89PNG")
    assert "recap.png" not in text(stranger_client.get(f"/drafts/{key}/"))
    assert stranger_client.get(f"/drafts/{key}/recap.png").status_code == 403


def test_who_looks_at_a_draft_of_others_is_offered_no_next_step(
    roland: User, elinor: User, stranger_client: Client
) -> None:
    assert "next-steps" not in text(stranger_client.get(f"/drafts/{ended(roland, elinor)}/"))


def test_the_host_of_a_lobby_has_one_button_that_stands_out(roland: User, elinor: User, roland_client: Client) -> None:
    key = services.create_draft(host=person(roland), setup=setup_for(3)).key
    services.join_draft(key, visitor=by(person(elinor)), person=person(elinor))
    page = text(roland_client.get(f"/drafts/{key}/"))
    assert re.findall(r'<button class="btn primary[^>]*>([^<]*)', page) == ["Copy link"]
