"""Hidden decks: nobody opens the opponent's by what they say alone, and a change of the terms is in the history."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.test import Client

from accounts.models import Person, User
from cards.core.facts import Catalogue
from common.errors import Conflict
from decks.core.legality import DeckList
from decks.deck.services import DeckContents, create_deck
from matches.core.scoring import DecksShown
from matches.models import Match
from matches.play import decks_brought, disputes, services
from matches.play.core_values import settings_of_match
from matches.play.queries import load_scored_match
from tests.matches.builders import made_match, person, won

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(roland: User, elinor: User) -> tuple[Person, Person]:
    return person(roland), person(elinor)


@pytest.fixture
def table(roland: User, elinor: User, db_catalogue: Catalogue) -> Match:
    return made_match(roland, elinor)


def bring(match: Match, player: Person, side: str) -> None:
    contents = DeckContents(deck=DeckList(name="Secret"), visibility="private")
    deck = create_deck(owner=player, contents=contents)
    match.refresh_from_db()
    decks_brought.choose_deck(by=player, key=match.key, version=match.version, side=side, deck_key=deck.key)


def seen_by(match: Match, who: Person | None) -> set[str]:
    return {deck.side for deck in decks_brought.visible_chosen_decks(load_scored_match(match.key), who) if deck.open}


def agree(match: Match, by: Person, **terms: object) -> None:
    match.refresh_from_db()
    sheet = replace(settings_of_match(match), **terms)  # type: ignore[arg-type]
    services.change_match_settings(by=by, key=match.key, version=match.version, sheet=sheet)


@pytest.mark.parametrize("side", ["a", "b"])
def test_neither_player_alone_changes_who_sees_a_deck_that_the_other_has_brought(
    side: str, table: Match, players: tuple[Person, Person]
) -> None:
    me, other = players if side == "a" else players[::-1]
    bring(table, me, side)
    agree(table, me, decks_shown=DecksShown.ALWAYS)
    agree(table, me, decks_shown=DecksShown.AFTER_MATCH)
    bring(table, other, "b" if side == "a" else "a")
    for shown in (DecksShown.ALWAYS, DecksShown.AFTER_GAME):
        with pytest.raises(Conflict, match="A deck has already been chosen"):
            agree(table, me, decks_shown=shown)
    agree(table, me, target=7)
    assert seen_by(table, me) == {side} and seen_by(table, None) == set()


@pytest.mark.parametrize("terms", [{"target": 1}, {"target": 7}, {"game_cap": 1}, {"draft": True}, {"emissary": True}])
def test_no_other_term_opens_a_deck(terms: dict[str, object], table: Match, players: tuple[Person, Person]) -> None:
    for player, side in zip(players, "ab", strict=True):
        bring(table, player, side)
    agree(table, players[0], **terms)
    assert seen_by(table, players[0]) == {"a"}


@pytest.mark.parametrize("shown", [DecksShown.AFTER_GAME, DecksShown.AFTER_MATCH])
def test_games_that_one_player_reports_alone_open_no_deck_of_the_other(
    shown: DecksShown, table: Match, players: tuple[Person, Person]
) -> None:
    me, other = players
    agree(table, me, decks_shown=shown)
    for player, side in zip(players, "ab", strict=True):
        bring(table, player, side)
    won(table, "a", 3, ended="fourth_dragon")
    won(table, "b", 3, ended="fourth_dragon")
    won(table, "a", 3, ended="fourth_dragon")
    assert load_scored_match(table.key).over
    assert seen_by(table, me) == {"a"} and seen_by(table, None) == {"a"} and seen_by(table, other) == {"a", "b"}
    for number in (1, 2, 3):
        table.refresh_from_db()
        disputes.confirm_game(by=other, key=table.key, number=number, version=table.version)
    assert seen_by(table, me) == {"a", "b"} and seen_by(table, None) == {"a", "b"}


def test_a_change_of_the_terms_is_in_the_history(
    table: Match, players: tuple[Person, Person], client: Client, roland_client: Client
) -> None:
    agree(table, players[1], decks_shown=DecksShown.ALWAYS, crystal_cards=True)
    row = table.corrections.get()
    assert (row.kind, row.by, row.before) == (
        "agreed",
        players[1],
        {"crystal_cards": False, "decks_shown": "after_match"},
    )
    assert "Play with crystal cards: no, Show decks to the opponent: After the match" in client.get(
        f"/matches/{table.key}/"
    ).content.decode().replace("\n", "")
    [entry] = client.get(f"/api/v1/matches/{table.key}/history/").json()["results"]
    assert entry["after"] == {"crystal_cards": True, "decks_shown": "always"}
    agree(table, players[1])
    assert table.corrections.count() == 1
    services.delete_match(by=players[0], key=table.key)
