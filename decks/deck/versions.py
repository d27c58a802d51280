"""Versions of a deck: what each contained, what changed between two, and three-way merging of settings. No database."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from common.errors import ChangedMeanwhile
from common.text import gettext_noop
from decks.models import BESIDE, Deck

# The columns of a deck that a version stores with its cards. Visibility is not among them: restoring an old list must
# not publish it.
FIELDS = ("name", "format", *BESIDE, "options", "notes", "tags", "maybe", "card_notes")


def version_snapshot(deck: Deck, cards: Mapping[str, int]) -> dict[str, Any]:
    return {name: getattr(deck, name) for name in FIELDS} | {"cards": [[code, n] for code, n in cards.items()]}


@dataclass(frozen=True, slots=True)
class VersionDifference:
    """Difference of two versions: copies by code, and the settings with both values."""

    added: tuple[tuple[str, int], ...]
    removed: tuple[tuple[str, int], ...]
    settings: tuple[tuple[str, Any, Any], ...]

    @property
    def is_empty(self) -> bool:
        return not (self.added or self.removed or self.settings)


def version_difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> VersionDifference:
    """Return the difference of two snapshots. Fields that an older version lacks are skipped."""
    before, after = (dict(map(tuple, snapshot.get("cards", []))) for snapshot in (old, new))
    return VersionDifference(
        added=tuple(
            (code, copies - before.get(code, 0)) for code, copies in after.items() if copies > before.get(code, 0)
        ),
        removed=tuple(
            (code, copies - after.get(code, 0)) for code, copies in before.items() if copies > after.get(code, 0)
        ),
        settings=tuple(
            (name, old[name], new[name]) for name in FIELDS if name in old and name in new and old[name] != new[name]
        ),
    )


def merge_settings(base: Mapping[str, Any], mine: Mapping[str, Any], theirs: Mapping[str, Any]) -> dict[str, Any]:
    """Merge two people’s changes; raises `ChangedMeanwhile` if both changed a field to different values."""
    changed = {name: value for name, value in mine.items() if value not in (base.get(name), theirs.get(name))}
    if any(theirs.get(name) != base.get(name) for name in changed):
        raise ChangedMeanwhile(
            gettext_noop("This has changed since you loaded it. Load it again, then redo your change.")
        )
    return {**theirs, **changed}
