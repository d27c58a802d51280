"""Presenters of versions, for the history and the builder."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from cards.core.facts import Catalogue
from cards.games.labels import name_of
from decks.deck.versions import difference
from decks.models import DeckChange

FIELD_LABELS = {
    "name": _("Name"),
    "format": _("Format"),
    "edition": _("Edition"),
    "leader": _("Leader"),
    "inquisitor": _("Inquisitor"),
    "emissary": _("Emissary"),
    "family": _("Buka family"),
    "options": _("Options"),
    "match": _("For a match"),
    "notes": _("Notes"),
    "tags": _("Tags"),
    "maybe": _("Maybe"),
    "card_notes": _("Notes on cards"),
}


@dataclass(frozen=True, slots=True)
class VersionSummary:
    """A version of a deck: what it changed, in words."""

    change: DeckChange
    name: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    settings: tuple[tuple[str | Promise, str, str], ...]
    size: int


def version_summaries(
    changes: list[DeckChange], names: Mapping[int, str], catalogue: Catalogue
) -> list[VersionSummary]:
    """Summaries of versions, the newest first, each compared with the next in the list."""
    summaries = []
    for at, change in enumerate(changes):
        old: Mapping[str, Any] = changes[at + 1].contents if at + 1 < len(changes) else {}
        gap = difference(old, change.contents)
        summaries.append(
            VersionSummary(
                change,
                names.get(change.version, ""),
                tuple(_copies(code, n, catalogue) for code, n in gap.added) if old else (),
                tuple(_copies(code, n, catalogue) for code, n in gap.removed),
                tuple(
                    (FIELD_LABELS[name], _value(setting, catalogue), _value(other, catalogue))
                    for name, setting, other in gap.settings
                ),
                sum(n for _code, n in change.contents.get("cards", [])),
            )
        )
    return summaries


def _copies(code: str, number: int, catalogue: Catalogue) -> str:
    name = name_of(catalogue[code]) if code in catalogue else code
    return name if number == 1 else f"{number}x {name}"


def _value(value: Any, catalogue: Catalogue) -> str:
    """A setting in words; a card by its name."""
    if isinstance(value, list):
        return ", ".join(_value(part, catalogue) for part in value) or "-"
    if isinstance(value, dict):
        return ", ".join(f"{_value(key, catalogue)}: {part}" for key, part in value.items()) or "-"
    if value in catalogue:
        return name_of(catalogue[value])
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    text = str(value)
    return (text if len(text) <= 60 else f"{text[:60]}…") or "-"
