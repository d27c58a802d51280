"""Text helpers: marking sentences for translation, folding names, finding similar names; pure, no Django.

The cores say what they mean as a template plus its parameters, so that an edge can translate the template.
`gettext_noop` marks such a template for `makemessages`, which knows the name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

from rapidfuzz import fuzz, process

_APOSTROPHES = str.maketrans("", "", "'’‘`´\"“”„")
_BREAKS = re.compile(r"[^\w?]+")
_MAX_NAME_LENGTH = 80
_CONTAINS = 0.25
_LIGATURES = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})


def gettext_noop(template: str) -> str:
    """Mark a template for translation and return it unchanged."""
    return template


class Counted(str):
    """A template that has a form for one and a form for many; the string itself is the form for many.

    `number` names the parameter that decides. Languages with more forms than English get theirs from the catalogue.
    """

    singular: str
    number: str

    def __new__(cls, singular: str, plural: str, number: str) -> Counted:
        """Both English forms and the name of the parameter that is counted."""
        made = super().__new__(cls, plural)
        made.singular, made.number = singular, number
        return made


def ngettext_noop(singular: str, plural: str, number: str) -> Counted:
    """Mark a counted template for translation; `makemessages` knows the name.

    >>> filled(ngettext_noop("%(n)d card", "%(n)d cards", "n"), {"n": 1})
    '1 card'
    """
    return Counted(singular, plural, number)


def filled(template: str, params: Mapping[str, object]) -> str:
    """The English sentence: the template in the form its number asks for, its places filled."""
    if isinstance(template, Counted) and params.get(template.number) == 1:
        return template.singular % params
    return template % params if params else template


def whole_number(text: str, *, most: int | None = None, digits: int = 15) -> int | None:
    """A text of at most so many ASCII digits as a number of at most `most`; None for every other text.

    >>> whole_number("012"), whole_number("-1"), whole_number("²"), whole_number("13", most=12)
    (12, None, None, None)
    """
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        return None
    number = int(text)
    return number if most is None or number <= most else None


def tidy_name(text: str, *, length: int = 120) -> str:
    r"""A name as it is kept: one line, no control characters, single blanks, cut to `length` characters.

    >>> tidy_name("  Roland\x00  of  Blue Moon ", length=9)
    'Roland of'
    """
    plain = "".join(letter for letter in " ".join(text.split()) if _writable(letter))
    return " ".join(" ".join(plain.split())[:length].split())


def _writable(letter: str) -> bool:
    return unicodedata.category(letter) not in {"Cc", "Cs"} and letter not in "\ufffe\uffff"


def fold(text: str) -> str:
    """The form in which names are compared: no case, accents, apostrophes, hyphens or double blanks.

    >>> fold("Wing-Commander  Razorfeather")
    'wing commander razorfeather'
    >>> fold("Lavar der Mächtige") == fold("lavar der machtige")
    True
    """
    return _folded(text) if len(text) <= _MAX_NAME_LENGTH else _fold(text)


def _fold(text: str) -> str:
    if text.isascii():
        return _BREAKS.sub(" ", text.lower().translate(_APOSTROPHES)).strip()
    lowered = text.casefold().translate(_LIGATURES).translate(_APOSTROPHES)
    decomposed = unicodedata.normalize("NFKD", lowered)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return _BREAKS.sub(" ", bare).strip()


# The names of the catalogue are folded again for every line that names no card.
_folded = lru_cache(maxsize=8192)(_fold)


def nearest(text: str, candidates: Iterable[str], *, limit: int = 3, cutoff: float = 0.6) -> list[str]:
    """The candidates most like `text`, best first; both sides are compared folded.

    Likeness is the share of letters that both have in the same order, from 0 to 1; a candidate that contains the text
    gets 0.25 more. Candidates below `cutoff` are left out.

    >>> nearest("Flash the Incendary", ["Flash the Incendiary", "Catusan"])
    ['Flash the Incendiary']
    """
    wanted = fold(text)[:_MAX_NAME_LENGTH]
    folded = {candidate: fold(candidate) for candidate in candidates}
    # Without the addition for containing it, a candidate may be below the cutoff by so much.
    lowest = 100 * (cutoff - _CONTAINS)
    scored: list[tuple[float, str]] = []
    for form, ratio, candidate in process.extract(wanted, folded, scorer=fuzz.ratio, score_cutoff=lowest, limit=None):
        score = ratio / 100 + (_CONTAINS if len(wanted) >= 3 and wanted in form else 0)
        if score >= cutoff:
            scored.append((-score, candidate))
    return [candidate for _score, candidate in sorted(scored)[:limit]]
