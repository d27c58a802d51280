"""Positions of a game: the first position, positions as text, and the ids of cards."""

from functools import lru_cache

from boards.core.notation import short_card_code
from boards.core.read import parse_position
from boards.core.write import position_as_text
from game.engine.catalogue import Catalogue
from game.engine.state import State, new_game
from game.engine.table import Deck, GameTable, bits
from online.core.terms import GameTerms, lay_out_decks


def initial_state(catalogue: Catalogue, decks: tuple[Deck, Deck], terms: GameTerms, chance: int, start: int) -> State:
    """Return the first position: decks shuffled by the seed `chance`, player `start` to move."""
    return new_game(lay_out_decks(catalogue, decks, terms), seed=chance, start=start)


def state_from_text(catalogue: Catalogue, text: str) -> State:
    """Return the state of a position text. Reading takes about 4 ms, so keep the last state of a running game."""
    return parse_position(catalogue, text).state


def state_as_text(state: State) -> str:
    return position_as_text(state)


@lru_cache(maxsize=1024)
def card_ids(table: GameTable) -> tuple[str, ...]:
    """Return the ids of cards outside the engine: player and code, such as `0V05`."""
    return tuple(f"{owner}{short_card_code(table.code(card))}" for card, owner in enumerate(table.owner))


def card_id(table: GameTable, card: int) -> str:
    """Return the id of a card outside the engine; empty for no card."""
    return card_ids(table)[card] if card >= 0 else ""


def card_by_id(table: GameTable, name: str) -> int:
    """Return the engine’s id of a card such as `0V05`; -1 for a card that isn’t in the game."""
    mine = bits(table.mine[int(name[0])]) if name[:1] in ("0", "1") else ()
    inquisitors = [card for card in table.inquisitor if card >= 0]
    return next((card for card in (*mine, *inquisitors) if card_id(table, card) == name), -1)
