"""Bot levels: how strong bots are, and which levels sit at a table."""

from __future__ import annotations

from enum import StrEnum

from common.sentences import sentences


class BotLevel(StrEnum):
    """How well one bot drafts."""

    BEGINNER = "beginner"
    CLUB = "club"
    EXPERT = "expert"

    @property
    def called(self) -> str:
        """Return the name of the level, untranslated."""
        return _LEVEL_NAMES[self]

    @property
    def line(self) -> str:
        """Return the description of the level, untranslated."""
        return _LEVEL_DESCRIPTIONS[self]


class BotCompany(StrEnum):
    """Levels of all bots of a table. Also accepts the names of earlier versions."""

    MIXED = "mixed"
    BEGINNER = "beginner"
    CLUB = "club"
    EXPERT = "expert"

    @classmethod
    def _missing_(cls, value: object) -> BotCompany | None:
        return _EARLIER_COMPANY_NAMES.get(value) if isinstance(value, str) else None

    def levels_of_seats(self, players: int) -> tuple[BotLevel, ...]:
        if self is not BotCompany.MIXED:
            return (BotLevel(self.value),) * players
        everyone = tuple(BotLevel)
        return tuple(everyone[seat % len(everyone)] for seat in range(players))


# Names of the characters that bots had instead of levels.
_EARLIER_COMPANY_NAMES = {"sage": BotCompany.EXPERT, "weaver": BotCompany.CLUB, "raider": BotCompany.BEGINNER}
_LEVEL_NAMES, _LEVEL_DESCRIPTIONS = sentences("drafts", "bot_levels"), sentences("drafts", "bot_levels_in_words")
