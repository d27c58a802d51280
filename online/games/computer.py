"""Moves of computer players, until a person decides or the game ends."""

import random
from collections.abc import Sequence

from cards.catalogue.queries import catalogue
from cards.core.facts import BLUE_MOON, OUTSIDE_THE_DECK, CardFacts, CardType, Catalogue
from common.text import gettext_noop
from common.versioned_cache import VersionedCache
from game.engine.actions import CALL
from game.engine.state import State, game_result, legal_actions
from game.players.computer import LEVELS, ComputerPlayer
from game.players.greedy import position_value
from game.players.hidden_cards import HiddenCards
from game.players.position_value import FittedValue
from game.shipped_evidence import shipped_position_value
from online.core.offers import DoneAction, carry_out_action
from online.core.take_back import BACK, rows_not_taken_back
from online.games.decks import is_preconstructed
from online.games.loaded import LoadedGame
from online.models import Game, GameAction, GameSeat

LEVEL_NAMES = {
    "beginner": gettext_noop("Computer (beginner)"),
    "club": gettext_noop("Computer (medium)"),
    "strong": gettext_noop("Computer (strong)"),
}
MAX_CACHED_TABLES = 256


# By game key and place: which cards may be hidden from a computer player, and its position values. Building an entry
# from all possible cards takes as long as a whole turn.
_knowledge_cache: VersionedCache[tuple[HiddenCards, FittedValue]] = VersionedCache(MAX_CACHED_TABLES)


def computer_actions(loaded: LoadedGame, state: State) -> list[DoneAction]:
    """Return the actions of computer players from a position until a person decides."""
    players: dict[int, ComputerPlayer] = {}
    by_place = {seat.place: seat for seat in loaded.seats if seat.computer_level}
    done_actions: list[DoneAction] = []
    rng = random.Random(f"{loaded.game.chance}.{loaded.game.version}")
    while not game_result(state) and state.player in by_place:
        place = state.player
        player = players.get(place)
        if player is None:
            player = players[place] = _computer_player_of_seat(loaded, by_place[place], state)
        if CALL in legal_actions(state):
            player.true_bluffs, player.false_bluffs = _called_bluff_counts(loaded, place, done_actions)
        step = carry_out_action(state, player(state.copy_board(), rng))
        done_actions.append(step)
        state = step.state
    return done_actions


def strong_player(loaded: LoadedGame, seat: GameSeat, state: State) -> ComputerPlayer:
    """Return the strong level playing for a seat, with only the seat’s knowledge."""
    return _computer_player_of_seat(loaded, seat, state, "strong")


def hidden_cards_for(loaded: LoadedGame, seat: GameSeat, state: State) -> HiddenCards:
    """Return the cards hidden from a seat, to be dealt again at random from the cards that its opponent may have."""
    return _knowledge_of_seat(loaded, seat, state)[0]


def _computer_player_of_seat(loaded: LoadedGame, seat: GameSeat, state: State, level: str = "") -> ComputerPlayer:
    played, (hidden, value) = LEVELS[level or seat.computer_level], _knowledge_of_seat(loaded, seat, state)
    return ComputerPlayer(played, value if played.is_fitted else position_value, hidden)


def _knowledge_of_seat(loaded: LoadedGame, seat: GameSeat, state: State) -> tuple[HiddenCards, FittedValue]:
    def make() -> tuple[HiddenCards, FittedValue]:
        opponent = loaded.opponent_of(seat)
        codes = tuple(opponent.cards) if opponent else ()
        return HiddenCards(_possible_cards(codes, loaded.game)), shipped_position_value()

    return _knowledge_cache.get_or_make((loaded.game.key, seat.place), state.table, make)


def _possible_cards(codes: tuple[str, ...], game: Game) -> Sequence[CardFacts] | None:
    """Return the cards that the opponent may have; None for a preconstructed deck, whose list is public."""
    cards: Catalogue = catalogue()
    if is_preconstructed(codes, cards):
        return None
    left_out = OUTSIDE_THE_DECK | (
        {CardType.UNKNOWN} if game.interference else {CardType.INTERFERENCE, CardType.UNKNOWN}
    )
    return [card for card in cards if card.known and card.game == BLUE_MOON and card.type not in left_out]


def _called_bluff_counts(loaded: LoadedGame, place: int, done: Sequence[DoneAction]) -> tuple[int, int]:
    """Return how many bluffs that this seat called were true, and how many were false."""
    actions = rows_not_taken_back(
        GameAction.objects.filter(game=loaded.game, action__in=(CALL.kind, BACK)).order_by("number")
    )
    events = [*(action.events for action in actions), *(step.events for step in done)]
    honest = [event[3] for stored in events for event in stored if event[1] == "call" and event[2] == place]
    return sum(map(bool, honest)), sum(not was_honest for was_honest in honest)
