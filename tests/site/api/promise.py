"""The promise of version 1: what a script may rely on, and a comparison of two descriptions that finds breaking
changes.

Allowed: new operations, new optional fields and parameters of a request, new fields of an answer, more values that are
accepted. Breaking: anything removed or renamed, another type, a new required field, a value that is no longer accepted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Json = dict[str, Any]
_METHODS = ("get", "post", "put", "patch", "delete")


def contract_of(description: Mapping[str, Any]) -> Json:
    """Return the promised part of a description: operations, and the fields of their schemas by type; no texts."""
    operations = {}
    for path, methods in description["paths"].items():
        for method in _METHODS:
            if method in methods:
                operations[f"{method.upper()} {path}"] = _operation(methods[method])
    schemas = {name: _schema(schema) for name, schema in description["components"]["schemas"].items()}
    return {"operations": operations, "schemas": schemas}


def _operation(operation: Mapping[str, Any]) -> Json:
    body = operation.get("requestBody", {})
    return {
        "id": operation["operationId"],
        "public": {} in operation.get("security", []),
        "parameters": {
            f"{parameter['in']} {parameter['name']}": bool(parameter.get("required"))
            for parameter in operation.get("parameters", ())
            if parameter["in"] != "path"
        },
        "takes": _contents(body),
        "answers": {
            status: _contents(answer) for status, answer in operation["responses"].items() if status.startswith("2")
        },
    }


def _contents(body: Mapping[str, Any]) -> Json:
    return {kind: _type(content.get("schema", {})) for kind, content in body.get("content", {}).items()}


def _schema(schema: Mapping[str, Any]) -> Json:
    promised: Json = {"type": _type(schema)}
    if "properties" in schema:
        promised["fields"] = {name: _type(prop) for name, prop in schema["properties"].items()}
        promised["required"] = sorted(schema.get("required", ()))
    return promised


def _type(schema: Mapping[str, Any]) -> str:
    """Return a type as one line: `string`, `[Card]`, `integer?`, `(a|b)`."""
    mark = "?" if schema.get("nullable") else ""
    if "$ref" in schema:
        return f"{str(schema['$ref']).rpartition('/')[2]}{mark}"
    for part in ("allOf", "oneOf", "anyOf"):
        if part in schema:
            return "|".join(_type(schema_) for schema_ in schema[part]) + mark
    if "enum" in schema:
        return f"({'|'.join(str(value) for value in schema['enum'] if value is not None)}){mark}"
    if schema.get("type") == "array":
        return f"[{_type(schema.get('items', {}))}]{mark}"
    if "additionalProperties" in schema and isinstance(schema["additionalProperties"], dict):
        return f"{{{_type(schema['additionalProperties'])}}}{mark}"
    return f"{schema.get('type', 'any')}{mark}"


def broken(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return every promise of `before` that `after` breaks, one line each; empty for none."""
    sent = _sent(before)
    return [
        *(
            line
            for name, operation in before["operations"].items()
            for line in _broken_operation(name, operation, after)
        ),
        *(
            line
            for name, schema in before["schemas"].items()
            for line in _broken_schema(name, schema, after, name in sent)
        ),
    ]


def _broken_operation(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    later = after["operations"].get(name)
    if later is None:
        yield f"{name} is gone"
        return
    if before["id"] != later["id"]:
        yield f"{name}: operation {before['id']} is called {later['id']}"
    if before["public"] and not later["public"]:
        yield f"{name} needs an account"
    yield from (
        f"{name}: parameter {parameter} is gone"
        for parameter in before["parameters"]
        if parameter not in later["parameters"]
    )
    for parameter, required in later["parameters"].items():
        if required and not before["parameters"].get(parameter, False):
            yield f"{name}: parameter {parameter} is required"
    if (before["takes"] and before["takes"] != later["takes"]) or (not before["takes"] and later["takes"]):
        yield f"{name} takes another body"
    for status, kinds in before["answers"].items():
        if any(later["answers"].get(status, {}).get(kind) != schema for kind, schema in kinds.items()):
            yield f"{name} answers {status} with another body"
        if status not in later["answers"]:
            yield f"{name} does not answer {status}"


def _broken_schema(name: str, before: Mapping[str, Any], after: Mapping[str, Any], sent: bool) -> Iterator[str]:
    later = after["schemas"].get(name)
    if later is None:
        yield f"schema {name} is gone"
        return
    if _narrowed(before["type"], later["type"], sent):
        yield f"schema {name}: {before['type']} is {later['type']}"
    for field, kind in before.get("fields", {}).items():
        now = later.get("fields", {}).get(field)
        if now is None:
            yield f"{name}.{field} is gone"
        elif _narrowed(kind, now, sent):
            yield f"{name}.{field}: {kind} is {now}"
    if sent:
        new = set(later.get("required", ())) - set(before.get("required", ()))
        yield from (f"{name}.{field} is required" for field in sorted(new))
    else:
        lost = set(before.get("required", ())) - set(later.get("required", ()))
        yield from (f"{name}.{field} may be missing" for field in sorted(lost))


def _narrowed(before: str, after: str, sent: bool) -> bool:
    """Whether a type changed in a breaking way: a request may accept more, an answer may return less."""
    if before == after:
        return False
    old, new = before.rstrip("?"), after.rstrip("?")
    null_breaks = (
        before.endswith("?") and not after.endswith("?") if sent else after.endswith("?") and before[-1] != "?"
    )
    if old == new:
        return null_breaks
    if old.startswith("(") and new.startswith("("):
        few, many = (old, new) if sent else (new, old)
        return null_breaks or not set(few[1:-1].split("|")) <= set(many[1:-1].split("|"))
    return not (old == "string" and new.startswith("(") and not sent)


def _sent(contract: Mapping[str, Any]) -> set[str]:
    """Return the schemas that requests use, with those inside them."""
    fields: set[str] = set()
    names = [kind for operation in contract["operations"].values() for kind in operation["takes"].values()]
    while names:
        for name in names.pop().strip("?[]{}").split("|"):
            bare = name.strip("?[]{}()")
            if bare in contract["schemas"] and bare not in fields:
                fields.add(bare)
                names += contract["schemas"][bare].get("fields", {}).values()
    return fields
