"""Services of games: create, join, act; and delete games that no player can open now."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

from django.conf import settings
from django.utils import timezone
from django.utils.functional import lazy

from accounts.blocks import has_block
from accounts.models import Person
from boards.core.notation import READINGS
from boards.pages.words import describe_reason
from cards.catalogue.queries import catalogue
from common.errors import Conflict, Invalid, Missing
from common.text import gettext_noop, tidy_name
from game.players.computer import LEVELS
from matches.core.names import NAME_LENGTH
from matches.models import Match
from online.core.offers import ActionNotOffered, carry_out_offer
from online.core.orders import ORDER_WORDS, PASS_IN_ADVANCE, WAIT, turn_number_for_order
from online.core.positions import state_as_text
from online.core.proof import clean_random_number, seed_from
from online.core.take_back import BACK_WORDS
from online.core.terms import GameTerms, codes_with_partial_text
from online.games.clocks import columns_after, columns_at_start, end_by_clock, is_time_up, pause_left, record_heartbeat
from online.games.commitments import create_committed_game, game_by_commitment_purpose, new_game_commitment_purpose
from online.games.computer import computer_actions
from online.games.decks import (
    RANDOM_DECK,
    ChosenDeck,
    DeckChoice,
    chosen_deck,
    deck_of_seat,
    initial_state_of_game,
    terms_of_game,
)
from online.games.loaded import LoadedGame, drop_cached_game, load_game
from online.games.take_back import prepare_take_back
from online.games.transactions import append_actions, in_transaction, save_game, save_seats
from online.models import Game, GameSeat

# Translated by pages and API, because only they know the reader.
_in_words = lazy(describe_reason, str)
FRIEND = "friend"
UNSTARTED_KEPT_FOR = timedelta(days=30)
GAMES_DELETED_PER_RUN = 100  # so that other writers don’t wait long
MOVED_ON = gettext_noop("The game has moved on since this page was loaded. Nothing was done; look at the table again.")
GAME_NOT_RUNNING = gettext_noop("This game isn’t being played. Nothing was done.")


@dataclass(frozen=True, slots=True)
class NewGame:
    """Choices for a new game: its terms, the creator’s deck, the opponent, and the computer’s deck.

    `accepts_texts` allows cards whose text is only carried out in part. `starts` is the place that moves first, random
    if None. `nonce` names the commitment that was shown before the player entered `number`.
    """

    terms: GameTerms
    deck: DeckChoice
    opponent: str = FRIEND
    opponent_deck: DeckChoice = RANDOM_DECK
    accepts_texts: bool = False
    name: str = ""
    match: Match | None = None
    starts: int | None = None
    nonce: str = ""
    number: str = ""


@in_transaction
def create_game(by: Person, new: NewGame) -> LoadedGame:
    """Create a game; a game against the computer starts at once, any other waits for a friend.

    The same nonce again returns the same game, or raises `CommitmentUsed` once it is over. Raises `Invalid` for a deck
    that can’t be played, and for partial texts that weren’t accepted.
    """
    purpose = new_game_commitment_purpose(new.nonce) if new.nonce else ""
    if (game_before := game_by_commitment_purpose(purpose, by)) is not None:
        return load_game(game_before.key)
    if new.opponent not in (FRIEND, *LEVELS):
        raise Invalid(gettext_noop("Choose a friend or a level of the computer."), field="opponent")
    own = chosen_deck(new.deck, by, new.terms)
    against = new.opponent != FRIEND
    other = chosen_deck(new.opponent_deck, by, new.terms, for_computer=True) if against else own
    _require_partial_texts_accepted((own, other), new.terms, accepted=new.accepts_texts)
    game = create_committed_game(purpose, created_by=by, match=new.match, **asdict(new.terms))
    seats = [seat_with_deck(game, 0, own, person=by, name=new.name, number=new.number)]
    if new.opponent != FRIEND:
        seats.append(seat_with_deck(game, 1, other, level=new.opponent))
    loaded = LoadedGame(game, tuple(seats))
    return start_game(loaded, starts=new.starts) if len(seats) == 2 else loaded


@in_transaction
def join_game(
    by: Person,
    key: str,
    join_key: str,
    deck: DeckChoice,
    *,
    name: str = "",
    accepts_texts: bool = False,
    number: str = "",
) -> LoadedGame:
    """Take the free seat, which starts the game. Raises `Missing` for a wrong link, `Conflict` if it is taken."""
    loaded = load_game(key, lock=True)
    game = loaded.game
    require_join_key(loaded, join_key)
    if loaded.seat_of(by) is not None:
        return loaded
    if game.status != Game.Status.OPEN or has_block(by, (seat.person_id for seat in loaded.seats)):
        raise Conflict(gettext_noop("Someone else has taken this seat, or the game was cancelled."))
    terms = terms_of_game(game)
    own = chosen_deck(deck, by, terms)
    _require_partial_texts_accepted((deck_of_seat(loaded.seats[0]), own), terms, accepted=accepts_texts)
    seat = seat_with_deck(game, 1 - loaded.seats[0].place, own, person=by, name=name, number=number)
    return start_game(LoadedGame(game, tuple(sorted((*loaded.seats, seat), key=lambda game_seat: game_seat.place))))


def require_join_key(loaded: LoadedGame, join_key: str) -> None:
    """Raise `Missing` for a wrong link."""
    if not secrets.compare_digest(loaded.game.join_key.encode(), join_key.encode()):
        raise Missing(gettext_noop("We couldn’t find that game."))


def seat_with_deck(
    game: Game,
    place: int,
    deck: ChosenDeck,
    *,
    person: Person | None = None,
    name: str = "",
    level: str = "",
    number: str = "",
) -> GameSeat:
    """Create a seat with a copy of the deck, so that later changes to the deck don’t affect the game."""
    return GameSeat.objects.create(
        game=game,
        place=place,
        person=person,
        name=tidy_name(name, length=NAME_LENGTH) or (person.display_name[:NAME_LENGTH] if person else ""),
        level=level,
        deck=deck.row,
        deck_name=deck.name,
        leader=deck.leader,
        inquisitor=deck.inquisitor,
        cards=list(deck.cards),
        seen=timezone.now() if person else None,
        number=clean_random_number(number),
    )


def _require_partial_texts_accepted(decks: tuple[ChosenDeck, ChosenDeck], terms: GameTerms, *, accepted: bool) -> None:
    codes = partial_texts_of_decks(decks, terms)
    if codes and not accepted:
        cards = catalogue()
        raise Invalid(
            gettext_noop("The text of these cards isn’t carried out completely: %(cards)s. Agree to play without it."),
            {"cards": ", ".join(cards[code].label for code in codes)},
            field="accepts_texts",
        )


def partial_texts_of_decks(decks: tuple[ChosenDeck, ChosenDeck], terms: GameTerms) -> tuple[str, ...]:
    """Return the codes of cards whose text is only carried out in part; raises `Invalid` for unplayable cards."""
    first_deck, second = (deck.for_engine for deck in decks)
    return codes_with_partial_text(catalogue(), (first_deck, second), terms)


def start_game(loaded: LoadedGame, *, starts: int | None = None) -> LoadedGame:
    """Deal and start, within the caller’s transaction; without `starts`, choose at random who begins (C-33)."""
    game, now = loaded.game, timezone.now()
    first, second = (seat.number for seat in loaded.seats)
    if game.secret:  # None in games created before there were secrets.
        game.chance = seed_from(game.secret, (first, second))
    game.started_by = game.chance % 2 if starts is None else starts
    state = initial_state_of_game(loaded)
    changes: dict[str, Any] = {
        "status": Game.Status.PLAYING,
        "chance": game.chance,
        "readings": READINGS,
        "position": state_as_text(state),
        "started_by": game.started_by,
        "decides": state.player,
    }
    of_game, of_seats = columns_at_start(game, state, now)
    save_game(game, {**changes, **of_game})
    started = LoadedGame(game, loaded.seats, state)
    save_seats(started, {0, 1}, of_seats)
    done_actions = computer_actions(started, state)
    return (
        append_actions(started, done_actions, by=None, columns=columns_after(started, done_actions[-1].state, now))
        if done_actions
        else started
    )


@in_transaction
def write_action_alone(by: Person | None, key: str, version: int, do: str) -> LoadedGame:
    """Carry out an offer, then the computer’s moves. Raises the errors of `prepare_action`."""
    return prepare_action(by, key, version, do)()


def prepare_action(by: Person | None, key: str, version: int, do: str) -> Callable[[], LoadedGame]:
    """Check an action, a take-back or an order; return a function that writes it in the caller’s transaction.

    Raises `NotAllowed` without a seat, `Conflict` if the seat’s view is no longer at `version` or the opponent decides,
    `Invalid` with the rule for an illegal action.
    """
    loaded = load_game(key, lock=True)
    seat = loaded.own_seat(by)
    if loaded.game.status != Game.Status.PLAYING or loaded.state is None:
        raise Conflict(GAME_NOT_RUNNING)
    if seat.view_version != version:
        raise Conflict(MOVED_ON)
    now = timezone.now()
    if loaded.game.deadline is not None and record_heartbeat(now):
        loaded = load_game(key, lock=True)
    if is_time_up(loaded, now):
        return partial(end_by_clock, loaded)
    state = loaded.state
    assert state is not None
    if do in BACK_WORDS:
        return prepare_take_back(loaded, seat, do)
    if do in ORDER_WORDS:
        return _prepare_order(loaded, seat, do, now)
    known = loaded.views.get(seat.place)
    try:
        done_actions = carry_out_offer(state, seat.place, do, known.options.offers if known else None)
    except ActionNotOffered as refused:
        raise Invalid("%(reason)s", {"reason": _in_words(refused.reason)}, rule=refused.rule) from None
    done_actions += computer_actions(loaded, done_actions[-1].state)
    return partial(
        append_actions, loaded, done_actions, by=seat.place, columns=columns_after(loaded, done_actions[-1].state, now)
    )


def _prepare_order(loaded: LoadedGame, seat: GameSeat, do: str, now: datetime) -> Callable[[], LoadedGame]:
    """Check an order; return a function that saves it. Only its owner sees an order."""
    state = loaded.state
    assert state is not None
    if do == WAIT:
        if pause_left(loaded, seat.place, now) is None:
            raise Conflict(gettext_noop("This question has been answered, or already waits for you."))
        return partial(_save_order, loaded, seat, {}, {"answer_due": None})
    if state.player == seat.place != state.player_in_turn:
        raise Conflict(gettext_noop("It’s your decision now. Answer first."))
    until = turn_number_for_order(state, seat.place) if do == PASS_IN_ADVANCE else None
    return partial(_save_order, loaded, seat, {"lets_be_until": until})


def _save_order(
    loaded: LoadedGame, seat: GameSeat, columns: Mapping[str, Any], of_game: Mapping[str, Any] | None = None
) -> LoadedGame:
    if of_game is not None:
        save_game(loaded.game, of_game)
    save_seats(loaded, {seat.place}, {seat.place: columns})
    return loaded


def delete_old_games(now: datetime) -> int:
    """Delete games that never started or were cancelled, and games of guests against the computer; return how many.

    Only a guest’s session identifies them, so no one can open their games after it has expired.
    """
    unstarted = Game.objects.filter(
        status__in=(Game.Status.OPEN, Game.Status.CANCELLED), changed__lt=now - UNSTARTED_KEPT_FOR
    )
    session = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    of_guests = Game.objects.filter(changed__lt=now - session, seats__level__gt="", created_by__user=None)
    games = [*unstarted[:GAMES_DELETED_PER_RUN], *of_guests[:GAMES_DELETED_PER_RUN]]
    for game in games:
        game.delete()
        drop_cached_game(game.key)
    return len(games)
