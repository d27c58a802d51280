"""How a card of Call of Cthulhu is drawn and spoken of."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.games.card_details import Line
from cards.games.cthulhu.facts import KEY, CthulhuFacts

TYPES = {
    "character": gettext_lazy("character"),
    "support": gettext_lazy("support"),
    "event": gettext_lazy("event"),
    "conspiracy": gettext_lazy("conspiracy"),
    "story": gettext_lazy("story"),
}
_UNKNOWN = {
    "people": gettext_lazy("faction not known"),
    "type": gettext_lazy("type not known"),
    "set": gettext_lazy("set not known"),
    "number": gettext_lazy("number not known"),
}
MARKS = {
    "restricted": ("bad", gettext_lazy("restricted")),
    "banned": ("bad", gettext_lazy("banned")),
    "errata": ("warn", gettext_lazy("has errata")),
}


def name_of(card: CthulhuFacts) -> str:
    """The full title."""
    return card.label


def kind_of(card: CthulhuFacts) -> str:
    """Faction and type, as far as they are known."""
    kind = str(TYPES.get(card.type, ""))
    if card.people and kind:
        return f"{card.people} {kind}"
    return card.people or kind.capitalize()


def unknown_of(card: CthulhuFacts) -> list[str]:
    """What everybody would like to know of the card, one phrase each."""
    return [str(_UNKNOWN[column]) for column in card.unknown]


def place_of(card: CthulhuFacts) -> str:
    """Set, pack and number in one line."""
    where = card.pack or card.set or _("set not known")
    return f"{where} {card.number}".strip()


def context(card: CthulhuFacts) -> dict[str, Any]:
    """What the face is drawn from."""
    marks = [(tone, str(word)) for mark, (tone, word) in MARKS.items() if mark in card.marks]
    spoken = [kind_of(card), ", ".join(card.subtypes), _("unique") if card.unique else "", place_of(card)]
    return {
        "name": card.label,
        "kind": kind_of(card),
        "subtypes": ", ".join(card.subtypes),
        "place": place_of(card),
        "marks": marks,
        "unknown": unknown_of(card),
        "spoken": ", ".join(part for part in (*spoken, *(word for _tone, word in marks)) if part),
    }


def _found(query: str) -> str:
    return f"{reverse('cards:index')}?{urlencode({'game': KEY, 'q': query})}"


def sheet_of(card: CthulhuFacts) -> list[Line]:
    """The facts of a card; what nobody knows is said apart."""
    unique = "" if card.unique is None else (_("yes") if card.unique else _("no"))
    lines = [
        Line(_("Game"), _("Call of Cthulhu"), f"{reverse('cards:index')}?game={KEY}"),
        Line(_("Faction"), card.people, _found(f'faction:"{card.people}"')),
        Line(_("Type"), str(TYPES.get(card.type, "")).capitalize(), _found(f"type:{card.type}")),
        Line(_("Subtypes"), ", ".join(card.subtypes)),
        Line(_("Unique"), unique),
        Line(_("Set"), card.set, _found(f'set:"{card.set}"')),
        Line(_("Pack"), card.pack, _found(f'pack:"{card.pack}"')),
        Line(_("Number"), card.number),
        Line(_("Also called"), ", ".join(card.aliases)),
        Line(_("Notes"), card.notes),
        Line(_("Known from"), card.source),
    ]
    return [line for line in lines if line.value]
