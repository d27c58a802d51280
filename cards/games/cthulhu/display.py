"""Display of Call of Cthulhu: the words, icons and rows with which its cards are shown."""

from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cards.games.cthulhu.facts import ICONS, KEY, CardPrinting, CthulhuFacts
from cards.games.labels import DetailRow, sources_in_words
from cards.translations import translate
from common.lazy_sentences import lazy_sentences

TYPE_LABELS = lazy_sentences("cards", "cthulhu_types")
TYPE_PLURALS = lazy_sentences("cards", "cthulhu_types_together")
_UNKNOWN_FACT_LABELS = lazy_sentences("cards", "cthulhu_unknown")
ICON_LABELS = lazy_sentences("cards", "cthulhu_icons")
MARK_LABELS = {
    "restricted": ("bad", gettext_lazy("restricted")),
    "banned": ("bad", gettext_lazy("banned")),
    "errata": ("warn", gettext_lazy("has errata")),
}


def faction_and_type(card: CthulhuFacts) -> str:
    kind = str(TYPE_LABELS.get(card.type, ""))
    if card.people and kind:
        return f"{card.people} {kind}"
    return card.people or kind.capitalize()


def unknown_fact_labels(card: CthulhuFacts) -> list[str]:
    return list(dict.fromkeys(str(_UNKNOWN_FACT_LABELS[column]) for column in card.unknown))


def character_icons(card: CthulhuFacts) -> list[tuple[str, str, int]]:
    """Return the icons that a character has, as key, label and count."""
    return [(name, str(ICON_LABELS[name]), count) for name in ICONS if (count := card.count(name))]


def _icon_counts_in_words(words: tuple[str, ...]) -> str:
    """Return icons with their numbers, as conspiracies and support cards show them: "Terror 1, Combat 2"."""
    pairs = (word.rpartition(" ") for word in words)
    return ", ".join(f"{ICON_LABELS[name]} {count}" for name, _sep, count in pairs)


def printing_label(card: CthulhuFacts) -> str:
    where = card.pack or card.set or _("set not known")
    return f"{where} {card.number}".strip()


def _reprint_label(printing: CardPrinting) -> str:
    where = f"{printing.set}: {printing.pack}" if printing.pack else printing.set
    return f"{where} {printing.number}".strip()


def face_context(card: CthulhuFacts) -> dict[str, Any]:
    marks = [(tone, str(word)) for mark, (tone, word) in MARK_LABELS.items() if mark in card.marks]
    icons = character_icons(card)
    details = [_("cost %(cost)s") % {"cost": card.cost}] if card.cost else []
    details += [_("skill %(skill)s") % {"skill": card.skill}] if card.skill else []
    details += [f"{label} {count}" for _name, label, count in icons]
    spoken = [
        faction_and_type(card),
        ", ".join(card.subtypes),
        _("unique") if card.unique else "",
        *details,
        printing_label(card),
    ]
    return {
        "name": card.label,
        "kind": faction_and_type(card),
        "subtypes": ", ".join(card.subtypes),
        "keywords": ", ".join(card.keywords),
        "icon_counts": ", ".join(f"{label} {count}" for _name, label, count in icons),
        "struggle": _icon_counts_in_words(card.struggle),
        "boosters": _icon_counts_in_words(card.boosters),
        "place": printing_label(card),
        "marks": marks,
        "unknown": unknown_fact_labels(card),
        "spoken": ", ".join(part for part in (*spoken, *(word for _tone, word in marks)) if part),
    }


def _search_url(query: str) -> str:
    return f"{reverse('cards:index')}?{urlencode({'game': KEY, 'q': query})}"


def card_detail_rows(card: CthulhuFacts) -> list[DetailRow]:
    """Return the facts of a card; unknown facts are listed separately."""
    unique = "" if card.unique is None else (_("yes") if card.unique else _("no"))
    subtypes = " ".join(f'sub:"{subtype}"' for subtype in card.subtypes)
    lines = [
        DetailRow(_("Game"), _("Call of Cthulhu"), f"{reverse('cards:index')}?game={KEY}"),
        DetailRow(
            _("Faction"), card.people, reverse("cards:faction", args=[slugify(card.people)]) if card.people else ""
        ),
        DetailRow(_("Type"), str(TYPE_LABELS.get(card.type, "")).capitalize(), _search_url(f"type:{card.type}")),
        DetailRow(_("Subtypes"), ", ".join(card.subtypes), _search_url(subtypes)),
        DetailRow(_("Unique"), unique),
        DetailRow(_("Cost"), card.cost, _search_url(f"cost:{card.cost}") if card.cost.isdigit() else ""),
        DetailRow(_("Skill"), card.skill, _search_url(f"skill:{card.skill}") if card.skill.isdigit() else ""),
        *(DetailRow(label, str(count), _search_url(f"{name}:{count}")) for name, label, count in character_icons(card)),
        DetailRow(_("Struggles"), _icon_counts_in_words(card.struggle)),
        DetailRow(_("Gives"), _icon_counts_in_words(card.boosters)),
        DetailRow(
            _("Keywords"),
            ", ".join(card.keywords),
            _search_url(" ".join(f'keyword:"{keyword}"' for keyword in card.keywords)),
        ),
        DetailRow(_("As a resource"), card.resource),
        DetailRow(_("Set"), card.set, reverse("cards:set", args=[slugify(card.set)]) if card.set else ""),
        DetailRow(_("Pack"), card.pack, _search_url(f'pack:"{card.pack}"')),
        DetailRow(_("Number"), card.number),
        DetailRow(_("Reprints"), "; ".join(_reprint_label(reprint) for reprint in card.reprints)),
        DetailRow(_("Also called"), ", ".join(card.aliases)),
        DetailRow(_("Notes"), translate(card.notes)),
        DetailRow(_("Known from"), sources_in_words(card.source, between="; ")),
    ]
    return [line for line in lines if line.value]
