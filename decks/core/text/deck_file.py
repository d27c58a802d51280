"""Deck file: decks with everything their owner wrote, as JSON of a published schema; read as a whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from common.errors import Detail, Invalid
from common.json_depth import JsonTooDeep, parse_json
from common.sentence_tables import sentences
from common.text import gettext_noop

if TYPE_CHECKING:
    from jsonschema import ValidationError

DECK_FILE_KIND, DECK_FILE_VERSION = "decks", 1
MAX_DECK_FILE_BYTES = 2_000_000  # bytes
MAX_FILE_ERRORS = 100  # errors reported at once
_DECK_FILE_SCHEMA_PATH = Path(__file__).with_name("deck_file.schema.json")

DeckData = Mapping[str, Any]  # one deck of a file


@cache
def deck_file_schema() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(_DECK_FILE_SCHEMA_PATH.read_text(encoding="utf-8"))
    return schema


def is_deck_file(text: str) -> bool:
    return '"ten-moons"' in text.lstrip("\ufeff \t\r\n")[:200]


def format_deck_file(decks: Sequence[DeckData], made: str) -> str:
    document = {"ten-moons": DECK_FILE_KIND, "version": DECK_FILE_VERSION, "made": made, "decks": decks}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def parse_deck_file(text: str) -> Sequence[DeckData]:
    """Return the decks of a file; raises `Invalid` with every error and its place."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_DECK_FILE_BYTES:
        raise Invalid(gettext_noop("The file is larger than %(limit)d bytes."), {"limit": MAX_DECK_FILE_BYTES})
    try:
        document = parse_json(text.lstrip("\ufeff"))
    except json.JSONDecodeError as error:
        template = gettext_noop("The file is damaged or incomplete at line %(line)d, column %(column)d.")
        params = {"line": error.lineno, "column": error.colno}
        raise Invalid(
            template, params, details=(Detail(template, line=error.lineno, column=error.colno, params=params),)
        ) from error
    except (JsonTooDeep, ValueError) as error:
        raise Invalid(gettext_noop("The file is nested too deeply or contains an invalid number.")) from error
    if not isinstance(document, dict) or document.get("ten-moons") != DECK_FILE_KIND:
        raise Invalid(gettext_noop("This isn’t a deck file from this site."))
    if isinstance(document.get("version"), int) and document["version"] > DECK_FILE_VERSION:
        template = gettext_noop(
            "The file has version %(version)d, but this site only reads up to version %(known)d. The site needs an "
            "update."
        )
        raise Invalid(template, {"version": document["version"], "known": DECK_FILE_VERSION})
    from jsonschema import Draft202012Validator  # importing it takes a twentieth of the site’s start

    faults = [_schema_error_detail(error) for error in Draft202012Validator(deck_file_schema()).iter_errors(document)]
    if faults:
        raise_deck_file_errors(sorted(faults, key=lambda fault: fault.field or ""))
    decks: Sequence[DeckData] = document["decks"]
    return decks


def raise_deck_file_errors(faults: Sequence[Detail]) -> None:
    """Raise `Invalid` for a file with these errors."""
    template = gettext_noop("Nothing was imported. Errors in the file: %(count)d.")
    raise Invalid(template, {"count": len(faults)}, details=tuple(faults[:MAX_FILE_ERRORS]))


_DECK_FILE_MESSAGES = sentences("decks", "deck_file")


def _schema_error_detail(error: ValidationError) -> Detail:
    wanted = error.validator_value
    if error.validator == "required":
        wanted = [name for name in error.validator_value if name not in error.instance]
    elif error.validator == "additionalProperties":
        wanted = [name for name in error.instance if name not in error.schema["properties"]]
    words = ", ".join(map(str, wanted)) if isinstance(wanted, list) else wanted
    params = {"wanted": str(words)[:200], "value": str(error.instance)[:60]}
    template = _DECK_FILE_MESSAGES.get(str(error.validator), gettext_noop("“%(value)s” isn’t allowed here."))
    return Detail(template, field=".".join(map(str, error.path)), params=params)
