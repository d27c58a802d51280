"""Where the facts of a card are from, in the reader's language; what staff wrote themselves stays as they wrote it."""

from common.lazy_sentences import lazy_sentences

ERRATA = "FAQ and errata 4.2"
SOURCES = lazy_sentences("cards", "sources")


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
