"""Bot levels: three strengths, and which of them sit at a table."""

from __future__ import annotations

from enum import StrEnum

from common.sentences import sentences


class BotLevel(StrEnum):
    """Strength of a bot."""

    BEGINNER = "beginner"
    CLUB = "club"
    EXPERT = "expert"

    @property
    def called(self) -> str:
        """The name of the level; a template to translate."""
        return _LEVEL_NAMES[self]

    @property
    def line(self) -> str:
        """The description of the level; a template to translate."""
        return _LEVEL_DESCRIPTIONS[self]


class BotCompany(StrEnum):
    """Strength of the bots of a table. Reads the names of earlier versions as well."""

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


# Bots once had characters instead of strengths.
_EARLIER_COMPANY_NAMES = {"sage": BotCompany.EXPERT, "weaver": BotCompany.CLUB, "raider": BotCompany.BEGINNER}
_LEVEL_NAMES, _LEVEL_DESCRIPTIONS = sentences("drafts", "bot_levels"), sentences("drafts", "bot_levels_in_words")
