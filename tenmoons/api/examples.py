"""Examples for the API’s description, generated from its schemas: a valid one for each body and response."""

from collections.abc import Mapping
from typing import Any

_EXAMPLE_BY_FORMAT = {
    "date": "2026-05-01",
    "date-time": "2026-05-01T18:30:00Z",
    "uri": "https://moons.example/next",
    "uri-reference": "/decks/k7m2p9qd/",
    "uri-ref": "/decks/k7m2p9qd/",
    "binary": "…",
    "decimal": "2",
}
# Recursion stops here for schemas that contain themselves.
_MAX_EXAMPLE_DEPTH = 8


class ExampleMaker:
    """Generates the example of a schema from those of its fields."""

    def __init__(self, schemas: Mapping[str, Any], texts: Mapping[str, tuple[str, Any]]) -> None:
        self._schemas, self._texts = schemas, texts

    def add_example(self, content: Mapping[str, Any]) -> None:
        for media in content.values():
            if "example" not in media and "examples" not in media and media.get("schema"):
                media["example"] = self.make_example(media["schema"])

    def make_example(self, schema: Mapping[str, Any], name: str = "", field: str = "", depth: int = 0) -> Any:
        """Return a valid value for a schema; `name` and `field` say where it is."""
        if "$ref" in schema:
            target = str(schema["$ref"]).rpartition("/")[2]
            return self.make_example(self._schemas[target], target, field, depth + 1)
        for part in ("allOf", "oneOf", "anyOf"):
            if part in schema:
                return self.make_example(schema[part][0], name, field, depth)
        if "example" in schema:
            return schema["example"]
        if "enum" in schema:
            return self._example_of_enum(schema, name, field)
        written = self._written_example(name, field)
        if written is not None and _example_fits(written, schema):
            return written
        if "default" in schema:
            return schema["default"]
        if schema.get("nullable") and depth >= _MAX_EXAMPLE_DEPTH:
            return None
        return self._example_of_type(schema, name, field, depth)

    def _example_of_enum(self, schema: Mapping[str, Any], name: str, field: str) -> Any:
        written = self._written_example(name, field)
        if written in schema["enum"]:
            return written
        return schema.get("default", next((value for value in schema["enum"] if value), schema["enum"][0]))

    def _example_of_type(self, schema: Mapping[str, Any], name: str, field: str, depth: int) -> Any:
        kind = schema.get("type")
        if kind == "object" or "properties" in schema:
            fields = schema.get("properties", {})
            return {
                field_name: self.make_example(inner, name, field_name, depth + 1)
                for field_name, inner in fields.items()
            }
        if kind == "array":
            least = int(schema.get("minItems", 1))
            return (
                [self.make_example(schema["items"], name, "", depth + 1)] * max(least, 1)
                if depth < _MAX_EXAMPLE_DEPTH
                else []
            )
        if kind == "string":
            text = _EXAMPLE_BY_FORMAT.get(str(schema.get("format", "")), "…")
            return text[: schema["maxLength"]] if "maxLength" in schema else text
        if kind in ("integer", "number"):
            return schema.get("minimum", 1)
        return kind == "boolean" or None

    def _written_example(self, name: str, field: str) -> Any:
        for key in (f"{name}.{field}", f"{name.removesuffix('Request')}.{field}", field):
            if key in self._texts:
                return self._texts[key][1]
        return None


def _example_fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Return whether a written example has the right type: a line of the table may be for several."""
    kinds: Mapping[str, tuple[type, ...]] = {
        "string": (str,),
        "integer": (int,),
        "number": (int, float),
        "boolean": (bool,),
        "array": (list,),
        "object": (dict,),
    }
    kind = str(schema.get("type", ""))
    if isinstance(value, bool) != (kind == "boolean"):
        return False
    if not isinstance(value, kinds.get(kind, ())):
        return False
    if isinstance(value, int | float) and not isinstance(value, bool):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    if isinstance(value, str):
        return schema.get("format", "decimal") in ("decimal", "date", "date-time", "uri-reference")
    return not isinstance(value, list | dict) or _example_items_fit(value, schema)


def _example_items_fit(value: Any, schema: Mapping[str, Any]) -> bool:
    if isinstance(value, dict):
        return "additionalProperties" in schema
    items = schema.get("items", {})
    return "$ref" not in items and all(_example_fits(item, items) for item in value)
