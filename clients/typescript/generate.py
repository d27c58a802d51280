"""Generate `tenmoons.ts` from the API description: run this file, optionally with a folder for it and a site’s URL to
read its description instead.

One file without dependencies: a type for each schema and a method for each operation, over `fetch`. It isn’t in the
repository.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

# First task: generate a client of one file for another language, such as Go, from the same description.
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DEFAULT = ROOT / "build" / "tenmoons-typescript"
METHODS = ("get", "post", "put", "patch", "delete")
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
Json = dict[str, Any]


def generate(target: Path, site: str = "") -> Path:
    """Write the file into a folder, and return its path."""
    description = json.loads(_description_of(site) if site else _own_description())
    target.mkdir(parents=True, exist_ok=True)
    file = target / "tenmoons.ts"
    file.write_text("\n".join(_lines(description)) + "\n", encoding="utf-8")
    return file


def _description_of(site: str) -> bytes:
    with urlopen(f"{site}/api/schema/?format=json") as answer:
        described: bytes = answer.read()
        return described


def _own_description() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        schema = Path(folder) / "schema.json"
        describe = ["spectacular", "--format", "openapi-json", "--file", str(schema)]
        done = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *describe], capture_output=True, text=True, check=False
        )
        if done.returncode:
            sys.exit(done.stdout + done.stderr)
        return schema.read_bytes()


def _lines(description: Json) -> Iterator[str]:
    site = (HERE / "site.ts").read_text(encoding="utf-8")
    before, after = site.split("  // operations\n")
    yield before.rstrip("\n")
    shared = description["components"]["parameters"]
    for path, methods in description["paths"].items():
        for method in METHODS:
            if method in methods:
                parameters = [
                    shared.get(one.get("$ref", "").rpartition("/")[2], one) for one in methods[method]["parameters"]
                ]
                yield from _method(path, method, methods[method] | {"parameters": parameters})
    yield after.rstrip("\n")
    for name, schema in description["components"]["schemas"].items():
        yield from _schema(name, schema)


def _schema(name: str, schema: Json) -> Iterator[str]:
    yield ""
    yield f"/** {_text(schema.get('description', name))} */"
    if "properties" not in schema:
        yield f"export type {name} = {_type(schema)};"
        return
    yield f"export interface {name} {{"
    for field, kind in schema["properties"].items():
        mark = "" if field in schema.get("required", ()) else "?"
        yield f"  /** {_text(kind.get('description', field))} */"
        yield f"  {json.dumps(field)}{mark}: {_type(kind)};"
    yield "}"


def _method(path: str, method: str, operation: Json) -> Iterator[str]:
    places = [one for one in operation["parameters"] if one["in"] in ("path", "query")]
    fields = [
        f"{json.dumps(one['name'])}{'' if one.get('required') else '?'}: {_type(one['schema'])}" for one in places
    ]
    body = _content(operation.get("requestBody", {}))
    if body:
        fields.append(f"body: {body}")
    needed = any("?" not in field.split(":")[0] for field in fields)
    answers = [_content(answer) for status, answer in operation["responses"].items() if status < "300"]
    is_file = "Blob" in answers
    kinds = " | ".join(dict.fromkeys(kind or "null" for kind in answers)) or "null"
    asked = "; ".join([*fields, "headers?: { [name: string]: string }"])
    yield f"  /** {_text(operation['summary'])} */"
    yield f"  {operation['operationId']}(asked: {{ {asked} }}{'' if needed else ' = {}'}): Promise<{kinds}> {{"
    yield f"    return this.call({json.dumps(method.upper())}, {json.dumps(path)}, asked{', true' * is_file});"
    yield "  }"


def _content(body: Json) -> str:
    """Return the type of a body; other media than JSON are text, or a file."""
    if any(media["schema"].get("format") == "binary" for media in body.get("content", {}).values()):
        return "Blob"
    kinds = [_type(said["schema"]) if "json" in kind else "string" for kind, said in body.get("content", {}).items()]
    return " | ".join(dict.fromkeys(kinds))


def _type(schema: Json) -> str:
    written = _bare(schema)
    return f"{written} | null" if schema.get("nullable") else written


def _bare(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for part, sign in (("allOf", " & "), ("oneOf", " | "), ("anyOf", " | ")):
        if part in schema:
            return f"({sign.join(_type(one) for one in schema[part])})"
    if "enum" in schema:
        return f"({' | '.join(json.dumps(value) for value in schema['enum'])})"
    if schema.get("type") == "array":
        return f"({_type(schema.get('items', {}))})[]"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"{{ [name: string]: {_type(schema['additionalProperties'])} }}"
    if "properties" in schema:
        return (
            "{ "
            + "; ".join(f"{json.dumps(name)}?: {_type(kind)}" for name, kind in schema["properties"].items())
            + " }"
        )
    return PLAIN.get(str(schema.get("type")), "any")


def _text(text: str) -> str:
    return re.sub(r"\s+", " ", str(text)).replace("*/", "* /").strip()


if __name__ == "__main__":
    print(generate(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else DEFAULT, *sys.argv[2:3]))
