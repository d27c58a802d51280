"""Labels: the words for a card’s properties in the reader’s language, and the rows of facts on its page."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from cards.core.facts import DECK_MARKS, PEOPLES, CardFacts, CardIcon, CardType, IconKind, People, Timing
from cards.translations import card_summary_text, translate
from common.lazy_sentences import lazy_sentences

TYPE_LABELS = lazy_sentences("cards", "types")
TYPE_PLURALS = lazy_sentences("cards", "types_together")
ICON_LABELS = lazy_sentences("cards", "icons")
_ICON_DETAIL_LABELS = lazy_sentences("cards", "icons_in_detail")
TIMING_LABELS = {**lazy_sentences("cards", "timings"), Timing.NONE: ""}
_AFFILIATION_LABELS = lazy_sentences("cards", "affiliations")
_UNKNOWN_FACT_LABELS = lazy_sentences("cards", "unknown")


def icon_word(icon: CardIcon) -> str:
    """Return an icon in words: "red gang"."""
    return str(_ICON_DETAIL_LABELS.get(str(icon), ICON_LABELS[icon.kind]))


def capitalised_type(kind: CardType) -> str:
    """Return a card type capitalised; empty if unknown."""
    word = str(TYPE_LABELS[kind])
    return word[:1].upper() + word[1:] if kind else ""


def people_label(people: People) -> str:
    """Return the name of a people or of another affiliation (CARD-01, CARD-02)."""
    return str(_AFFILIATION_LABELS[people])


def people_and_type(card: CardFacts) -> str:
    """Return people and type together: "Vulca character", "mutant"."""
    if card.people is People.MUTANT or card.people.value.lower() == card.type.value:
        return people_label(card.people)
    params = {"people": people_label(card.people), "type": TYPE_LABELS[card.type]}
    return (_("%(people)s %(type)s") if card.type else _("%(people)s, %(type)s")) % params


def moons_in_words(card: CardFacts) -> str:
    """Return the moon value in words; empty for a card that has none (CARD-07)."""
    if not card.playable:
        return ""
    if card.moons is None:
        return _("moons not known")
    if card.moons == 0:
        return _("costs no moons")
    return ngettext("%(count)d moon", "%(count)d moons", card.moons) % {"count": card.moons}


def indicator_name(mark: str) -> str:
    if mark in DECK_MARKS:
        return _("%(people)s deck") % {"people": people_label(DECK_MARKS[mark])}
    expansions = {
        "E&I": _("Emissaries & Inquisitors"),
        "E&I:A": _("Emissaries & Inquisitors: Allies"),
        "E&I:B": _("Emissaries & Inquisitors: Blessings"),
        "promo": _("promotional card"),
    }
    return expansions.get(mark, "")


def printed_limits_in_words(card: CardFacts) -> str:
    """Return the printed limits of a leader or an inquisitor, or the capacity of a ship."""
    if card.capacity is not None:
        return ngettext("carries %(count)d card", "carries %(count)d cards", card.capacity) % {"count": card.capacity}
    if card.extra_cards is None or card.extra_moons is None:
        return ""
    params = {"cards": card.extra_cards, "moons": card.extra_moons}
    if card.type is CardType.INQUISITOR:
        return _("+%(cards)d cards, +%(moons)d moons") % params
    return _("%(cards)d cards, %(moons)d moons") % params


def printed_text_lines(card: CardFacts) -> list[str]:
    """Return the lines of a printed card except its values: its limits or capacity, its timing and its power.

    >>> from cards.core.facts import CardType, People
    >>> printed_text_lines(CardFacts("Buka 3", People.BUKA, CardType.SHIP, capacity=4, timing=Timing.NOW, summary="Go"))
    ['carries 4 cards', 'Now: Go']
    """
    power = card_summary_text(card)
    timed = f"{TIMING_LABELS[card.timing]}: {power}" if card.timing and power else power
    return [line for line in (printed_limits_in_words(card), timed) if line]


def unknown_fact_labels(card: CardFacts) -> list[str]:
    return list(dict.fromkeys(str(_UNKNOWN_FACT_LABELS[column]) for column in card.unknown))


def displayed_name(card: CardFacts) -> str:
    """Return the display name; for a gap it says that the card is unknown."""
    if card.known:
        return card.label
    if card.gap is None:
        return _("Not known yet: %(code)s") % {"code": card.code}
    place, of = card.gap
    return _("Not known yet: %(people)s, %(place)d of %(of)d") % {"people": card.people, "place": place, "of": of}


def drawing_in_words(card: CardFacts) -> str:
    """Describe everything the drawing shows except name and power, for screen readers.

    "mutant, fire 4 with shield, earth 0 with shield, stop, costs no moons, Vulca deck, 106"
    """
    kind = people_and_type(card)
    parts = [kind if card.people in PEOPLES else kind.lower()]
    parts += [_value_in_words(_("fire"), card.fire, card.has_icon(IconKind.SHIELD, "fire"))]
    parts += [_value_in_words(_("earth"), card.earth, card.has_icon(IconKind.SHIELD, "earth"))]
    parts += [icon_word(icon) for icon in card.icons if icon.kind is not IconKind.SHIELD]
    parts += [printed_limits_in_words(card), moons_in_words(card), indicator_name(card.deck), card.number]
    return ", ".join(part for part in parts if part)


def _value_in_words(element: str, value: int | None, shielded: bool) -> str:
    if value is None:
        return ""
    template = _("%(element)s %(value)d with shield") if shielded else _("%(element)s %(value)d")
    return template % {"element": element, "value": value}


ERRATA_SOURCE = "FAQ and errata 4.2"
SOURCES = lazy_sentences("cards", "sources")


def sources_in_words(source: str, *, between: str = ", ") -> str:
    """Return the sources of a card, which semicolons separate, in words.

    >>> sources_in_words("card list;English card")
    'card list, English card'
    >>> sources_in_words("card lists, compared; FAQ and errata 4.2: errata, rulings", between="; ")
    'card lists (compared); FAQ and errata 4.2: errata, rulings'
    """
    return between.join(_source_in_words(part.strip()) for part in source.split(";"))


def _source_in_words(part: str) -> str:
    name, colon, kinds = part.partition(": ")
    if colon and name == ERRATA_SOURCE:
        return f"{SOURCES[ERRATA_SOURCE]}: {', '.join(str(SOURCES.get(kind, kind)) for kind in kinds.split(', '))}"
    return str(SOURCES.get(part, part))


@dataclass(frozen=True, slots=True)
class DetailRow:
    """A fact: its name, its value, and a link to similar cards."""

    label: str
    value: str
    url: str = ""


def _search_url(**parameters: str) -> str:
    return f"{reverse('cards:index')}?{urlencode(parameters)}"


def card_detail_rows(card: CardFacts) -> list[DetailRow]:
    """Return the facts of a card that its face doesn’t show; missing ones are left out."""
    same_type = _search_url(people=card.people, type=card.type) if card.type else ""
    lines = [
        DetailRow(_("People"), people_label(card.people), reverse("cards:people", args=[card.people.lower()])),
        DetailRow(_("Type"), capitalised_type(card.type), same_type),
        DetailRow(_("German name"), card.name_de),
        DetailRow(_("Also called"), ", ".join(card.aliases)),
        DetailRow(_("Packed in"), indicator_name(card.deck), _search_url(deck=card.deck) if card.deck else ""),
        DetailRow(_("Buka family"), card.family, _search_url(family=card.family)),
        DetailRow(_("Role"), _("Chosen One of its people") if card.is_chosen_one else ""),
        DetailRow(_("When it works"), str(TIMING_LABELS[card.timing]), _search_url(timing=card.timing)),
        DetailRow(_("Notes"), translate(card.notes)),
        DetailRow(_("Known from"), sources_in_words(card.source)),
    ]
    return [line for line in lines if line.value]
