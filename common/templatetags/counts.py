"""Filters that count in the reader’s language: `{{ 3|card_count }}` is “3 cards”."""

from django import template
from django.utils.translation import ngettext

register = template.Library()


@register.filter
def card_count(n: int) -> str:
    return ngettext("%(n)s card", "%(n)s cards", n) % {"n": n}


@register.filter
def player_count(n: int) -> str:
    return ngettext("%(n)s player", "%(n)s players", n) % {"n": n}


@register.filter
def like_count(n: int) -> str:
    return ngettext("%(n)s like", "%(n)s likes", n) % {"n": n}


@register.filter
def missing_count(n: int) -> str:
    return ngettext("%(n)s result missing", "%(n)s results missing", n) % {"n": n}
