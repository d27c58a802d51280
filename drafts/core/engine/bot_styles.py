"""How bots differ: three characters, and who of them sits at a table."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from common.text import gettext_noop


@dataclass(frozen=True, slots=True)
class Taste:
    """What a bot weighs when it chooses: strength on its own, pairs and gangs, level elements, spread of values."""

    strength: float
    mates: float
    balance: float
    curve: float


class Character(StrEnum):
    """A way of drafting."""

    SAGE = "sage"
    WEAVER = "weaver"
    RAIDER = "raider"

    @property
    def taste(self) -> Taste:
        """What it weighs."""
        return _TASTES[self]

    @property
    def called(self) -> str:
        """What it is called; a template to translate."""
        return _WORDS[self][0]

    @property
    def line(self) -> str:
        """What to expect of it; a template to translate."""
        return _WORDS[self][1]


class Company(StrEnum):
    """Which characters the bots of a table have."""

    MIXED = "mixed"
    SAGE = "sage"
    WEAVER = "weaver"
    RAIDER = "raider"

    def at(self, players: int) -> tuple[Character, ...]:
        """The character of the bot at each seat."""
        if self is not Company.MIXED:
            return (Character(self.value),) * players
        everyone = tuple(Character)
        return tuple(everyone[seat % len(everyone)] for seat in range(players))


_TASTES = {
    Character.SAGE: Taste(strength=1.0, mates=0.5, balance=0.12, curve=0.3),
    Character.WEAVER: Taste(strength=0.8, mates=1.3, balance=0.08, curve=0.3),
    Character.RAIDER: Taste(strength=1.1, mates=0.25, balance=-0.05, curve=0.1),
}
_WORDS = {
    Character.SAGE: (
        gettext_noop("The Sage"),
        gettext_noop("Takes the strongest card and keeps fire and earth level."),
    ),
    Character.WEAVER: (
        gettext_noop("The Weaver"),
        gettext_noop("Collects pairs and gangs, and gives up strength for good company."),
    ),
    Character.RAIDER: (
        gettext_noop("The Raider"),
        gettext_noop("Goes for raw power in one element and does not look left or right."),
    ),
}
