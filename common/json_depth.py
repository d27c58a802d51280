"""Nesting limit of JSON from outside, because the decoder fails on deep input with a RecursionError."""

import json
import re
from typing import Any

MAX_DEPTH = 32

# A string is skipped in one step, also one that never ends, so that the time is linear whatever is sent.
_TOKENS = re.compile(r'"(?:[^"\\]|\\.?)*+"?|[\[{]|[\]}]', re.DOTALL)


class TooDeep(ValueError):
    """The text nests arrays and objects deeper than MAX_DEPTH."""

    def __init__(self) -> None:
        super().__init__(f"nested deeper than {MAX_DEPTH} levels")


def depth_of(text: str) -> int:
    """How deep arrays and objects nest, strings left out; also for text that is no JSON.

    >>> [depth_of(text) for text in ('1', '[]', '{"a": [1]}', '"[[["', '[[[')]
    [0, 1, 2, 0, 3]
    """
    depth = deepest = 0
    for match in _TOKENS.finditer(text):
        first = match[0][0]
        if first in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in "]}":
            depth -= 1
    return deepest


def read_json(text: str) -> Any:
    """The value of a JSON text; raises `TooDeep`, else ValueError for what is no JSON (NaN and infinity included)."""
    if depth_of(text) > MAX_DEPTH:
        raise TooDeep
    return json.loads(text, parse_constant=_refuse)


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")
