"""Translation: turns an English template and its parameters into a sentence in the reader's language."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Protocol

from django.utils.formats import date_format, number_format
from django.utils.translation import get_language, gettext

from common.errors import Detail
from common.sentence_tables import Sentence, sentences
from common.text import isolate


class Translatable(Protocol):
    """A sentence of a core: an English template and its parameters."""

    @property
    def template(self) -> str:
        """English, with `%(name)s` places."""

    @property
    def params(self) -> Mapping[str, object]:
        """Return the values for the places."""


def translated(sentence: Translatable) -> str:
    text = _translate_template(get_language(), sentence.template)
    if not sentence.params:
        return text
    # A parameter that is a sentence itself, such as the name of a round, is translated too.
    return text % {
        name: translated(part) if hasattr(part, "template") and hasattr(part, "params") else _localized(part)
        for name, part in sentence.params.items()
    }


def _localized(part: object) -> object:
    if isinstance(part, date):
        return date_format(part, "DATETIME_FORMAT" if isinstance(part, datetime) else "DATE_FORMAT")
    return number_format(part) if isinstance(part, Decimal) else isolate(part)


@lru_cache(maxsize=2048)
def _translate_template(_language: str | None, template: str) -> str:
    """Return the translated template; cached, because Django’s lookup takes three times as long."""
    return gettext(template)


def error_detail_message(detail: Detail) -> str:
    return detail.message if detail.params is None else translated(Sentence(detail.message, detail.params))


def translated_table(app: str, table: str) -> dict[str, str]:
    return {key: gettext(english) for key, english in sentences(app, table).items()}
