"""`{% card facts "tile" %}`: the one way to draw a card; and `{% icon "fire" %}`."""

from __future__ import annotations

from django import template
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards import words
from cards.facts import DECK_MARKS, CardFacts, CardType, Icon, IconKind

register = template.Library()

_TEMPLATES = {"tile": "cards/_card.html", "full": "cards/_card.html", "row": "cards/_card_row.html"}


@register.simple_tag(name="card")
def draw_card(facts: CardFacts, size: str = "tile", *, link: bool = True) -> SafeString:
    """Draw a card as `tile`, `row` or `full`; with `link`, as a link to its page.

    Phrasing elements only, so that it may stand in a label, a button or a sentence. Who does not see it hears name,
    values, icons, moons and power from the text.
    """
    context = {
        "card": facts,
        "full": size == "full",
        "url": reverse("cards:card", args=[facts.slug]) if link else "",
        "name": words.name_of(facts),
        "german": facts.known and not facts.name,
        "emblem": f"people-{facts.people.value.lower()}",
        "kind": words.kind_of(facts),
        "spoken": words.spoken(facts),
        "values": _values(facts),
        "icons": [_drawn(icon) for icon in facts.icons if icon.kind is not IconKind.SHIELD],
        "moons": range(facts.moons or 0),
        "limits": words.limits_of(facts),
        "timing": words.TIMINGS[facts.timing],
        "unknown": words.unknown_of(facts) if facts.known else [],
        "mark": _mark(facts),
    }
    return render_to_string(_TEMPLATES[size], context)


@register.simple_tag
def icon(name: str) -> SafeString:
    """A drawing of the sprite: fire, earth, moon, shield, stop, gang-red, bluff-fire … ; unheard, so say it beside."""
    return format_html('<svg class="ico" aria-hidden="true"><use href="{}#{}"/></svg>', static("img/icons.svg"), name)


@register.simple_tag
def icon_word(value: Icon) -> str:
    """What an icon is called."""
    return words.icon_word(value)


@register.filter
def card_name(facts: CardFacts) -> str:
    """The name of a card in running text; a gap says that it is one."""
    return words.name_of(facts)


@register.filter
def card_kind(facts: CardFacts) -> str:
    """People and type."""
    return words.kind_of(facts)


@register.filter
def type_together(kind: CardType) -> str:
    """The heading over the cards of a type."""
    return str(words.TYPES_TOGETHER[kind])


def _values(facts: CardFacts) -> list[tuple[str, int, bool]]:
    found = (("fire", facts.fire), ("earth", facts.earth))
    return [(name, value, facts.has(IconKind.SHIELD, name)) for name, value in found if value is not None]


def _drawn(one: Icon) -> tuple[str, str]:
    """The symbol of an icon and its word."""
    symbol = one.kind.value.lower()
    return (f"{symbol}-{one.detail}" if one.detail else symbol), words.icon_word(one)


def _mark(facts: CardFacts) -> tuple[str, str]:
    """The deck mark and the people whose colour it has."""
    people = DECK_MARKS.get(facts.deck)
    return facts.deck, people.value.lower() if people else ""
