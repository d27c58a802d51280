"""Bot levels: three strengths, and which of them sit at a table."""

from __future__ import annotations

from enum import StrEnum

from common.text import gettext_noop


class Level(StrEnum):
    """Strength of a bot."""

    BEGINNER = "beginner"
    CLUB = "club"
    EXPERT = "expert"

    @property
    def called(self) -> str:
        """The name of the level; a template to translate."""
        return _WORDS[self][0]

    @property
    def line(self) -> str:
        """The description of the level; a template to translate."""
        return _WORDS[self][1]


class Company(StrEnum):
    """Strength of the bots of a table. Reads the names of earlier versions as well."""

    MIXED = "mixed"
    BEGINNER = "beginner"
    CLUB = "club"
    EXPERT = "expert"

    @classmethod
    def _missing_(cls, value: object) -> Company | None:
        return _EARLIER.get(value) if isinstance(value, str) else None

    def at(self, players: int) -> tuple[Level, ...]:
        """The strength of the bot at each seat."""
        if self is not Company.MIXED:
            return (Level(self.value),) * players
        everyone = tuple(Level)
        return tuple(everyone[seat % len(everyone)] for seat in range(players))


# Bots once had characters instead of strengths.
_EARLIER = {"sage": Company.EXPERT, "weaver": Company.CLUB, "raider": Company.BEGINNER}
_WORDS = {
    Level.BEGINNER: (
        gettext_noop("Beginner"),
        gettext_noop("Goes by the values printed on a card, and follows a whim now and then."),
    ),
    Level.CLUB: (
        gettext_noop("Club player"),
        gettext_noop("Knows what each card is worth in play, but not yet what goes together."),
    ),
    Level.EXPERT: (
        gettext_noop("Expert"),
        gettext_noop("Also counts pairs, gangs and the mix of its deck."),
    ),
}
