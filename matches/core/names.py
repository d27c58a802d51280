"""Names of players, groups and seasons: what a name may be, and when two names are the same; pure."""

from __future__ import annotations

from common.errors import Invalid
from common.text import fold, gettext_noop

NAME_LENGTH = 40


def clean_name(text: str, *, length: int = NAME_LENGTH) -> str:
    """A name without needless blanks; raises `Invalid` for an empty, too long or unprintable one.

    >>> clean_name("  Roland   of  Blue Moon ")
    'Roland of Blue Moon'
    """
    name = " ".join(text.split())
    if not name:
        raise Invalid(gettext_noop("A name is missing."))
    if len(name) > length or not name.isprintable():
        raise Invalid(
            gettext_noop("A name has at most %(length)s characters, and no control characters."), {"length": length}
        )
    return name


def name_key(name: str) -> str:
    """The form in which names are compared; a name of signs that fold to nothing is compared as it is.

    >>> name_key("Zoë") == name_key("zoe"), name_key("🐉")
    (True, '🐉')
    """
    return fold(name) or name


def same_names(a: str, b: str) -> bool:
    """Whether two names are the same, however they are written."""
    return name_key(a) == name_key(b)
