"""Registry of scenes: the app of positions registers here what it draws of a ruling or a card."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString


@dataclass(frozen=True, slots=True)
class DrawnScene:
    """A ruling shown as a position: its title, where it is played on, the rulings it shows, and how it is drawn."""

    title: str
    url: str
    rulings: tuple[str, ...]
    draw: Callable[[], SafeString]


Source = Callable[[str], Sequence[DrawnScene]]
_sources: dict[str, Source] = {}


def register(of_ruling: Source, of_card: Source) -> None:
    """Ask these, given the number of a ruling and the code of a card; the last one registered counts."""
    _sources.update({"ruling": of_ruling, "card": of_card})


def scenes_of_ruling(number: str) -> Sequence[DrawnScene]:
    """The scenes that show a ruling."""
    return _sources["ruling"](number) if _sources else ()


def scenes_of_card(code: str) -> Sequence[DrawnScene]:
    """The scenes with a card on their board."""
    return _sources["card"](code) if _sources else ()
