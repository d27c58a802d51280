"""Choice of game for a pasted list, by the current catalogues."""

from cards.catalogue.queries import catalogue, current_catalogues
from cards.core.facts import Catalogue
from decks.core.text.formats import detect_game
from decks.core.text.parse import named_game
from decks.core.text.result import DetectedGame


def detect_game_and_catalogue(text: str, chosen: str = "") -> tuple[DetectedGame, Catalogue]:
    """The game of a list (chosen, named by its heading, or recognised by the names on its lines) and its catalogue.

    Whoever cannot ask which of two games is meant asks `told.decided()`.
    """
    named = chosen or named_game(text)
    if named:
        return DetectedGame(named, is_explicit=True), catalogue(named)
    cards = current_catalogues()
    detected = detect_game(text, cards)
    return detected, cards[detected.game]
