"""The description of the API: adds to the generated one who may call an operation, its errors, descriptions and
examples.

`complete_description` is a postprocessing hook of drf-spectacular. What isn’t in the code is in `description.toml` and
`introduction.md`. Descriptions of fields are in `field_descriptions.csv` unless the serializer has one; a line
`Schema.field` takes precedence over `field`.
"""

import csv
import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from accounts.scopes import ANY_TOKEN, scope_for_path
from cards.core.facts import FAMILIES, IconKind
from common.api.error_codes import ERROR_CODES, PROBLEM_TYPE, error_body
from decks.core.legality import FamilyRule
from drafts.core.engine.setup import LastDealDirection, PassingMode
from drafts.core.engine.sharing import Sharing
from drafts.models import Draft, PaperTable
from matches.core.companion import NoteKind
from matches.core.scoring import GameEnd
from matches.core.scoring.power import Element
from matches.core.tournament.rules import API_FORMATS
from matches.models import Event, JudgeNote, Role, Round
from matches.models.matches import GameCorrection
from matches.models.notices import WebhookNotice
from tenmoons.api.examples import ExampleMaker
from tenmoons.api.middleware import DEPRECATED

GAME_KEYS = ("bluemoon", "cthulhu")
EDITIONS = ("first", "legends", "both", "lcg", "unknown")
_SIDES = ("a", "b")
_SIDES_OR_NONE = ("", *_SIDES)


def _enum_values(kind: type[Enum]) -> tuple[str, ...]:
    return tuple(str(member.value) for member in kind)


_VERDICTS = ("", "legal", "illegal", "unknown")

# By `Schema.field`; `*.field` applies to every schema without a line of its own.
ENUMS_BY_FIELD: Mapping[str, Sequence[str]] = {
    "*.game": GAME_KEYS,
    "Companion.side": _SIDES_OR_NONE,
    "Companion.starter": _SIDES_OR_NONE,
    "Companion.first_starter": _SIDES_OR_NONE,
    "Companion.winner": _SIDES_OR_NONE,
    "Game.winner": _SIDES_OR_NONE,
    "Report.winner": _SIDES_OR_NONE,
    "Settle.winner": _SIDES_OR_NONE,
    "Dispute.winner": _SIDES_OR_NONE,
    "Match.winner": _SIDES,
    "*.side": _SIDES,
    "*.ended": _enum_values(GameEnd),
    "*.step8": _enum_values(LastDealDirection),
    "*.flow": _enum_values(PassingMode),
    "*.sharing": _enum_values(Sharing),
    "Draft.status": tuple(Draft.Status.values),
    "DraftLine.status": tuple(Draft.Status.values),
    "PlaceRequest.status": ("asks", "waits", "refused"),
    "PublicDeck.status": ("legal", "illegal", "unknown"),
    "Pod.status": tuple(Draft.Status.values),
    "PaperTable.status": tuple(PaperTable.Status.values),
    "PaperLine.status": tuple(PaperTable.Status.values),
    "EventLine.format": tuple(API_FORMATS),
    "CalendarEvent.format": tuple(API_FORMATS),
    "EventLine.status": tuple(Event.Status.values),
    "Entrant.deck_verdict": _VERDICTS,
    "HandedIn.verdict": _VERDICTS,
    "ErrorBody.code": tuple(ERROR_CODES),
    "Helper.kind": tuple(Role.Kind.values),
    "History.kind": tuple(GameCorrection.Kind.values),
    "Note.kind": tuple(JudgeNote.Kind.values),
    "NewNote.kind": tuple(JudgeNote.Kind.values),
    "NoteRequest.kind": _enum_values(NoteKind),
    "Notice.status": tuple(WebhookNotice.State.values),
    "Round.stage": tuple(Round.Stage.values),
    "Played.stage": tuple(Round.Stage.values),
    "Round.status": tuple(Round.Status.values),
    "Played.outcome": ("won", "lost", "drawn", "bye", "open"),
    "Table.status": ("open", "claimed", "disputed", "done", "bye"),
    "RulingDetail.edition": EDITIONS,
    "Ruling.edition": EDITIONS,
    "Icon.kind": _enum_values(IconKind),
    "PowerQuestion.element": _enum_values(Element),
    "Card.family": ("", *FAMILIES),
    "Deck.family": ("", *FAMILIES),
    "Deck.family_rule": _enum_values(FamilyRule),
}


HTTP_METHODS = ("get", "post", "put", "patch", "delete")
SEAT_HEADER = "X-Seat-Token"
SecurityRequirement = dict[str, list[str]]
NOBODY: SecurityRequirement = {}
TOKEN_SECURITY: SecurityRequirement = {"token": []}
SESSION_SECURITY: SecurityRequirement = {"session": []}
SEAT_SECURITY: SecurityRequirement = {"seat": []}
API_TEXTS: Mapping[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
OPERATIONS: Mapping[str, frozenset[str]] = {kind: frozenset(names) for kind, names in API_TEXTS["operations"].items()}
_INTRODUCTION_FILE = Path(__file__).with_name("introduction.md")
FIELD_DESCRIPTIONS_FILE = Path(__file__).with_name("field_descriptions.csv")
EXAMPLES_FILE = Path(__file__).with_name("examples.json")
JsonObject = dict[str, Any]


def complete_description(result: JsonObject, generator: Any, request: Any, public: bool) -> JsonObject:
    """Complete the generated description; called once whenever it is made."""
    schemas: JsonObject = result["components"]["schemas"]
    for name, schema in schemas.items():
        _complete_schema(name, schema, schemas)
    result["info"]["description"] = _introduction_markdown()
    result["tags"] = [{"name": name, "description": text} for name, text in API_TEXTS["tags"].items()]
    result["components"]["securitySchemes"] = deepcopy(API_TEXTS["security"])
    result["components"]["securitySchemes"]["session"]["name"] = settings.SESSION_COOKIE_NAME
    result["components"]["headers"] = API_TEXTS["headers"]
    result["components"]["responses"] = {code: _error_response_schema(code) for code in ERROR_CODES}
    result["components"]["responses"]["not_modified"] = {
        "description": "Nothing has changed since the state in `If-None-Match`.",
        "headers": _response_headers(*_LIMIT_HEADERS, "ETag"),
    }
    examples = ExampleMaker(schemas, field_descriptions())
    for path, method, operation in api_operations(result):
        _complete_operation(path, method, operation, examples)
    result["components"]["parameters"] = _extract_shared_parameters(
        [api_operation for _path, _method, api_operation in api_operations(result)]
    )
    for name, schema in schemas.items():
        _move_defaults_to_descriptions(name, schema)
    for name in ("BlankEnum", "NullEnum"):
        schemas.pop(name, None)
    return result


def _extract_shared_parameters(operations: Sequence[JsonObject]) -> JsonObject:
    """Replace shared parameters by references and return them; of each name, only the most common version."""
    times = Counter(
        json.dumps(parameter, sort_keys=True) for operation in operations for parameter in operation["parameters"]
    )
    shared: JsonObject = {}
    for text, count in times.most_common():
        if count > 1:
            shared.setdefault(json.loads(text)["name"], json.loads(text))
    for operation in operations:
        operation["parameters"] = [
            {"$ref": f"#/components/parameters/{parameter['name']}"}
            if parameter == shared.get(parameter["name"])
            else parameter
            for parameter in operation["parameters"]
        ]
    return shared


def _introduction_markdown() -> str:
    rows = "\n".join(f"| `{code}` | {status} | {meaning} |" for code, (status, meaning) in ERROR_CODES.items())
    return f"{_INTRODUCTION_FILE.read_text(encoding='utf-8')}\n| code | status | when |\n|---|---|---|\n{rows}\n"


def api_operations(result: Mapping[str, Any]) -> Iterator[tuple[str, str, JsonObject]]:
    for path, methods in result["paths"].items():
        for method in HTTP_METHODS:
            if method in methods:
                yield path, method, methods[method]


@cache
def field_descriptions() -> Mapping[str, tuple[str, Any]]:
    """Return description and example by field, or by `Schema.field`; the example is None if there is none."""
    with FIELD_DESCRIPTIONS_FILE.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {row["field"]: (row["description"], _parse_example(row["example"])) for row in rows}


@cache
def recorded_examples() -> Mapping[str, JsonObject]:
    """Return recorded requests and responses by operation (`tests.site.api.examples`)."""
    examples: Mapping[str, JsonObject] = json.loads(EXAMPLES_FILE.read_text(encoding="utf-8"))
    return examples


def _add_example(operation: JsonObject, part: str, content: JsonObject) -> None:
    """Add the recorded body, or the recorded response of a status, to its media type."""
    recorded = recorded_examples().get(operation["operationId"], {})
    for kind, media in content.items():
        if part in recorded and ("json" in kind) is not isinstance(recorded[part], str):
            media["example"] = recorded[part]


def _parse_example(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text


def field_description(schema: str, field: str) -> str:
    """Return the description of a field from the table; "" if it has none."""
    for key in (f"{schema}.{field}", f"{schema.removeprefix('Patched').removesuffix('Request')}.{field}", field):
        if key in field_descriptions():
            return field_descriptions()[key][0]
    return ""


def _complete_schema(name: str, schema: JsonObject, schemas: JsonObject) -> None:
    for field, described in schema.get("properties", {}).items():
        _simplify_field(described, schemas)
        if "description" not in described and (text := field_description(name, field)):
            if "$ref" in described:
                described["allOf"] = [{"$ref": described.pop("$ref")}]
            described["description"] = text
        enum = next(
            (
                ENUMS_BY_FIELD[key]
                for key in (f"{name}.{field}", f"{name.removesuffix('Request')}.{field}", f"*.{field}")
                if key in ENUMS_BY_FIELD
            ),
            None,
        )
        if enum is not None and described.get("type") == "string" and "enum" not in described:
            described["enum"] = [*enum, None] if described.get("nullable") else list(enum)
    schema.setdefault("description", "One of these values." if "enum" in schema else "A page of a list.")


def _simplify_field(described: JsonObject, schemas: JsonObject) -> None:
    """Simplify a field for client generators: enums with their empty value, times of day as text."""
    parts = [str(part.get("$ref", "")).rpartition("/")[2] for part in described.get("oneOf", ())]
    if {"BlankEnum", "NullEnum"} & set(parts):
        del described["oneOf"]
        described |= {"type": "string", "enum": [value for part in parts for value in schemas[part]["enum"]]}
    if described.get("format") == "time":  # JSON’s time format has seconds
        described["pattern"] = "^[0-9]{2}:[0-9]{2}$"
        del described["format"]


def _move_defaults_to_descriptions(name: str, schema: JsonObject) -> None:
    """Move defaults of requests to descriptions: generated clients require such fields, or send them with a PATCH."""
    if not name.endswith("Request"):
        return
    for described in schema.get("properties", {}).values():
        default = described.pop("default", None)
        if default and not name.startswith("Patched"):
            described["description"] += f" Default: `{json.dumps(default, ensure_ascii=False)}`."


def _complete_operation(path: str, method: str, operation: JsonObject, examples: ExampleMaker) -> None:
    about = " ".join(str(operation.pop("description", "")).split()).replace("'", "’")
    operation.setdefault("summary", about.split(". ")[0].split("; ")[0].split(": ")[0].rstrip("."))
    if about.rstrip(".") not in ("", operation["summary"]):
        operation["description"] = about
    if gone := DEPRECATED.get(operation["operationId"]):
        text = "Deprecated since {since}. Use `{instead}`. It works at least until {until}."
        operation |= {"deprecated": True, "description": text.format(**gone)}
    operation["security"] = _security_of_operation(path, method, operation)
    for parameter in operation.get("parameters", ()):
        if not parameter.get("description"):
            parameter["description"] = field_description("", parameter["name"])
    operation["parameters"] = [
        parameter for parameter in operation.get("parameters", ()) if parameter["name"] != SEAT_HEADER
    ]
    operation["parameters"].sort(key=lambda parameter: path.find(f"{{{parameter['name']}}}"))
    operation["parameters"] += _header_parameters(method, operation)
    _complete_responses(path, method, operation, examples)
    if "requestBody" in operation:
        operation["requestBody"]["required"] = True
        _add_example(operation, "request", operation["requestBody"]["content"])
        examples.add_example(operation["requestBody"]["content"])


def _security_of_operation(path: str, method: str, operation: JsonObject) -> list[JsonObject]:
    """Return the security of an operation: `{}` stands for anonymous requests."""
    seats = any(parameter["name"] == SEAT_HEADER for parameter in operation.get("parameters", ()))
    name = operation["operationId"]
    is_open = name not in OPERATIONS["closed_reads"] if method == "get" else name in OPERATIONS["open_writes"]
    area = scope_for_path(path)
    if area == "":
        return [NOBODY]
    lent: SecurityRequirement = {"oauth": ["read"] if method == "get" else [] if area in (None, ANY_TOKEN) else [area]}
    return [*([NOBODY] if is_open else []), TOKEN_SECURITY, lent, SESSION_SECURITY, *([SEAT_SECURITY] if seats else [])]


def _header_parameters(method: str, operation: JsonObject) -> list[JsonObject]:
    """Headers without examples: the interactive page would send each of them, and get an error."""
    parameters = []
    if method == "get":
        parameters.append(("If-None-Match", "The `ETag` of your copy. 304 if nothing has changed."))
    if operation["operationId"] in OPERATIONS["with_version"]:
        parameters.append(("If-Match", "The `ETag` of what you read. Replaces `version` in the body."))
    if operation["operationId"] in OPERATIONS["with_if_match"]:
        parameters.append(("If-Match", "The `ETag` of what you read. It is only deleted if unchanged."))
    if method == "post":
        parameters.append(
            ("Idempotency-Key", "1 to 200 ASCII characters. The same key within a day has no second effect.")
        )
    return [
        {"name": name, "in": "header", "required": False, "description": text, "schema": {"type": "string"}}
        for name, text in parameters
    ]


def _complete_responses(path: str, method: str, operation: JsonObject, examples: ExampleMaker) -> None:
    answers: JsonObject = operation["responses"]
    for number in _error_statuses_of(path, method, operation):
        code = next(code for code, (status, _meaning) in ERROR_CODES.items() if status == number)
        answers.setdefault(str(number), {"$ref": f"#/components/responses/{code}"})
    if method == "get":
        answers.setdefault("304", {"$ref": "#/components/responses/not_modified"})
    for status, answer in answers.items():
        if "$ref" in answer:
            continue
        etag = ["ETag"] if method == "get" and status == "200" else []
        goes = ["Deprecation", "Sunset"] if operation.get("deprecated") else []
        headers = ["Preference-Applied"] if any(each["name"] == "Prefer" for each in operation["parameters"]) else []
        answer["headers"] = _response_headers(
            *_LIMIT_HEADERS, *etag, *goes, *headers, *(["Location"] if status == "201" else [])
        )
        if status < "300":
            answer["description"] = answer.get("description") or _MEANINGS.get(status, "Done.")
            _add_example(operation, status, answer.get("content", {}))
            examples.add_example(answer.get("content", {}))
    operation["responses"] = dict(sorted(answers.items()))


def _response_headers(*names: str) -> JsonObject:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _error_statuses_of(path: str, method: str, operation: JsonObject) -> list[int]:
    writes, has_body = method != "get", "requestBody" in operation
    public = operation["security"] == [NOBODY]
    statuses = [400, 401, 406, 429, 503]  # 400: an unknown parameter
    statuses += [403] if not public else []
    named = "{" in path or operation["operationId"] in OPERATIONS["named_reads"]
    statuses += (
        [404] if named or any(parameter["name"] == "page" for parameter in operation["parameters"]) or writes else []
    )
    statuses += [409] if writes or operation["operationId"] in OPERATIONS["early_reads"] else []
    statuses += [412] if operation["operationId"] in OPERATIONS["with_version"] | OPERATIONS["with_if_match"] else []
    statuses += [413, 415] if has_body or writes else []
    return statuses + ([422] if method == "post" else [])


_MEANINGS = {"200": "The current state.", "201": "Created. `Location` has its URL.", "204": "Done. The body is empty."}
_LIMIT_HEADERS = ("RateLimit", "RateLimit-Policy")


def _error_response_schema(code: str) -> JsonObject:
    status, meaning = ERROR_CODES[code]
    example = error_body(code, f"{meaning[0].upper()}{meaning[1:]}.".replace("`", ""))
    schema = {"$ref": "#/components/schemas/Error"}
    return {
        "description": f"`{code}`: {meaning}.",
        "headers": _response_headers(*_LIMIT_HEADERS, *(["Retry-After"] if status in (429, 503) else [])),
        "content": {PROBLEM_TYPE: {"schema": schema, "example": example}},
    }
