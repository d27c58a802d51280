"""JSON from outside: limits on input that the decoder fails on, or decodes although nothing can store it."""

import json
import re
from collections.abc import Callable
from typing import Any

MAX_JSON_DEPTH = 32

# Skip a string in one step, even an unterminated one, so that the time is linear for any input.
_JSON_TOKENS = re.compile(r'"(?:[^"\\]|\\.?)*+"?|[\[{]|[\]}]', re.DOTALL)
# Half a character: it can’t be stored, or repeated in a response. Doubled backslashes are skipped.
_LONE_SURROGATE = re.compile(
    r"\\[^u]|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(?P<half>\\ud[89a-f][0-9a-f]{2}|[\ud800-\udfff])", re.IGNORECASE
)


class JsonTooDeep(ValueError):
    """The text nests arrays and objects deeper than `MAX_JSON_DEPTH`."""

    def __init__(self) -> None:
        super().__init__(f"nested deeper than {MAX_JSON_DEPTH} levels")


def json_depth(text: str) -> int:
    """Return how deep arrays and objects nest outside of strings; also for text that is not JSON.

    >>> [json_depth(text) for text in ('1', '[]', '{"a": [1]}', '"[[["', '[[[')]
    [0, 1, 2, 0, 3]
    """
    depth = deepest = 0
    for match in _JSON_TOKENS.finditer(text):
        first = match[0][0]
        if first in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in "]}":
            depth -= 1
    return deepest


def refuse_lone_surrogates(text: str) -> None:
    """Raise `JSONDecodeError` at the first lone surrogate, escaped or not."""
    if not text.isascii() or "\\ud" in text.lower():
        for match in _LONE_SURROGATE.finditer(text):
            if match["half"]:
                raise json.JSONDecodeError("a text has half a character", text, match.start())


def parse_json(text: str, pairs: Callable[[list[tuple[str, Any]]], Any] | None = None) -> Any:
    """Parse JSON; raises `JsonTooDeep`, or ValueError for invalid JSON (including NaN and infinity)."""
    if json_depth(text) > MAX_JSON_DEPTH:
        raise JsonTooDeep
    refuse_lone_surrogates(text)
    return json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=pairs)


def _refuse_constant(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")
