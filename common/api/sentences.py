"""Messages about invalid fields: the site’s own, with the allowed values."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from common.sentences import sentences
from common.text import gettext_noop

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
SEVERAL_ERRORS_MESSAGE = gettext_lazy("Some of the data isn’t valid. Each problem is listed.")


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
