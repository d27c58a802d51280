"""Games for the tests: created, joined, and played by any legal offer."""

from __future__ import annotations

import random
from copy import deepcopy

from accounts.models import Person
from common.random_keys import new_key
from online.core.offers import seat_offers
from online.core.terms import GameTerms
from online.games import services
from online.games.decks import DeckChoice
from online.games.loaded import LoadedGame, load_game
from online.games.services import NewGame
from online.models import Game, GameAction, GameSeat, new_channel

VULCA, HOAX = DeckChoice(people="Vulca"), DeckChoice(people="Hoax")


def against_computer(by: Person, level: str = "beginner", terms: GameTerms | None = None) -> LoadedGame:
    return services.create_game(by, NewGame(terms or GameTerms(), VULCA, level, HOAX, accepts_texts=True))


def opened(by: Person, terms: GameTerms | None = None) -> LoadedGame:
    return services.create_game(by, NewGame(terms or GameTerms(), VULCA, accepts_texts=True))


def between(first: Person, second: Person, terms: GameTerms | None = None) -> LoadedGame:
    game = opened(first, terms).game
    return services.join_game(second, game.key, game.join_key, HOAX, accepts_texts=True)


def play_on(key: str, *people: Person, seed: int = 3, steps: int = 10_000) -> LoadedGame:
    """Let the people play any legal offer, until the game is over or so many steps were made."""
    chance = random.Random(seed)
    loaded = load_game(key)
    by = {loaded.own_seat(person).place: person for person in people}
    while loaded.game.status == Game.Status.PLAYING and steps:
        assert loaded.state is not None
        place = loaded.state.player
        offer = chance.choice(seat_offers(loaded.state, place))
        seat = loaded.own_seat(by[place])
        services.write_action_alone(by[place], key, seat.view_version, offer.do)
        loaded, steps = load_game(key), steps - 1
    return loaded


# The rows of a game that was played to its end: played by the first test that wants one, copied for the others.
_finished: list[tuple[Game, list[GameSeat], list[GameAction]]] = []


def finished(first: Person, second: Person) -> str:
    """Return the key of a game between them that was played to its end, with the same actions for every test."""
    if not _finished:
        key = between(first, second).game.key
        game = play_on(key, first, second).game
        _finished.append((Game.objects.get(pk=game.pk), list(game.seats.all()), list(game.actions.all())))
        return key
    game, seats, actions = deepcopy(_finished[0])
    people = {game.created_by_id: first}
    game.pk, game.key, game.join_key, game.created_by = None, new_key(), new_key(), first
    game.save(force_insert=True)
    for seat in seats:
        seat.pk, seat.game, seat.channel, seat.person = None, game, new_channel(), people.get(seat.person_id, second)
    for action in actions:
        action.pk, action.game = None, game
    GameSeat.objects.bulk_create(seats)
    GameAction.objects.bulk_create(actions)
    return game.key
