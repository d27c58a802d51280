"""Located JSON: reads files so that error messages can name the line; pure, no Django."""

import json
from collections.abc import Sequence
from json.decoder import JSONObject  # type: ignore[attr-defined]
from json.scanner import py_make_scanner  # type: ignore[attr-defined]
from typing import Any

from common.errors import Detail, Invalid
from common.json_depth import refuse_halves
from common.text import gettext_noop, nearest


class Located(dict[str, Any]):
    """A JSON object with the line (from 1) on which it begins."""

    line: int = 1


class _LocatingDecoder(json.JSONDecoder):
    def __init__(self) -> None:
        super().__init__()
        self.parse_object = self._located
        # Only the scanner in Python calls `parse_object`.
        self.scan_once = py_make_scanner(self)

    def _located(self, s_and_end: tuple[str, int], *rest: Any) -> tuple[Located, int]:
        value, end = JSONObject(s_and_end, *rest)
        located = Located(value)
        located.line = s_and_end[0].count("\n", 0, s_and_end[1]) + 1
        return located, end


def unreadable(line: int, template: str, **params: object) -> Invalid:
    """Return the error of an unreadable file, with the line as detail."""
    error = Invalid(template, params)
    error.details = (Detail(error.message, line=line),)
    return error


def read_object(data: bytes | str) -> Located:
    """Parse a file of one JSON object; raises `Invalid` with the line of a fault."""
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1 if isinstance(data, bytes) else 1
        raise unreadable(line, gettext_noop("The file must be UTF-8 text.")) from error
    try:
        refuse_halves(text)
        decoded = _LocatingDecoder().decode(text)
    except json.JSONDecodeError as error:
        template = gettext_noop("This isn’t valid JSON: %(reason)s (column %(column)s).")
        raise unreadable(error.lineno, template, reason=error.msg, column=error.colno) from error
    except (RecursionError, ValueError) as error:
        raise unreadable(
            1, gettext_noop("The file is nested too deeply or contains a number that’s too long.")
        ) from error
    if not isinstance(decoded, Located):
        raise unreadable(1, gettext_noop("The file must contain one JSON object, { … }."))
    return decoded


def only(located: Located, *known: str) -> Located:
    """Return the object; raises `Invalid` for an unknown field, with the line and the nearest known one."""
    for key in located:
        if key not in known:
            template = gettext_noop("“%(key)s” isn’t a valid field. Use one of these: %(known)s.")
            error = unreadable(located.line, template, key=key[:40], known=", ".join(known))
            error.details = (Detail(error.message, line=located.line, suggestions=tuple(nearest(key, known, limit=1))),)
            raise error
    return located


_NO_DEFAULT = object()


def checked_value(located: Located, key: str, kind: type | tuple[type, ...], default: Any = _NO_DEFAULT) -> Any:
    """Return a value of an object; raises `Invalid` if it is missing or of another type."""
    value = located.get(key, default)
    if value is _NO_DEFAULT:
        raise unreadable(located.line, gettext_noop("“%(wanted)s” is missing."), wanted=key)
    kinds = kind if isinstance(kind, tuple) else (kind,)
    # bool is a subclass of int in Python only.
    wrong = not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds)
    if wrong and value is not default:
        wanted = " / ".join(_WORDS[each] for each in kinds)
        raise unreadable(located.line, gettext_noop("“%(key)s” must be %(wanted)s."), key=key, wanted=wanted)
    return value


def objects(located: Located, key: str, default: Any = _NO_DEFAULT) -> Sequence[Located]:
    values = checked_value(located, key, list, default)
    if not all(isinstance(value, Located) for value in values):
        raise unreadable(located.line, gettext_noop("“%(key)s” must be a list of objects."), key=key)
    return list(values)


_WORDS: dict[type, str] = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    type(None): "null",
}
