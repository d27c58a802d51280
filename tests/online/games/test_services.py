"""Games by their services: create, join, act, and everything that is refused."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import Person, User
from cards.core.facts import Catalogue, People
from common.errors import Conflict, DomainError, Invalid, Missing, NotAllowed
from decks.core.building.start import initial_deck
from decks.core.legality import DeckList, Entry
from decks.deck.services import DeckContents, create_deck
from decks.models import Deck
from online.core.offers import seat_offers
from online.core.terms import GameTerms
from online.games import endings, services
from online.games.decks import DeckChoice
from online.games.loaded import LoadedGame, cached_game, drop_cached_game, load_game
from online.games.services import NewGame
from online.models import Game, GameAction, GameSeat
from tests.drafts.tables import guest, person
from tests.online.games_made import HOAX, VULCA, against_computer, between, opened, play_on

pytestmark = pytest.mark.usefixtures("db_catalogue")


def deciding(loaded: LoadedGame, *people: Person) -> tuple[Person, GameSeat, str]:
    """Who decides, their seat, and something they can do."""
    assert loaded.state is not None
    by = next(each for each in people if loaded.own_seat(each).place == loaded.game.decides)
    seat = loaded.own_seat(by)
    return by, seat, seat_offers(loaded.state, seat.place)[0].do


def test_a_game_of_two_is_played_to_its_end_and_every_action_is_kept(roland: User, elinor: User) -> None:
    loaded = play_on(between(person(roland), person(elinor)).game.key, person(roland), person(elinor))
    game = loaded.game
    assert (game.status, game.ending, game.decides) == (Game.Status.OVER, Game.Ending.PLAYED, None)
    assert game.winner in (0, 1) and game.crystals_won >= 1
    rows = list(GameAction.objects.filter(game=game))
    assert [row.number for row in rows] == list(range(1, game.version + 1))
    assert rows[-1].position == game.position


def test_a_game_goes_on_from_its_rows_alone(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    key = between(*people).game.key
    chance = random.Random(4)
    for _ in range(25):
        drop_cached_game(key)
        loaded = load_game(key)
        by, seat, _first = deciding(loaded, *people)
        assert loaded.state is not None
        services.write_action_alone(by, key, seat.view_version, chance.choice(seat_offers(loaded.state, seat.place)).do)
    assert load_game(key).game.version >= 25


def test_what_is_rolled_back_leaves_nothing_in_the_cache(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    key = between(*people).game.key
    drop_cached_game(key)
    before = load_game(key)
    by, seat, do = deciding(before, *people)
    try:
        with transaction.atomic():
            services.write_action_alone(by, key, seat.view_version, do)
            raise Conflict("rolled back")
    except Conflict:
        after = load_game(key)
    assert (after.game.version, after.state, after.recent) == (0, before.state, ())
    cached = cached_game(key)
    assert cached is not None and [cached.game.version, cached.seats[0].view_version] == [
        0,
        before.seats[0].view_version,
    ]


@pytest.mark.parametrize("level", ["beginner", "club", "strong"])
def test_the_computer_acts_until_a_person_decides(roland: User, level: str) -> None:
    me = person(roland)
    key = against_computer(me, level).game.key
    for seed in range(12):
        loaded = load_game(key)
        if loaded.game.status != Game.Status.PLAYING:
            break
        assert loaded.game.decides == loaded.own_seat(me).place
        play_on(key, me, seed=seed, steps=1)
    assert GameAction.objects.filter(game__key=key).exclude(place=loaded.own_seat(me).place).exists()


def test_an_action_out_of_turn_is_refused(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    loaded = between(*people)
    by, _seat, do = deciding(loaded, *people)
    other = next(each for each in people if each != by)
    with pytest.raises(Conflict, match="isn’t your decision"):
        services.write_action_alone(other, loaded.game.key, loaded.own_seat(other).view_version, do)


def test_an_action_of_an_old_view_is_refused_also_the_same_one_twice(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    loaded = between(*people)
    by, seat, do = deciding(loaded, *people)
    version = seat.view_version
    services.write_action_alone(by, loaded.game.key, version, do)
    with pytest.raises(Conflict, match="moved on"):
        services.write_action_alone(by, loaded.game.key, version, do)
    with pytest.raises(Conflict, match="moved on"):
        services.write_action_alone(by, loaded.game.key, -1, do)


@pytest.mark.parametrize(
    "do", ["", "play", "play:0X99", "play:1V05", "fly:0V05", "take:?7", "announce:water", "+", "é" * 200]
)
def test_what_is_no_action_is_refused(roland: User, elinor: User, do: str) -> None:
    people = person(roland), person(elinor)
    loaded = between(*people)
    by, seat, _do = deciding(loaded, *people)
    with pytest.raises((Invalid, Conflict)):
        services.write_action_alone(by, loaded.game.key, seat.view_version, do)
    assert not GameAction.objects.exists()


def test_a_card_that_is_not_in_hand_is_refused_with_its_rule(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    loaded = between(*people)
    by, seat, _do = deciding(loaded, *people)
    assert loaded.state is not None
    card = loaded.state.deck_of(seat.place)[0]
    code = loaded.state.table.code(card).replace(" ", "")
    with pytest.raises(Invalid) as refused:
        services.write_action_alone(by, loaded.game.key, seat.view_version, f"play:{seat.place}{code[0]}{code[-2:]}")
    assert refused.value.rule


def test_a_stranger_has_no_seat(roland: User, elinor: User, stranger: User) -> None:
    key = between(person(roland), person(elinor)).game.key
    for who in (person(stranger), None):
        with pytest.raises(NotAllowed):
            services.write_action_alone(who, key, 1, "continue")
        with pytest.raises(NotAllowed):
            endings.resign(who, key)


def test_a_link_opened_by_three_people_seats_one(roland: User, elinor: User, stranger: User) -> None:
    game = opened(person(roland)).game
    services.join_game(person(elinor), game.key, game.join_key, HOAX, accepts_texts=True)
    again = services.join_game(person(elinor), game.key, game.join_key, HOAX, accepts_texts=True)
    own = services.join_game(person(roland), game.key, game.join_key, HOAX, accepts_texts=True)
    with pytest.raises(Conflict, match="taken this seat"):
        services.join_game(person(stranger), game.key, game.join_key, HOAX, accepts_texts=True)
    assert len(again.seats) == len(own.seats) == 2 and again.game.version == 0


def test_a_wrong_link_is_no_link(roland: User, elinor: User) -> None:
    game = opened(person(roland)).game
    with pytest.raises(Missing):
        services.join_game(person(elinor), game.key, "nothing", HOAX)
    with pytest.raises(Missing):
        load_game("nothing")


def test_only_a_friend_or_a_level_is_an_opponent(roland: User) -> None:
    with pytest.raises(Invalid):
        services.create_game(person(roland), NewGame(GameTerms(), VULCA, "grandmaster"))


def own_deck(owner: Person, deck: DeckList) -> Deck:
    return create_deck(owner=owner, contents=DeckContents(deck=deck, visibility="private"))


def test_texts_that_are_not_carried_out_are_named_and_agreed_to(roland: User, facts: Catalogue) -> None:
    deck = initial_deck(People.AQUA, facts)
    row = own_deck(person(roland), replace(deck, entries=(*deck.entries[1:], Entry("Aqua 15"))))
    new = NewGame(GameTerms(), DeckChoice(key=row.key), "club", HOAX)
    with pytest.raises(Invalid) as refused:
        services.create_game(person(roland), new)
    assert facts["Aqua 15"].label in str(refused.value) and refused.value.details[0].field == "accepts_texts"
    assert not Game.objects.exists()
    services.create_game(person(roland), replace(new, accepts_texts=True))


def test_a_deck_is_copied_so_that_later_changes_do_not_matter(roland: User, elinor: User, facts: Catalogue) -> None:
    me = person(roland)
    row = own_deck(me, initial_deck(People.VULCA, facts))
    new = NewGame(GameTerms(), DeckChoice(key=row.key), accepts_texts=True)
    loaded = services.create_game(me, new)
    row.delete()
    game = loaded.game
    started = services.join_game(person(elinor), game.key, game.join_key, HOAX, accepts_texts=True)
    assert len(started.own_seat(me).cards) == 30 and started.game.status == Game.Status.PLAYING


def test_a_deck_of_another_and_one_that_is_not_legal_are_refused(roland: User, elinor: User, facts: Catalogue) -> None:
    short = own_deck(person(roland), DeckList(name="Short", leaders=("Vulca 00",)))
    theirs = own_deck(person(elinor), initial_deck(People.HOAX, facts))
    for key, kind in ((short.key, Invalid), (theirs.key, Missing)):
        with pytest.raises(kind):
            services.create_game(person(roland), NewGame(GameTerms(), DeckChoice(key=key), accepts_texts=True))


def test_resigning_gives_the_opponent_the_crystals_of_the_board(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor)).game.key
    endings.resign(person(roland), key)
    game = load_game(key).game
    assert (game.status, game.winner, game.ending, game.crystals_won) == ("over", 1, "resigned", 1)
    for step in (endings.resign, endings.offer_draw):
        with pytest.raises(Conflict):
            step(person(elinor), key)


def test_a_draw_needs_both(roland: User, elinor: User) -> None:
    key = between(person(roland), person(elinor)).game.key
    assert endings.offer_draw(person(roland), key).game.draw_offered_by == 0
    assert endings.offer_draw(person(roland), key).game.status == "playing"
    assert endings.decline_draw(person(elinor), key).game.draw_offered_by is None
    with pytest.raises(Conflict, match="already offered"):
        endings.offer_draw(person(roland), key)
    endings.offer_draw(person(elinor), key)
    game = endings.offer_draw(person(roland), key).game
    assert (game.status, game.winner, game.ending, game.crystals_won) == ("over", None, "agreed", 0)


def test_the_computer_agrees_to_no_draw(roland: User) -> None:
    key = against_computer(person(roland)).game.key
    with pytest.raises(Conflict):
        endings.offer_draw(person(roland), key)


def test_an_offer_of_a_draw_lapses_with_the_turn(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    key = between(*people).game.key
    endings.offer_draw(people[0], key)
    loaded = load_game(key)
    assert loaded.state is not None
    turn = loaded.state.player_in_turn
    for seed in range(60):
        loaded = play_on(key, *people, seed=seed, steps=1)
        assert loaded.state is not None
        if loaded.state.player_in_turn != turn:
            break
        assert loaded.game.draw_offered_by == 0
    assert loaded.game.draw_offered_by is None


def _leave(key: str, who: Person, minutes: float) -> None:
    GameSeat.objects.filter(game__key=key, person=who).update(seen=timezone.now() - timedelta(minutes=minutes))


def test_a_game_that_was_left_early_is_cancelled_and_later_it_is_won(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    for steps, status in ((3, Game.Status.CANCELLED), (60, Game.Status.OVER)):
        loaded = play_on(between(*people).game.key, *people, steps=steps, seed=1)
        key = loaded.game.key
        by, _seat, _do = deciding(loaded, *people)
        other = next(each for each in people if each != by)
        with pytest.raises(Conflict, match="long enough"):
            endings.claim_game(other, key)
        _leave(key, by, 2.1)
        with pytest.raises(Conflict):
            endings.claim_game(by, key)
        game = endings.claim_game(other, key).game
        assert game.status == status
        if status == Game.Status.OVER:
            assert (game.winner, game.ending) == (loaded.own_seat(other).place, Game.Ending.LEFT)


def test_the_computer_finishes_a_game_that_was_left_where_both_agreed(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    for agreed in (False, True):
        loaded = play_on(between(*people, GameTerms(computer_finishes=agreed)).game.key, *people, steps=30, seed=1)
        key = loaded.game.key
        by, gone, _do = deciding(loaded, *people)
        other = next(each for each in people if each != by)
        with pytest.raises(Conflict, match="long enough" if agreed else "agree"):
            endings.let_computer_finish(other, key)
        _leave(key, by, 2.1)
        if not agreed:
            with pytest.raises(Conflict, match="agree"):
                endings.let_computer_finish(other, key)
            continue
        loaded = endings.let_computer_finish(other, key)
        assert loaded.seats[gone.place].computer_level == "club" and loaded.game.decides != gone.place
        with pytest.raises(Conflict):  # there is nobody to offer a draw to, nor to claim from
            endings.offer_draw(other, key)
        with pytest.raises(Conflict):
            endings.claim_game(other, key)
        with pytest.raises(Conflict):  # back too late
            services.write_action_alone(by, key, loaded.seats[gone.place].view_version, "retreat")
        game = play_on(key, other).game
        assert (game.status, game.ending) == (Game.Status.OVER, Game.Ending.PLAYED)
        assert load_game(key).seats[gone.place].person_id == by.pk
        again = endings.ask_for_rematch(other, key)
        assert again.game.key == key, "the rematch waits for the person, not for the computer"


def test_only_an_open_game_is_cancelled(roland: User, elinor: User) -> None:
    game = opened(person(roland)).game
    with pytest.raises(NotAllowed):
        endings.cancel_game(person(elinor), game.key)
    assert endings.cancel_game(person(roland), game.key).game.status == Game.Status.CANCELLED
    with pytest.raises(DomainError):
        services.join_game(person(elinor), game.key, game.join_key, HOAX, accepts_texts=True)
    with pytest.raises(Conflict):
        endings.cancel_game(person(roland), between(person(roland), person(elinor)).game.key)


def test_a_rematch_swaps_sides_and_the_loser_starts(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    key = between(*people).game.key
    with pytest.raises(Conflict):
        endings.ask_for_rematch(people[0], key)
    endings.resign(people[0], key)
    assert endings.ask_for_rematch(people[0], key).game.key == key
    again = endings.ask_for_rematch(people[1], key)
    assert again.game.rematch_of is not None and again.game.rematch_of.key == key
    assert [again.own_seat(each).place for each in people] == [1, 0]
    assert again.game.started_by == again.own_seat(people[0]).place
    assert endings.ask_for_rematch(people[0], key).game.key == again.game.key


# Columns of a seat that a rematch takes over, and those that begin new. A new column needs to be in one of them.
TAKEN_OVER = {"person", "name", "level", "deck", "deck_name", "leader", "inquisitor", "cards"}
BEGUN_NEW = {
    *("id", "game", "place", "channel", "view_version", "time_left_ms", "bank_ms", "seen", "draw_offered_turn"),
    *("wants_rematch", "rematch_number", "number", "shows_hand", "opens_hand", "stand_in"),
    *("back_to", "requested_back_to", "refused_backs", "lets_be_until"),
}


def test_a_rematch_takes_over_who_plays_with_which_cards(roland: User) -> None:
    assert {field.name for field in GameSeat._meta.concrete_fields} == TAKEN_OVER | BEGUN_NEW
    before = against_computer(person(roland))
    endings.resign(person(roland), before.game.key)
    again = endings.ask_for_rematch(person(roland), before.game.key)
    for seat, other in zip(before.seats, reversed(again.seats), strict=True):
        assert {name: getattr(seat, name) for name in TAKEN_OVER} == {name: getattr(other, name) for name in TAKEN_OVER}
        assert seat.cards and (other.shows_hand, other.opens_hand, other.stand_in) == (False, False, "")


def test_against_the_computer_a_rematch_starts_at_once(roland: User) -> None:
    key = against_computer(person(roland)).game.key
    endings.resign(person(roland), key)
    again = endings.ask_for_rematch(person(roland), key)
    assert again.game.key != key and again.game.status == Game.Status.PLAYING


def test_guests_play_too() -> None:
    loaded = between(guest("Mira"), guest("Ben"))
    assert [seat.name for seat in loaded.seats] == ["Mira", "Ben"]


def test_what_was_rolled_back_is_not_cached(roland: User, elinor: User) -> None:
    people = person(roland), person(elinor)
    key = between(*people).game.key
    loaded = load_game(key)
    assert loaded.state is not None
    seat = loaded.seats[loaded.state.player]
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        services.write_action_alone(
            people[seat.place], key, seat.view_version, seat_offers(loaded.state, seat.place)[0].do
        )
        assert load_game(key, lock=True).game.version > loaded.game.version
        raise ZeroDivisionError
    cached = cached_game(key)
    assert cached is not None and cached.game.version == load_game(key).game.version == loaded.game.version
