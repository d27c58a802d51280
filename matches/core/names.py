"""Names of players, groups and seasons: what a name may be, and when two names are the same; pure."""

import re
from collections.abc import Iterable, Sequence

from common.errors import Conflict, Detail, Invalid
from common.text import fold, gettext_noop, nearest, visible

NAME_LENGTH = 40
MAX_VENUE_LENGTH = 120
MAX_ABOUT_LENGTH = 2000
# How alike a name must be to another, so that somebody has to say whether it is the same person.
_ALIKE = 0.75


def clean_name(text: str, *, length: int = NAME_LENGTH) -> str:
    """A name without needless blanks and unseen signs; raises `Invalid` for an empty, too long or unprintable one.

    >>> clean_name("  Roland   of  Blue Moon "), clean_name("A\u034fda")
    ('Roland of Blue Moon', 'Ada')
    """
    written = " ".join(text.split())
    name = " ".join(visible(written).split())
    if not name:
        raise Invalid(gettext_noop("A name is missing."))
    if len(name) > length or not written.isprintable():
        raise Invalid(
            gettext_noop("A name can have at most %(length)s characters and no control characters."), {"length": length}
        )
    return name


def name_key(name: str) -> str:
    """The form in which names are compared; a name of signs that fold to nothing is compared as it is.

    >>> name_key("Zoë") == name_key("zoe"), name_key("🐉")
    (True, '🐉')
    """
    return fold(name) or name


def same_names(a: str, b: str) -> bool:
    return name_key(a) == name_key(b)


def alike(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Those names, three at most, whose person this may be; none where one of them is just this name.

    >>> alike("Klara W.", ["Klara Weiß", "Ben Ott"]), alike("klara weiss", ["Klara Weiß"])
    (('Klara Weiß',), ())
    """
    every = list(names)
    if any(same_names(name, other) for other in every):
        return ()
    return tuple(nearest(name, every, limit=3, cutoff=_ALIKE))


def require_not_alike(wanted: str | Sequence[str], names: Iterable[str]) -> None:
    """Raise `Conflict` where a name may be one of these under another spelling; its details suggest who, for each."""
    template = gettext_noop("“%(name)s” isn’t on the list, but %(near)s is. Is it the same player?")
    known, one = list(names), isinstance(wanted, str)
    details = tuple(
        Detail(
            template, field="name" if one else f"names.{at}", suggestions=near, params={"name": name, "near": others}
        )
        for at, name in enumerate([wanted] if isinstance(wanted, str) else wanted)
        if (near := alike(name, known)) and (others := ", ".join(near))
    )
    if details:
        raise Conflict(template, details[0].params or {}, details=details)


_FAMILY = re.compile(r"[^\W\d_][\w'’‘-]+")
_DIGITS = re.compile(r"\d+")
# What follows a family name: a numeral, junior, or a word in brackets.
_SUFFIX = re.compile(r"(?:\s+(?:\([^()]*\)|[IVX]+|[JS]r\.?))+$")


def listed(name: str) -> tuple[str, str]:
    """A name as a list by family name has it: the family name and the rest, which is empty for a name of one word.

    Particles stay with the first name, as German and Dutch lists have them, and so does what follows a family name.
    What does not end in a word, such as `Player 7` or `Anna B.`, is left as it is.

    >>> listed("Anna de Vries"), listed("Roland"), listed("Player 7")
    (('Vries', 'Anna de'), ('Roland', ''), ('Player 7', ''))
    >>> listed("Jan Ott III"), listed("Otto Lang (sub Jan)"), listed("Anna X")
    (('Ott', 'Jan III'), ('Lang', 'Otto (sub Jan)'), ('Anna X', ''))
    """
    suffix = found[0] if (found := _SUFFIX.search(name)) else ""
    first, _blank, last = name.removesuffix(suffix).rpartition(" ")
    return (last, f"{first}{suffix}") if first and _FAMILY.fullmatch(last) else (name, "")


def sort_key(name: str) -> tuple[str, str, str]:
    """Where a name stands in a list by family name: accents count only between names that are else the same.

    So `Émile` is among the E, `Ä` is sorted as A, and `й` follows `и`. Numbers are compared as numbers.

    >>> sorted(["Émile", "Zoë", "Player 10", "Player 9", "Anna Engel"], key=sort_key)
    ['Émile', 'Anna Engel', 'Player 9', 'Player 10', 'Zoë']
    """
    family, rest = (_DIGITS.sub(lambda digits: digits[0].zfill(9), _base(part)) for part in listed(name))
    return family, rest, name


def initial(name: str) -> str:
    """The letter a name stands under in a list by family name, without its accent.

    >>> initial("Émile"), initial("Anna de Vries"), initial("Ёлкина"), initial("7")
    ('E', 'V', 'Е', '7')
    """
    return (sort_key(name)[0].lstrip("0") or "0")[0].upper()


def _base(text: str) -> str:
    return name_key(text.casefold().replace("й", "и\u04ff"))
