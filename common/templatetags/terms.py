"""`{% term "moon limit" %}`: a term of the game in the reader's language, linked to the glossary."""

from __future__ import annotations

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from common.glossary import terms

register = template.Library()


@register.simple_tag
def term(english: str, shown: str = "") -> SafeString:
    """Link a term; `shown` where the sentence needs another form of the word. An unknown term is a `KeyError`."""
    entry = terms()[english]
    where = f"{reverse('help:glossary')}#{entry.slug}"
    return format_html('<a class="term" href="{}">{}</a>', where, shown or entry.word(get_language() or "en"))
