"""Text helpers: marking sentences for translation, folding names, finding similar names; pure, no Django.

The cores return a template and its parameters, so that pages and API can translate the template. `gettext_noop` marks
such a template; `makemessages` knows this name.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

_APOSTROPHES = str.maketrans("", "", "'’‘ʼ′`´\"“”„")
_WORD_BREAKS = re.compile(r"[^\w?]+")
_MAX_NAME_LENGTH = 80
_CONTAINS_BONUS = 0.25
# Invisible characters, by which names can differ while they look the same. Not among them: joiner and selector of emoji
# after a symbol, and joiners between letters of scripts that need them.
_INVISIBLE_CHARACTERS = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800"
    "\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
    "|(?<![\u00a9\u00ae\u203c-\u3299\ufe0f\u0600-\u08ff\u0900-\u0dff\U0001f000-\U0001faff])[\u200d\ufe0f]"
    "|(?<![\u0600-\u08ff\u0900-\u0dff])\u200c|\u200c(?![\u0600-\u08ff\u0900-\u0dff])"
)
RIGHT_TO_LEFT_LETTERS = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc"
_RIGHT_TO_LEFT = re.compile(f"[{RIGHT_TO_LEFT_LETTERS}]")
_LIGATURES = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d"})


def gettext_noop(template: str) -> str:
    return template


def isolate(value: object) -> object:
    """Isolate a text with right-to-left letters, so that it doesn’t reverse the text beside it, such as a score.

    >>> isolate("Ben"), ascii(isolate("\u05d3\u05d5\u05d3")), isolate(3)
    ('Ben', "'\\\\u2068\\\\u05d3\\\\u05d5\\\\u05d3\\\\u2069'", 3)
    """
    return f"\u2068{value}\u2069" if isinstance(value, str) and _RIGHT_TO_LEFT.search(value) else value


def fill_template(template: str, params: Mapping[str, object]) -> str:
    return template % {name: isolate(part) for name, part in params.items()} if params else template


def parse_whole_number(text: str, *, maximum: int | None = None, digits: int = 15) -> int | None:
    """Parse ASCII digits; None for more than `digits` of them, above `maximum`, or anything else.

    >>> parse_whole_number("012"), parse_whole_number("-1"), parse_whole_number("²"), parse_whole_number("13", most=12)
    (12, None, None, None)
    """
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        return None
    number = int(text)
    return number if maximum is None or number <= maximum else None


def remove_invisible(text: str) -> str:
    """Remove invisible characters.

    >>> remove_invisible("A\u034fd\u3164a\u200d"), remove_invisible("\u2764\ufe0f") == "\u2764\ufe0f"
    ('Ada', True)
    """
    return text if text.isascii() else _INVISIBLE_CHARACTERS.sub("", text)


def tidy_name(text: str, *, length: int = 120) -> str:
    """Normalise a name to one line of visible characters with single spaces, at most `length` long.

    >>> tidy_name("  Roland\\x00  of  Blue Moon ", length=9)
    'Roland of'
    """
    plain = " ".join(remove_invisible(text).split())
    if not plain.isprintable():
        plain = "".join(letter for letter in plain if unicodedata.category(letter) not in {"Cc", "Cs"})
        plain = plain.replace("\ufffe", "").replace("\uffff", "")
    return " ".join(" ".join(plain.split())[:length].split())


def has_control_characters(text: str) -> bool:
    """Return whether a text has control characters; a line break is one."""
    return not text.isprintable() and any(unicodedata.category(letter) == "Cc" for letter in text)


def fold(text: str) -> str:
    """Return the form in which names are compared: no case, accents, apostrophes, hyphens or double blanks.

    >>> fold("Wing-Commander  Razorfeather")
    'wing commander razorfeather'
    >>> fold("Lavar der Mächtige") == fold("lavar der machtige")
    True
    """
    return _fold_cached(text) if len(text) <= _MAX_NAME_LENGTH else _fold_uncached(text)


def _fold_uncached(text: str) -> str:
    if text.isascii():
        return _WORD_BREAKS.sub(" ", text.lower().translate(_APOSTROPHES)).strip()
    lowered = text.casefold().translate(_LIGATURES).translate(_APOSTROPHES)
    decomposed = unicodedata.normalize("NFKD", lowered)
    bare = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    return _WORD_BREAKS.sub(" ", bare).strip()


# Cached, because every search and every line of a list folds the same names again.
_fold_cached = lru_cache(maxsize=8192)(_fold_uncached)


def nearest(text: str, candidates: Iterable[str], *, limit: int = 3, cutoff: float = 0.6) -> list[str]:
    """Return the candidates most like `text`, best first; both are folded before comparing.

    Likeness is the share of letters that both have in the same order, from 0 to 1; a candidate that contains the text
    gets 0.25 more. Candidates below `cutoff` are left out.

    >>> nearest("Flash the Incendary", ["Flash the Incendiary", "Catusan"])
    ['Flash the Incendiary']
    """
    return nearest_folded_names(text, {name: fold(name) for name in candidates}, limit=limit, cutoff=cutoff)


def nearest_folded_names(text: str, folded: Mapping[str, str], *, limit: int = 3, cutoff: float = 0.6) -> list[str]:
    from rapidfuzz import fuzz, process  # slow to import, and most processes never compare names

    wanted = fold(text)[:_MAX_NAME_LENGTH]
    # How far a candidate may be below the cutoff before the bonus for containing the text.
    lowest = 100 * (cutoff - _CONTAINS_BONUS)
    scored: list[tuple[float, str]] = []
    for form, ratio, candidate in process.extract(wanted, folded, scorer=fuzz.ratio, score_cutoff=lowest, limit=None):
        score = ratio / 100 + (_CONTAINS_BONUS if len(wanted) >= 3 and wanted in form else 0)
        if score >= cutoff:
            scored.append((-score, candidate))
    return [candidate for _score, candidate in sorted(scored)[:limit]]
