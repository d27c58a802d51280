"""Where the facts of a card are from, in the reader's language; what staff wrote themselves stays as they wrote it."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

ERRATA = "FAQ and errata 4.2"
SOURCES: dict[str, Promise] = {
    "card list": gettext_lazy("card list"),
    "card lists, compared": gettext_lazy("card lists, compared"),
    "card lists, settled where they differ": gettext_lazy("card lists, settled where they differ"),
    "deduced": gettext_lazy("deduced"),
    "English card": gettext_lazy("English card"),
    "FAQ": gettext_lazy("questions and answers"),
    "German card": gettext_lazy("German card"),
    "Legends booklet": gettext_lazy("booklet of Legends"),
    "Legends preview": gettext_lazy("preview of Legends"),
    "review": gettext_lazy("review"),
    ERRATA: gettext_lazy("FAQ and errata 4.2"),
    "errata": gettext_lazy("errata"),
    "restricted list": gettext_lazy("restricted list"),
    "rulings": gettext_lazy("rulings"),
}


def source_words(source: str, *, between: str = ", ") -> str:
    """The sources of a card, written between semicolons, as words.

    >>> source_words("card list;English card")
    'card list, English card'
    >>> source_words("card lists, compared; FAQ and errata 4.2: errata, rulings", between="; ")
    'card lists, compared; FAQ and errata 4.2: errata, rulings'
    """
    return between.join(_source(part.strip()) for part in source.split(";"))


def _source(part: str) -> str:
    name, colon, kinds = part.partition(": ")
    if colon and name == ERRATA:
        return f"{SOURCES[ERRATA]}: {', '.join(str(SOURCES.get(kind, kind)) for kind in kinds.split(', '))}"
    return str(SOURCES.get(part, part))
