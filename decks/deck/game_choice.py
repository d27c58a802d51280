"""Choice of the game of a pasted list, by the current catalogues."""

from cards.catalogue.queries import catalogue, current_catalogues
from cards.core.facts import Catalogue
from decks.core.text.formats import detect_game
from decks.core.text.parse import named_game
from decks.core.text.result import DetectedGame


def detect_game_and_catalogue(text: str, chosen: str = "") -> tuple[DetectedGame, Catalogue]:
    """Return the game of a list (chosen, named by its heading, or recognised by the card names) and its catalogue.

    Callers that can’t ask which of two games is meant use `told.decided()`.
    """
    named = chosen or named_game(text)
    if named:
        return DetectedGame(named, is_explicit=True), catalogue(named)
    cards = current_catalogues()
    detected = detect_game(text, cards)
    return detected, cards[detected.game]
