"""Details of a card: everything known about it and the sources, as rows for its page."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext as _

from cards.core.facts import CardFacts
from cards.games import labels
from cards.translations import translate
from common.lazy_sentences import lazy_sentences

ERRATA_SOURCE = "FAQ and errata 4.2"
SOURCES = lazy_sentences("cards", "sources")


def sources_in_words(source: str, *, between: str = ", ") -> str:
    """The sources of a card, written between semicolons, as words.

    >>> sources_in_words("card list;English card")
    'card list, English card'
    >>> sources_in_words("card lists, compared; FAQ and errata 4.2: errata, rulings", between="; ")
    'card lists, compared; FAQ and errata 4.2: errata, rulings'
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
        DetailRow(_("People"), labels.people_label(card.people), reverse("cards:people", args=[card.people.lower()])),
        DetailRow(_("Type"), labels.capitalised_type(card.type), same_type),
        DetailRow(_("German name"), card.name_de),
        DetailRow(_("Also called"), ", ".join(card.aliases)),
        DetailRow(_("Packed in"), labels.deck_name(card.deck), _search_url(deck=card.deck) if card.deck else ""),
        DetailRow(_("Buka family"), card.family, _search_url(family=card.family)),
        DetailRow(_("Role"), _("Chosen One of its people") if card.is_chosen_one else ""),
        DetailRow(_("When it works"), str(labels.TIMING_LABELS[card.timing]), _search_url(timing=card.timing)),
        DetailRow(_("Notes"), translate(card.notes)),
        DetailRow(_("Known from"), sources_in_words(card.source)),
    ]
    return [line for line in lines if line.value]
