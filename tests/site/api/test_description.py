"""The description of the API covers every operation, and is true."""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Iterator, Mapping
from datetime import timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import get_resolver
from jsonschema import Draft4Validator

from accounts.scopes import scope_for_path
from common.api.error_codes import ERROR_CODES, PROBLEM_TYPE
from tenmoons.api.description import HTTP_METHODS, OPERATIONS, api_operations, field_descriptions
from tenmoons.api.middleware import DEPRECATED
from tests.access.walk import TABLE
from tests.site.api.description import described

# One process builds the description, for these tests and for others of their group.
pytestmark = pytest.mark.xdist_group("description")


@cache
def every_operation() -> list[tuple[str, Mapping[str, Any]]]:
    """Return method and path, and what is documented of it."""
    return [(f"{method.upper()} {path}", operation) for path, method, operation in api_operations(described())]


def _answers(operation: Mapping[str, Any]) -> dict[str, Any]:
    """Return the answers of an operation by status; those that all operations share are under `components`."""
    shared = described()["components"]["responses"]
    answers = operation["responses"].items()
    return {status: shared[said["$ref"].rpartition("/")[2]] if "$ref" in said else said for status, said in answers}


def _fields() -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, schema in described()["components"]["schemas"].items():
        for field, field_schema in schema.get("properties", {}).items():
            yield f"{name}.{field}", field_schema


def test_every_operation_says_what_it_does() -> None:
    assert [name for name, op in every_operation() if not op.get("summary")] == []
    twice = [name for name, op in every_operation() if op.get("description", "").rstrip(".") == op["summary"]]
    assert twice == []
    long = [op["summary"] for _name, op in every_operation() if len(op["summary"]) > 100]
    assert long == []


def test_operations_and_schemas_are_named_alike() -> None:
    ends = {"put": ("_save", "_renew_links", "_like", "_hand_over"), "patch": ("_change",)}
    methods = {"list": "get", "read": "get", "create": "post", "save": "put", "change": "patch", "delete": "delete"}
    wrong = []
    for path, method, operation in api_operations(described()):
        name, paged = operation["operationId"], any(one["name"] == "page_size" for one in operation["parameters"])
        fitting = methods.get(name.rpartition("_")[2], method) == method and name.endswith(ends.get(method, ""))
        other = {"add", "edit", "get", "new", "put", "remove", "retrieve", "update"} & set(name.split("_"))
        if paged != name.endswith("_list") or not fitting or other:
            wrong.append(f"{method.upper()} {path}: {name}")
    assert wrong == []
    bad = re.compile(r"(Answer|Input|Serializer|RequestRequest)$|^(Blank(?!Enum)|Me|To|What|By|State|Kind)Enum$")
    assert [name for name in described()["components"]["schemas"] if bad.search(name)] == []


def test_one_word_for_one_thing() -> None:
    """`docs/domain-model.md`, "Names in the API"."""
    other = {"when", "who", "made", "state", "reporter", "pk"}
    times = {"since", "ends", "when", "time"}
    wrong = [
        name
        for name, field in _fields()
        if (last := name.rpartition(".")[2]) in other or (last in times and field.get("format") == "date-time")
    ]
    parameters = {parameter["name"] for _name, operation in every_operation() for parameter in operation["parameters"]}
    assert (wrong, parameters & other) == ([], set())


def test_a_reference_is_called_by_its_thing() -> None:
    """`pool`, not `pool_key`; what opens something is a key of its own."""
    fields = {name for name, _field in _fields() if name.endswith(("_key", "_number", "_id"))}
    assert fields == {"Helpers.judge_key", "Helpers.scorekeeper_key"}


def test_what_goes_says_so_and_names_what_does_its_work() -> None:
    known = {operation["operationId"]: operation for _name, operation in every_operation()}
    assert {name for name, operation in known.items() if operation.get("deprecated")} == set(DEPRECATED)
    for name, gone in DEPRECATED.items():
        assert not known[gone["instead"]].get("deprecated") and gone["until"] - gone["since"] >= timedelta(days=365)
        assert f"Use `{gone['instead']}`" in known[name]["description"]
        assert {"Deprecation", "Sunset"} <= set(known[name]["responses"]["200"]["headers"])


def test_every_list_that_is_read_has_the_one_shape() -> None:
    bare = [
        name
        for name, op in every_operation()
        if name.startswith("GET")
        for content in op["responses"]["200"].get("content", {}).values()
        if content.get("schema", {}).get("type") == "array"
    ]
    assert bare == []


def test_every_field_parameter_and_schema_is_described() -> None:
    schemas = [name for name, schema in described()["components"]["schemas"].items() if not schema.get("description")]
    fields = [name for name, field in _fields() if not field.get("description")]
    parameters = [
        f"{n} {p['name']}" for n, op in every_operation() for p in op["parameters"] if not p.get("description")
    ]
    assert (schemas, fields, parameters) == ([], [], [])


def test_no_description_is_written_for_nothing() -> None:
    known = {name.rpartition(".")[2] for name, _one in _fields()}
    known |= {parameter["name"] for _name, operation in every_operation() for parameter in operation["parameters"]}
    assert {key for key in field_descriptions() if key.rpartition(".")[2] not in known} == set()


def test_no_text_is_about_two_things() -> None:
    """A list, a table or a yes or no isn't described by the words of a single value."""
    kinds: dict[tuple[str, str], set[str]] = {}
    for name, field in _fields():
        kind = field.get("type", "")
        words = name.rpartition(".")[2], field["description"]
        kinds.setdefault(words, set()).add(kind if kind in ("array", "object", "boolean") else "value")
    assert {words: sorted(kind) for words, kind in kinds.items() if len(kind) > 1} == {}


def test_every_field_has_a_type() -> None:
    """Any value only where the fields depend on the kind, which the documents describe."""
    loose = {name for name, field in _fields() if not {"type", "allOf", "oneOf", "$ref", "enum"} & set(field)}
    assert loose == set()


def test_every_body_and_answer_has_an_example_that_is_valid() -> None:
    wrong = []
    for name, operation in every_operation():
        bodies = [operation.get("requestBody", {}), *_answers(operation).values()]
        for kind, content in ((kind, content) for body in bodies for kind, content in body.get("content", {}).items()):
            if "example" not in content:
                wrong.append(f"{name} {kind}: none")
            elif "json" in kind and (fault := _fault(content["schema"], content["example"])):
                wrong.append(f"{name} {kind}: {fault}")
    assert wrong == []


def test_the_common_generators_read_it() -> None:
    """A version that packages may have, bodies and path parameters as they are sent, enums with names."""
    assert re.fullmatch(r"\d+\.\d+\.\d+", described()["info"]["version"])
    for name, operation in every_operation():
        assert operation.get("requestBody", {"required": True})["required"] is True, name
        places = [parameter["name"] for parameter in operation["parameters"] if parameter["in"] == "path"]
        assert places == re.findall(r"{(\w+)}", name), name
        kinds = list(operation["responses"].get("200", {}).get("content", {"application/json": {}}))
        assert kinds[0] in ("application/json", "application/octet-stream", "text/plain", "text/csv"), name
    for name, schema in described()["components"]["schemas"].items():
        assert "enum" not in schema or schema["type"] == "string", name
    # Some generators take a field with a default as required, others send it with every PATCH.
    assert [name for name, field in _fields() if "Request." in name and "default" in field] == []
    assert [name for name, field in _fields() if field.get("format") == "time"] == []


@pytest.mark.parametrize("accept", ["application/pdf", "text/csv", "application/octet-stream", "*/*"])
def test_a_file_is_sent_whatever_is_accepted(accept: str, client: Client, db: None) -> None:
    answer = client.get("/api/v1/events/nothing/files/standings.pdf", headers={"Accept": accept})
    assert (answer.status_code, answer["Content-Type"]) == (404, PROBLEM_TYPE)


def test_the_interactive_page_sends_no_header_that_nobody_wrote() -> None:
    """It fills in every example: a tag with `…` fails in the browser, and one key for all requests is refused."""
    parameters = [(name, parameter) for name, operation in every_operation() for parameter in operation["parameters"]]
    assert [
        (name, parameter["name"])
        for name, parameter in parameters
        if parameter["in"] == "header" and "example" in parameter
    ] == []


def _fault(schema: Mapping[str, Any], example: Any) -> str:
    validator = Draft4Validator({**_nullable(schema), "components": _components()})
    return next((f"{list(error.path)} {error.message}"[:150] for error in validator.iter_errors(example)), "")


@cache
def _components() -> Any:
    return _nullable(described()["components"])


def _nullable(part: Any) -> Any:
    """Return a part of the description as JSON Schema, which writes `nullable` differently."""
    if isinstance(part, list):
        return [_nullable(member) for member in part]
    if not isinstance(part, dict):
        return part
    schema = {name: _nullable(value) for name, value in part.items() if name not in ("nullable", "example")}
    schema.pop("readOnly", None)
    return {"anyOf": [schema, {"type": "null"}]} if part.get("nullable") is True else schema


def test_errors_and_headers_are_named() -> None:
    for name, operation in every_operation():
        answers = _answers(operation)
        for status, answer in answers.items():
            assert answer["description"], (name, status)
            assert {"RateLimit", "RateLimit-Policy"} <= set(answer["headers"]), (name, status)
            if status >= "400":
                example = answer["content"][PROBLEM_TYPE]["example"]
                assert ERROR_CODES[example["error"]["code"]][0] == int(status) == example["status"], (name, status)
        method = name.partition(" ")[0].lower()
        assert ("304" in answers) == (method == "get"), name
        assert ("422" in answers) == (method == "post"), name
        assert ("412" in answers) == (
            operation["operationId"] in OPERATIONS["with_version"] | OPERATIONS["with_if_match"]
        ), name
        assert answers.get("405") is None, name  # an operation is an existing method


def test_the_lists_of_operations_name_operations() -> None:
    known = {op["operationId"] for _name, op in every_operation()}
    assert known >= frozenset().union(*OPERATIONS.values())


def _routes() -> Iterator[tuple[str, str]]:
    """Yield name and path of each address of the API."""

    def walk(patterns: Any, space: str, prefix: str) -> Iterator[tuple[str, str]]:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if hasattr(pattern, "url_patterns"):
                yield from walk(pattern.url_patterns, pattern.namespace or space, path)
            elif pattern.name:
                yield f"{space}:{pattern.name}" if space else pattern.name, path

    yield from walk(get_resolver().url_patterns, "", "/")


# Open to everybody once the event is over; the table has no such event.
OPEN_LATER = {"matches_api:event_player_deck"}


def test_who_may_call_it_is_what_the_table_of_access_says() -> None:
    """`{}` in `security` if and only if a visitor without account or session gets more than a refusal."""
    with TABLE.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    anonymous: dict[tuple[str, str], set[str]] = {}
    for row in rows:
        anonymous.setdefault((row["address"], row["method"]), set()).add(row["anonymous"])
    shapes = {_shape(path): methods for path, methods in described()["paths"].items()}
    wrong = []
    for name, path in _routes():
        for method in HTTP_METHODS:
            said = anonymous.get((name, method.upper()))
            operation = shapes.get(_shape(path), {}).get(method)
            if said is None or operation is None or said <= {"404", "409"} or name in OPEN_LATER:
                continue
            if ({} in operation["security"]) != ("ok" in said):
                wrong.append(f"{method.upper()} {path}: {said}, {operation['security']}")
    assert wrong == []


def _shape(path: str) -> str:
    """Return a path with its parameters unnamed, so that both ways of writing it agree."""
    parts = ["*" if part.startswith(("<", "{")) else part for part in path.strip("/").split("/")]
    return "/".join(parts)


def test_every_tag_has_a_text_and_operations() -> None:
    tagged = {tag for _name, operation in every_operation() for tag in operation["tags"]}
    assert {tag["name"] for tag in described()["tags"]} == tagged


def test_every_link_of_the_introduction_leads_somewhere(client: Client, db: None) -> None:
    links = re.findall(r"\]\((/[^)]*)\)", described()["info"]["description"])
    assert len(links) >= 3
    assert [link for link in links if client.get(link).status_code not in (200, 302)] == []


def test_public_areas_need_no_account() -> None:
    for name, operation in every_operation():
        if scope_for_path(name.partition(" ")[2]) == "":
            assert operation["security"] == [{}]


def test_the_introduction_lists_every_code() -> None:
    text = described()["info"]["description"]
    assert all(f"| `{code}` | {status} |" in text for code, (status, _meaning) in ERROR_CODES.items())


def test_the_seat_token_is_a_scheme() -> None:
    assert described()["components"]["securitySchemes"]["seat"]["name"] == "X-Seat-Token"
    picks = next(op for _name, op in every_operation() if op["operationId"] == "drafts_pick")
    assert {"seat": []} in picks["security"]


def test_the_description_is_sent_once_and_small(client: Client, db: None) -> None:
    first = client.get("/api/schema/?format=json")
    assert len(first.content) < 780_000
    again = client.get("/api/schema/?format=json", headers={"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code) == (200, 304)
    assert first["Access-Control-Allow-Origin"] == "*"


def test_every_icon_of_the_interactive_page_comes_from_a_file(client: Client) -> None:
    """The site's policy refuses pictures within a style sheet; ours comes after Swagger's and names a file for each."""
    page = client.get("/api/docs/").text
    assert page.index("swagger-ui.css") < page.index("css/api-docs.css")
    sheet = Path(str(finders.find("drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css"))).read_text()
    drawn = re.findall(r"[}{]([^{}]+)\{[^{}]*?background:[^;{}]*url\(\"data:image/svg", sheet)
    ours = re.sub(r'[\s"]', "", Path(str(finders.find("css/api-docs.css"))).read_text()).replace("::", ":")
    parts = {selector.split(".swagger-ui ")[-1].replace(" ", "") for rule in drawn for selector in rule.split(",")}
    assert len(parts) >= 4
    missing = [part for part in parts if f"#swagger-ui{part.removeprefix('.dialog-ux.modal-ux')}" not in ours]
    assert not missing


def test_the_interactive_page_opens_without_an_account_and_so_does_all_it_loads(client: Client) -> None:
    page = client.get("/api/docs/")
    assert page.status_code == 200 and 'id="swagger-ui"' in page.text
    script = re.search(r'src="(/api/docs/\?script=[^"]*)"', page.text)
    assert script is not None
    loaded = client.get(html.unescape(script[1]))
    assert loaded.status_code == 200 and "/api/schema/" in loaded.text and '"Search operations"' in loaded.text
    assert client.get("/api/schema/").status_code == 200
