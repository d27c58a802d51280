"""Bodies of requests: validated, with the site’s own messages; unknown fields rejected; changes tied to a version."""

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from common.errors import Invalid, PreconditionFailed
from common.json_depth import MAX_JSON_DEPTH, JsonTooDeep, parse_json
from common.sentence_tables import sentences
from common.text import gettext_noop

PUT_NEEDS_EVERY_FIELD = gettext_lazy("PUT needs every field; PATCH changes only what is named.")
# Maximum entries of a list or object that sets no other maximum; longer lists and objects aren't validated.
MAX_LIST_ITEMS = 5000
# Fields that name the version that the client has read; PUT may send `If-Match` instead.
_VERSION_FIELDS = ("version", "fingerprint")
# Maximum unknown fields in an error.
MAX_UNKNOWN_FIELDS_NAMED = 50
Kind = type[serializers.Serializer[Any]]
_ETAG_VERSION = re.compile(r'\s*(?:W/)?"(\d{1,18})(?:-[^"]*)?"\s*', re.ASCII)

_MESSAGES_BY_CODE = sentences("common", "faulty_fields")
_TYPE_MESSAGES: tuple[tuple[type[serializers.Field[Any, Any, Any, Any]], str], ...] = (
    (serializers.BaseSerializer, gettext_noop("This must be an object.")),
    (serializers.BooleanField, gettext_noop("This must be true or false.")),
    (serializers.IntegerField, gettext_noop("This must be a whole number.")),
    (serializers.FloatField, gettext_noop("This must be a number.")),
    (serializers.DateTimeField, gettext_noop("This must be a date and time, such as 2026-05-01T18:30:00Z.")),
    (serializers.DateField, gettext_noop("This must be a date, such as 2026-05-01.")),
    (serializers.TimeField, gettext_noop("This must be a time, such as 18:30.")),
    (serializers.CharField, gettext_noop("This must be text.")),
)
_LENGTH_MESSAGES: Mapping[tuple[str, bool], str] = {
    ("max_length", False): gettext_noop("This must have at most %(limit)s characters."),
    ("min_length", False): gettext_noop("This must have at least %(limit)s characters."),
    ("max_length", True): gettext_noop("This must have at most %(limit)s entries."),
    ("min_length", True): gettext_noop("This must have at least %(limit)s entries."),
}


class BoundedJSONParser(JSONParser):
    """JSON in UTF-8, nested at most `MAX_JSON_DEPTH` levels deep."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the parsed value; raises `ParseError` (400) with the reason."""
        try:
            return parse_json(stream.read().decode())
        except JsonTooDeep:
            raise ParseError(_("The JSON is nested deeper than %(most)d levels.") % {"most": MAX_JSON_DEPTH}) from None
        except UnicodeError:
            raise ParseError(_("The body must be UTF-8 text.")) from None
        except ValueError as error:
            raise ParseError(_("This isn’t valid JSON: %(why)s.") % {"why": str(error)[:200].rstrip(".")}) from None


def valid_body(
    kind: Kind, request: Request, *, answer: Kind | None = None, whole: bool = False, partial: bool = False
) -> dict[str, Any]:
    """Validate the body of a request.

    Unknown fields are rejected, except fields of `answer`: the serializer that outputs the same object, so that a
    client can send back what it read. With `whole`, every stored field is required, as for PUT; with `partial`, only
    fields that are present are validated, as for PATCH. Raises `ValidationError` (400) with every error and its field.
    """
    return validate_data(kind, request.data, answer=answer, whole=whole, partial=partial)


def validate_data(
    kind: Kind, data: Any, *, answer: Kind | None = None, whole: bool = False, partial: bool = False
) -> dict[str, Any]:
    """Validate data as `valid_body` validates a body; the data may also come from a file."""
    form = kind(data=data, partial=partial)
    faults: dict[str, list[str]] = {}
    if isinstance(data, Mapping):
        if too_long := dict(islice(_too_long_lists(form, data), 1)):
            raise serializers.ValidationError(too_long)
        ignored = frozenset(answer().fields) if answer else frozenset()
        faults |= {
            path: [message] for path, message in islice(_unknown_fields(form, data, ignored), MAX_UNKNOWN_FIELDS_NAMED)
        }
        if whole:
            fields = {name: field for name, field in form.fields.items() if answer is None or name in ignored}
            expected = [name for name, field in fields.items() if not field.read_only and name not in _VERSION_FIELDS]
            faults |= {name: [str(PUT_NEEDS_EVERY_FIELD)] for name in expected if name not in data}
    valid = form.is_valid()
    if faults or not valid:
        raise serializers.ValidationError({**faults, **_validated_data(form)})
    return dict(form.validated_data)


def _validated_data(form: Any) -> dict[str, Any]:
    """Return the validated data; raises errors in the site’s words."""
    if not isinstance(form.initial_data, Mapping):
        return {"": [_("The body must be a JSON object.")]}
    data: dict[str, Any] = use_own_messages(form, form.errors)
    return data


def require_fields(request: Request, names: Iterable[str]) -> None:
    """Raise `ValidationError` naming the missing fields of a PUT."""
    missing = [name for name in names if name not in request.data]
    if missing:
        raise serializers.ValidationError({name: [PUT_NEEDS_EVERY_FIELD] for name in missing})


def _unknown_fields(
    form: Any, data: Any, ignored: frozenset[str] = frozenset(), path: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield each unknown field: its dotted path and a message."""
    if isinstance(form, serializers.ListSerializer):
        for index, item in enumerate(data if isinstance(data, list) else ()):
            yield from _unknown_fields(form.child, item, path=f"{path}.{index}")
    elif isinstance(form, serializers.Serializer) and isinstance(data, Mapping):
        known = form.fields
        for name, value in data.items():
            field_path = f"{path}.{name}" if path else str(name)
            if name in known:
                yield from _unknown_fields(known[name], value, path=field_path)
            elif name not in ignored:
                yield field_path[:120], _unknown_field_message(str(name), [*known, *ignored])


def _too_long_lists(form: Any, data: Any, path: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield each list with too many entries: the framework would validate all of them before counting."""
    if isinstance(form, serializers.ListSerializer | serializers.ListField | serializers.DictField):
        entries = data.values() if isinstance(data, Mapping) else data if isinstance(data, list) else ()
        max_length = getattr(form, "max_length", None) or MAX_LIST_ITEMS
        if len(entries) > max_length:
            yield path, [_("This must have at most %(limit)s entries.") % {"limit": max_length}]
        else:
            for index, item in enumerate(entries):
                yield from _too_long_lists(form.child, item, f"{path}.{index}")
    elif isinstance(form, serializers.Serializer) and isinstance(data, Mapping):
        known = form.fields
        for name in known.keys() & data.keys():
            yield from _too_long_lists(known[name], data[name], f"{path}.{name}" if path else name)


def _unknown_field_message(name: str, known: list[str]) -> str:
    close = get_close_matches(name, known, n=1)
    if close:
        return _("Unknown field “%(name)s”. Did you mean “%(close)s”?") % {"name": name[:40], "close": close[0]}
    return _("Unknown field “%(name)s”.") % {"name": name[:40]}


def version_in_if_match(request: Request, present: int) -> int | None:
    """Return the version in `If-Match`; None without that header.

    Raises `PreconditionFailed` (412) unless it’s the `present` version. The service compares again, in its transaction.
    """
    return version_to_change(request, {}, present) if request.headers.get("If-Match") else None


def require_etag(request: Request, present: str) -> None:
    """Raise `PreconditionFailed` (412) if `If-Match` is sent and isn’t the `present` ETag."""
    tags = [tag.strip().removeprefix("W/") for tag in request.headers.get("If-Match", "").split(",")]
    if tags != [""] and not {"*", present} & set(tags):
        raise PreconditionFailed(
            gettext_noop("This has changed since you loaded it. Load it again, then redo your change.")
        )


def version_to_change(request: Request, body: Mapping[str, Any], present: int) -> int:
    """Return the version that a change is based on: `version` in the body, or the version in `If-Match`.

    Raises `PreconditionFailed` (412) if `If-Match` isn’t the `present` version, and `Invalid` if there is neither. The
    service itself compares a `version`, in its transaction (409).
    """
    tags = request.headers.get("If-Match", "")
    if tags.strip() == "*":
        return present
    if tags:
        matches = [_ETAG_VERSION.fullmatch(tag) for tag in tags.split(",")]
        if str(present) not in {tag[1] for tag in matches if tag}:
            template = gettext_noop(
                "Version conflict: this is now at version %(version)d. Fetch it again and reapply your change."
            )
            raise PreconditionFailed(template, {"version": present})
        return int(body.get("version", present))
    if "version" not in body:
        template = gettext_noop(
            "Name the version you changed: send its “version”, or an If-Match header with its ETag."
        )
        raise Invalid(template, field="version")
    return int(body["version"])


def use_own_messages(field: Any, errors: Any) -> Any:
    """Replace the framework's error texts of a field by the site's own."""
    if isinstance(errors, dict):
        inner = getattr(field, "fields", {})
        child = getattr(field, "child", None)
        return {name: use_own_messages(inner.get(name, child or field), message) for name, message in errors.items()}
    if isinstance(errors, list):
        nested = any(isinstance(message, dict | list) for message in errors)
        of = getattr(field, "child", field) if nested else field
        return [use_own_messages(of, message) for message in errors]
    return _own_error_message(field, errors)


def _own_error_message(field: Any, error: Any) -> Any:
    code = getattr(error, "code", "")
    is_list = isinstance(field, serializers.ListField | serializers.ListSerializer)
    template = _MESSAGES_BY_CODE.get(code) or _LENGTH_MESSAGES.get((code, is_list))
    if code == "invalid" and str(error) in {str(text) for text in getattr(field, "error_messages", {}).values()}:
        template = next((message for kind, message in _TYPE_MESSAGES if isinstance(field, kind)), None)
    if template is None:
        return error
    limit = getattr(field, code, "")
    choices = ", ".join(str(value) for value in getattr(field, "choices", ()) if value not in ("", None))
    return _(template) % {"limit": limit, "choices": choices}
