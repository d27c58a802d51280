"""Presenters of versions, for the history and the builder."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from cards.core.facts import Catalogue
from cards.games.labels import displayed_name
from decks.core.legality import Status
from decks.deck.presenters import DeckVerdict
from decks.deck.versions import version_difference
from decks.models import Deck, DeckChange


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
    """Return summaries of versions, newest first, each compared with the next in the list."""
    summaries = []
    for index, change in enumerate(changes):
        old: Mapping[str, Any] = changes[index + 1].contents if index + 1 < len(changes) else {}
        gap = version_difference(old, change.contents)
        summaries.append(
            VersionSummary(
                change,
                names.get(change.version, ""),
                tuple(_copies_changed_text(code, n, catalogue) for code, n in gap.added) if old else (),
                tuple(_copies_changed_text(code, n, catalogue) for code, n in gap.removed),
                tuple(
                    (_field_label(name), _setting_value_text(setting, catalogue), _setting_value_text(other, catalogue))
                    for name, setting, other in gap.settings
                ),
                sum(n for _code, n in change.contents.get("cards", [])),
            )
        )
    return summaries


def change_applied(row: Deck, verdict: DeckVerdict) -> str:
    """Say what the latest change did to the cards, and whether the deck is legal now."""
    now, *before = row.changes.all()[:2]
    gap = version_difference(before[0].contents if before else {}, now.contents)
    added, removed = (sum(copies for _code, copies in part) for part in (gap.added, gap.removed))
    text = _("The deck is legal.") if verdict.report.status is Status.LEGAL else ""
    if not added and not removed:
        return str(text or _("Saved."))
    if added and removed:
        done = ngettext("%(count)d card swapped.", "%(count)d cards swapped.", max(added, removed))
    elif added:
        done = ngettext("%(count)d card added.", "%(count)d cards added.", added)
    else:
        done = ngettext("%(count)d card removed.", "%(count)d cards removed.", removed)
    return f"{done % {'count': max(added, removed)}} {text}".strip()


def _copies_changed_text(code: str, number: int, catalogue: Catalogue) -> str:
    name = displayed_name(catalogue[code]) if code in catalogue else code
    return name if number == 1 else f"{number}x {name}"


def _field_label(name: str) -> str:
    return capfirst(str(Deck._meta.get_field(name).verbose_name))  # type: ignore[union-attr]


def _setting_value_text(value: Any, catalogue: Catalogue) -> str:
    """Return a setting in words; cards by name."""
    if isinstance(value, list):
        return ", ".join(_setting_value_text(part, catalogue) for part in value) or "-"
    if isinstance(value, dict):
        return ", ".join(f"{_setting_value_text(key, catalogue)}: {part}" for key, part in value.items()) or "-"
    if value in catalogue:
        return displayed_name(catalogue[value])
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    text = str(value)
    return (text if len(text) <= 60 else f"{text[:60]}…") or "-"
