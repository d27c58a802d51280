"""Queries of guides: those of a deck, in the language a reader understands best."""

from collections.abc import Sequence
from dataclasses import dataclass

from decks.models import Deck, DeckGuide


@dataclass(frozen=True, slots=True)
class Guide:
    """The guide that is shown, and the languages of the others."""

    shown: DeckGuide
    others: tuple[DeckGuide, ...]


def guides_of(row: Deck, *, hidden: bool = False) -> list[DeckGuide]:
    """The guides of a deck, the oldest first, for those who write them also what the staff have hidden; one query."""
    return [guide for guide in row.guides.all() if hidden or guide.hidden is None]


def guide_for(guides: Sequence[DeckGuide], *languages: str) -> Guide | None:
    """The guide in the first of these languages that there is, else the oldest; None where there is none."""
    if not guides:
        return None
    shown = next((guide for language in languages for guide in guides if guide.language == language), guides[0])
    return Guide(shown, tuple(guide for guide in guides if guide is not shown))
