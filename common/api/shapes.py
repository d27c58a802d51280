"""Short ways to declare serializers: `shape` mirrors a dataclass, `fields` lists a few fields."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from enum import Enum
from functools import cached_property
from operator import attrgetter
from types import MethodType, NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints, is_typeddict

from django.urls import get_script_prefix
from rest_framework import serializers

from common.versioned_cache import VersionedCache

SerializerField = serializers.Field[Any, Any, Any, Any]
_MADE_CACHE = VersionedCache[dict[str, Any]](max_keys=8192)
_FIELD_BY_TYPE: Mapping[Any, type[SerializerField]] = {
    str: serializers.CharField,
    int: serializers.IntegerField,
    bool: serializers.BooleanField,
    float: serializers.FloatField,
    date: serializers.DateField,
    datetime: serializers.DateTimeField,
}


# Fields whose values of exactly this type are output unchanged.
_PLAIN_TYPE_BY_FIELD: Mapping[type[SerializerField], type] = {
    serializers.CharField: str,
    serializers.IntegerField: int,
    serializers.BooleanField: bool,
    serializers.FloatField: float,
}
_FieldColumn = tuple[str, type | None, Callable[[Any], Any]]


class RowSerializer(serializers.Serializer[Any]):
    """Serializer for responses with hundreds of objects: values already in their output form are copied.

    If a value is missing or must be computed, the object is serialized like any other.
    """

    @cached_property
    def _field_columns(self) -> tuple[list[_FieldColumn], Callable[[Any], tuple[Any, ...]]]:
        """Return name, plain type and converter of each field, and one getter for all attributes."""
        fields = [field for field in self.fields.values() if not field.write_only]
        columns: list[_FieldColumn] = [
            (str(field.field_name), _PLAIN_TYPE_BY_FIELD.get(type(field)), field.to_representation) for field in fields
        ]
        # `attrgetter` returns a tuple only for two names or more.
        return columns, attrgetter(*(str(field.source) for field in fields), "__class__")

    def to_representation(self, instance: Any) -> dict[str, Any]:
        columns, read = self._field_columns
        try:
            values = read(instance)
        except AttributeError:
            return super().to_representation(instance)
        if MethodType in map(type, values):
            return super().to_representation(instance)
        return {
            name: value if value is None or type(value) is plain else make(value)
            for (name, plain, make), value in zip(columns, values, strict=False)
        }


def shape(
    name: str, kind: type, /, *, more: str = "", without: str = "", of: str = "", **given: Any
) -> type[serializers.Serializer[Any]]:
    """Return a serializer called `name` that mirrors a dataclass or typed dictionary.

    It has the fields in their order, except those in `without`, then properties named in `more`, and the fields
    `given`, which take precedence. With `of`, the dataclass is that attribute of the serialized object. Descriptions of
    fields are in `tenmoons/api/field_descriptions.csv`.
    """
    hints = get_type_hints(kind)
    names = [*(field for field in hints if field not in without.split()), *more.split()]
    made: dict[str, Any] = {
        field: given.pop(field, None)
        or _field_of_type(_type_hint(kind, hints, field), **({"source": f"{of}.{field}"} if of else {}))
        for field in names
    }
    if is_typeddict(kind):
        made["to_representation"] = lambda _serializer, facts: dict(facts)
    return type(name, (RowSerializer,), {"__doc__": kind.__doc__, "__module__": kind.__module__, **made, **given})


def fields(name: str, about: str, /, **given: SerializerField) -> type[serializers.Serializer[Any]]:
    """Return a serializer called `name` for a body or response with a few fields."""
    return type(name, (serializers.Serializer,), {"__doc__": about, "__module__": __name__, **given})


def cached_by_fields(*names: str) -> Callable[[Any, Any], dict[str, Any]]:
    """Return a `to_representation` for `shape` that caches an object’s representation by its state.

    `names` are the attributes that make up the state. Callers must not change the result.
    """

    def represent(serializer: Any, thing: Any) -> dict[str, Any]:
        key = (type(serializer).__name__, get_script_prefix(), *(getattr(thing, name) for name in names))
        return _MADE_CACHE.get_or_make(key, thing, lambda: serializers.Serializer.to_representation(serializer, thing))

    return represent


def _type_hint(kind: type, hints: Mapping[str, Any], name: str) -> Any:
    found = getattr(kind, name, None)
    return get_type_hints(found.fget)["return"] if isinstance(found, property) else hints[name]


def _field_of_type(hint: Any, **options: Any) -> SerializerField:
    """Return the field of a type; raises `TypeError` for a type without a usual field."""
    origin, parts = get_origin(hint), get_args(hint)
    if isinstance(hint, UnionType) and NoneType in parts and len(parts) == 2:
        return _field_of_type(next(part for part in parts if part is not NoneType), allow_null=True, **options)
    if origin is Literal:
        return serializers.ChoiceField(choices=parts, **options)
    if isinstance(hint, type) and issubclass(hint, Enum) and hint not in _FIELD_BY_TYPE:
        return serializers.ChoiceField(choices=[member.value for member in hint], **options)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return serializers.DictField(child=_field_of_type(parts[1]), **options)
    if isinstance(origin, type):
        return serializers.ListField(child=_field_of_type(parts[0]), **options)
    if hint not in _FIELD_BY_TYPE:
        raise TypeError(f"{hint} has no field of its own: give one")
    return _FIELD_BY_TYPE[hint](**options)
