"""API reference: every operation, from the same schema as `/api/docs/`."""

from collections.abc import Iterator, Mapping
from typing import Any

from drf_spectacular.generators import SchemaGenerator

from tenmoons.api.description import HTTP_METHODS
from tests.reference.markdown import code, page, table
from tests.site.api.description import with_parameters_in_place


def text() -> str:
    lead = (
        "Every operation below `/api/v1/`. Bodies and answers are JSON unless said otherwise, and `/api/docs/` shows"
        " each field. [The API](../api.md) explains tokens, errors, limits and lists; [Your first"
        " script](../guides/first-script.md) has each step ready to copy."
    )
    generator = SchemaGenerator(api_version="v1")  # type: ignore[no-untyped-call]
    schema = with_parameters_in_place(generator.get_schema(request=None, public=True))  # type: ignore[no-untyped-call]
    by_tag: dict[str, list[str]] = {}
    for path, method, operation in _operations(schema):
        by_tag.setdefault(str(operation["tags"][0]), []).append(_operation(path, method, operation))
    parts = [part for tag in sorted(by_tag) for part in (f"## {tag.capitalize()}", *by_tag[tag])]
    return page("API operations", lead, *parts)


def _operations(schema: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for path in sorted(schema["paths"]):
        for method in HTTP_METHODS:
            if method in schema["paths"][path]:
                yield path, method, schema["paths"][path][method]


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> str:
    summary, about = str(operation["summary"]), str(operation.get("description", ""))
    about = about if about.startswith(summary) else f"{summary}. {about}".rstrip()
    sent = _content(operation.get("requestBody", {}))
    answers = [
        f"{status} {_content(answer)}".strip() for status, answer in operation["responses"].items() if status < "400"
    ]
    lines = [f"### {method.upper()} {path}", about, f"Operation `{operation['operationId']}`."]
    lines.append(f"{f'Takes {sent}. ' if sent else ''}Answers {', '.join(answers)}.")
    query_parameters = [parameter for parameter in operation.get("parameters", ()) if parameter["in"] != "path"]
    if query_parameters:
        rows = [
            (code(parameter["name"]), str(parameter["in"]), str(parameter.get("description", "")))
            for parameter in query_parameters
        ]
        lines.append(table(("Parameter", "In", "Meaning"), rows))
    return "\n\n".join(line for line in lines if line)


def _content(body: Mapping[str, Any]) -> str:
    """Return the names of the bodies, with the media type where it is not JSON."""
    return " or ".join(
        dict.fromkeys(_named(kind, content.get("schema", {})) for kind, content in body.get("content", {}).items())
    )


def _named(kind: str, schema: Mapping[str, Any]) -> str:
    items = schema.get("items", {})
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    listed = str(items.get("$ref", "")).rpartition("/")[2]
    type_text = code(name) if name else f"a list of `{listed}`" if listed else ""
    if kind != "application/json":
        return code(kind)
    return type_text or "JSON"
