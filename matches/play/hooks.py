"""Registry of hooks: what events add to a match without `play` importing them.

`MatchesConfig.ready()` registers the hooks of events. A match that belongs to no event has no extra rights.
"""

from collections.abc import Callable
from typing import Protocol

from accounts.models import Person
from matches.core.tournament.roles import Deed
from matches.models import Match


class OnCounted(Protocol):
    """Called after the games of a match were saved: the crystals of both, and whether the match was and is over."""

    def __call__(self, match: Match, crystals: tuple[int, int], *, was_over: bool, over: bool) -> None:
        """Take note of it."""


ExtraRight = Callable[[Person | None, Match, Deed], bool]
DecksOpen = Callable[[Match], bool | None]
_on_counted: list[OnCounted] = []
_extra_rights: list[ExtraRight] = []
_decks_open: list[DecksOpen] = []


def register(*, on_counted: OnCounted, extra_right: ExtraRight, decks_open: DecksOpen) -> None:
    """Add hooks: `extra_right` gives a right from outside, `decks_open` answers None for a match that is not its own.

    Registering the same hooks again changes nothing.
    """
    if on_counted not in _on_counted:
        _on_counted.append(on_counted)
        _extra_rights.append(extra_right)
        _decks_open.append(decks_open)


def notify_counted(match: Match, crystals: tuple[int, int], *, was_over: bool, over: bool) -> None:
    """Tell every hook that the games of a match were saved."""
    for hook in _on_counted:
        hook(match, crystals, was_over=was_over, over=over)


def has_extra_right(person: Person | None, match: Match, deed: Deed) -> bool:
    """Whether a hook gives somebody this right at a match."""
    return any(hook(person, match, deed) for hook in _extra_rights)


def decks_open(match: Match) -> bool | None:
    """Whether everybody may see the decks of a match; None where no hook decides, so that the match itself does."""
    return next((answer for hook in _decks_open if (answer := hook(match)) is not None), None)
