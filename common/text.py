"""Words and folding shared by every floor; pure, no Django.

The cores say what they mean as a template plus its parameters, so that an edge can translate the template.
`gettext_noop` marks such a template for `makemessages`, which knows the name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

_APOSTROPHES = str.maketrans("", "", "'’‘`´\"“”„")
_BREAKS = re.compile(r"[^\w?]+")
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


def fold(text: str) -> str:
    """The form in which names are compared: no case, accents, apostrophes, hyphens or double blanks.

    >>> fold("Wing-Commander  Razorfeather")
    'wing commander razorfeather'
    >>> fold("Lavar der Mächtige") == fold("lavar der machtige")
    True
    """
    lowered = text.casefold().translate(_LIGATURES).translate(_APOSTROPHES)
    decomposed = unicodedata.normalize("NFKD", lowered)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return _BREAKS.sub(" ", bare).strip()


def nearest(text: str, candidates: Iterable[str], *, limit: int = 3, cutoff: float = 0.55) -> list[str]:
    """The candidates most like `text`, best first; both sides are compared folded.

    >>> nearest("Flash the Incendary", ["Flash the Incendiary", "Catusan"])
    ['Flash the Incendiary']
    """
    wanted = fold(text)[:80]
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    scored: list[tuple[float, str]] = []
    for candidate in candidates:
        folded = fold(candidate)
        matcher.set_seq1(folded)
        bonus = 0.25 if len(wanted) >= 3 and wanted in folded else 0.0
        if matcher.real_quick_ratio() + bonus < cutoff or matcher.quick_ratio() + bonus < cutoff:
            continue
        score = matcher.ratio() + bonus
        if score >= cutoff:
            scored.append((score, candidate))
    scored.sort(key=lambda pair: (-pair[0], pair[1]))
    return list(dict.fromkeys(name for _, name in scored))[:limit]
