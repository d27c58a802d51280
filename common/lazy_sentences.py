"""Lazy sentences: a table of sentences as Django’s lazy strings, for labels declared at import."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from common.sentence_tables import sentences


def lazy_sentences(app: str, table: str) -> dict[str, Promise]:
    return {key: gettext_lazy(english) for key, english in sentences(app, table).items()}
