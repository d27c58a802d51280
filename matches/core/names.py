"""Names of players, groups and seasons: validation, comparison, sorting; pure."""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from common.errors import Conflict, Detail, Invalid
from common.text import fold, gettext_noop, nearest, remove_invisible

NAME_LENGTH = 60
MAX_VENUE_LENGTH = 120
MAX_ABOUT_LENGTH = 2000
# Two names with at least this similarity (`common.text.nearest`) may be spellings of the same name.
_MIN_NAME_SIMILARITY = 0.75
_MIN_SIMILARITY_IN_LIST = 0.85
_JOINERS = re.compile("[\u200c\u200d]")
_DIGITS = re.compile(r"\d+")
NOT_LISTED = gettext_noop("“%(name)s” isn’t on the list, but %(near)s is. Is it the same player?")


def clean_name(text: str, *, length: int = NAME_LENGTH) -> str:
    """Return a name without extra blanks and invisible characters; raises `Invalid` if empty, long or several lines.

    >>> clean_name("  Roland   of  Blue Moon "), clean_name("A\u034fda")
    ('Roland of Blue Moon', 'Ada')
    """
    name = " ".join(remove_invisible(text).split())
    if all(unicodedata.category(letter)[0] in "MZC" for letter in name):
        raise Invalid(gettext_noop("A name is missing."))
    if len(name) > length or not _JOINERS.sub("", name).isprintable() or len(text.strip().splitlines()) > 1:
        raise Invalid(
            gettext_noop("A name can have at most %(length)s characters and no control characters."), {"length": length}
        )
    return name


def clean_line(text: str, *, length: int, template: str, field: str) -> str:
    """Return a text on one line; raises `Invalid` with this template if it is too long or has control characters."""
    line = " ".join(text.split())
    if len(line) > length or not line.isprintable():
        raise Invalid(template, {"length": length, "most": length}, field=field)
    return line


def clean_text(text: str, *, length: int, field: str = "") -> str:
    """Return a text of several lines without blanks around it; raises `Invalid` if it is too long."""
    tidied = text.replace("\x00", "").replace("\r\n", "\n").strip()
    if len(tidied) > length:
        raise Invalid(gettext_noop("Use at most %(limit)d characters."), {"limit": length}, field=field)
    return tidied


def name_key(name: str) -> str:
    """Return the form in which names are compared: folded, or unchanged if folding leaves nothing.

    >>> name_key("Zoë") == name_key("zoe"), name_key("🐉")
    (True, '🐉')
    """
    return fold(name) or name


def is_same(a: str, b: str) -> bool:
    return name_key(a) == name_key(b)


def similar_names(
    name: str, names: Iterable[str], *, cutoff: float = _MIN_NAME_SIMILARITY, limit: int = 3
) -> tuple[str, ...]:
    """Return up to `limit` names that may be other spellings of `name`, with the same digits; none if it is listed.

    >>> similar_names("Klara W.", ["Klara Weiß", "Ben Ott"]), similar_names("klara weiss", ["Klara Weiß"])
    (('Klara Weiß',), ())
    """
    every = list(names)
    if any(is_same(name, other) for other in every):
        return ()
    numbers = _DIGITS.findall(name)
    return tuple(
        nearest(name, (each for each in every if _DIGITS.findall(each) == numbers), limit=limit, cutoff=cutoff)
    )


def possible_duplicate_names(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return up to three names that may be the same person’s. Every word must be similar: siblings share only one word.

    A typing mistake rarely changes the first letter of a word, so words with different first letters are not similar.

    >>> possible_duplicate_names("Ben Ott", ["Benn Ott", "Jan Ott"]), possible_duplicate_names("Jo Jans", ["Jo Hans"])
    (('Benn Ott',), ())
    """
    similar = similar_names(name, names, cutoff=_MIN_SIMILARITY_IN_LIST, limit=20)
    return tuple(other for other in similar if _is_similar_word_by_word(name.split(), other.split()))[:3]


def _is_similar_word_by_word(words: Sequence[str], others: Sequence[str]) -> bool:
    pairs = zip(words, others, strict=False)
    return all(
        fold(a)[:1] == fold(b)[:1] and bool(len(words) != len(others) or nearest(a, [b], cutoff=_MIN_NAME_SIMILARITY))
        for a, b in pairs
    )


def require_distinct(wanted: str | Sequence[str], names: Iterable[str]) -> None:
    """Raise `Conflict` if a name in `wanted` is similar to some of `names`; its detail suggests the similar names."""
    known, is_single = list(names), isinstance(wanted, str)
    details = tuple(
        Detail(
            NOT_LISTED,
            field="name" if is_single else f"names.{index}",
            suggestions=similar,
            params={"name": name, "near": others},
        )
        for index, name in enumerate([wanted] if isinstance(wanted, str) else wanted)
        if (similar := similar_names(name, known)) and (others := ", ".join(similar))
    )
    if details:
        raise Conflict(NOT_LISTED, details[0].params or {}, details=details)


_FAMILY_NAME = re.compile(r"[^\W\d_][\w'’‘-]+")
# What can follow a family name: a Roman numeral, Jr, Sr, or words in brackets.
_NAME_SUFFIX = re.compile(r"(?:\s+(?:\([^()]*\)|[IVX]+|[JS]r\.?))+$")


def split_family_name(name: str) -> tuple[str, str]:
    """Split a name into family name and rest, to list it by family name; the rest of a single word is empty.

    Particles and suffixes go to the rest, as in German and Dutch lists. A name that does not end in a word, such as
    `Player 7` or `Anna B.`, is not split.

    >>> split_family_name("Anna de Vries"), split_family_name("Roland"), split_family_name("Player 7")
    (('Vries', 'Anna de'), ('Roland', ''), ('Player 7', ''))
    >>> split_family_name("Jan Ott III"), split_family_name("Otto Lang (sub Jan)"), split_family_name("Anna X")
    (('Ott', 'Jan III'), ('Lang', 'Otto (sub Jan)'), ('Anna X', ''))
    """
    suffix = match[0] if (match := _NAME_SUFFIX.search(name)) else ""
    first, _blank, last = name.removesuffix(suffix).rpartition(" ")
    return (last, f"{first}{suffix}") if first and _FAMILY_NAME.fullmatch(last) else (name, "")


def family_name_sort_key(name: str) -> tuple[str, str, str]:
    """Return the key to sort by family name: accents decide only ties, numbers count as numbers, `й` follows `и`.

    >>> sorted(["Émile", "Zoë", "Player 10", "Player 9", "Anna Engel"], key=name_sort_key)
    ['Émile', 'Anna Engel', 'Player 9', 'Player 10', 'Zoë']
    """
    family, rest = (
        _DIGITS.sub(lambda digits: digits[0].zfill(9), _base_letters(part)) for part in split_family_name(name)
    )
    return family, rest, name


def initial_letter(name: str) -> str:
    """Return the letter without accent that a name is listed under.

    >>> initial_letter("Émile"), initial_letter("Anna de Vries"), initial_letter("Ёлкина"), initial_letter("7")
    ('E', 'V', 'Е', '7')
    """
    return (family_name_sort_key(name)[0].lstrip("0") or "0")[0].upper()


def _base_letters(text: str) -> str:
    return name_key(text.casefold().replace("й", "и\u04ff"))
