"""Lazy sentences: those of a table as Django's lazy strings, for labels that are named before anybody reads them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from common.sentences import sentences


def lazy_sentences(app: str, table: str) -> dict[str, Promise]:
    """The sentences of a table, each in the language of whoever reads it."""
    return {key: gettext_lazy(english) for key, english in sentences(app, table).items()}
