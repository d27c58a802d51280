"""The record of a deck and of a card: which games count, for whom, and how little is said."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from cards.core.facts import Catalogue, People
from cards.record_registry import DateSpan
from decks.models import Deck, DeckListing
from matches.core.scoring import DEFAULT_SHEET
from matches.core.seasons.strengths import DeckGame, record_of_games
from matches.deck_records import (
    matches_with_public_decks,
    record_of_card,
    record_of_deck,
    records_of_peoples,
    recount_listings,
)
from matches.models import Match
from matches.play import services as matches
from matches.play.decks_brought import choose_deck
from matches.play.services import GameReport, NewMatchPlayer
from tests.decks.public.rows import public_deck
from tests.decks.rows import person_of_user
from tests.html import flat

GAME = DeckGame(1, 7, "custom", 2026, True, 3, 0)
DAYS = DateSpan()


def test_a_record_counts_games_crystals_and_says_how_little_it_rests_on() -> None:
    lost = replace(GAME, match=2, won=False, crystals_for=0, crystals_against=2, year=2025)
    record = record_of_games([GAME, lost])
    whole = record.whole
    assert (whole.games, whole.won, whole.percent) == (2, 1, None)
    assert (whole.crystals_for, whole.crystals_against) == (3, 2)
    assert (whole.low, whole.high) == (9, 91)
    assert "far too few" in record.template
    assert [(year.what, year.games) for year in record.years] == [("2026", 1), ("2025", 1)]
    assert (record.matches, record.players) == (2, 1)


def test_mirrors_and_games_without_a_winner_count_for_nobody() -> None:
    record = record_of_games([replace(GAME, mirror=True), replace(GAME, won=None)])
    assert (record.whole.games, record.mirrors) == (0, 1)
    assert record.template == "No games with a winner yet."


def test_games_with_the_present_cards_are_told_apart() -> None:
    games = [replace(GAME, contents=("A", "B")), replace(GAME, contents=("A",))]
    assert record_of_games(games, now=["B", "A"]).current == 1


def _played(roland: User, elinor: User, decks: tuple[Deck, Deck]) -> Match:
    """Return a match of two games that Roland wins with crystals 3 and 4."""
    host, guest = person_of_user(roland), person_of_user(elinor)
    match = matches.create_match(
        by=host, players=(NewMatchPlayer("Roland", host), NewMatchPlayer("Elinor", guest)), sheet=DEFAULT_SHEET
    )
    for side, by, deck in (("a", host, decks[0]), ("b", guest, decks[1])):
        match = choose_deck(by=by, key=match.key, version=match.version, side=side, deck_key=deck.key)
    for dragons in (2, 3):
        match = matches.record_game(by=host, key=match.key, version=match.version, report=GameReport("a", dragons))
    return Match.objects.get(pk=match.pk)


@pytest.fixture
def decks(roland: User, elinor: User, facts: Catalogue) -> tuple[Deck, Deck]:
    return public_deck(roland, facts, name="Quakes"), public_deck(elinor, facts, People.VULCA, name="Embers")


@pytest.mark.django_db
def test_a_deck_has_the_games_of_finished_matches(roland: User, elinor: User, decks: tuple[Deck, Deck]) -> None:
    match = _played(roland, elinor, decks)
    assert match.status == Match.Status.FINISHED
    winner, loser = (record_of_deck(deck.pk, DAYS).whole for deck in decks)
    assert (winner.games, winner.won, winner.crystals_for, winner.crystals_against) == (2, 2, 7, 0)
    assert (loser.games, loser.won, loser.crystals_against) == (2, 0, 7)
    assert record_of_deck(decks[0].pk, DAYS).current == 2
    assert record_of_deck(decks[0].pk, DateSpan(first=date(2999, 1, 1))).whole.games == 0
    Match.objects.update(status=Match.Status.OPEN)
    assert record_of_deck(decks[0].pk, DAYS).whole.games == 0


@pytest.mark.django_db
def test_a_card_has_the_games_of_the_decks_that_hold_it(roland: User, elinor: User, decks: tuple[Deck, Deck]) -> None:
    _played(roland, elinor, decks)
    assert record_of_card("bluemoon", "Terrah 01", DAYS).whole.won == 2
    assert record_of_card("bluemoon", "Vulca 01", DAYS).whole.won == 0
    assert record_of_card("bluemoon", "Terrah 0", DAYS).whole.games == 0
    twice = _played(roland, elinor, (decks[0], decks[0].__class__.objects.get(pk=decks[1].pk)))
    assert twice.status == Match.Status.FINISHED


@pytest.mark.django_db
def test_a_people_has_the_games_of_decks_of_mostly_its_cards(
    roland: User, elinor: User, decks: tuple[Deck, Deck], client: Client
) -> None:
    cache.clear()
    assert records_of_peoples(DAYS) == {}
    cache.clear()
    assert "There aren’t enough recorded games to compare yet. A people needs ten games with a winner." in flat(
        client.get("/game/peoples/").content
    )
    for _match in range(5):
        _played(roland, elinor, decks)
    cache.clear()
    records = {people: record.whole for people, record in records_of_peoples(DAYS).items()}
    assert {people: (record.games, record.won) for people, record in records.items()} == {
        "Terrah": (10, 10),
        "Vulca": (10, 0),
    }
    page = flat(client.get("/game/peoples/").content)
    assert (
        "10 of 10" in page
        and "35 : 0" in page
        and "There aren’t enough recorded games to compare yet. A people needs ten games with a winner." not in page
    )
    assert "Won 10 of 10" in flat(client.get(f"/decks/{decks[0].key}/strength/").content)


@pytest.mark.django_db
def test_the_listing_is_counted_and_orders_by_the_careful_end(
    roland: User, elinor: User, decks: tuple[Deck, Deck]
) -> None:
    _played(roland, elinor, decks)
    assert recount_listings() == 2
    assert recount_listings() == 0
    listing = DeckListing.objects.get(deck=decks[0])
    assert (listing.games, listing.wins) == (2, 2)
    assert 0.3 < listing.rating < 0.4
    assert matches_with_public_decks().count() == 1


@pytest.mark.django_db
def test_pages_and_api_show_it(roland: User, elinor: User, decks: tuple[Deck, Deck], client: Client) -> None:
    _played(roland, elinor, decks)
    cache.clear()
    page = flat(client.get(f"/decks/{decks[0].key}/").content)
    assert "Won 2 of 2: far too few games to tell. The true rate could be anywhere from 34 to 100%." in page
    assert "In 1 finished match, by 1 player." in page
    assert "Won 2 of 2" in flat(client.get("/cards/terrah-01/").content)
    answer = client.get(f"/api/v1/decks/{decks[1].key}/record/").json()
    assert (answer["whole"]["games"], answer["whole"]["won"], answer["whole"]["high"]) == (2, 0, 66)
    card = client.get("/api/v1/cards/terrah-01/record/", {"from": "2999-01-01"}).json()
    assert card["whole"]["games"] == 0
    refused = client.get("/api/v1/cards/terrah-01/record/", {"from": "soon"})
    assert refused.status_code == 400
