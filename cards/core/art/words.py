"""Words of names that become a motif of the picture, such as Storm and Bear."""

import csv
import re
from functools import lru_cache
from pathlib import Path

from common.text import fold

_LETTERS = re.compile(r"[^\W\d_]+")
# `words.csv`: beginnings of words, folded, and their motif; the first match decides. `~` matches within words.
with Path(__file__).with_suffix(".csv").open(encoding="utf-8", newline="") as _file:
    _PARTS = tuple(
        (part.removeprefix("~"), part.startswith("~"), row["motif"])
        for row in csv.DictReader(_file)
        for part in row["beginnings"].split()
    )
_SHORT_WORD_LENGTH = 3  # letters; shorter entries must match a whole word, so that a Cataclysm isn’t a cat


@lru_cache(maxsize=4096)
def motif_for_name(name: str) -> str:
    """Return the motif for a name; empty if none of its words has one.

    >>> motif_for_name("Swirling Snow Storm"), motif_for_name("Young Bear"), motif_for_name("Bashdin")
    ('snow', 'bear', '')
    """
    words = _LETTERS.findall(fold(name))
    return next(
        (motif for part, within, motif in _PARTS if any(_matches_word_part(part, word, within) for word in words)), ""
    )


def _matches_word_part(part: str, word: str, within: bool) -> bool:
    if within:
        return part in word
    return word == part or (len(part) > _SHORT_WORD_LENGTH and word.startswith(part))
