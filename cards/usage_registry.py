"""Registry of usage: the app of decks registers here which public decks hold a card."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Holder:
    """Something public that a card is in: what it is called, where it is, whose it is."""

    name: str
    url: str
    by: str = ""


Source = Callable[[str, str], Sequence[Holder]]
_sources: list[Source] = []


def register(source: Source) -> None:
    """Ask this, too, who holds a card; it is given the game and the code. Registering twice is once."""
    if source not in _sources:
        _sources.append(source)


def holders_of(game: str, code: str) -> list[Holder]:
    """Everything public that holds a card."""
    return [holder for source in _sources for holder in source(game, code)]
