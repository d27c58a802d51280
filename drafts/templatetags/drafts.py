"""What the pages of drafts need beyond the tags of the cards."""

from __future__ import annotations

from django import template

from cards.queries import catalogue
from cards.templatetags.cards import card_name

register = template.Library()


@register.filter
def card_of(code: str) -> str:
    """The name of a card by its code; the code itself when the catalogue has it no more."""
    facts = catalogue().by_code.get(code)
    return code if facts is None else card_name(facts)
