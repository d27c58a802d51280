"""What the pages of drafts need beyond the tags of the cards."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from cards.core.facts import CardFacts
from cards.templatetags.cards import card_name

register = template.Library()


@register.filter
def named_in(code: str, cards: Mapping[str, CardFacts]) -> str:
    """The name of a card by its code; the code itself when the catalogue has it no more."""
    facts = cards.get(code)
    return code if facts is None else card_name(facts)
