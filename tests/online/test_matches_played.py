"""Games of a match that are played at the site: begun with its decks and settings, recorded as its games."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import User
from accounts.push.outbox import queue_push
from cards.core.facts import Catalogue
from common.errors import Conflict, NotAllowed
from decks.models import Pool
from drafts.models import Draft
from game.engine.state import game_result
from matches.models import Game as MatchGame
from matches.models import GameEnd, Match
from matches.play.decks_brought import choose_deck
from matches.play.queries import load_scored_match
from online.core.offers import seat_offers
from online.core.proof import commitment_to
from online.games import endings, services
from online.games.commitments import commitment_for_purpose, match_commitment_purpose
from online.games.loaded import load_game
from online.matches_played import join_or_create_match_game, online_game_status, terms_of_match
from online.models import Game
from tests.decks.rows import terrah_deck
from tests.drafts.pages.test_after_the_draft import builds, ended
from tests.html import flat
from tests.matches.builders import made_match, person, won

pytestmark = pytest.mark.django_db


def brings(match: Match, user: User, side: str, facts: Catalogue) -> None:
    match.refresh_from_db()
    deck = terrah_deck(user, facts)
    choose_deck(by=person(user), key=match.key, version=match.version, side=side, deck_key=deck.key)


@pytest.fixture
def match(roland: User, elinor: User, facts: Catalogue, db_catalogue: object) -> Match:
    """Return a match of both, with a Terrah deck each."""
    made = made_match(roland, elinor)
    brings(made, roland, "a", facts)
    brings(made, elinor, "b", facts)
    return made


def test_the_first_player_waits_and_the_second_starts_the_game(
    match: Match, roland: User, elinor: User, roland_client: Client, stranger_client: Client
) -> None:
    before, address = load_scored_match(match.key).match.version, f"/matches/{match.key}/"
    waiting = join_or_create_match_game(person(elinor), match.key)
    page = roland_client.get(f"{address}?since={before}").content.decode()
    assert "Play this game here" in page and "One of you is waiting at the table." in page
    assert "Play this game here" not in stranger_client.get(address).content.decode()
    assert waiting.status == Game.Status.OPEN
    assert join_or_create_match_game(person(elinor), match.key) == waiting
    game = join_or_create_match_game(person(roland), match.key)
    assert game == waiting
    game.refresh_from_db()
    assert game.status == Game.Status.PLAYING
    assert "Go to the table" in roland_client.get(address).content.decode()
    assert [(seat.place, seat.name, len(seat.cards)) for seat in game.seats.all()] == [
        (0, "Roland", 30),
        (1, "Elinor", 30),
    ]
    assert load_scored_match(match.key).starter_side == "ab"[game.started_by]


def test_a_game_given_up_counts_in_the_match_and_its_loser_starts_the_next(
    match: Match, roland: User, elinor: User
) -> None:
    for user in (roland, elinor):
        game = join_or_create_match_game(person(user), match.key)
    endings.resign(person(roland), game.key)
    row = MatchGame.objects.get()
    assert (row.winner, row.dragons, row.ended, row.status) == ("b", 0, GameEnd.CONCESSION, MatchGame.Status.CONFIRMED)
    view = load_scored_match(match.key)
    assert [player.crystals for player in view.players] == [0, 1]
    for user in (roland, elinor):
        again = join_or_create_match_game(person(user), match.key)
    again.refresh_from_db()
    assert again != game
    assert again.started_by == 0


def test_a_game_played_to_its_end_has_the_crystals_of_the_engine(match: Match, roland: User, elinor: User) -> None:
    for user in (roland, elinor):
        key = join_or_create_match_game(person(user), match.key).key
    people = (person(roland), person(elinor))
    while (loaded := load_game(key)).game.status == Game.Status.PLAYING:
        assert loaded.state is not None
        place = loaded.state.player
        services.write_action_alone(
            people[place], key, loaded.seats[place].view_version, seat_offers(loaded.state, place)[0].do
        )
    assert loaded.state is not None
    result = game_result(loaded.state)
    assert result is not None
    assert [player.crystals for player in load_scored_match(match.key).players][result.winner] == result.crystals
    assert MatchGame.objects.get().ended in (GameEnd.FOURTH_DRAGON, GameEnd.OUT_OF_CARDS)


def test_a_rematch_is_the_next_game_of_the_match_until_it_is_decided(match: Match, roland: User, elinor: User) -> None:
    for user in (roland, elinor):
        key = join_or_create_match_game(person(user), match.key).key
    for over in (False, True):
        endings.resign(person(roland), key)
        if over:
            match.refresh_from_db()
            won(match, "b", 3)
        for user in (roland, elinor):
            key = endings.ask_for_rematch(person(user), key).game.key
        assert Game.objects.get(key=key).match == (None if over else match)
    assert [player.crystals for player in load_scored_match(match.key).players] == [0, 6]


def test_a_rematch_beside_the_next_game_of_a_match_does_not_count_in_it(
    match: Match, roland: User, elinor: User
) -> None:
    for user in (roland, elinor):
        key = join_or_create_match_game(person(user), match.key).key
    endings.resign(person(roland), key)
    following = join_or_create_match_game(person(roland), match.key)
    for user in (roland, elinor):
        again = endings.ask_for_rematch(person(user), key).game
    assert (again.status, again.match) == (Game.Status.PLAYING, None)
    assert join_or_create_match_game(person(elinor), match.key) == following


def test_a_match_that_was_decided_meanwhile_stays_as_it_is(match: Match, roland: User, elinor: User) -> None:
    for user in (roland, elinor):
        game = join_or_create_match_game(person(user), match.key)
    Match.objects.update(target=1)
    match.refresh_from_db()
    won(match, "a")
    endings.resign(person(roland), game.key)
    assert MatchGame.objects.count() == 1


def test_a_draw_stands_in_the_history_and_the_match_goes_on(
    match: Match, roland: User, elinor: User, stranger_client: Client
) -> None:
    for user in (roland, elinor):
        game = join_or_create_match_game(person(user), match.key)
    for user in (roland, elinor):
        endings.offer_draw(person(user), game.key)
    view = load_scored_match(match.key)
    assert (view.over, [player.crystals for player in view.players]) == (False, [0, 0])
    page = flat(stranger_client.get(f"/matches/{match.key}/").content)
    assert "<b>Game 1</b> draw agreed" in page and "Roland : Elinor" in page
    assert "No crystals for either player." in page
    assert join_or_create_match_game(person(roland), match.key) != game


@pytest.mark.parametrize("agreed", ["", "emissary", "inquisitor"])
def test_no_match_has_the_pauses_of_interference_cards(match: Match, agreed: str) -> None:
    """Its sheet has no agreement on them, and inquisitors shouldn’t slow each turn."""
    for name in ("emissary", "inquisitor"):
        setattr(match, name, name == agreed)
    assert not terms_of_match(match).interference


def test_who_waits_at_the_table_is_told_to_the_opponent_once(
    match: Match,
    roland: User,
    elinor: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    sent: list[object] = []
    monkeypatch.setattr(queue_push, "delay", lambda people, kind, **more: sent.append((people, kind, more["path"])))
    for user in (elinor, elinor, roland):
        with django_capture_on_commit_callbacks(execute=True):
            join_or_create_match_game(person(user), match.key)
    assert sent == [([person(roland).pk], "table", f"/matches/{match.key}/")]


def test_only_its_players_with_a_deck_play_a_match(
    match: Match, roland: User, elinor: User, elinor_client: Client, stranger: User
) -> None:
    with pytest.raises(NotAllowed):
        join_or_create_match_game(person(stranger), match.key)
    match.decks.filter(side="b").delete()
    with pytest.raises(Conflict):
        join_or_create_match_game(person(elinor), match.key)
    page = elinor_client.post(f"/play/match/{match.key}/", follow=True)
    assert page.redirect_chain == [(f"/matches/{match.key}/decks/", 302)]
    assert "Choose your deck for this match first." in page.content.decode()
    alone = made_match(roland)
    with pytest.raises(Conflict):
        join_or_create_match_game(person(roland), alone.key)


def test_two_who_drafted_play_each_other_with_their_drafted_decks(
    roland: User, elinor: User, roland_client: Client, elinor_client: Client, db_catalogue: object
) -> None:
    key = ended(roland, elinor)
    draft = Draft.objects.get(key=key)
    numbers = {seat.person: seat.number for seat in draft.seats.all()}
    for client, user in ((roland_client, roland), (elinor_client, elinor)):
        builds(client, Pool.objects.get(owner=person(user)), fill="1")
    address = f"/play/draft/{key}/{numbers[person(elinor)]}/"
    assert f'action="{address}"' in roland_client.get(f"/drafts/{key}/").content.decode()
    first = roland_client.post(address)
    second = elinor_client.post(f"/play/draft/{key}/{numbers[person(roland)]}/")
    game = Game.objects.get()
    assert first["location"] == second["location"] == game.get_absolute_url()
    assert game.status == Game.Status.PLAYING
    assert game.match is not None
    assert game.match.group is not None
    assert {seat.deck.pool.owner for seat in game.seats.all()} == {person(roland), person(elinor)}  # type: ignore[union-attr]
    assert roland_client.post(f"/play/draft/{key}/{numbers[person(roland)]}/").status_code == 404


def test_a_stranger_plays_with_no_one_who_drafted(roland: User, elinor: User, stranger_client: Client) -> None:
    key = ended(roland, elinor)
    assert stranger_client.post(f"/play/draft/{key}/0/").status_code == 403


def test_a_match_commits_to_the_next_game_and_never_to_the_same_secret_again(
    match: Match, roland: User, elinor: User
) -> None:
    match.refresh_from_db()
    shown = online_game_status(match)
    assert shown == ("", commitment_for_purpose(match_commitment_purpose(match)))
    first = join_or_create_match_game(person(roland), match.key)
    assert online_game_status(match) == ("open", shown[1]) == ("open", commitment_to(first.secret))
    endings.cancel_game(person(roland), first.key)
    again = join_or_create_match_game(person(roland), match.key)
    assert again.secret != first.secret
    assert online_game_status(match) == ("open", commitment_to(again.secret))
